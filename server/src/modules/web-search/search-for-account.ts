import type { SearchResult } from '@turnpike/contract';

/** A search that an account pays for, without a key. */
export interface AccountSearch {
  userId: number;
  requestId: string;
  sourceIp: string;
  query: string;
  /** At most so many results; undefined: as many as the site sets. */
  results: number | undefined;
  signal: AbortSignal;
}

/**
 * Searches the web for an account by the rules of the relay.
 * @throws search.off, search.failed; the refusals of a call
 */
export type SearchForAccount = (
  search: AccountSearch,
) => Promise<{ results: SearchResult[]; points: number }>;
