import { role } from '@turnpike/contract';
import {
  type ChannelPlace,
  isAt,
  type Routes,
  type RoutingChannel,
  type RoutingSnapshot,
} from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Identity } from './identity.ts';

/** The channel that an administrator appends to a key, as in `sk-…#7`, or excludes. */
export interface ChannelPin {
  channelId: number;
  isLeftOut: boolean;
  /** Applies to paths that only relay; all others ignore it. */
  isForRawCalls: boolean;
}

/**
 * Splits a key from its suffix: `#7` allows channel 7 only, `#!7` any other; `#7#ignore` is for paths that
 * only relay.
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

/** Restrictions on the channels of a call; null: none. */
export interface MeantPlace {
  boundTo: ChannelPlace | null;
  pin: ChannelPin | null;
}

/** Whether a call may use a channel, by the objects it refers to and by its key. */
export const isMeant = (channel: RoutingChannel, { boundTo, pin }: MeantPlace): boolean =>
  (boundTo === null || isAt(channel, boundTo)) &&
  (pin === null || pin.isForRawCalls || (channel.id === pin.channelId) !== pin.isLeftOut);

/** Whether a key names the one channel of its calls. */
export const namesChannel = (pin: ChannelPin | null): pin is ChannelPin =>
  pin !== null && !pin.isLeftOut && !pin.isForRawCalls;

/** Ways to serve a model. A key that names a channel may use models that the channel does not list. */
export const routesForKey = (
  { snapshot, pin }: { snapshot: RoutingSnapshot; pin: ChannelPin | null },
  asked: { group: string; model: string },
): Routes =>
  namesChannel(pin) ? snapshot.routesBy(pin.channelId, asked) : snapshot.routesFor(asked.group, asked.model);
