import type { Explanation } from '@turnpike/contract';

/** A call that an administrator asks about. */
export interface ExplainedCall {
  userId: number;
  tokenId: number;
  path: string;
  body: object;
  /** With `x-turnpike-strict: true`. */
  strict: boolean;
}

/** @throws token.not_found if the user has no such key; the refusal of a call that has no candidates at all */
export type ExplainCall = (call: ExplainedCall) => Promise<Omit<Explanation, 'absent'>>;
