import { z } from 'zod';
import { call, epochSeconds } from '../call.ts';

/** For the account itself, signed in: an access token may not make these calls. */
export const telegramLinkCalls = {
  get: call('GET /api/user/telegram', {
    access: 'user',
    summary: 'Say whether the own account is linked to a Telegram account',
    output: z.object({
      linked: z.boolean(),
      created_time: epochSeconds().describe('Time of the link; 0 without one'),
    }),
  }),
  createCode: call('POST /api/user/telegram/code', {
    access: 'user',
    summary: 'Make a code that links the Telegram account which sends it to the bot',
    output: z.object({
      code: z.string(),
      link: z.string().describe('Opens the bot in Telegram and sends it the code'),
      expires_time: epochSeconds(),
    }),
  }),
  remove: call('DELETE /api/user/telegram', {
    access: 'user',
    summary: 'Unlink the own account from its Telegram account',
  }),
};
