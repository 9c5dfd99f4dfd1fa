import { queryOptions } from '@tanstack/react-query';
import { userGroupCalls } from '@turnpike/contract';
import { callApi } from './call-api.ts';

/** Groups that the caller may use, by symbol. */
export const groupMapQuery = queryOptions({
  queryKey: ['user-group', 'map'],
  queryFn: ({ signal }) => callApi(userGroupCalls.map, { signal }),
  staleTime: 60_000,
});
