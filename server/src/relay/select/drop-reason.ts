import type { DropReason } from '@turnpike/contract';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import type { Dropped, PassedOver } from '../call/passed-over.ts';
import { planCall } from '../channel/plan-call.ts';
import { toWaitSeconds } from '../limits/call-limiter.ts';
import { budgetWaitSeconds } from '../limits/channel-budgets.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { fitOf } from '../request/fits.ts';
import { type ChoiceDeps, type ChoosingCall, lossesOf } from './choose-route.ts';
import { wasTried } from './may-serve.ts';
import { isTooLong, mayBeTooLong } from './too-long.ts';

/** The chosen route, and what it was chosen with. */
export interface Choice {
  chosen: Route | null;
  /** Tokens that limits of channels count for the call. */
  tokens: number;
}

const MAX_PASSED_OVER = 8;
/** Routes that are looked at for the record. */
const MAX_LOOKED_AT = 64;
const RECORDED: ReadonlySet<DropReason> = new Set([
  ...(['refuses', 'at_limit', 'budget_spent', 'resting', 'too_long', 'loses'] as const),
]);

/** At most eight routes that are left out now; none where no channel rests, is limited or loses something. */
export function passedOver(
  call: ChoosingCall,
  choice: Choice,
  deps: ChoiceDeps & Pick<RelayDeps, 'clock'>,
): readonly PassedOver[] {
  const { routes, fits } = call;
  const isPlain = fits.length === 0 && choice.tokens === 0 && !deps.breakers.isAnyOpen;
  if (routes.length === 1 || (isPlain && !mayBeTooLong(call, deps))) return NONE;
  const nowMs = deps.clock.monotonicMs();
  const passed: PassedOver[] = [];
  for (const route of routes.slice(0, MAX_LOOKED_AT)) {
    if (route === choice.chosen) continue;
    const dropped = dropReasonOf(call, route, { choice, deps, nowMs });
    if (!RECORDED.has(dropped.reason)) continue;
    const form = planCall(route, call.dialect);
    const lost = form === null ? '' : (fitOf(call, route, form)?.lost ?? '');
    const { id, keyId, isOneOfKeys } = route.channel;
    passed.push({ ...dropped, channelId: id, keyId: isOneOfKeys ? keyId : 0, lost });
    if (passed.length === MAX_PASSED_OVER) break;
  }
  return passed;
}

const NONE: readonly PassedOver[] = [];

/** Says why a route is not the chosen one, by the rules of `mayServe` and `chooseRoute`, in their order. */
export function dropReasonOf(
  call: ChoosingCall,
  route: Route,
  { choice: { chosen, tokens }, deps, nowMs }: { choice: Choice; deps: ChoiceDeps; nowMs: number },
): Dropped {
  const { channel } = route;
  const { facts, dialect } = call;
  const reason = (name: DropReason, seconds: number | null = null): Dropped => ({ reason: name, seconds });
  const form = planCall(route, dialect);
  if (form === null) return reason('other_api');
  if (channel.onlyChat && facts.hasTools) return reason('only_chat');
  if (facts.stream && channel.disabledStream.has(facts.model)) return reason('no_stream');
  if ((fitOf(call, route, form)?.refusal ?? null) !== null) return reason('refuses');
  if (wasTried(call, route)) return reason('tried');
  const waitMs = deps.limiter.channelWaitMs(channel, tokens);
  if (waitMs > 0) return reason('at_limit', toWaitSeconds(waitMs));
  const budgetSeconds = budgetWaitSeconds(call, route, deps);
  if (budgetSeconds !== null)
    return reason('budget_spent', Number.isFinite(budgetSeconds) ? budgetSeconds : null);
  const untilMs = deps.breakers.untilMs(route);
  if (untilMs > 0) return reason('resting', Math.ceil((untilMs - nowMs) / 1000));
  if (chosen === null) return reason('not_chosen');
  if (isTooLong(call, route, deps) && !isTooLong(call, chosen, deps)) return reason('too_long');
  if (channel.priority < chosen.channel.priority) return reason('lower_priority');
  if (channel.priority === chosen.channel.priority && lossesOf(call, route) > lossesOf(call, chosen))
    return reason('loses');
  return reason(call.preferredPlace === null ? 'not_chosen' : 'not_preferred');
}
