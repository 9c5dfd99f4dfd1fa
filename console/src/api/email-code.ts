import { useMutation } from '@tanstack/react-query';
import { registrationCalls } from '@turnpike/contract';
import { callApi } from './call-api.ts';

export type CodePurpose = 'register' | 'bind';

/** Has a code mailed that proves an address. */
export const useSendCode = (purpose: CodePurpose) =>
  useMutation({
    mutationFn: (email: string) => callApi(registrationCalls.sendCode, { input: { email, purpose } }),
    meta: { isQuiet: true },
  });
