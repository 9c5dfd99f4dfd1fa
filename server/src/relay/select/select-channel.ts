import type { Route } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { toWaitSeconds } from '../admit/call-limiter.ts';
import { likelyTokens } from '../admit/expect-tokens.ts';
import type { QuotedCall, RoutedCall } from '../call-context.ts';
import { planCall } from '../dispatch/plan-call.ts';
import type { RelayNeeds } from '../relay-needs.ts';
import type { Cooldowns } from './cooldowns.ts';

/**
 * Chooses the channel for the next try: the preferred one, else the highest priority, in it by weight, none twice. When
 * all of them cool down, the one that is ready first. Those at a limit of theirs are passed over.
 * @throws channel.none_available; rate.channels where all are at their limits
 */
export function select(call: QuotedCall, needs: SelectNeeds): RoutedCall {
  const { cooldowns, limiter } = needs;
  call.channelUse?.end(0);
  call.channelUse = null;
  const tokens = call.routes.some(({ channel }) => channel.limits !== null) ? likelyTokens(call, needs) : 0;
  const open = belowLimits(
    call.routes.filter((route) => mayServe(call, route)),
    { limiter, tokens },
  );
  const rested = open.filter((route) => cooldowns.untilMs(route) === 0);
  const route =
    preferredOf(call, rested) ??
    (rested.length > 0 ? pickRoute(rested, Math.random()) : readyFirst(open, cooldowns));
  const form = route === undefined ? null : planCall(route, call.dialect);
  if (route === undefined || form === null) throw new GatewayError('channel.none_available');
  call.channelUse = limiter.startOnChannel(route.channel, tokens);
  return Object.assign(call, { route, form });
}

const preferredOf = ({ preferredChannelId }: QuotedCall, routes: readonly Route[]): Route | undefined =>
  preferredChannelId === null ? undefined : routes.find(({ channel }) => channel.id === preferredChannelId);

type SelectNeeds = Pick<RelayNeeds, 'cooldowns' | 'limiter' | 'outputLengths' | 'options'>;

/** @throws rate.channels */
function belowLimits(
  routes: readonly Route[],
  { limiter, tokens }: { limiter: RelayNeeds['limiter']; tokens: number },
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

/** Whether a channel can take the call, and was not tried yet. */
export function mayServe({ attempts, facts, dialect }: QuotedCall, route: Route): boolean {
  const { channel } = route;
  if (planCall(route, dialect) === null) return false;
  if (channel.onlyChat && facts.hasTools) return false;
  if (facts.stream && channel.disabledStream.has(facts.model)) return false;
  return !attempts.some(({ channelId }) => channelId === channel.id);
}

/**
 * @param routes by falling priority
 * @param chance from 0 up to 1
 */
export function pickRoute(routes: readonly Route[], chance: number): Route | undefined {
  const first = routes[0];
  if (first === undefined || routes.length === 1) return first;
  let weights = 0;
  let count = 0;
  for (const { channel } of routes) {
    if (channel.priority !== first.channel.priority) break;
    weights += channel.weight;
    count += 1;
  }
  let left = chance * weights;
  for (let i = 0; i < count; i += 1) {
    const route = routes[i] as Route;
    left -= route.channel.weight;
    if (left < 0) return route;
  }
  return first;
}
