import { GatewayError } from '../../platform/gateway-error.ts';
import type { CallContext } from '../call-context.ts';
import type { RelayNeeds } from '../relay-needs.ts';

/** Lets the call in, or says why not now. */
export function admit(ctx: CallContext, { limiter, callMeter, outbox, isStopping }: RelayNeeds): void {
  const { identity, group } = ctx;
  if (identity === null || group === null) throw new Error('admit comes after identify');
  if (isStopping()) throw new GatewayError('gateway.stopping');
  outbox.assertRoom();
  const allowance = limiter.take(identity.userId, group.apiRate);
  ctx.allowance = allowance;
  const { waitSeconds } = allowance;
  if (waitSeconds > 0) throw new GatewayError('rate.requests', { retry_after: waitSeconds });
  callMeter.noteCall(identity.userId);
}
