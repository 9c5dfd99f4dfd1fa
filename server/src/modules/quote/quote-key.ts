import type { CallQuote } from '@turnpike/contract';

/** A call that somebody may make. */
export interface QuestionedCall {
  userId: number;
  tokenId: number;
  path: string;
  body: object;
}

/**
 * What a call with a key would cost.
 * @throws token.not_found where the user has no such key; else what the call itself would be refused with
 */
export type QuoteForKey = (call: QuestionedCall) => Promise<CallQuote>;
