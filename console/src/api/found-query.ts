import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Page } from '@turnpike/contract';

/** Shown of each kind while somebody types. */
const MOST = 5;

/** Results stay fresh while a word is typed, deleted and typed again. */
const STALE_MS = 10_000;

type ListCall<Row> = (query: { size: number; keyword: string }, signal: AbortSignal) => Promise<Page<Row>>;

/** Things whose name begins so; the newest where nothing is typed. */
export const foundQuery = <Row>(kind: string, keyword: string, list: ListCall<Row>) =>
  queryOptions({
    queryKey: ['found', kind, keyword],
    queryFn: ({ signal }) => list({ size: MOST, keyword }, signal),
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });
