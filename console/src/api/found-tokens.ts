import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { tokenCalls } from '@turnpike/contract';
import { callApi } from './call-api.ts';
import { FOUND_MOST, FOUND_STALE_MS } from './found-most.ts';

/** Tokens whose name begins so; the newest where nothing is typed. */
export const foundTokensQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['found', 'token', keyword],
    queryFn: ({ signal }) => callApi(tokenCalls.list, { query: { size: FOUND_MOST, keyword }, signal }),
    placeholderData: keepPreviousData,
    staleTime: FOUND_STALE_MS,
  });
