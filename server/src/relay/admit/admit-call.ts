import { GatewayError } from '../../platform/gateway-error.ts';
import type { IdentifiedCall } from '../call-context.ts';
import type { RelayNeeds } from '../relay-needs.ts';

/** Lets the call in, or says why not now. */
export function admit(call: IdentifiedCall, { limiter, callMeter, outbox, isStopping }: RelayNeeds): void {
  const { identity, group } = call;
  if (isStopping()) throw new GatewayError('gateway.stopping');
  outbox.assertRoom();
  const allowance = limiter.take(identity.userId, group.apiRate);
  call.allowance = allowance;
  const { waitSeconds } = allowance;
  if (waitSeconds > 0) throw new GatewayError('rate.requests', { retry_after: waitSeconds });
  callMeter.noteCall(identity.userId);
}
