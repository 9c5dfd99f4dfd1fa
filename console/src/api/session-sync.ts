import type { QueryClient } from '@tanstack/react-query';
import { callApi, listenForSessionEnd } from './call-api.ts';
import { firstCalls } from './first-calls.ts';
import { selfQuery } from './self.ts';
import { listenForSessionNews } from './session-news.ts';
import { setSessionState } from './session-state.ts';
import { noteSession } from './site-status.ts';

/**
 * Keeps this tab's view of its session correct: after a call without a session, and after a sign-out or a sign-in in
 * another tab. Typed input stays on the page meanwhile.
 * @returns a function that stops it
 */
export function followSession(client: QueryClient): () => void {
  const end = () => {
    noteSession(client, false);
    if (client.getQueryData(selfQuery.queryKey)) setSessionState('ended');
  };
  listenForSessionEnd(end);
  return listenForSessionNews((news) => {
    if (news === 'ended') end();
    else void begin(client);
  });
}

/** Somebody signed in in another tab: the same account goes on, another one must not go on in its place. */
async function begin(client: QueryClient): Promise<void> {
  const known = client.getQueryData(selfQuery.queryKey);
  const self = await callApi(firstCalls.self, {}).catch(() => undefined);
  if (self === undefined) return;
  if (known && known.id !== self.id) return setSessionState('replaced');
  noteSession(client, true);
  client.setQueryData(selfQuery.queryKey, self);
  setSessionState('alive');
  await client.invalidateQueries();
}
