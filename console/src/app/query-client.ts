import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { listenForSessionEnd } from '../api/call-api.ts';
import { selfQuery } from '../api/self.ts';
import { noteSession } from '../api/site-status.ts';
import { i18n } from '../i18n/i18n.ts';
import { showErrorToast, showToast } from '../ui/toast.ts';

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
  defaultOptions: { queries: { retry: mayPass, staleTime: 5000 } },
  mutationCache: new MutationCache({
    onError: (error, _variables, _onMutate, mutation) => {
      if (!mutation.meta?.isQuiet) showErrorToast(error);
    },
  }),
});

listenForSessionEnd(() => {
  noteSession(queryClient, false);
  if (!queryClient.getQueryData(selfQuery.queryKey)) return;
  queryClient.setQueryData(selfQuery.queryKey, null);
  showToast('info', i18n.t('session.required', { ns: 'api' }));
});
