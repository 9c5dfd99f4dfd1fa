import type { Hold } from '../../billing/account.ts';
import { affordableOutput } from '../../billing/charge.ts';
import type { Payers } from '../../billing/quota-book.ts';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { expectTokens } from '../admit/expect-tokens.ts';
import type { AcceptedCall, QuotedCall } from '../call-context.ts';
import { planCall } from '../dispatch/plan-call.ts';
import { payersOf } from '../payers.ts';
import type { RelayNeeds } from '../relay-needs.ts';
import { leastUse, likelyInputUse, maxQuote, mostUse } from './estimate-call.ts';

/** An answer bounded to fewer tokens than this is not worth its input, unless the model's answers are as short. */
const SHORTEST_ANSWER_TOKENS = 16;

/**
 * Finds the ways to serve the call and holds what it can cost; waits for other calls where they hold the points.
 * @throws model.not_found, model.no_price, model.other_api, channel.none_available, rate.tokens, quota.insufficient,
 * quota.token_insufficient or quota.budget_spent
 */
export async function quote(call: AcceptedCall, needs: RelayNeeds): Promise<QuotedCall> {
  call.routes = routesOf(call);
  assertServesApi(call);
  expectTokens(call, needs);

  const payers = payersOf(call, { model: call.facts.model, nowSeconds: needs.clock.nowSeconds() });
  const loading = needs.quotaBook.load(payers);
  if (loading !== undefined) await loading.catch(unavailable);
  const held = holdFor(call, payers, needs);
  const hold = held instanceof Promise ? await held : held;
  return Object.assign(call, { hold, outputLimit: boundOf(call, hold, needs) });
}

/**
 * The ways to serve the model that a call names.
 * @throws model.not_found, model.no_price, channel.none_available
 */
export function routesOf({
  facts,
  group,
  snapshot,
  boundTo,
}: Pick<AcceptedCall, 'facts' | 'group' | 'snapshot' | 'boundTo'>): readonly Route[] {
  const { routes, isUnpriced } = snapshot.routesFor(group.symbol, facts.model);
  if (routes.length === 0) {
    if (isUnpriced) throw new GatewayError('model.no_price');
    if (snapshot.isResting(group.symbol, facts.model)) throw new GatewayError('channel.none_available');
    throw new GatewayError('model.not_found', { model: facts.model });
  }
  if (boundTo === null) return routes;
  const bound = routes.filter(({ channel }) => channel.id === boundTo);
  if (bound.length === 0) throw new GatewayError('channel.none_available');
  return bound;
}

/** A model may have no chat, or no embeddings: to try again would not help. @throws model.other_api */
export function assertServesApi({
  routes,
  dialect,
  facts,
}: Pick<AcceptedCall, 'routes' | 'dialect' | 'facts'>): void {
  if (!routes.some((route) => planCall(route, dialect) !== null))
    throw new GatewayError('model.other_api', { model: facts.model });
}

/** What is known of a call before anything is held for it. */
type PricedCall = Pick<AcceptedCall, 'facts' | 'routes' | 'group'>;

/** What the call can cost at most, or what its like lately cost where its caller named no limit. */
export const mostCost = (call: PricedCall, needs: LengthNeeds): number =>
  maxQuote(call, (route) =>
    mostUse(call.facts, route, {
      outputTokens: outputOn(call, route, needs),
      hiddenTokens: needs.hiddenTokens,
    }),
  );

type LengthNeeds = Pick<RelayNeeds, 'outputLengths' | 'hiddenTokens' | 'options'>;

/** Holds it. */
function holdFor(call: AcceptedCall, payers: Payers, needs: RelayNeeds): Hold | Promise<Hold> {
  const { breakOff } = call;
  const { quotaBook, options } = needs;
  return quotaBook.reserve(
    payers,
    {
      most: mostCost(call, needs),
      least: leastCost(call, needs),
      fitsInto: (points) => isEnoughForAnswer(call, points, needs),
    },
    { waitMs: options().holdWaitSeconds * 1000, onLeave: (leave) => breakOff.onBreak(leave) },
  );
}

const leastCost = (call: AcceptedCall, needs: RelayNeeds): number =>
  maxQuote(call, (route) => leastUse(call.facts, outputOn(call, route, needs)));

/** Output tokens that a call may take on a route; where it names no limit, those that are to be expected. */
function outputOn(
  { facts }: Pick<AcceptedCall, 'facts'>,
  route: Route,
  { outputLengths, options }: LengthNeeds,
): number {
  if (facts.maxOutputTokens !== null) return facts.maxOutputTokens;
  return (outputLengths.highOf(route) ?? options().defaultOutputTokens) * facts.answerCount;
}

/**
 * Near the end of a balance a call gets an answer that the rest pays for, shorter than its caller allowed.
 * @returns its bound in tokens; null where what is held pays for the answer that the caller asked for
 */
function boundOf(call: AcceptedCall, { points }: Hold, needs: RelayNeeds): number | null {
  if (points >= leastCost(call, needs)) return null;
  const { facts } = call;
  const inputCost = maxQuote(call, (route) => likelyInputUse(facts, route, needs.hiddenTokens));
  const tokens = Math.max(affordableTokens(call, points - inputCost), shortestAnswer(call, needs));
  // An answer that costs nothing needs no bound; vendors refuse one that no model can reach.
  return tokens < Number.MAX_SAFE_INTEGER ? tokens : null;
}

/** The input is taken for as short as it may be: of the last call that a balance pays for, little more is known. */
function isEnoughForAnswer(call: AcceptedCall, points: number, needs: RelayNeeds): boolean {
  const { facts } = call;
  if (!facts.canBeBounded) return false;
  const inputCost = maxQuote(call, () => leastUse(facts, 0));
  return affordableTokens(call, points - inputCost) >= shortestAnswer(call, needs);
}

function shortestAnswer({ routes, facts }: AcceptedCall, { outputLengths }: RelayNeeds): number {
  const usual = routes.map((route) => outputLengths.highOf(route) ?? SHORTEST_ANSWER_TOKENS);
  return Math.max(1, Math.min(SHORTEST_ANSWER_TOKENS, ...usual)) * facts.answerCount;
}

/** Output tokens of all answers together that points pay for on the most expensive route. */
function affordableTokens({ facts, group, routes }: AcceptedCall, points: number): number {
  if (points < 0) return 0;
  const terms = { groupRatio: group.ratio, asks: facts.asks };
  let tokens = Number.MAX_SAFE_INTEGER;
  for (const { price } of routes) tokens = Math.min(tokens, affordableOutput(points, { price, ...terms }));
  return tokens;
}

function unavailable(cause: unknown): never {
  throw new GatewayError('gateway.unavailable', {}, { cause });
}
