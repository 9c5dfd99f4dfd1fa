import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ChannelTypeView, channelCalls } from '@turnpike/contract';
import { callApi } from './call-api.ts';

/** The providers that a channel can use; they change with the version of the server alone. */
export const channelTypesQuery = queryOptions({
  queryKey: ['channel', 'types'],
  queryFn: ({ signal }) => callApi(channelCalls.types, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Undefined while they are not known, and for a number that none has. */
export const useChannelType = (id: number): ChannelTypeView | undefined =>
  useQuery(channelTypesQuery).data?.find((type) => type.id === id);
