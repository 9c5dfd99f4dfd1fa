import { z } from 'zod';
import { call, epochSeconds, idParam } from '../call.ts';
import { whole } from '../points.ts';
import { line } from '../text.ts';

/**
 * Calls that an access token may make: `read` every reading call of the account, `own` those that every user may make,
 * `admin` all that the account may make. Sign-in data is changed in the console only.
 */
export const accessTokenScope = ['read', 'own', 'admin'] as const;
export type AccessTokenScope = (typeof accessTokenScope)[number];

/** Access tokens of an account at once. */
export const MAX_ACCESS_TOKENS = 50;

/** Facts about an access token. The token itself is shown once, when it is made. */
export const accessTokenView = z.object({
  id: whole(),
  name: z.string().describe('Empty for the one of `POST /api/user/token`'),
  scope: z.enum(accessTokenScope),
  created_time: epochSeconds(),
  last_used_time: epochSeconds().describe('Noted at most every ten minutes; 0 when it was never used'),
  expires_time: epochSeconds().describe('0 when it does not expire'),
});
export type AccessTokenView = z.output<typeof accessTokenView>;

export const accessTokenInput = z.object({
  name: line().min(1).max(50),
  scope: z.enum(accessTokenScope),
  expires_time: epochSeconds().describe('In the future, or 0 for no end'),
});

/** For the account itself, signed in: an access token may not make these calls. */
export const accessTokenCalls = {
  list: call('GET /api/user/access_token/', {
    access: 'user',
    summary: 'List own access tokens',
    output: z.array(accessTokenView),
  }),
  create: call('POST /api/user/access_token/', {
    access: 'user',
    summary: 'Make an access token for the management API; shown once',
    input: accessTokenInput,
    output: z.object({ id: z.number().int(), token: z.string() }),
  }),
  remove: call('DELETE /api/user/access_token/:id', {
    access: 'user',
    summary: 'Revoke an own access token',
    params: idParam,
  }),
  unnamed: call('GET /api/user/token', {
    access: 'user',
    summary: 'Say whether there is an access token without a name',
    output: accessTokenView.nullable(),
  }),
  renewUnnamed: call('POST /api/user/token', {
    access: 'user',
    summary: 'Make the access token without a name, in place of the one before; shown once',
    output: z.string(),
  }),
  removeUnnamed: call('DELETE /api/user/token', {
    access: 'user',
    summary: 'Revoke the access token without a name',
  }),
};
