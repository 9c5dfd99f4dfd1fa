import { releaseCounts } from '../../billing/count-hold.ts';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Form } from '../../providers/provider.ts';
import type { ChosenRoute, QuotedCall } from '../call/call-context.ts';
import { planCall } from '../channel/plan-call.ts';
import { budgetWaitSeconds, holdOnChannel } from '../limits/channel-budgets.ts';
import { likelyTokens } from '../limits/expect-tokens.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { fitOf } from '../request/fits.ts';
import { type ChoiceDeps, type ChoosingCall, chooseRoute } from './choose-route.ts';
import { passedOver } from './drop-reason.ts';
import { mayServe, refusalOf } from './may-serve.ts';
import { isAnyLimited, pickFromTable, routeAt } from './route-table.ts';

/**
 * Chooses the channel and key of the next attempt. Preferred ones come first, then the highest priority; there,
 * those that carry the whole request. A channel is chosen by the strategy of the group, and one of its keys evenly. None
 * is chosen twice. If all rest, the first one to be ready is chosen. Channels and keys at their limits are skipped, and
 * channels whose budgets are spent.
 * @throws channel.none_available; rate.channels if all are at their limits; the refusal of a channel if the request
 *   cannot be written for any
 */
export function select<Call extends QuotedCall>(call: Call, deps: SelectDeps): Call & ChosenRoute {
  leaveLimits(call);
  return start(call, choose(call, deps), deps);
}

/**
 * Chooses as `select` does, for an attempt at the same time as another one.
 * @returns null if no channel is ready, or its vendor is not asked by a single request
 */
export function selectSecond<Call extends QuotedCall>(
  call: Call,
  deps: SelectDeps,
): (Call & ChosenRoute) | null {
  try {
    const choice = choose(call, deps);
    const { form, route } = choice;
    const isPlain = form.adapter === undefined && route.channel.overrides === null;
    const isReady = isPlain && deps.breakers.untilMs(route) === 0;
    return isReady ? start(call, choice, deps) : null;
  } catch (error) {
    if (error instanceof GatewayError) return null;
    throw error;
  }
}

type Chosen = ReturnType<typeof choose>;

function start<Call extends QuotedCall>(call: Call, chosen: Chosen, deps: SelectDeps): Call & ChosenRoute {
  const { tokens, ...choice } = chosen;
  call.passedOver = passedOver(call, { chosen: choice.route, tokens }, deps);
  call.channelUse = deps.limiter.startOnChannel(choice.route.channel, tokens);
  call.channelCounts = holdOnChannel(call, choice.route, deps);
  return Object.assign(call, choice);
}

/**
 * Chooses as `select` does, and changes nothing.
 * @returns tokens that limits of channels count for the call
 */
export function choose(
  call: ChoosingCall,
  deps: SelectDeps,
): ChosenRoute & { acceptsLosses: boolean; hasOtherChannel: boolean; tokens: number } {
  const chance = Math.random();
  const tokens = isAnyLimited(call.routes) ? likelyTokens(call, deps) : 0;
  const quick = quickRoute(call, { chance, tokens }, deps);
  const routes = quick === undefined ? call.routes.filter((route) => mayServe(call, route)) : call.routes;
  if (routes.length === 0) throw refusalOf(call) ?? new GatewayError('channel.none_available');
  const route = quick ?? chooseRoute(call, { routes, tokens, chance }, deps);
  const form = planCall(route, call.dialect);
  if (form === null) throw new GatewayError('channel.none_available');
  const acceptsLosses = !mayLose(call, form) || !hasOtherFit(call, { route, form, routes }, deps);
  return { route, form, acceptsLosses, hasOtherChannel: hasOther(call, route), tokens };
}

/**
 * Nearly every call goes to the channel that its conversation was on or the weights name, whatever the number of
 * channels.
 * @returns undefined if that one cannot serve the call now, or more than that decides
 */
function quickRoute(
  call: ChoosingCall,
  { chance, tokens }: { chance: number; tokens: number },
  deps: ChoiceDeps,
): Route | undefined {
  const { routes, preferredPlace, attempts, fits, payingGroup } = call;
  if (attempts.length > 0 || fits.length > 0) return undefined;
  if (preferredPlace === null && payingGroup.strategy !== 'weight') return undefined;
  const route = preferredPlace === null ? pickFromTable(routes, chance) : routeAt(routes, preferredPlace);
  if (route === undefined || !mayServe(call, route)) return undefined;
  const { breakers, limiter } = deps;
  if (limiter.channelWaitMs(route.channel, tokens) > 0 || breakers.untilMs(route) > 0) return undefined;
  if (budgetWaitSeconds(call, route, deps) !== null) return undefined;
  return deps.contextLimits.refuses(route, call) ? undefined : route;
}

/** Routes that are looked at for another channel. */
const MAX_LOOKED_AT = 256;

const hasOther = (call: ChoosingCall, { channel }: Route): boolean =>
  call.routes.length > 1 &&
  isAmongFirst(call.routes, (other) => other.channel.id !== channel.id && mayServe(call, other));

function isAmongFirst(routes: readonly Route[], isWanted: (route: Route) => boolean): boolean {
  const end = Math.min(routes.length, MAX_LOOKED_AT);
  for (let index = 0; index < end; index += 1) if (isWanted(routes[index] as Route)) return true;
  return false;
}

/**
 * Like `select`, among routes that can all serve the call.
 * @throws channel.none_available, rate.channels
 */
export function take(call: QuotedCall, { routes }: { routes: readonly Route[] }, deps: ChoiceDeps): Route {
  leaveLimits(call);
  const route = chooseRoute(call, { routes, tokens: 0, chance: Math.random() }, deps);
  call.channelUse = deps.limiter.startOnChannel(route.channel, 0);
  call.channelCounts = holdOnChannel(call, route, deps);
  return route;
}

/** Ends the part of an earlier attempt in the limits and budgets of its channel. */
function leaveLimits(call: QuotedCall): void {
  call.channelUse?.end(0);
  call.channelUse = null;
  if (call.channelCounts !== null) releaseCounts(call.channelCounts);
  call.channelCounts = null;
}

type SelectDeps = ChoiceDeps & Pick<RelayDeps, 'clock'>;

/** A passed request keeps all its fields, unless its vendor is known to refuse some. */
const mayLose = ({ dialect }: ChoosingCall, form: Form): boolean =>
  form.dialect !== dialect || form.adapter !== undefined || form.finalEdits !== undefined;

/** Whether a channel of the same priority may carry more of the request than the chosen one, which is not known yet. */
function hasOtherFit(
  call: ChoosingCall,
  chosen: { route: Route; form: Form; routes: readonly Route[] },
  deps: SelectDeps,
): boolean {
  const { route, form, routes } = chosen;
  // Known losses are the least ones.
  if (fitOf(call, route, form) !== undefined) return false;
  return isAmongFirst(routes, (other) => {
    if (other.channel.priority !== route.channel.priority) return false;
    const otherForm = planCall(other, call.dialect);
    if (otherForm === null || (otherForm === form && other.upstreamModel === route.upstreamModel))
      return false;
    if (fitOf(call, other, otherForm) !== undefined) return false;
    if (deps.breakers.untilMs(other) > 0 || deps.limiter.channelWaitMs(other.channel, 0) > 0) return false;
    return budgetWaitSeconds(call, other, deps) === null;
  });
}
