import { GatewayError } from '../../platform/gateway-error.ts';
import type { IdentifiedCall } from '../call/call-context.ts';
import type { RelayDeps } from '../relay-deps.ts';

/**
 * Admits the call within its limits.
 * @throws rate.requests, rate.tokens or rate.parallel; gateway.stopping; errors of the outbox
 */
export function admit(call: IdentifiedCall, { limiter, callMeter, outbox, isStopping }: RelayDeps): void {
  const { identity, admitGroup } = call;
  if (isStopping()) throw new GatewayError('gateway.stopping');
  outbox.assertRoom();
  call.use = limiter.metersOf(identity, admitGroup);
  limiter.start(call.use);
  callMeter.noteCall(identity.userId);
}
