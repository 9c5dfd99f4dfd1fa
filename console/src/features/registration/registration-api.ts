import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type InputOf, registrationCalls } from '@turnpike/contract';
import { callApi } from '../../api/call-api.ts';
import { forgetInvitation, keptInvitation } from '../../api/invitation.ts';
import { beginSession } from '../../api/sign-in.ts';

const quiet = { isQuiet: true };

/** Opens an account, with the invitation that the visitor came by, and signs in. */
export function useRegister() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Omit<InputOf<typeof registrationCalls.register>, 'aff_code'>) => {
      const aff_code = keptInvitation();
      return callApi(registrationCalls.register, {
        input: { ...input, ...(aff_code !== undefined && { aff_code }) },
      });
    },
    meta: quiet,
    onSuccess: (self) => {
      forgetInvitation();
      beginSession(client, self);
    },
  });
}

export const useRequestReset = () =>
  useMutation({
    mutationFn: (email: string) => callApi(registrationCalls.requestReset, { input: { email } }),
    meta: quiet,
  });

export const useResetPassword = () =>
  useMutation({
    mutationFn: (input: { token: string; password: string }) => callApi(registrationCalls.reset, { input }),
    meta: quiet,
  });
