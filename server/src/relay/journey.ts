import { GatewayError, toGatewayError } from '../platform/gateway-error.ts';
import { accept } from './accept/accept-call.ts';
import { admit } from './admit/admit-call.ts';
import { toLastError } from './answer/read-failure.ts';
import { bind } from './bind/bind-call.ts';
import type { AnsweredCall, CallContext } from './call/call-context.ts';
import { deliver } from './deliver/deliver-answer.ts';
import { dispatch } from './dispatch/dispatch-call.ts';
import { identify } from './identify/identify-caller.ts';
import { quote } from './quote/quote-call.ts';
import type { RelayDeps } from './relay-deps.ts';
import { LossFound } from './request/fits.ts';
import { findRoutes } from './routes/find-routes.ts';
import { mayTryAnother } from './select/retry-rules.ts';
import { select } from './select/select-channel.ts';
import { settle } from './settle/settle-call.ts';

/**
 * The life of a relayed call.
 *
 *     identify → admit → accept → routes → bind → quote → [ select → dispatch ]… → deliver → settle
 *
 * The body is read only from a caller who may call. Each stage takes the result of the one before, so the compiler keeps
 * their order. Every call ends in one place: `settle`.
 */
export async function journey(ctx: CallContext, deps: RelayDeps): Promise<void> {
  try {
    const identified = await identify(ctx, deps);
    admit(identified, deps);
    const accepted = await accept(identified, deps);
    findRoutes(accepted);
    await bind(accepted, deps);
    const quoted = await quote(accepted, deps);
    let answered: AnsweredCall | null = null;
    while (answered === null) {
      const routed = select(quoted, deps);
      try {
        answered = await dispatch(routed, deps);
      } catch (error) {
        if (error instanceof LossFound) continue;
        if (!mayTryAnother(quoted, error, deps)) throw toLastError(error, routed.route.channel);
      }
    }
    await deliver(answered, deps);
  } catch (error) {
    ctx.error = endingOf(ctx, error);
  } finally {
    await settle(ctx, deps);
  }
}

/** An aborted call ends with the abort reason, not with the error that the abort caused. */
export function endingOf({ brokenBy }: CallContext, error: unknown): GatewayError {
  if (brokenBy === 'timeout') return new GatewayError('upstream.timeout', {}, { cause: error });
  if (brokenBy === 'gateway') return new GatewayError('gateway.stopping', {}, { cause: error });
  return toGatewayError(error);
}
