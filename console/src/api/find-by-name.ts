import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { channelCalls, tokenCalls, userCalls } from '@turnpike/contract';
import { callApi } from './call-api.ts';

/** Shown of each kind while somebody types. */
const MOST = 5;

/** How long a query is as good as new: long enough for a word that is typed, deleted and typed again. */
const shared = { placeholderData: keepPreviousData, staleTime: 10_000 } as const;

/** Users whose name, e-mail or group begins so; the newest where nothing is typed. */
export const foundUsersQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['found', 'user', keyword],
    queryFn: ({ signal }) => callApi(userCalls.list, { query: { size: MOST, keyword }, signal }),
    ...shared,
  });

export const foundChannelsQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['found', 'channel', keyword],
    queryFn: ({ signal }) => callApi(channelCalls.list, { query: { size: MOST, keyword }, signal }),
    ...shared,
  });

export const foundTokensQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['found', 'token', keyword],
    queryFn: ({ signal }) => callApi(tokenCalls.list, { query: { size: MOST, keyword }, signal }),
    ...shared,
  });
