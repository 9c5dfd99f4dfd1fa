import type { GroupStrategy } from '@turnpike/contract';
import { isAt, type Route } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { QuotedCall } from '../call/call-context.ts';
import { planCall } from '../channel/plan-call.ts';
import type { ChannelHealth } from '../learned/channel-health.ts';
import { toWaitSeconds } from '../limits/call-limiter.ts';
import { type BudgetDeps, budgetWaitSeconds } from '../limits/channel-budgets.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { fitOf } from '../request/fits.ts';
import { pickRoute } from './pick-route.ts';
import { strategies } from './strategies.ts';
import { isTooLong, mayBeTooLong } from './too-long.ts';

/** The parts of a call that decide where it goes. */
export type ChoosingCall = Pick<
  QuotedCall,
  'routes' | 'fits' | 'preferredPlace' | 'dialect' | 'facts' | 'identity' | 'attempts' | 'payingGroup'
>;

export type ChoiceDeps = BudgetDeps & Pick<RelayDeps, 'breakers' | 'limiter' | 'health' | 'contextLimits'>;

/**
 * Chooses among channels and keys that can serve a call. It changes nothing, so an explanation runs it, too. Limits and
 * budgets come first, then rests, the length of the context, the preferred place, the priority, what the channels carry,
 * and the strategy of the group.
 * @param chance from 0 up to 1
 * @throws channel.none_available, rate.channels
 */
export function chooseRoute(
  call: ChoosingCall,
  { routes, tokens, chance }: { routes: readonly Route[]; tokens: number; chance: number },
  deps: ChoiceDeps,
): Route {
  const { breakers, health } = deps;
  const open = belowLimits(call, { routes, tokens }, deps);
  const rested = open.filter((route) => breakers.untilMs(route) === 0);
  const roomy = mayBeTooLong(call, deps) ? holding(call, rested, deps) : rested;
  const whole = call.fits.length === 0 ? roomy : carryingMost(call, roomy);
  const route =
    preferredOf(call, whole) ??
    (whole.length > 0
      ? byStrategy(whole, { strategy: call.payingGroup.strategy, chance, health })
      : readyFirst(open, deps));
  if (route === undefined) throw new GatewayError('channel.none_available');
  return route;
}

const preferredOf = ({ preferredPlace }: ChoosingCall, routes: readonly Route[]): Route | undefined =>
  preferredPlace === null ? undefined : routes.find(({ channel }) => isAt(channel, preferredPlace));

/** Returns the routes that are not known to refuse the call for its length; all if each one is. */
function holding(call: ChoosingCall, routes: readonly Route[], deps: ChoiceDeps): readonly Route[] {
  const roomy = routes.filter((route) => !isTooLong(call, route, deps));
  return roomy.length > 0 ? roomy : routes;
}

/** @throws rate.channels */
function belowLimits(
  call: ChoosingCall,
  { routes, tokens }: { routes: readonly Route[]; tokens: number },
  deps: ChoiceDeps,
): readonly Route[] {
  let shortestMs = Number.POSITIVE_INFINITY;
  const free = routes.filter((route) => {
    const waitMs = limitWaitMs(call, { route, tokens }, deps);
    shortestMs = Math.min(shortestMs, waitMs);
    return waitMs === 0;
  });
  if (free.length === 0 && routes.length > 0) {
    const wait = Number.isFinite(shortestMs) ? { retry_after: toWaitSeconds(shortestMs) } : {};
    throw new GatewayError('rate.channels', wait);
  }
  return free;
}

/** @returns milliseconds until the limits and budgets of a channel allow the call; 0 if they do now */
function limitWaitMs(
  call: ChoosingCall,
  { route, tokens }: { route: Route; tokens: number },
  deps: ChoiceDeps,
): number {
  const waitMs = deps.limiter.channelWaitMs(route.channel, tokens);
  const budgetSeconds = budgetWaitSeconds(call, route, deps);
  return budgetSeconds === null ? waitMs : Math.max(waitMs, budgetSeconds * 1000);
}

function readyFirst(routes: readonly Route[], { breakers }: Pick<RelayDeps, 'breakers'>): Route | undefined {
  let first = routes[0];
  for (const route of routes) {
    if (first === undefined || breakers.untilMs(route) < breakers.untilMs(first)) first = route;
  }
  return first;
}

/** Known losses of a request; 0 as long as none are known. */
export function lossesOf(call: ChoosingCall, route: Route): number {
  const form = planCall(route, call.dialect);
  return form === null ? 0 : (fitOf(call, route, form)?.losses ?? 0);
}

/** Returns the routes of the highest priority that lose least of the request, as far as that is known. */
function carryingMost(call: ChoosingCall, routes: readonly Route[]): readonly Route[] {
  const first = firstTier(routes);
  const least = Math.min(...first.map((route) => lossesOf(call, route)));
  return first.filter((route) => lossesOf(call, route) === least);
}

/** Routes of the highest priority. */
function firstTier(routes: readonly Route[]): readonly Route[] {
  const priority = routes[0]?.channel.priority;
  const end = routes.findIndex(({ channel }) => channel.priority !== priority);
  return end === -1 ? routes : routes.slice(0, end);
}

/**
 * Chooses the best route of the highest priority. Routes without figures get their share by weight, so that none is
 * left out for want of calls.
 */
export function byStrategy(
  routes: readonly Route[],
  { strategy, chance, health }: { strategy: GroupStrategy; chance: number; health: ChannelHealth },
): Route | undefined {
  if (strategy === 'weight') return pickRoute(routes, chance);
  const tier = firstTier(routes);
  const scores = tier.map((route) => strategies[strategy](route, health));
  const unknown = tier.filter((_, index) => scores[index] === null);
  const share = weightOf(unknown) / weightOf(tier);
  if (chance < share) return pickRoute(unknown, chance / share);
  const best = Math.min(...scores.filter((score) => score !== null));
  const equals = tier.filter((_, index) => scores[index] === best);
  return pickRoute(equals, (chance - share) / (1 - share));
}

/** Each channel counts once, however many keys it has. */
export function weightOf(routes: readonly Route[]): number {
  let weight = 0;
  let lastId = 0;
  for (const { channel } of routes) {
    if (channel.id !== lastId) weight += channel.weight;
    lastId = channel.id;
  }
  return weight;
}
