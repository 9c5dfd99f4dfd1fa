import { z } from 'zod';
import { call } from '../call.ts';
import { passkeyResponse } from './passkey.ts';
import { secondFactorCode } from './second-factor.ts';

/** Actions that ask for a proof that is fresh. */
export const confirmedAction = ['channel_key', 'sign_in_data', 'administrator', 'payment'] as const;
export type ConfirmedAction = (typeof confirmedAction)[number];

/** The proof that a confirmation asks for: the second factor of an account that has one, else its password. */
export const confirmationProof = ['second_factor', 'password'] as const;
export type ConfirmationProof = (typeof confirmationProof)[number];

/** Header of a call with the token of a confirmation. */
export const CONFIRMATION_HEADER = 'x-confirmation';

const action = z.enum(confirmedAction);

/** For the account itself, signed in: an access token may not make these calls. */
export const confirmationCalls = {
  begin: call('POST /api/user/confirmation/begin', {
    access: 'user',
    summary: 'Options for the confirmation of an action by passkey',
    input: z.object({ action }),
    output: z.looseObject({ challenge: z.string() }),
  }),
  create: call('POST /api/user/confirmation', {
    access: 'user',
    summary: `Confirm an action by a code or a passkey, or by the password of an account that has neither. The answer goes into the header ${CONFIRMATION_HEADER} of its call, once`,
    input: z.object({
      action,
      code: secondFactorCode.optional().describe('For an account with a second factor'),
      response: passkeyResponse.optional().describe('For an account with a second factor, instead of `code`'),
      password: z.string().max(64).optional().describe('Needed for an account without a second factor'),
    }),
    output: z.string(),
    isOpenWithoutFactor: true,
  }),
};
