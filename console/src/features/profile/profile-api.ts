import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type InputOf, registrationCalls, sessionCalls, userCalls } from '@turnpike/contract';
import { callApi } from '../../api/call-api.ts';
import { selfQuery } from '../../api/self.ts';

const keys = { sessions: ['profile', 'session'] as const };

export const sessionListQuery = queryOptions({
  queryKey: keys.sessions,
  queryFn: ({ signal }) => callApi(sessionCalls.list, { signal }),
});

export function useChangeName() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (display_name: string) => callApi(userCalls.changeSelf, { input: { display_name } }),
    meta: { isQuiet: true },
    onSuccess: () => client.invalidateQueries({ queryKey: selfQuery.queryKey }),
  });
}

/** Sets the e-mail address that a code has proved. */
export function useBindEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof registrationCalls.bindEmail>) =>
      callApi(registrationCalls.bindEmail, { input }),
    meta: { isQuiet: true },
    onSuccess: () => client.invalidateQueries({ queryKey: selfQuery.queryKey }),
  });
}

/** Changes or sets the password, which signs out everywhere else and revokes the access tokens. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (password: string) => callApi(userCalls.changeSelf, { input: { password } }),
    meta: { isQuiet: true },
    // Also after a refusal: another tab may have set the first password.
    onSettled: () =>
      Promise.all(
        [['profile'], selfQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}

/** Ends one session, or all but the own one. */
export function useEndSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string | 'others') =>
      id === 'others'
        ? callApi(sessionCalls.removeOthers, {})
        : callApi(sessionCalls.remove, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.sessions }),
  });
}
