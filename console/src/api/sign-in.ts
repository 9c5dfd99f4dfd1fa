import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { callApi } from './call-api.ts';
import { firstCalls } from './first-calls.ts';
import { askPasskey } from './passkey.ts';
import { selfQuery } from './self.ts';
import { tellOtherTabs } from './session-news.ts';
import { setSessionState } from './session-state.ts';
import { noteSession } from './site-status.ts';

/** Signs in by a user name or e-mail address and a password. */
export const useSignIn = () =>
  useSession((input: { username: string; password: string }) => callApi(firstCalls.login, { input }));

/** Ends a sign-in that asked for a second factor. */
export const useSecondFactor = () =>
  useSession((code: string) => callApi(firstCalls.secondFactor, { input: { code } }));

/** Signs in by a passkey, which needs no name. */
export const usePasskeySignIn = () =>
  useSession(async () => {
    const options = await callApi(firstCalls.beginPasskey, {});
    return callApi(firstCalls.passkey, { input: { response: await askPasskey(options) } });
  });

/** Whether a sign-in goes on with a code. */
export const asksForCode = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'session.second_factor_required';

/** A call that begins a session. */
function useSession<Given>(begin: (given: Given) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (given: Given) => {
      await begin(given);
      await beginSession(client);
    },
    meta: { isQuiet: true },
  });
}

/**
 * Ends every way of signing in: the console shows the account. It is read here, with everything that the console needs of
 * it.
 */
export async function beginSession(client: QueryClient): Promise<void> {
  const self = await callApi(firstCalls.self, {});
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
