import type { RequestFacts } from '../../dialects/dialect.ts';

/** Output tokens that a request allows; null if it leaves that to its vendor, whose default may differ from its document. */
export const namedLimit = ({ maxOutputTokens, hasDefaultLimit }: RequestFacts): number | null =>
  hasDefaultLimit === true ? null : maxOutputTokens;

/** Whether nothing limits an answer, neither a bound nor the watching of its text. */
export const isUnlimited = (facts: RequestFacts): boolean =>
  !facts.stream && !facts.canBeBounded && namedLimit(facts) === null;
