import type { ChannelView } from '@turnpike/contract';
import { Suspense } from 'react';
import { useChannelType } from '../../../api/channel-types.ts';
import { lazyPart } from '../../../ui/loading/lazy-part.ts';

const ChannelBalance = lazyPart(() => import('./channel-balance.tsx'));

/** Few providers tell one. */
export function BalanceCell({ channel }: { channel: ChannelView }) {
  if (!useChannelType(channel.type)?.has_balance) return null;
  return (
    <Suspense>
      <ChannelBalance channel={channel} />
    </Suspense>
  );
}
