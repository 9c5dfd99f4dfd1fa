import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { UserView } from '@turnpike/contract';
import { callApi } from './call-api.ts';
import { firstCalls } from './first-calls.ts';
import { selfQuery } from './self.ts';
import { tellOtherTabs } from './session-news.ts';
import { setSessionState } from './session-state.ts';
import { noteSession } from './site-status.ts';

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { username: string; password: string }) => callApi(firstCalls.login, { input }),
    meta: { isQuiet: true },
    onSuccess: (self) => beginSession(client, self),
  });
}

/** The server has begun a session of an account in this browser. */
export function beginSession(client: QueryClient, self: UserView): void {
  const isAgain = client.getQueryData(selfQuery.queryKey)?.id === self.id;
  // Data of another account in this tab is dropped; the same account continues where it was.
  if (!isAgain) {
    client.removeQueries({ predicate: ({ queryKey: [first] }) => first !== 'site' && first !== 'self' });
  }
  noteSession(client, true);
  client.setQueryData(selfQuery.queryKey, self);
  setSessionState('alive');
  tellOtherTabs('begun');
  if (isAgain) void client.invalidateQueries();
}
