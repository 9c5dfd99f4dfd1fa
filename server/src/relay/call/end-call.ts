import { releaseCounts } from '../../billing/count-hold.ts';
import { letGoOfBody } from '../body/release-body.ts';
import { leaveChannel } from '../learned/note-outcome.ts';
import type { RelayDeps } from '../relay-deps.ts';
import type { CallContext } from './call-context.ts';

/** Ends a call that is settled or refused: its part in the limits, its count as refused, and its memory. */
export function endCall(
  ctx: CallContext,
  deps: Pick<RelayDeps, 'refusedCalls' | 'health' | 'breakers'>,
): void {
  leaveChannel(ctx, deps);
  ctx.channelUse?.end(ctx.usedTokens);
  ctx.use?.end(ctx.usedTokens);
  if (ctx.counts !== null) releaseCounts(ctx.counts);
  if (ctx.channelCounts !== null) releaseCounts(ctx.channelCounts);
  deps.refusedCalls.note(ctx);
  ctx.recorder?.drop();
  letGoOfBody(ctx);
}
