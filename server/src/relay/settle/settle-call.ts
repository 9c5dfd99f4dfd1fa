import { GatewayError } from '../../platform/gateway-error.ts';
import type { CallContext, QuotedCall } from '../call/call-context.ts';
import type { UsedTokens } from '../cost/used-tokens.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { endAnswer } from './end-answer.ts';
import { recordCharge } from './record-charge.ts';

/**
 * The single end of every call. It takes the charge from the hold, stores the settlement durably, and only
 * then sends the last bytes. The contract's `chargeTable` defines the charge.
 */
export async function settle(ctx: CallContext, deps: RelayDeps): Promise<void> {
  let used: UsedTokens | null = null;
  try {
    if (isQuoted(ctx)) {
      if (isOverLimit(ctx)) deps.quotaBook.release(ctx.hold);
      else used = await recordCharge(ctx, deps);
    }
  } catch (error) {
    if (isQuoted(ctx)) deps.quotaBook.release(ctx.hold);
    ctx.error = new GatewayError('settlement.backlog', {}, { cause: error });
    deps.report({ requestId: ctx.requestId, message: 'a settlement could not be kept', cause: error });
  }
  endAnswer(ctx, used?.usage ?? null, deps);
}

/**
 * Calls of channels at their limits are counted instead of logged, so that callers cannot fill the log with
 * them.
 */
const isOverLimit = ({ error, attempts }: QuotedCall): boolean =>
  error?.code === 'rate.channels' && attempts.length === 0;

/** A call that was refused earlier has nothing to settle. */
const isQuoted = (ctx: CallContext): ctx is QuotedCall => ctx.hold !== null;
