import { GatewayError } from '../../platform/gateway-error.ts';
import type { IdentifiedCall } from '../call-context.ts';
import type { RelayDeps } from '../relay-deps.ts';

/**
 * Lets the call in, or says why not now.
 * @throws rate.requests, rate.tokens or rate.parallel; gateway.stopping; what the outbox throws
 */
export function admit(call: IdentifiedCall, { limiter, callMeter, outbox, isStopping }: RelayDeps): void {
  const { identity, group } = call;
  if (isStopping()) throw new GatewayError('gateway.stopping');
  outbox.assertRoom();
  call.use = limiter.metersOf(identity, group);
  limiter.start(call.use);
  callMeter.noteCall(identity.userId);
}
