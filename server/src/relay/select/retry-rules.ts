import { GatewayError } from '../../platform/gateway-error.ts';
import type { QuotedCall } from '../call/call-context.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { mayServe } from './may-serve.ts';

const isUnfit = ({ fits }: QuotedCall, error: GatewayError): boolean =>
  fits.some(({ refusal }) => refusal === error);

/**
 * Whether another channel may be tried after a failed attempt: no bytes were sent, the failure is the
 * upstream's, another channel is left, and there is time left. A request that cannot be written for one channel may
 * be for another.
 */
export function mayTryAnother(call: QuotedCall, error: unknown, deps: RelayDeps): boolean {
  if (!(error instanceof GatewayError)) return false;
  // Nothing was sent.
  if (isUnfit(call, error)) return call.routes.some((route) => mayServe(call, route));
  if (error.entry.otherChannel !== true) return false;
  if (call.breakOff.isBroken) return false;
  const { retryTimes, retryTimeOutSeconds } = deps.options();
  if (call.attempts.length > retryTimes) return false;
  if (deps.clock.monotonicMs() - call.startedAtMs > retryTimeOutSeconds * 1000) return false;
  return call.routes.some((route) => mayServe(call, route));
}
