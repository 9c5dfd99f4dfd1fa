import type { CallQuote } from '@turnpike/contract';

/** A call that somebody may make. */
export interface QuestionedCall {
  userId: number;
  tokenId: number;
  path: string;
  body: object;
}

/**
 * The cost of a call with a key.
 * @throws token.not_found if the user has no such key; otherwise the refusal of the call itself
 */
export type QuoteForKey = (call: QuestionedCall) => Promise<CallQuote>;
