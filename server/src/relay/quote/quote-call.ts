import { affordableOutput } from '../../billing/charge.ts';
import type { Hold, Payers, QuotaBook } from '../../billing/quota-book.ts';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { CallContext } from '../call-context.ts';
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
export function quote(ctx: CallContext, needs: RelayNeeds): Promise<void> | undefined {
  const { identity } = ctx;
  if (identity === null) throw new Error('quote comes after accept');
  ctx.routes = routesOf(ctx);
  assertServesApi(ctx);

  const payers: Payers = {
    userId: identity.userId,
    limitedTokenId: identity.isLimited ? identity.tokenId : null,
  };
  const loading = needs.quotaBook.load(payers);
  if (loading !== undefined) return loading.catch(unavailable).then(() => hold(ctx, payers, needs));
  hold(ctx, payers, needs);
}

/**
 * The ways to serve the model that a call names.
 * @throws model.not_found, model.no_price, channel.none_available
 */
export function routesOf({ facts, group, snapshot, boundTo }: CallContext): readonly Route[] {
  if (facts === null || group === null || snapshot === null) throw new Error('quote comes after accept');
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
function assertServesApi({ routes, dialect, facts }: CallContext): void {
  if (!routes.some((route) => planCall(route, dialect) !== null))
    throw new GatewayError('model.other_api', { model: facts?.model ?? '' });
}

function hold(ctx: CallContext, payers: Payers, needs: RelayNeeds): void {
  const { facts } = ctx;
  if (facts === null) throw new Error('quote comes after accept');
  const { quotaBook, hiddenTokens } = needs;
  const outputTokens = facts.maxOutputTokens ?? needs.options().defaultOutputTokens * facts.answerCount;
  const points = maxQuote(ctx, (route) => mostUse(facts, route, { outputTokens, hiddenTokens }));
  try {
    ctx.hold = quotaBook.reserve(payers, points);
  } catch (error) {
    const least = maxQuote(ctx, () => leastUse(facts, outputTokens));
    const rest = holdTheRest(ctx, { payers, least, needs });
    if (rest === null) throw worthAnotherTry(error, ctx, { payers, least, quotaBook });
    ctx.hold = rest;
  }
}

const RETRY_AFTER_SECONDS = 1;

/** Where only the holds of other calls stand in the way, the same call can be paid for as soon as they end. */
function worthAnotherTry(
  error: unknown,
  { identity }: CallContext,
  { payers, least, quotaBook }: { payers: Payers; least: number; quotaBook: QuotaBook },
): unknown {
  const { code, parameters } = error as GatewayError;
  const balance = identity === null ? 0 : (quotaBook.balanceOf(identity.userId) ?? 0);
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
  ctx: CallContext,
  { payers, least, needs }: { payers: Payers; least: number; needs: RelayNeeds },
): Hold | null {
  const { facts, group } = ctx;
  const { quotaBook, hiddenTokens } = needs;
  if (facts === null || group === null || !quotaBook.isIdle(payers)) return null;
  const available = quotaBook.available(payers);
  if (available === 0) return null;
  if (available >= least) return quotaBook.reserve(payers, available);
  if (facts.maxOutputTokens !== null || ctx.dialect.operation.kind !== 'conversation') return null;
  const inputCost = maxQuote(ctx, (route) => likelyInputUse(facts, route, hiddenTokens));
  if (available < inputCost) return null;
  const terms = { groupRatio: group.ratio, asks: facts.asks };
  let affordable = Number.MAX_SAFE_INTEGER;
  for (const { price } of ctx.routes) {
    affordable = Math.min(affordable, affordableOutput(available - inputCost, { price, ...terms }));
  }
  if (affordable < SHORTEST_ANSWER_TOKENS * facts.answerCount) return null;
  // An answer that costs nothing needs no bound; vendors refuse one that no model can reach.
  ctx.outputLimit = affordable < Number.MAX_SAFE_INTEGER ? affordable : null;
  return quotaBook.reserve(payers, available);
}

function unavailable(cause: unknown): never {
  throw new GatewayError('gateway.unavailable', {}, { cause });
}
