import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { userCalls } from '@turnpike/contract';
import { callApi } from './call-api.ts';
import { FOUND_MOST, FOUND_STALE_MS } from './found-most.ts';

/** Users whose name, e-mail or group begins so; the newest where nothing is typed. */
export const foundUsersQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['found', 'user', keyword],
    queryFn: ({ signal }) => callApi(userCalls.list, { query: { size: FOUND_MOST, keyword }, signal }),
    placeholderData: keepPreviousData,
    staleTime: FOUND_STALE_MS,
  });
