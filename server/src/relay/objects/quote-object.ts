import { NOTHING_ASKED, quoteOf } from '../../billing/charge.ts';
import { priceAt } from '../../billing/price-hours.ts';
import type { RequestFacts } from '../../dialects/dialect.ts';
import { isAt, type Route } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { wantsCharge } from '../accept/accept-call.ts';
import type { IdentifiedCall, QuotedCall } from '../call/call-context.ts';
import { loadPayers } from '../call/load-payers.ts';
import { payersOf } from '../call/payers.ts';
import { holdOnBudgets } from '../limits/call-budgets.ts';
import { keepingChannel } from '../raw/send-raw.ts';
import type { RelayDeps } from '../relay-deps.ts';
import type { OwnedRequest } from './ask-keeper.ts';

/**
 * Finds the channels that can create an object, and holds the price of its class.
 * @throws object.no_price, channel.none_available, quota.insufficient and similar
 */
export async function quoteObject(
  call: IdentifiedCall,
  { priceName, action, place }: OwnedRequest & { priceName: string },
  deps: RelayDeps,
): Promise<QuotedCall> {
  const { quotaBook, clock, options } = deps;
  const { snapshot, payingGroup, breakOff } = call;
  const found = snapshot.prices.find(priceName);
  // A wildcard price for models does not apply to files.
  if (found === undefined || found.type !== 'times' || found.model !== priceName)
    throw new GatewayError('object.no_price', { name: action.class });
  const price = priceAt(found, call.arrivedAtSeconds);
  const routes = snapshot
    .channelsOf(payingGroup.symbol)
    .filter((channel) => keepingChannel(channel) !== null && (place === null || isAt(channel, place)))
    .map((channel): Route => ({ channel, upstreamModel: priceName, billedModel: priceName, price }));
  if (routes.length === 0) throw new GatewayError('channel.none_available');
  const payers = payersOf(call, { model: priceName, nowSeconds: clock.nowSeconds() });
  await loadPayers(payers, deps);
  const accepted = Object.assign(call, { routes, facts: factsOf(priceName) });
  holdOnBudgets(accepted, payers, deps);
  const points = quoteOf(NO_TOKENS, price, payingGroup.ratio);
  const hold = await quotaBook.reserve(
    payers,
    { most: points, least: points },
    { waitMs: options().holdWaitSeconds * 1000, onLeave: (leave) => breakOff.onBreak(leave) },
  );
  call.tellsCharge = wantsCharge(call);
  return Object.assign(accepted, { payers, hold });
}

const NO_TOKENS = { textTokens: 0, imageTokens: 0, audioTokens: 0, outputTokens: 0, asks: NOTHING_ASKED };

const factsOf = (model: string): RequestFacts => ({
  model,
  stream: false,
  framing: 'sse',
  wantsUsage: false,
  maxOutputTokens: null,
  answerCount: 1,
  hasTools: false,
  canBeBounded: false,
  inputTokens: 0,
  likelyInputTokens: 0,
  leastInputTokens: 0,
  media: null,
  asks: NOTHING_ASKED,
});
