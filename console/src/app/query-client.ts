import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { listenForNoAnswer } from '../api/call-api.ts';
import { noteNoAnswer, watchServer } from '../api/server-watch.ts';
import { followSession } from '../api/session-sync.ts';
import { siteStatusQuery } from '../api/site-status.ts';
import { showErrorToast } from '../ui/toast/toast.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `isQuiet`: the caller shows the failure itself, as forms do. */
    mutationMeta: { isQuiet?: boolean };
  }
}

/** Only what may pass by itself is worth a second try. */
function mayPass(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 502);
}

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: mayPass, staleTime: 5000 },
    // A change that is made without a connection fails at once; it does not happen an hour later.
    mutations: { networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    onError: (error, _variables, _onMutate, mutation) => {
      if (!mutation.meta?.isQuiet) showErrorToast(error);
    },
  }),
});

followSession(queryClient);
listenForNoAnswer(noteNoAnswer);
watchServer((status, wasUnreachable) => {
  queryClient.setQueryData(siteStatusQuery.queryKey, status);
  if (wasUnreachable) void queryClient.invalidateQueries();
});
