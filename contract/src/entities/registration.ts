import { z } from 'zod';
import { call } from '../call.ts';
import { currentPassword, password } from '../password-rules.ts';
import { typedCode } from '../typed-code.ts';
import { username, userView } from './user.ts';

/** As stored and compared: in lower case. */
export const emailAddress = () => z.string().trim().toLowerCase().pipe(z.email().max(50));

/** Code of a mail, six digits. */
const mailCode = () => typedCode().max(20);

export const registration = z.object({
  username: username(),
  password: password(),
  email: emailAddress()
    .optional()
    .describe('Needed where `EmailVerificationEnabled` is on, and not read otherwise'),
  verification_code: mailCode().optional().describe('Code that was mailed to `email`'),
  aff_code: z.string().trim().max(64).optional().describe('Code of an invitation'),
  turnstile: z.string().max(2048).optional(),
});

export const registrationCalls = {
  sendCode: call('POST /api/verification', {
    access: 'public',
    summary: 'Mail a code that proves an e-mail address; the answer is the same for a taken address',
    input: z.object({
      email: emailAddress(),
      purpose: z.enum(['register', 'bind']).describe('`bind` needs a session'),
      turnstile: z.string().max(2048).optional(),
    }),
  }),
  register: call('POST /api/user/register', {
    access: 'public',
    summary: 'Open an account with a password and sign in',
    input: registration,
    output: userView,
  }),
  requestReset: call('POST /api/reset_password', {
    access: 'public',
    summary: 'Mail a link that sets a new password; the answer is the same for an unknown address',
    input: z.object({ email: emailAddress(), turnstile: z.string().max(2048).optional() }),
  }),
  reset: call('POST /api/user/reset', {
    access: 'public',
    summary: 'Set a new password by the link of a mail. All sessions of the account end',
    input: z.object({ token: z.string().max(200), password: password() }),
  }),
  bindEmail: call('POST /api/oauth/email/bind', {
    access: 'user',
    summary: 'Set the own e-mail address by the code that was mailed to it',
    input: z.object({
      email: emailAddress(),
      code: mailCode(),
      current_password: currentPassword(),
    }),
  }),
};
