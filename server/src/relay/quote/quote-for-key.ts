import { inputTokensOf } from '../../billing/usage.ts';
import type { Db } from '../../db/store.ts';
import type { Dialect, RequestFacts } from '../../dialects/dialect.ts';
import type { QuoteForKey } from '../../modules/quote/quote-key.ts';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { lowest } from '../../platform/lowest.ts';
import type { AcceptedCall } from '../call/call-context.ts';
import { assertServesApi, routesOfModel } from '../channel/model-routes.ts';
import { likelyInputUse, maxQuote } from '../cost/estimate-call.ts';
import { likelyInput } from '../cost/used-tokens.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { admitGroupOf, payingGroupFor } from '../rights/call-groups.ts';
import { assertMayUseModel } from '../rights/key-rights.ts';
import { mostCost } from './call-cost.ts';
import { readQuestion } from './read-question.ts';
import { countedText } from './text-tokens.ts';
import { unboundBy } from './unbound-reasons.ts';

/** Days with statistics about the length of a model's answers. */
const KNOWN_DAYS = 30;
const DAY_SECONDS = 86_400;

/**
 * Creates the function that quotes calls by the rules of the relay.
 * @param db holds the lengths of earlier answers
 */
export function createQuoting(deps: RelayDeps, db: Db): QuoteForKey {
  return async ({ userId, tokenId, path, body }) => {
    const identity = await deps.identities.findToken(tokenId, userId);
    if (identity === undefined) throw new GatewayError('token.not_found');
    const snapshot = deps.routing.current;
    const { dialect, facts: read, bytes } = await readQuestion(path, body);
    const facts = await withCountedInput(read, { bytes, dialect, deps });
    assertMayUseModel(identity.rights, facts.model);
    const payingGroup = payingGroupFor(
      { identity, payingGroup: admitGroupOf(identity, snapshot), snapshot, boundTo: null, pin: null },
      facts.model,
    );
    const arrivedAtSeconds = deps.clock.nowSeconds();
    const routes = routesOfModel({
      ...{ facts, payingGroup, snapshot, boundTo: null, pin: null, arrivedAtSeconds },
    });
    const call = {
      facts,
      payingGroup,
      routes,
      dialect,
      textTokens: { most: facts.inputTokens, least: facts.leastInputTokens },
    };
    assertServesApi(call);
    const route = dearest(call, deps);
    const answerTokens = (await meanAnswerTokens(db, facts.model, deps.clock.nowSeconds())) ?? null;
    const reasons = unboundBy({ facts, dialect }, body as Record<string, unknown>);
    return {
      model: facts.model,
      group: payingGroup.symbol,
      most: mostCost(call, deps),
      likely: likelyCost(call, { deps, answerTokens }),
      is_bound: reasons.length === 0,
      unbound_by: reasons,
      input_tokens: inputTokensOf(likelyInput(facts, null)),
      output_tokens: likelyOutput(facts, route, { deps, answerTokens }),
      price_model: route.price.model,
      price_version: route.price.version,
      group_ratio: payingGroup.ratioNumber,
    };
  };
}

async function withCountedInput(
  facts: RequestFacts,
  { bytes, dialect, deps }: { bytes: Buffer; dialect: Dialect; deps: RelayDeps },
): Promise<RequestFacts> {
  const counted = await deps.tokenCounter.measure({ json: bytes, ...dialect.inputTexts });
  return {
    ...facts,
    inputTokens: countedText(facts, counted).most,
    likelyInputTokens:
      counted === null ? facts.likelyInputTokens : Math.max(facts.likelyInputTokens, counted.tokens),
  };
}

type QuotedCall = Pick<AcceptedCall, 'facts' | 'payingGroup' | 'routes' | 'textTokens'>;

interface KnownLengths {
  deps: RelayDeps;
  /** Mean length of one answer of the model, on all channels; null if it had none. */
  answerTokens: number | null;
}

function likelyCost(call: QuotedCall, known: KnownLengths): number {
  return maxQuote(call, (route) => ({
    ...likelyInputUse(call.facts, route, known.deps),
    textTokens: call.facts.likelyInputTokens,
    outputTokens: likelyOutput(call.facts, route, known),
  }));
}

/** Usual length of such answers, on this channel or on any, up to the call's own limit. */
function likelyOutput(facts: RequestFacts, route: Route, { deps, answerTokens }: KnownLengths): number {
  const usual = deps.traits.of(route).usualAnswer ?? answerTokens ?? deps.options().defaultOutputTokens;
  const tokens = usual * facts.answerCount;
  return lowest(facts.maxOutputTokens, tokens) ?? tokens;
}

/** Mean over the calls of all users. */
async function meanAnswerTokens(db: Db, model: string, nowSeconds: number): Promise<number | null> {
  const sums = await db
    .selectFrom('statistics_key_days')
    .select(({ fn }) => [
      fn.sum<number>('completion_tokens').as('tokens'),
      fn.sum<number>('request_count').as('calls'),
    ])
    .where('dimension', '=', 'model')
    .where('usage_key', '=', model)
    .where('day', '>=', nowSeconds - KNOWN_DAYS * DAY_SECONDS)
    .executeTakeFirst();
  const calls = Number(sums?.calls ?? 0);
  return calls === 0 ? null : Math.ceil(Number(sums?.tokens ?? 0) / calls);
}

/** The route that determines the hold. */
function dearest(call: QuotedCall, deps: RelayDeps): Route {
  const [first, ...others] = call.routes.map((route) => ({
    route,
    points: mostCost({ ...call, routes: [route] }, deps),
  }));
  if (first === undefined) throw new GatewayError('model.not_found', { model: call.facts.model });
  return others.reduce((most, other) => (other.points > most.points ? other : most), first).route;
}
