import type { Route } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { QuotedCall } from '../call/call-context.ts';
import { TOO_LONG } from '../learned/context-limits.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { mayServe } from './may-serve.ts';
import { isTooLong, wasTooLong } from './too-long.ts';

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
  if (error.entry.otherChannel !== true && error.code !== TOO_LONG) return false;
  if (call.breakOff.isBroken) return false;
  const { retryTimes, retryTimeOutSeconds } = deps.options();
  if (call.attempts.length > retryTimes) return false;
  if (deps.clock.monotonicMs() - call.startedAtMs > retryTimeOutSeconds * 1000) return false;
  const isOfUse = wasTooLong(call) ? mayHold : mayServe;
  return call.routes.some((route) => isOfUse(call, route, deps));
}

/** A request that is too long for one model may fit another one that is ready now. */
const mayHold = (call: QuotedCall, route: Route, deps: RelayDeps): boolean =>
  mayServe(call, route) &&
  !isTooLong(call, route, deps) &&
  deps.breakers.untilMs(route) === 0 &&
  deps.limiter.channelWaitMs(route.channel, 0) === 0;
