import { queryOptions } from '@tanstack/react-query';
import { MAX_PAGE_SIZE, userGroupCalls } from '@turnpike/contract';
import { callApi } from './call-api.ts';

/** Groups that the caller may use, by symbol. */
export const groupMapQuery = queryOptions({
  queryKey: ['user-group', 'map'],
  queryFn: ({ signal }) => callApi(userGroupCalls.map, { signal }),
  staleTime: 60_000,
});

/** Every group, by symbol, for administrators; a site has few. */
export const allGroupsQuery = queryOptions({
  queryKey: ['user-group', 'every'],
  queryFn: ({ signal }) =>
    callApi(userGroupCalls.list, { query: { size: MAX_PAGE_SIZE, order: 'symbol' }, signal }),
  select: (page) => page.data,
  staleTime: 60_000,
});
