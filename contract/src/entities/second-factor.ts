import { z } from 'zod';
import { call, epochSeconds, idParam } from '../call.ts';
import { currentPassword } from '../password-rules.ts';
import { typedCode } from '../typed-code.ts';
import { userView } from './user.ts';

/** A code of an authenticator app, or a recovery code. */
export const secondFactorCode = typedCode().min(6).max(40);

export const secondFactorView = z.object({
  authenticator_since: epochSeconds().describe('0 where there is no authenticator app'),
  recovery_codes: z.number().int().describe('Unused recovery codes'),
  is_required: z.boolean().describe('The site requires a second factor of this role'),
});
export type SecondFactorView = z.output<typeof secondFactorView>;

const codeInput = z.object({ code: secondFactorCode });
const recoveryCodes = z.array(z.string()).describe('Shown once; each works once');

/** For the account itself, signed in: an access token may not make these calls. */
export const secondFactorCalls = {
  get: call('GET /api/user/second_factor', {
    access: 'user',
    summary: 'Own second factor',
    output: secondFactorView,
    isOpenWithoutFactor: true,
  }),
  begin: call('POST /api/user/authenticator/begin', {
    access: 'user',
    summary: 'Make a secret for an authenticator app. It has no effect until a code of it was entered',
    input: z.object({
      current_password: currentPassword(),
    }),
    output: z.object({ secret: z.string(), address: z.string().describe('`otpauth://`, for a QR code') }),
    isOpenWithoutFactor: true,
  }),
  confirm: call('POST /api/user/authenticator', {
    access: 'user',
    summary: 'Turn the authenticator app on by a code of it',
    input: codeInput,
    output: recoveryCodes,
    isOpenWithoutFactor: true,
  }),
  remove: call('POST /api/user/authenticator/remove', {
    access: 'user',
    summary: 'Turn the authenticator app off by a code',
    input: codeInput,
  }),
  renewRecoveryCodes: call('POST /api/user/recovery_codes', {
    access: 'user',
    summary: 'Make new recovery codes in place of those before',
    input: codeInput,
    output: recoveryCodes,
  }),
  reset: call('POST /api/user/:id/reset_second_factor', {
    access: 'admin',
    summary:
      'Remove the authenticator app, recovery codes and passkeys of a user with a lower role, and sign them out',
    params: idParam,
  }),
  signIn: call('POST /api/user/login/second_factor', {
    access: 'public',
    summary: 'Finish a sign-in that asked for a second factor',
    input: codeInput,
    output: userView,
  }),
};
