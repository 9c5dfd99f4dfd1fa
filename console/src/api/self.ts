import { queryOptions, useQuery } from '@tanstack/react-query';
import type { UserView } from '@turnpike/contract';
import { ApiError } from './api-error.ts';
import { callApi } from './call-api.ts';
import { firstCalls } from './first-calls.ts';

/** The signed-in user; `null` means nobody. */
export const selfQuery = queryOptions({
  queryKey: ['self'],
  queryFn: async ({ signal }): Promise<UserView | null> => {
    try {
      return await callApi(firstCalls.self, { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 30_000,
});

export function useSelf(): UserView | null {
  return useQuery(selfQuery).data ?? null;
}
