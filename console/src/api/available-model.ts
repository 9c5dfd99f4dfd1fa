import { queryOptions } from '@tanstack/react-query';
import { modelCalls } from '@turnpike/contract';
import { callApi } from './call-api.ts';

/** Models that can be called now, by name. */
export const availableModelsQuery = queryOptions({
  queryKey: ['model', 'available'],
  queryFn: ({ signal }) => callApi(modelCalls.available, { signal }),
  staleTime: 60_000,
});
