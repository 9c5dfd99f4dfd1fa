import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from './call-api.ts';
import { firstCalls } from './first-calls.ts';
import { noteSilence } from './server-watch.ts';
import { readStoredSite, readStoredUnits, storeSite } from './stored-site.ts';

/** A reader with stored facts waits no longer for the first answer. */
const ANSWER_WITHIN_MS = 3000;

export const siteStatusQuery = queryOptions({
  queryKey: ['site', 'status'],
  queryFn: async ({ signal, client }) => {
    const isFirst = client.getQueryData(['site', 'status']) === undefined;
    const stored = isFirst ? readStoredSite() : undefined;
    const limit = stored === undefined ? undefined : AbortSignal.timeout(ANSWER_WITHIN_MS);
    try {
      const status = await callApi(firstCalls.status, {
        signal: limit === undefined ? signal : AbortSignal.any([signal, limit]),
      });
      storeSite(status);
      return status;
    } catch (error) {
      if (stored === undefined || signal.aborted) throw error;
      if (limit?.aborted) noteSilence();
      return stored;
    }
  },
  staleTime: 60_000,
});

/** Keeps the status right when a session begins or ends; the session itself lies in a cookie. */
export function noteSession(client: QueryClient, hasSession: boolean): void {
  client.setQueryData(siteStatusQuery.queryKey, (status) => status && { ...status, has_session: hasSession });
}

/** Site name and address with what holds until the status has arrived. */
export function useSite() {
  const { data } = useQuery(siteStatusQuery);
  const stored = data === undefined ? readStoredUnits() : undefined;
  return {
    name: data?.system_name || 'Turnpike',
    serverAddress: data?.server_address || window.location.origin,
    pointsPerUnit: data?.quota_per_unit || stored?.pointsPerUnit || 500_000,
    showsCurrency: data?.display_in_currency ?? stored?.showsCurrency ?? true,
    version: data?.version ?? '',
    logo: data?.logo ?? '',
    footer: data?.footer_html ?? '',
    topUpLink: data?.top_up_link ?? '',
    /** JSON of the apps that take a key. */
    chatLinks: data?.chat_links ?? '',
  };
}
