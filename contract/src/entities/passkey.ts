import { z } from 'zod';
import { call, epochSeconds, idParam } from '../call.ts';
import { whole } from '../points.ts';
import { line } from '../text.ts';
import { userView } from './user.ts';

/** Passkeys of an account at once. */
export const MAX_PASSKEYS = 20;

export const passkeyView = z.object({
  id: whole(),
  name: z.string(),
  is_synced: z.boolean().describe('Kept by a service of the maker, so that it survives the device'),
  created_time: epochSeconds(),
  last_used_time: epochSeconds().describe('0 when it was never used'),
});
export type PasskeyView = z.output<typeof passkeyView>;

/** Options and answer of a browser's WebAuthn call, as `@simplewebauthn/browser` has it. */
const browserOptions = z.looseObject({ challenge: z.string() });
export const passkeyResponse = z.looseObject({
  id: z.string().min(1).max(2000),
  response: z.looseObject({}),
});
export type PasskeyResponse = z.output<typeof passkeyResponse>;

/** For the account itself, signed in: an access token may not make these calls. */
export const passkeyCalls = {
  list: call('GET /api/user/passkey/', {
    access: 'user',
    summary: 'List own passkeys',
    output: z.array(passkeyView),
    isOpenWithoutFactor: true,
  }),
  begin: call('POST /api/user/passkey/begin', {
    access: 'user',
    summary: 'Options for a new passkey',
    output: browserOptions,
    isOpenWithoutFactor: true,
  }),
  create: call('POST /api/user/passkey/', {
    access: 'user',
    summary: 'Keep a new passkey',
    input: z.object({ name: line().min(1).max(50), response: passkeyResponse }),
    output: passkeyView,
    isOpenWithoutFactor: true,
  }),
  remove: call('DELETE /api/user/passkey/:id', {
    access: 'user',
    summary: 'Remove an own passkey',
    params: idParam,
  }),
  beginSignIn: call('POST /api/user/login/passkey/begin', {
    access: 'public',
    summary: 'Options for a sign-in by passkey, without a name',
    output: browserOptions,
  }),
  signIn: call('POST /api/user/login/passkey', {
    access: 'public',
    summary: 'Sign in by passkey',
    input: z.object({ response: passkeyResponse }),
    output: userView,
  }),
};
