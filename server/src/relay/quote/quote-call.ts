import { affordableOutput } from '../../billing/charge.ts';
import type { Hold, Payers, QuotaBook } from '../../billing/quota-book.ts';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { AcceptedCall, QuotedCall } from '../call-context.ts';
import { planCall } from '../dispatch/plan-call.ts';
import type { RelayNeeds } from '../relay-needs.ts';
import { leastUse, likelyInputUse, maxQuote, mostUse } from './estimate-call.ts';

/** An answer bounded to fewer tokens than this is not worth its input. */
const SHORTEST_ANSWER_TOKENS = 16;

/**
 * Finds the ways to serve the call and holds what it can cost at most; at once where the payers are known.
 * @throws model.not_found, model.no_price, model.other_api, channel.none_available, quota.insufficient or
 * quota.token_insufficient
 */
export function quote(call: AcceptedCall, needs: RelayNeeds): Promise<QuotedCall> | QuotedCall {
  const { identity } = call;
  call.routes = routesOf(call);
  assertServesApi(call);

  const payers: Payers = {
    userId: identity.userId,
    limitedTokenId: identity.isLimited ? identity.tokenId : null,
  };
  const loading = needs.quotaBook.load(payers);
  return loading === undefined
    ? withHold(call, payers, needs)
    : loading.catch(unavailable).then(() => withHold(call, payers, needs));
}

/**
 * The ways to serve the model that a call names.
 * @throws model.not_found, model.no_price, channel.none_available
 */
export function routesOf({ facts, group, snapshot, boundTo }: AcceptedCall): readonly Route[] {
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
function assertServesApi({ routes, dialect, facts }: AcceptedCall): void {
  if (!routes.some((route) => planCall(route, dialect) !== null))
    throw new GatewayError('model.other_api', { model: facts.model });
}

const withHold = (call: AcceptedCall, payers: Payers, needs: RelayNeeds): QuotedCall =>
  Object.assign(call, { hold: holdFor(call, payers, needs) });

function holdFor(call: AcceptedCall, payers: Payers, needs: RelayNeeds): Hold {
  const { facts } = call;
  const { quotaBook, hiddenTokens } = needs;
  const outputTokens = facts.maxOutputTokens ?? needs.options().defaultOutputTokens * facts.answerCount;
  const points = maxQuote(call, (route) => mostUse(facts, route, { outputTokens, hiddenTokens }));
  try {
    return quotaBook.reserve(payers, points);
  } catch (error) {
    const least = maxQuote(call, () => leastUse(facts, outputTokens));
    const rest = holdTheRest(call, { payers, least, needs });
    if (rest === null) throw worthAnotherTry(error, call, { payers, least, quotaBook });
    return rest;
  }
}

const RETRY_AFTER_SECONDS = 1;

/** Where only the holds of other calls stand in the way, the same call can be paid for as soon as they end. */
function worthAnotherTry(
  error: unknown,
  { identity }: AcceptedCall,
  { payers, least, quotaBook }: { payers: Payers; least: number; quotaBook: QuotaBook },
): unknown {
  const { code, parameters } = error as GatewayError;
  const balance = quotaBook.balanceOf(identity.userId) ?? 0;
  if (code !== 'quota.insufficient' || quotaBook.isIdle(payers) || balance < least) return error;
  return new GatewayError(code, { ...parameters, retry_after: RETRY_AFTER_SECONDS });
}

/**
 * Near the end of a balance the estimate of the input may be all that stands between a caller and the last
 * call it can pay for. With no other call in flight, everything that is left is held, if the call can cost
 * that little; the charge cannot exceed what is held. A caller who named no limit gets an answer that the rest
 * pays for.
 */
function holdTheRest(
  call: AcceptedCall,
  { payers, least, needs }: { payers: Payers; least: number; needs: RelayNeeds },
): Hold | null {
  const { facts, group, dialect, routes } = call;
  const { quotaBook, hiddenTokens } = needs;
  if (!quotaBook.isIdle(payers)) return null;
  const available = quotaBook.available(payers);
  if (available === 0) return null;
  if (available >= least) return quotaBook.reserve(payers, available);
  if (facts.maxOutputTokens !== null || dialect.operation.kind !== 'conversation') return null;
  const inputCost = maxQuote(call, (route) => likelyInputUse(facts, route, hiddenTokens));
  if (available < inputCost) return null;
  const terms = { groupRatio: group.ratio, asks: facts.asks };
  let affordable = Number.MAX_SAFE_INTEGER;
  for (const { price } of routes) {
    affordable = Math.min(affordable, affordableOutput(available - inputCost, { price, ...terms }));
  }
  if (affordable < SHORTEST_ANSWER_TOKENS * facts.answerCount) return null;
  // An answer that costs nothing needs no bound; vendors refuse one that no model can reach.
  call.outputLimit = affordable < Number.MAX_SAFE_INTEGER ? affordable : null;
  return quotaBook.reserve(payers, available);
}

function unavailable(cause: unknown): never {
  throw new GatewayError('gateway.unavailable', {}, { cause });
}
