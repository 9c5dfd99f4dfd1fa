import { useMutation } from '@tanstack/react-query';
import { registrationCalls } from '@turnpike/contract';
import { callApi } from './call-api.ts';

export type CodePurpose = 'register' | 'bind';

/** Has a code mailed that proves an address. */
export const useSendCode = (purpose: CodePurpose) =>
  useMutation({
    mutationFn: (input: { email: string; turnstile: string | undefined }) =>
      callApi(registrationCalls.sendCode, { input: { ...input, purpose } }),
    meta: { isQuiet: true },
  });
