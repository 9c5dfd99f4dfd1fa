import { type BudgetPeriod, type CountedBudget, keyOf } from '../../billing/account.ts';
import type { CallAmounts } from '../../billing/count-hold.ts';
import { ONE } from '../../billing/decimal.ts';
import type { Price } from '../../billing/price-book.ts';
import { USUAL_HOUR } from '../../billing/price-hours.ts';
import type { Payers } from '../../billing/quota-book.ts';

export const MAX_BATCH_BYTES = 2 ** 20;
/** Results that the vendor has not delivered by then are not charged; its files are gone. */
export const GIVE_UP_SECONDS = 30 * 86_400;

/** Payers and price of a batch at its start; stored with it as JSON. */
export interface BatchTerms {
  requestId: string;
  /** Path of the API that its lines call, such as `/v1/chat/completions`. */
  endpoint: string;
  /** Input file, to find the batch at the vendor if the answer was lost; absent in rows of older versions. */
  inputFileId?: string;
  username: string;
  tokenId: number;
  tokenName: string;
  isLimited: boolean;
  budgets: BudgetPeriod[];
  /** Budgets that the count book keeps, with what is held on them; absent where none applies. */
  counted?: HeldBudgets;
  sourceIp: string;
  groupName: string;
  groupRatio: number;
  model: string;
  billedModel: string;
  upstreamModel: string;
  price: Price;
  /** Number of requests in its input file. */
  requests: number;
  /** Approximate input of one request, used if the vendor does not report it. */
  likelyInput: number;
}

interface HeldBudgets {
  budgets: Pick<CountedBudget, 'budgetId' | 'periodStart' | 'unit'>[];
  amounts: CallAmounts;
  /** Share of the list price that the channel costs. */
  costRatio: number;
}

/** A stored batch. */
export interface KeptBatch {
  id: number;
  userId: number;
  /** The vendor's id; until it is known, a placeholder that `isUnnamed` detects. */
  name: string;
  channelId: number;
  keyId: number;
  createdAt: number;
  dueAt: number;
  looks: number;
  /** Points set aside for it. */
  held: number;
  terms: BatchTerms;
  isSettled: boolean;
}

const UNNAMED = 'unnamed:';

/** Vendor ids never contain a colon. */
export const unnamedBatch = (requestId: string): string => UNNAMED + requestId;
export const isUnnamed = ({ name }: Pick<KeptBatch, 'name'>): boolean => name.startsWith(UNNAMED);

/** Bigints are `{"big": "…"}`, maps `{"map": […]}`. */
export const formatTerms = (terms: BatchTerms): string =>
  JSON.stringify(terms, (_name, value: unknown) => {
    if (typeof value === 'bigint') return { big: String(value) };
    return value instanceof Map ? { map: [...value] } : value;
  });

export function parseTerms(text: string): BatchTerms {
  const terms = JSON.parse(text, (_name, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    const { big, map } = value as { big?: unknown; map?: unknown };
    if (typeof big === 'string') return BigInt(big);
    return Array.isArray(map) ? new Map(map as [unknown, unknown][]) : value;
  }) as BatchTerms;
  // Rows of older versions have no hour.
  return { ...terms, price: { ...USUAL_TIME, ...terms.price } };
}

const USUAL_TIME: Pick<Price, 'hours' | 'hour' | 'maxHour'> = { hours: null, hour: USUAL_HOUR, maxHour: ONE };

/** Budgets are not checked, because the batch was admitted earlier. */
export const countedOfBatch = ({ budgets }: HeldBudgets): CountedBudget[] =>
  budgets.map((budget) => ({ ...budget, key: keyOf(budget), points: 0, refusal: {} }));

/** Budgets are not checked, because the batch was admitted earlier. */
export const payersOfBatch = (
  userId: number,
  { isLimited, tokenId, budgets }: Pick<BatchTerms, 'isLimited' | 'tokenId' | 'budgets'>,
): Payers => ({
  userId,
  limitedTokenId: isLimited ? tokenId : null,
  budgets: budgets.map((budget) => ({ ...budget, key: keyOf(budget), points: 0, refusal: {} })),
});
