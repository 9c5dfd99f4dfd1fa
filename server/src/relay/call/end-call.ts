import { letGoOfBody } from '../body/release-body.ts';
import type { RelayDeps } from '../relay-deps.ts';
import type { CallContext } from './call-context.ts';

/** Ends a call that is settled or refused: its part in the limits, its count as refused, and its memory. */
export function endCall(ctx: CallContext, { refusedCalls }: Pick<RelayDeps, 'refusedCalls'>): void {
  ctx.channelUse?.end(ctx.usedTokens);
  ctx.use?.end(ctx.usedTokens);
  refusedCalls.note(ctx);
  letGoOfBody(ctx);
}
