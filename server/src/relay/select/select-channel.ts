import { isAt, type Route } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ChosenRoute, QuotedCall } from '../call/call-context.ts';
import { planCall } from '../channel/plan-call.ts';
import type { Cooldowns } from '../learned/cooldowns.ts';
import { toWaitSeconds } from '../limits/call-limiter.ts';
import { likelyTokens } from '../limits/expect-tokens.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { keyFailures } from './key-failures.ts';

/**
 * Chooses the channel and key of the next attempt. Preferred ones come first, then the highest priority: a
 * channel by weight, and one of its keys evenly. None is chosen twice. If all are cooling down, the first one
 * to be ready is chosen. Channels and keys at their limits are skipped.
 * @throws channel.none_available; rate.channels if all are at their limits
 */
export function select<Call extends QuotedCall>(call: Call, deps: SelectDeps): Call & ChosenRoute {
  const tokens = call.routes.some(isLimited) ? likelyTokens(call, deps) : 0;
  const route = take(call, { routes: call.routes.filter((one) => mayServe(call, one)), tokens }, deps);
  const form = planCall(route, call.dialect);
  if (form === null) throw new GatewayError('channel.none_available');
  return Object.assign(call, { route, form });
}

/**
 * Like `select`, among routes that can all serve the call.
 * @throws channel.none_available, rate.channels
 */
export function take(
  call: QuotedCall,
  { routes, tokens }: { routes: readonly Route[]; tokens: number },
  { cooldowns, limiter }: Pick<RelayDeps, 'cooldowns' | 'limiter'>,
): Route {
  call.channelUse?.end(0);
  call.channelUse = null;
  const open = belowLimits(routes, { limiter, tokens });
  const rested = open.filter((route) => cooldowns.untilMs(route) === 0);
  const route =
    preferredOf(call, rested) ??
    (rested.length > 0 ? pickRoute(rested, Math.random()) : readyFirst(open, cooldowns));
  if (route === undefined) throw new GatewayError('channel.none_available');
  call.channelUse = limiter.startOnChannel(route.channel, tokens);
  return route;
}

const isLimited = ({ channel }: Route): boolean => channel.limits !== null || channel.keyLimits !== null;

const preferredOf = ({ preferredPlace }: QuotedCall, routes: readonly Route[]): Route | undefined =>
  preferredPlace === null ? undefined : routes.find(({ channel }) => isAt(channel, preferredPlace));

type SelectDeps = Pick<RelayDeps, 'cooldowns' | 'limiter' | 'traits' | 'options'>;

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

function readyFirst(routes: readonly Route[], cooldowns: Cooldowns): Route | undefined {
  let first = routes[0];
  for (const route of routes) {
    if (first === undefined || cooldowns.untilMs(route) < cooldowns.untilMs(first)) first = route;
  }
  return first;
}

/**
 * Whether a channel and key can serve the call. A failed channel is tried again only with another key, after a
 * failure of the first key's account.
 */
export function mayServe({ attempts, facts, dialect }: QuotedCall, route: Route): boolean {
  const { channel } = route;
  if (planCall(route, dialect) === null) return false;
  if (channel.onlyChat && facts.hasTools) return false;
  if (facts.stream && channel.disabledStream.has(facts.model)) return false;
  return !attempts.some(
    ({ channelId, keyId, code }) =>
      channelId === channel.id && (keyId === channel.keyId || !keyFailures.has(code)),
  );
}

/**
 * Chooses a channel by its weight, independent of its number of keys, and one of its keys evenly.
 * @param routes by descending priority; the keys of one channel are adjacent
 * @param chance from 0 up to 1; the rest within the channel's share chooses the key
 */
export function pickRoute(routes: readonly Route[], chance: number): Route | undefined {
  const first = routes[0];
  if (first === undefined || routes.length === 1) return first;
  let weights = 0;
  let count = 0;
  let lastId = 0;
  for (const { channel } of routes) {
    if (channel.priority !== first.channel.priority) break;
    if (channel.id !== lastId) weights += channel.weight;
    lastId = channel.id;
    count += 1;
  }
  let left = chance * weights;
  for (let start = 0; start < count; ) {
    const { id, weight } = (routes[start] as Route).channel;
    let end = start + 1;
    while (end < count && routes[end]?.channel.id === id) end += 1;
    if (left < weight) return routes[start + Math.floor((left / weight) * (end - start))];
    left -= weight;
    start = end;
  }
  return first;
}
