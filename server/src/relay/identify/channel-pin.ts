import { role } from '@turnpike/contract';
import { type ChannelPlace, isAt, type RoutingChannel } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Identity } from './identity-directory.ts';

/** The channel that an administrator's key names behind itself, as in `sk-…#7`; or that it leaves out. */
export interface ChannelPin {
  channelId: number;
  isLeftOut: boolean;
  /** It is meant for addresses that only relay; any other takes no notice. */
  isForRawCalls: boolean;
}

/**
 * Parts a key from what stands behind it: `#7` calls by channel 7 alone, `#!7` by any but it; `#7#ignore` is for addresses
 * that only relay.
 * @throws token.invalid
 */
export function readPin(carried: string): { key: string; pin: ChannelPin } {
  const [key = '', channel = '', rest, ...more] = carried.split('#');
  const isLeftOut = channel.startsWith('!');
  const id = isLeftOut ? channel.slice(1) : channel;
  if (!/^\d{1,9}$/.test(id) || more.length > 0 || (rest !== undefined && rest !== 'ignore'))
    throw new GatewayError('token.invalid');
  return { key, pin: { channelId: Number(id), isLeftOut, isForRawCalls: rest === 'ignore' } };
}

/** @throws token.pin_not_allowed */
export function assertMayPin({ userRole }: Pick<Identity, 'userRole'>): void {
  if (userRole < role.admin) throw new GatewayError('token.pin_not_allowed');
}

/** Where a call may go alone; null: anywhere. */
export interface MeantPlace {
  boundTo: ChannelPlace | null;
  pin: ChannelPin | null;
}

/** Whether a call may go to a channel: by what it goes on from, and by its key. */
export const isMeant = (channel: RoutingChannel, { boundTo, pin }: MeantPlace): boolean =>
  (boundTo === null || isAt(channel, boundTo)) &&
  (pin === null || pin.isForRawCalls || (channel.id === pin.channelId) !== pin.isLeftOut);
