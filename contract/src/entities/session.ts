import { z } from 'zod';
import { call, epochSeconds } from '../call.ts';

/** One sign-in of an account. */
export const sessionView = z.object({
  /** Names it for signing out; not the cookie's value, nor its hash. */
  id: z.string(),
  /** The one that asks. */
  is_current: z.boolean(),
  user_agent: z.string(),
  source_ip: z.string(),
  created_time: epochSeconds(),
  /** Noted at most every ten minutes. */
  last_used_time: epochSeconds(),
});
export type SessionView = z.output<typeof sessionView>;

export const sessionParam = z.object({
  id: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .describe('As the list of sessions has it'),
});

/** For the account itself, signed in: an access token may not make these calls. */
export const sessionCalls = {
  list: call('GET /api/user/session/', {
    access: 'user',
    summary: 'List own sessions',
    output: z.array(sessionView),
  }),
  removeOthers: call('DELETE /api/user/session/', { access: 'user', summary: 'Sign out everywhere else' }),
  remove: call('DELETE /api/user/session/:id', {
    access: 'user',
    summary: 'End an own session',
    params: sessionParam,
  }),
};
