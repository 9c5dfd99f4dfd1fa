import { GatewayError } from '../../platform/gateway-error.ts';
import type { CallContext, QuotedCall } from '../call/call-context.ts';
import type { UsedTokens } from '../cost/used-tokens.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { endAnswer } from './end-answer.ts';
import { noteModel } from './note-model.ts';
import { recordCharge } from './record-charge.ts';

/**
 * The single end of every call. It takes the charge from the hold, stores the settlement durably, and only
 * then sends the last bytes. The contract's `chargeTable` defines the charge.
 */
export async function settle(ctx: CallContext, deps: RelayDeps): Promise<void> {
  const used = await settleHold(ctx, deps);
  endAnswer(ctx, used?.usage ?? null, deps);
}

/**
 * Takes the charge from the hold of a call, and stores the settlement durably. The call fails with
 * `settlement.backlog` if that is impossible and no part of its answer was sent.
 * @returns null if nothing is charged
 */
export async function settleHold(ctx: CallContext, deps: RelayDeps): Promise<UsedTokens | null> {
  if (!isQuoted(ctx)) return null;
  noteModel(ctx, deps);
  try {
    if (!isOverLimit(ctx)) return await recordCharge(ctx, deps);
    deps.quotaBook.release(ctx.hold);
  } catch (error) {
    deps.quotaBook.release(ctx.hold);
    ctx.error = new GatewayError('settlement.backlog', {}, { cause: error });
    deps.report({ requestId: ctx.requestId, message: 'a settlement could not be kept', cause: error });
  }
  return null;
}

/**
 * Calls of channels at their limits are counted instead of logged, so that callers cannot fill the log with
 * them.
 */
const isOverLimit = ({ error, attempts }: QuotedCall): boolean =>
  error?.code === 'rate.channels' && attempts.length === 0;

/** A call that was refused earlier has nothing to settle. */
const isQuoted = (ctx: CallContext): ctx is QuotedCall => ctx.hold !== null;
