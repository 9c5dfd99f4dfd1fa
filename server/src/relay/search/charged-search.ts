import { logType, SEARCH_PRICE, type SearchResult } from '@turnpike/contract';
import { type Charge, chargeOf, NOTHING_ASKED, quoteOf } from '../../billing/charge.ts';
import {
  type CountHold,
  countsOf,
  recordCounts,
  releaseCounts,
  settleCounts,
  undoCounts,
} from '../../billing/count-hold.ts';
import type { TakenPoints } from '../../billing/hold.ts';
import type { Price } from '../../billing/price-book.ts';
import { priceAt } from '../../billing/price-hours.ts';
import { noUsage } from '../../billing/usage.ts';
import { formatSettlement } from '../../db/settlement.ts';
import type { RoutingGroup, RoutingSnapshot } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { BreakOff } from '../../platform/net/break-off.ts';
import type { SearchSettings } from '../../search/search-engine.ts';
import { searchWeb } from '../../search/web-search.ts';
import { loadPayers } from '../call/load-payers.ts';
import { type CallPayers, payersOf } from '../call/payers.ts';
import type { RelayDeps } from '../relay-deps.ts';
import type { Identity } from '../rights/identity.ts';

/** The payer and the place of a search in the log. */
export interface SearchFor {
  requestId: string;
  identity: Identity;
  payingGroup: RoutingGroup;
  snapshot: RoutingSnapshot;
  sourceIp: string;
  breakOff: BreakOff;
}

interface AskedSearch {
  query: string;
  settings: SearchSettings;
}

export interface PaidSearch {
  results: SearchResult[];
  points: number;
}

const NO_TOKENS = { textTokens: 0, imageTokens: 0, audioTokens: 0, outputTokens: 0, asks: NOTHING_ASKED };
/** Amounts for budgets in requests. */
const ONE_REQUEST = { points: 0, tokens: 0, requests: 1 };

/**
 * Searches the web for a payer. The price of a search is held first, and charged with a log row of its own once the engine
 * has answered. Without a price, the row costs nothing.
 * @throws search.failed; quota.insufficient and similar; settlement.backlog. Nothing is charged then
 */
export async function chargedSearch(
  asked: SearchFor,
  { query, settings }: AskedSearch,
  deps: RelayDeps,
): Promise<PaidSearch> {
  const { clock, guardedFetch } = deps;
  const startedAtMs = clock.monotonicMs();
  const held = await holdFor(asked, deps);
  let results: SearchResult[];
  try {
    const leaving = new AbortController();
    asked.breakOff.onBreak(() => leaving.abort());
    results = await searchWeb({ query, settings, signal: leaving.signal }, { guardedFetch });
  } catch (error) {
    deps.quotaBook.release(held.hold);
    if (held.counts !== null) releaseCounts(held.counts);
    throw asked.breakOff.isBroken ? new GatewayError('caller.left', {}, { cause: error }) : error;
  }
  const points = await record(asked, { ...held, durationMs: clock.monotonicMs() - startedAtMs }, deps);
  return { results, points };
}

type HeldSearch = Awaited<ReturnType<typeof holdFor>>;

/** @throws what refuses a hold */
async function holdFor({ identity, payingGroup, snapshot, breakOff }: SearchFor, deps: RelayDeps) {
  const { quotaBook, countBook, clock, options } = deps;
  const nowSeconds = clock.nowSeconds();
  const price = searchPrice(snapshot, nowSeconds);
  const payers = payersOf({ identity, payingGroup }, { model: SEARCH_PRICE, nowSeconds });
  await loadPayers(payers, deps);
  const counts: CountHold | null =
    payers.counted.length === 0 ? null : countBook.hold(payers.counted, ONE_REQUEST);
  try {
    const points = price === null ? 0 : quoteOf(NO_TOKENS, price, payingGroup.ratio);
    const hold =
      points === 0
        ? await quotaBook.holdNothing(payers)
        : await quotaBook.reserve(
            payers,
            { most: points, least: points },
            { waitMs: options().holdWaitSeconds * 1000, onLeave: (leave) => breakOff.onBreak(leave) },
          );
    return { payers, price, counts, hold };
  } catch (error) {
    if (counts !== null) releaseCounts(counts);
    throw error;
  }
}

/** The price by calls under its exact name: a wildcard price is for models. */
function searchPrice(snapshot: RoutingSnapshot, seconds: number): Price | null {
  const found = snapshot.prices.find(SEARCH_PRICE);
  return found?.type === 'times' && found.model === SEARCH_PRICE ? priceAt(found, seconds) : null;
}

/**
 * Takes the charge from the hold and stores the settlement.
 * @returns points that were paid or are owed
 * @throws settlement.backlog
 */
async function record(
  asked: SearchFor,
  { payers, price, counts, hold, durationMs }: HeldSearch & { durationMs: number },
  { quotaBook, outbox, clock, options }: RelayDeps,
): Promise<number> {
  const charge = price === null ? null : chargeOf(noUsage(), price, asked.payingGroup.ratio);
  const taken = quotaBook.settle(hold, charge?.points ?? 0, options());
  if (counts !== null) settleCounts(counts, ONE_REQUEST);
  try {
    const row = { payers, price, charge, taken, counts, durationMs, reserved: hold.points };
    const number = await outbox.append(settlementText(asked, row, clock.nowSeconds()));
    quotaBook.recorded(hold, number);
    if (counts !== null) recordCounts(counts, number);
    return taken.fromBalance + taken.debt;
  } catch (cause) {
    quotaBook.undo(hold, taken);
    if (counts !== null) undoCounts(counts);
    throw new GatewayError('settlement.backlog', {}, { cause });
  }
}

interface SearchRow {
  payers: CallPayers;
  price: Price | null;
  charge: Charge | null;
  taken: TakenPoints;
  counts: CountHold | null;
  durationMs: number;
  reserved: number;
}

const aboveZero = (count: number): number | undefined => (count > 0 ? count : undefined);

function settlementText(
  { requestId, identity, payingGroup, sourceIp }: SearchFor,
  { payers, price, charge, taken, counts, durationMs, reserved }: SearchRow,
  nowSeconds: number,
): string {
  const settlement = {
    ...{ request_id: requestId, user_id: identity.userId, username: identity.username },
    ...{ created_at: nowSeconds, type: logType.consume, content: '' },
    ...{ token_id: identity.tokenId, token_name: identity.tokenName, model_name: SEARCH_PRICE },
    ...{ quota: taken.fromBalance, prompt_tokens: 0, completion_tokens: 0, channel_id: 0 },
    ...{ request_time: durationMs, is_stream: 0 as const, source_ip: sourceIp },
    ...{ ended_by: 'completed' as const, group_name: payingGroup.symbol },
    token_quota: taken.fromToken,
    debt: aboveZero(taken.debt),
    budgets: payers.joinedBudgets || undefined,
    counts: (counts === null ? '' : countsOf(counts)) || undefined,
  };
  const metadata = {
    ...{ group_name: payingGroup.symbol, group_ratio: payingGroup.ratioNumber },
    ...{ price_type: price?.type, price_model: price?.model, price_version: price?.version },
    ...{ input_ratio: price?.inputRatio, output_ratio: price?.outputRatio },
    hour_ratio: charge === null || charge.hourRatio === '1' ? undefined : charge.hourRatio,
    ...{ lines: charge?.lines ?? [], reserved, debt: aboveZero(taken.debt) },
    shortfall: aboveZero((charge?.points ?? 0) - taken.fromBalance - taken.debt),
    charged_by: price === null ? 'nothing' : 'usage',
  };
  return formatSettlement(settlement, metadata);
}
