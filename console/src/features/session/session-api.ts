import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { firstCalls } from '../../api/first-calls.ts';
import { selfQuery } from '../../api/self.ts';
import { noteSession } from '../../api/site-status.ts';

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { username: string; password: string }) => callApi(firstCalls.login, { input }),
    meta: { isQuiet: true },
    onSuccess: (self) => {
      // What another account saw in this tab is forgotten.
      client.removeQueries({ predicate: ({ queryKey: [first] }) => first !== 'site' && first !== 'self' });
      noteSession(client, true);
      client.setQueryData(selfQuery.queryKey, self);
    },
  });
}
