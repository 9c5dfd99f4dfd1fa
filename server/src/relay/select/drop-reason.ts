import type { DropReason } from '@turnpike/contract';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import { planCall } from '../channel/plan-call.ts';
import { toWaitSeconds } from '../limits/call-limiter.ts';
import { fitOf } from '../request/fits.ts';
import { type ChoiceDeps, type ChoosingCall, lossesOf } from './choose-route.ts';
import { wasTried } from './select-channel.ts';

/** The chosen route, and what it was chosen with. */
export interface Choice {
  chosen: Route | null;
  /** Tokens that limits of channels count for the call. */
  tokens: number;
}

export interface Dropped {
  reason: DropReason;
  /** Until it may be called. */
  seconds: number | null;
}

/** Says why a route is not the chosen one, by the rules of `mayServe` and `chooseRoute`, in their order. */
export function dropReasonOf(
  call: ChoosingCall & { preferredPlace: unknown },
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
  const untilMs = deps.breakers.untilMs(route);
  if (untilMs > 0) return reason('resting', Math.ceil((untilMs - nowMs) / 1000));
  if (chosen === null) return reason('not_chosen');
  if (channel.priority < chosen.channel.priority) return reason('lower_priority');
  if (channel.priority === chosen.channel.priority && lossesOf(call, route) > lossesOf(call, chosen))
    return reason('loses');
  return reason(call.preferredPlace === null ? 'not_chosen' : 'not_preferred');
}
