import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { channelCalls } from '@turnpike/contract';
import { callApi } from './call-api.ts';
import { FOUND_MOST, FOUND_STALE_MS } from './found-most.ts';

/** Channels whose name begins so; the newest where nothing is typed. */
export const foundChannelsQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['found', 'channel', keyword],
    queryFn: ({ signal }) => callApi(channelCalls.list, { query: { size: FOUND_MOST, keyword }, signal }),
    placeholderData: keepPreviousData,
    staleTime: FOUND_STALE_MS,
  });
