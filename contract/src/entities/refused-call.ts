import { z } from 'zod';
import { call, epochSeconds, queryNumber, queryText } from '../call.ts';
import { pageOf, pageQuery } from '../page.ts';

const refusedCallExample = z.object({
  request_id: z.string(),
  time: epochSeconds(),
  source_ip: z.string(),
  path: z.string(),
  /** Empty where the call did not come so far. */
  model: z.string(),
  message: z.string().describe('Error message that the caller received; empty in rows of earlier versions'),
});
export type RefusedCallExample = z.output<typeof refusedCallExample>;

/** Calls of a minute that were refused before a channel was asked, by key and reason. */
export const refusedCallView = z.object({
  id: z.number().int(),
  /** Its first second. */
  minute: epochSeconds(),
  /** 0 where no account is known, or too many were refused in this minute to tell them apart. */
  user_id: z.number().int(),
  username: z.string(),
  token_id: z.number().int(),
  token_name: z.string(),
  group_name: z.string().describe('Symbol of the group of the key; empty where none is known'),
  /** Code of the error. */
  reason: z.string(),
  count: z.number().int(),
  examples: z
    .array(refusedCallExample)
    .describe('The last 20 of them, oldest first; of a row found by `request_id` that call alone'),
});
export type RefusedCallView = z.output<typeof refusedCallView>;

const query = pageQuery([])
  .omit({ order: true, keyword: true })
  .extend({
    reason: queryText().describe('Code of the error'),
    group_name: queryText(50).describe('Symbol of the group of the key'),
    request_id: queryText().describe('Whole request id of a call that is among the examples'),
  });

export const refusedCallCalls = {
  list: call('GET /api/refused_call/', {
    access: 'admin',
    summary:
      'Calls of everybody that were refused before a channel was asked, summed by minute, newest first',
    query: query.extend({
      user_id: queryNumber().describe('Number of a user; `username` is not looked at then; 0 or absent: all'),
      username: queryText().describe('Whole name of a user, in any case'),
    }),
    output: pageOf(refusedCallView),
  }),
  listSelf: call('GET /api/refused_call/self', {
    access: 'user',
    summary: 'Own calls that were refused before a channel was asked, summed by minute, newest first',
    query,
    output: pageOf(refusedCallView),
  }),
};
