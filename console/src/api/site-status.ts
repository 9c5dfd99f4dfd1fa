import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { callApi, noAnswer } from './call-api.ts';
import { firstCalls } from './first-calls.ts';
import { noteSilence } from './server-watch.ts';
import { readStoredSite, readStoredUnits, storeSite } from './stored-site.ts';

/** How long a reader waits for the first answer: with the facts of an earlier visit, and without. */
const answerWithinMs = { known: 3000, unknown: 10_000 };

export const siteStatusQuery = queryOptions({
  queryKey: ['site', 'status'],
  queryFn: async ({ signal, client }) => {
    const isFirst = client.getQueryData(['site', 'status']) === undefined;
    const stored = isFirst ? readStoredSite() : undefined;
    const limit = AbortSignal.timeout(answerWithinMs[stored === undefined ? 'unknown' : 'known']);
    try {
      const status = await callApi(firstCalls.status, { signal: AbortSignal.any([signal, limit]) });
      storeSite(status);
      return status;
    } catch (error) {
      if (signal.aborted) throw error;
      if (limit.aborted) noteSilence();
      if (stored === undefined) throw limit.aborted ? noAnswer(error) : error;
      return stored;
    }
  },
  staleTime: 60_000,
});

/** Keeps the status right when a session begins or ends; the session itself lies in a cookie. */
export function noteSession(client: QueryClient, hasSession: boolean): void {
  const status = client.getQueryData(siteStatusQuery.queryKey);
  if (status === undefined) return;
  const next = { ...status, has_session: hasSession };
  client.setQueryData(siteStatusQuery.queryKey, next);
  storeSite(next);
}

/** The facts as they arrived, if they have. */
export const useSiteStatus = () => useQuery(siteStatusQuery).data;

/** Site name and address with what holds until the status has arrived. */
export function useSite() {
  const { data } = useQuery(siteStatusQuery);
  const stored = data === undefined ? readStoredUnits() : undefined;
  return {
    name: data?.system_name || 'Turnpike',
    serverAddress: data?.server_address || window.location.origin,
    pointsPerUnit: data?.quota_per_unit || stored?.pointsPerUnit || 500_000,
    showsCurrency: data?.display_in_currency ?? stored?.showsCurrency ?? true,
    /** Balances below it are low, in points. */
    remindBelow: data?.quota_remind_threshold ?? 0,
    version: data?.version ?? '',
    logo: data?.logo ?? '',
    footer: data?.footer_html ?? '',
    topUpLink: data?.top_up_link ?? '',
    canRegister: data?.password_register ?? false,
    canResetPassword: data?.password_reset ?? false,
    needsInvitation: data?.invitation_required ?? false,
    verifiesEmail: data?.email_verification ?? false,
    /** An app that takes a key; comes before the others. */
    chatLink: data?.chat_link ?? '',
    /** JSON of the apps that take a key. */
    chatLinks: data?.chat_links ?? '',
  };
}
