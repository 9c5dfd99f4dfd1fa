import { isAt, type Route } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Form } from '../../providers/provider.ts';
import type { ChosenRoute, QuotedCall } from '../call/call-context.ts';
import { planCall } from '../channel/plan-call.ts';
import type { Breakers } from '../learned/breakers.ts';
import { toWaitSeconds } from '../limits/call-limiter.ts';
import { likelyTokens } from '../limits/expect-tokens.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { fitOf } from '../request/fits.ts';
import { keyFailures } from './key-failures.ts';
import { pickRoute } from './pick-route.ts';

/**
 * Chooses the channel and key of the next attempt. Preferred ones come first, then the highest priority; there,
 * those that carry the whole request. A channel is chosen by weight, and one of its keys evenly. None is chosen
 * twice. If all are cooling down, the first one to be ready is chosen. Channels and keys at their limits are skipped.
 * @throws channel.none_available; rate.channels if all are at their limits; the refusal of a channel if the request
 *   cannot be written for any
 */
export function select<Call extends QuotedCall>(call: Call, deps: SelectDeps): Call & ChosenRoute {
  const tokens = call.routes.some(isLimited) ? likelyTokens(call, deps) : 0;
  const routes = call.routes.filter((route) => mayServe(call, route));
  if (routes.length === 0) throw refusalOf(call) ?? new GatewayError('channel.none_available');
  const route = take(call, { routes, tokens }, deps);
  const form = planCall(route, call.dialect);
  if (form === null) throw new GatewayError('channel.none_available');
  const acceptsLosses = !mayLose(call, form) || !hasOtherFit(call, { route, form, routes }, deps);
  return Object.assign(call, { route, form, acceptsLosses });
}

/**
 * Like `select`, among routes that can all serve the call.
 * @throws channel.none_available, rate.channels
 */
export function take(
  call: QuotedCall,
  { routes, tokens }: { routes: readonly Route[]; tokens: number },
  { breakers, limiter }: Pick<RelayDeps, 'breakers' | 'limiter'>,
): Route {
  call.channelUse?.end(0);
  call.channelUse = null;
  const open = belowLimits(routes, { limiter, tokens });
  const rested = open.filter((route) => breakers.untilMs(route) === 0);
  const whole = call.fits.length === 0 ? rested : carryingMost(call, rested);
  const route =
    preferredOf(call, whole) ??
    (whole.length > 0 ? pickRoute(whole, Math.random()) : readyFirst(open, breakers));
  if (route === undefined) throw new GatewayError('channel.none_available');
  call.channelUse = limiter.startOnChannel(route.channel, tokens);
  return route;
}

const isLimited = ({ channel }: Route): boolean => channel.limits !== null || channel.keyLimits !== null;

const preferredOf = ({ preferredPlace }: QuotedCall, routes: readonly Route[]): Route | undefined =>
  preferredPlace === null ? undefined : routes.find(({ channel }) => isAt(channel, preferredPlace));

type SelectDeps = Pick<RelayDeps, 'breakers' | 'limiter' | 'traits' | 'options'>;

/** @throws rate.channels */
function belowLimits(
  routes: readonly Route[],
  { limiter, tokens }: { limiter: RelayDeps['limiter']; tokens: number },
): readonly Route[] {
  let shortestMs = Number.POSITIVE_INFINITY;
  const free = routes.filter(({ channel }) => {
    const waitMs = limiter.channelWaitMs(channel, tokens);
    shortestMs = Math.min(shortestMs, waitMs);
    return waitMs === 0;
  });
  if (free.length === 0 && routes.length > 0)
    throw new GatewayError('rate.channels', { retry_after: toWaitSeconds(shortestMs) });
  return free;
}

function readyFirst(routes: readonly Route[], breakers: Breakers): Route | undefined {
  let first = routes[0];
  for (const route of routes) {
    if (first === undefined || breakers.untilMs(route) < breakers.untilMs(first)) first = route;
  }
  return first;
}

/**
 * Whether a channel and key can serve the call. A failed channel is tried again only with another key, after a
 * failure of the first key's account.
 */
export function mayServe(call: QuotedCall, route: Route): boolean {
  const { attempts, facts, dialect, fits } = call;
  const { channel } = route;
  const form = planCall(route, dialect);
  if (form === null) return false;
  if (channel.onlyChat && facts.hasTools) return false;
  if (facts.stream && channel.disabledStream.has(facts.model)) return false;
  if (fits.length > 0 && (fitOf(call, route, form)?.refusal ?? null) !== null) return false;
  return !attempts.some(
    ({ channelId, keyId, code }) =>
      channelId === channel.id && (keyId === channel.keyId || !keyFailures.has(code)),
  );
}

/** Error of the first channel that the request could not be written for; null where there was none. */
export const refusalOf = ({ fits }: QuotedCall): GatewayError | null =>
  fits.find(({ refusal }) => refusal !== null)?.refusal ?? null;

/** A passed request keeps all its fields, unless its vendor is known to refuse some. */
const mayLose = ({ dialect }: QuotedCall, form: Form): boolean =>
  form.dialect !== dialect || form.adapter !== undefined || form.finalEdits !== undefined;

/** Known losses of a request; 0 as long as none are known. */
function lossesOf(call: QuotedCall, route: Route): number {
  const form = planCall(route, call.dialect);
  return form === null ? 0 : (fitOf(call, route, form)?.losses ?? 0);
}

/** Returns the routes of the highest priority that lose least of the request, as far as that is known. */
function carryingMost(call: QuotedCall, routes: readonly Route[]): readonly Route[] {
  const priority = routes[0]?.channel.priority;
  const first = routes.filter(({ channel }) => channel.priority === priority);
  const least = Math.min(...first.map((route) => lossesOf(call, route)));
  return first.filter((route) => lossesOf(call, route) === least);
}

/** Whether a channel of the same priority may carry more of the request than the chosen one, which is not known yet. */
function hasOtherFit(
  call: QuotedCall,
  chosen: { route: Route; form: Form; routes: readonly Route[] },
  { breakers, limiter }: SelectDeps,
): boolean {
  const { route, form, routes } = chosen;
  // Known losses are the least ones.
  if (fitOf(call, route, form) !== undefined) return false;
  return routes.some((other) => {
    if (other.channel.priority !== route.channel.priority) return false;
    const otherForm = planCall(other, call.dialect);
    if (otherForm === null || (otherForm === form && other.upstreamModel === route.upstreamModel))
      return false;
    if (fitOf(call, other, otherForm) !== undefined) return false;
    return breakers.untilMs(other) === 0 && limiter.channelWaitMs(other.channel, 0) === 0;
  });
}
