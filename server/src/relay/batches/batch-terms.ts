import { type BudgetPeriod, keyOf } from '../../billing/account.ts';
import type { Price } from '../../billing/price-book.ts';
import type { Payers } from '../../billing/quota-book.ts';

/** Who pays for a batch and how it is charged, as they were when it began; kept with it as JSON. */
export interface BatchTerms {
  requestId: string;
  /** Path of the API that its lines call, such as `/v1/chat/completions`. */
  endpoint: string;
  /** File of its lines, by which it is found at the vendor whose answer was lost; absent in rows of older versions. */
  inputFileId?: string;
  username: string;
  tokenId: number;
  tokenName: string;
  isLimited: boolean;
  budgets: BudgetPeriod[];
  sourceIp: string;
  groupName: string;
  groupRatio: number;
  model: string;
  billedModel: string;
  upstreamModel: string;
  price: Price;
  /** Requests in its input file. */
  requests: number;
  /** Input that one of them has, about: where the vendor does not say it. */
  likelyInput: number;
}

/** A batch as it is kept. */
export interface KeptBatch {
  id: number;
  userId: number;
  /** The vendor's id; while that is not known, one that `isUnnamed` tells. */
  name: string;
  channelId: number;
  keyId: number;
  createdAt: number;
  dueAt: number;
  looks: number;
  /** Points that are set aside for it. */
  held: number;
  terms: BatchTerms;
  isSettled: boolean;
}

const UNNAMED = 'unnamed:';

/** No id of a vendor has a colon. */
export const unnamedBatch = (requestId: string): string => UNNAMED + requestId;
export const isUnnamed = ({ name }: Pick<KeptBatch, 'name'>): boolean => name.startsWith(UNNAMED);

/** Bigints are `{"big": "…"}`, maps `{"map": […]}`. */
export const formatTerms = (terms: BatchTerms): string =>
  JSON.stringify(terms, (_name, value: unknown) => {
    if (typeof value === 'bigint') return { big: String(value) };
    return value instanceof Map ? { map: [...value] } : value;
  });

export const parseTerms = (text: string): BatchTerms =>
  JSON.parse(text, (_name, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    const { big, map } = value as { big?: unknown; map?: unknown };
    if (typeof big === 'string') return BigInt(big);
    return Array.isArray(map) ? new Map(map as [unknown, unknown][]) : value;
  }) as BatchTerms;

/** Nothing is asked of the budgets: what is held for a batch was let in before. */
export const payersOfBatch = (
  userId: number,
  { isLimited, tokenId, budgets }: Pick<BatchTerms, 'isLimited' | 'tokenId' | 'budgets'>,
): Payers => ({
  userId,
  limitedTokenId: isLimited ? tokenId : null,
  budgets: budgets.map((budget) => ({ ...budget, key: keyOf(budget), points: 0, refusal: {} })),
});
