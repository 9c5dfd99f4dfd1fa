import { z } from 'zod';
import { call, epochSeconds, idParam } from '../call.ts';
import { whole } from '../points.ts';
import { signInProviders } from './sign-in-providers.ts';

/** An account at a sign-in provider that is linked to an account here. */
export const identityView = z.object({
  id: whole(),
  provider: z.enum(signInProviders),
  name: z.string().describe('As the provider showed it when it was linked; may be empty'),
  email: z.string().describe('As the provider reported it, verified or not; may be empty'),
  created_time: epochSeconds(),
  last_used_time: epochSeconds(),
});
export type IdentityView = z.output<typeof identityView>;

/** For the account itself, signed in: an access token may not make these calls. */
export const identityCalls = {
  list: call('GET /api/user/identity/', {
    access: 'user',
    summary: 'List the sign-ins that are linked to the own account',
    output: z.array(identityView),
  }),
  remove: call('DELETE /api/user/identity/:id', {
    access: 'user',
    summary: 'Unlink a sign-in of the own account, unless it is the last way to sign in',
    params: idParam,
  }),
};
