import { queryOptions, useQuery } from '@tanstack/react-query';
import type { UserView } from '@turnpike/contract';
import { ApiError } from './api-error.ts';
import { callApi } from './call-api.ts';
import { firstCalls } from './first-calls.ts';
import { mayHaveSession, rememberSession } from './session-hint.ts';

/** The signed-in user; `null` means nobody. */
export const selfQuery = queryOptions({
  queryKey: ['self'],
  queryFn: async ({ signal }): Promise<UserView | null> => {
    try {
      const self = await callApi(firstCalls.self, { signal });
      rememberSession(true);
      return self;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      rememberSession(false);
      return null;
    }
  },
  staleTime: 30_000,
});

/** For public screens, where most readers are nobody: they are not asked for. */
export function useVisitor() {
  return useQuery({ ...selfQuery, enabled: mayHaveSession() });
}

export function useSelf(): UserView | null {
  return useQuery(selfQuery).data ?? null;
}
