import type { ChannelView } from '@turnpike/contract';
import { useChannelType } from '../../../api/channel-types.ts';
import { ChannelBalance } from './channel-balance.tsx';

/** Few providers report one. */
export function BalanceCell({ channel }: { channel: ChannelView }) {
  if (!useChannelType(channel.type)?.has_balance) return null;
  return <ChannelBalance channel={channel} />;
}
