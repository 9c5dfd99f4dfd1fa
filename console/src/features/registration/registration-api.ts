import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type InputOf, registrationCalls } from '@turnpike/contract';
import { callApi } from '../../api/call-api.ts';
import { forgetInvitation } from '../../api/invitation.ts';
import { beginSession } from '../../api/sign-in.ts';

const quiet = { isQuiet: true };

/** Opens an account and signs in. */
export function useRegister() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: InputOf<typeof registrationCalls.register>) => {
      await callApi(registrationCalls.register, { input });
      forgetInvitation();
      await beginSession(client);
    },
    meta: quiet,
  });
}

export const useRequestReset = () =>
  useMutation({
    mutationFn: (input: InputOf<typeof registrationCalls.requestReset>) =>
      callApi(registrationCalls.requestReset, { input }),
    meta: quiet,
  });

export const useResetPassword = () =>
  useMutation({
    mutationFn: (input: { token: string; password: string }) => callApi(registrationCalls.reset, { input }),
    meta: quiet,
  });
