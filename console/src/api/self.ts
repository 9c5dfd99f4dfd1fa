import { queryOptions, useQuery } from '@tanstack/react-query';
import type { SelfView, UserView } from '@turnpike/contract';
import { ApiError } from './api-error.ts';
import { callApi } from './call-api.ts';
import { firstCalls } from './first-calls.ts';
import { setSessionState } from './session-state.ts';
import { noteSession, siteStatusQuery } from './site-status.ts';

/** The answer of a sign-in lacks the reminder of a low balance; the next request has it. */
export type Self = UserView & Partial<SelfView>;

/** The signed-in user; `null` means nobody. Once known, an account stays until the page is left. */
export const selfQuery = queryOptions({
  queryKey: ['self'],
  queryFn: async ({ signal, client }): Promise<Self | null> => {
    const known = client.getQueryData<Self | null>(['self']) ?? null;
    const self = await readSelf();
    if (known === null || self?.id === known.id) return self;
    setSessionState(self === null ? 'ended' : 'replaced');
    return known;

    async function readSelf(): Promise<Self | null> {
      const { has_session } = await client.fetchQuery(siteStatusQuery);
      if (!has_session) return null;
      try {
        return await callApi(firstCalls.self, { signal });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 401) throw error;
        noteSession(client, false);
        return null;
      }
    }
  },
  staleTime: 30_000,
});

/** For public screens, where most readers are nobody: they are not asked for. */
export function useVisitor() {
  const hasSession = useQuery(siteStatusQuery).data?.has_session ?? false;
  return useQuery({ ...selfQuery, enabled: hasSession });
}

/** False for an account that signs in by other ways only: it is not asked for a password. */
export const hasPassword = (self: Self | null): boolean => self?.has_password !== false;

export function useSelf(): Self | null {
  return useQuery(selfQuery).data ?? null;
}
