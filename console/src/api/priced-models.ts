import { queryOptions } from '@tanstack/react-query';
import { channelCalls } from '@turnpike/contract';
import { callApi } from './call-api.ts';

/** Models that have a price; requests for others are refused. */
export const pricedModelsQuery = queryOptions({
  queryKey: ['channel', 'models'],
  queryFn: ({ signal }) => callApi(channelCalls.models, { signal }),
  staleTime: 60_000,
});
