import { useMutation, useQueryClient } from '@tanstack/react-query';
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
    onSuccess: (self) => {
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
    },
  });
}
