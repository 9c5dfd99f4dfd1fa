import { queryOptions, useQuery } from '@tanstack/react-query';
import { MAX_PAGE_SIZE, userGroupCalls } from '@turnpike/contract';
import { useCallback } from 'react';
import { callApi } from './call-api.ts';
import { useIsAdmin } from './own-role.ts';

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

/** Names groups: readers know them by name, and administrators those that they may not use too. */
export function useGroupName(): (symbol: string) => string {
  const isAdmin = useIsAdmin();
  const every = useQuery({ ...allGroupsQuery, enabled: isAdmin }).data;
  const own = useQuery({ ...groupMapQuery, enabled: !isAdmin }).data;
  return useCallback(
    (symbol) => (every?.find((group) => group.symbol === symbol) ?? own?.[symbol])?.name ?? symbol,
    [every, own],
  );
}
