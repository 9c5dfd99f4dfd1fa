import type { RequestFacts } from '../../dialects/dialect.ts';
import { type ExpectedTurn, factsOfTurn } from '../../dialects/realtime/realtime-input.ts';
import { placeOf } from '../../modules/routing/routing-snapshot.ts';
import { newRequestId } from '../../platform/secrets/random-ids.ts';
import { admit } from '../admit/admit-call.ts';
import {
  type AcceptedCall,
  type CallContext,
  type ChosenRoute,
  createCallContext,
  type IdentifiedCall,
  type QuotedCall,
} from '../call/call-context.ts';
import { endCall } from '../call/end-call.ts';
import { routesOfModel } from '../channel/model-routes.ts';
import { identify } from '../identify/identify-caller.ts';
import { noteSuccess, startAttempt } from '../learned/note-outcome.ts';
import { quote } from '../quote/quote-call.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { payingGroupFor } from '../rights/call-groups.ts';
import { assertMayUseModel } from '../rights/key-rights.ts';
import { findRoutes } from '../routes/find-routes.ts';
import { select } from '../select/select-channel.ts';
import { settleHold } from '../settle/settle-call.ts';
import type { RealtimeAnswer } from './realtime-answer.ts';

/** A turn on the channel of its session. */
export type OpenedTurn = QuotedCall & ChosenRoute;
/** One response of a session as a call without a body: quoted and settled like any, and passed by the session. */
export type TurnCall = OpenedTurn & { answer: RealtimeAnswer };

/** @throws token.model_not_allowed */
export function acceptTurn(call: IdentifiedCall, facts: RequestFacts): AcceptedCall {
  assertMayUseModel(call.identity.rights, facts.model);
  call.payingGroup = payingGroupFor(call, facts.model);
  return Object.assign(call, { facts });
}

/**
 * Opens a further turn on the session's channel like a call: key, limits, price and balance are checked again.
 * @param first call of the session
 * @throws the refusals of a call; nothing is held or logged then
 */
export async function openTurn(
  first: OpenedTurn,
  expected: ExpectedTurn,
  deps: RelayDeps,
): Promise<OpenedTurn> {
  const { clock } = deps;
  const { dialect, address, caller, route } = first;
  const requestId = newRequestId(clock.nowMs());
  const ctx = createCallContext({
    ...{ requestId, startedAtMs: clock.monotonicMs(), arrivedAtSeconds: clock.nowSeconds() },
    ...{ dialect, address, caller },
  });
  try {
    const identified = await identify(ctx, deps);
    admit(identified, deps);
    identified.boundTo = placeOf(route.channel);
    const accepted = acceptTurn(identified, factsOfTurn(expected));
    findRoutes(accepted);
    const routed = select(await quote(accepted, deps), deps);
    startAttempt(routed, deps, 101);
    return routed;
  } catch (error) {
    releaseTurn(ctx, deps);
    throw error;
  }
}

/**
 * Checks a model that the session's channel is asked to use in addition to the session's own.
 * @throws token.model_not_allowed, model.not_found, model.no_price, channel.none_available
 */
export function assertServesModel(first: OpenedTurn, model: string, { routing }: RelayDeps): void {
  const { payingGroup, route, identity, pin, arrivedAtSeconds } = first;
  assertMayUseModel(identity.rights, model);
  const facts = { ...first.facts, model };
  const boundTo = placeOf(route.channel);
  routesOfModel({ facts, payingGroup, snapshot: routing.current, boundTo, pin, arrivedAtSeconds });
}

/**
 * Charges a turn and writes its log row.
 * @throws settlement.backlog if that cannot be stored and no part of the answer was sent
 */
export async function settleTurn(call: TurnCall, deps: RelayDeps): Promise<void> {
  const attempt = call.attempts.at(-1);
  if (attempt !== undefined) attempt.durationMs = deps.clock.monotonicMs() - call.startedAtMs;
  await settleHold(call, deps);
  if (call.error === null) noteSuccess(call, deps);
  endCall(call, deps);
  if (call.error?.code === 'settlement.backlog') throw call.error;
}

/** Ends a turn without a result; it is neither charged nor logged. */
export function releaseTurn(ctx: CallContext, deps: RelayDeps): void {
  if (ctx.hold !== null) deps.quotaBook.release(ctx.hold);
  endCall(ctx, deps);
}
