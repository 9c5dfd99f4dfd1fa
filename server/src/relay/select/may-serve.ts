import type { Route } from '../../modules/routing/routing-snapshot.ts';
import type { GatewayError } from '../../platform/gateway-error.ts';
import { planCall } from '../channel/plan-call.ts';
import { fitOf } from '../request/fits.ts';
import type { ChoosingCall } from './choose-route.ts';
import { keyFailures } from './key-failures.ts';

/** Whether a channel and key can serve the call. */
export function mayServe(call: ChoosingCall, route: Route): boolean {
  const { facts, dialect, fits } = call;
  const { channel } = route;
  const form = planCall(route, dialect);
  if (form === null) return false;
  if (channel.onlyChat && facts.hasTools) return false;
  if (facts.stream && channel.disabledStream.has(facts.model)) return false;
  if (fits.length > 0 && (fitOf(call, route, form)?.refusal ?? null) !== null) return false;
  return !wasTried(call, route);
}

/** A failed channel is tried again only with another key, after a failure of the first key's account. */
export const wasTried = ({ attempts, facts }: ChoosingCall, { channel }: Route): boolean =>
  attempts.some(
    ({ channelId, keyId, code, model }) =>
      model === facts.model &&
      channelId === channel.id &&
      (keyId === channel.keyId || !keyFailures.has(code)),
  );

/** Error of the first channel that the request could not be written for; null where there was none. */
export const refusalOf = ({ fits }: ChoosingCall): GatewayError | null =>
  fits.find(({ refusal }) => refusal !== null)?.refusal ?? null;
