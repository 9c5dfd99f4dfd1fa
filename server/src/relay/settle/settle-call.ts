import { GatewayError } from '../../platform/gateway-error.ts';
import type { CallContext, QuotedCall } from '../call-context.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { endAnswer } from './end-answer.ts';
import { recordCharge } from './record-charge.ts';
import type { UsedTokens } from './used-tokens.ts';

/**
 * The one end of every call: takes the charge from what was held, keeps the settlement where it survives the
 * process, and only then lets the last bytes go.
 * What it costs is in the contract's `chargeTable`.
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

/** Nobody writes log rows by calling channels that are at their limits: such calls are counted. */
const isOverLimit = ({ error, attempts }: QuotedCall): boolean =>
  error?.code === 'rate.channels' && attempts.length === 0;

/** A call that was refused before has nothing to settle. */
const isQuoted = (ctx: CallContext): ctx is QuotedCall => ctx.hold !== null;
