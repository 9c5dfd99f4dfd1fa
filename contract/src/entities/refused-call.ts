import { z } from 'zod';
import { call, epochSeconds, queryNumber, queryText } from '../call.ts';
import { field, ownFields, queryOf } from '../filter-field.ts';
import { pageOf, pageQuery } from '../page.ts';
import { whole } from '../points.ts';

const refusedCallExample = z.object({
  request_id: z.string(),
  time: epochSeconds(),
  source_ip: z.string(),
  path: z.string(),
  /** Empty where the call did not come so far. */
  model: z.string(),
  message: z.string().describe('Error message that the caller received; empty in rows of earlier versions'),
  note: z.string().describe('For administrators alone, such as the rule that was broken; mostly empty'),
});
export type RefusedCallExample = z.output<typeof refusedCallExample>;

/** Calls of a minute that were refused before a channel was asked, by key and reason. */
export const refusedCallView = z.object({
  id: whole(),
  /** Its first second. */
  minute: epochSeconds(),
  /** 0 where no account is known, or too many were refused in this minute to tell them apart. */
  user_id: whole(),
  username: z.string(),
  token_id: whole(),
  token_name: z.string(),
  group_name: z.string().describe('Symbol of the group of the key; empty where none is known'),
  /** Code of the error. */
  reason: z.string(),
  count: whole(),
  examples: z
    .array(refusedCallExample)
    .describe('The last 20 of them, oldest first; of a row found by `request_id` that call alone'),
});
export type RefusedCallView = z.output<typeof refusedCallView>;

/** Fields of the list of refused calls. */
export const refusedCallFilterFields = {
  reason: field(queryText(), { about: 'Code of the error', column: 'reason' }),
  group_name: field(queryText(50), { about: 'Symbol of the group of the key', column: 'group_name' }),
  request_id: field(queryText(), { about: 'Whole request id of a call that is among the examples' }),
  user_id: field(queryNumber(), {
    about: 'Number of a user; `username` is not looked at then; 0 or absent: all',
    isForAdmins: true,
  }),
  username: field(queryText(), { about: 'Whole name of a user, in any case', isForAdmins: true }),
};

const query = pageQuery([]).omit({ order: true, keyword: true });

export const refusedCallCalls = {
  list: call('GET /api/refused_call/', {
    access: 'admin',
    summary:
      'Calls of everybody that were refused before a channel was asked, summed by minute, newest first',
    query: query.extend(queryOf(refusedCallFilterFields)),
    output: pageOf(refusedCallView),
  }),
  listSelf: call('GET /api/refused_call/self', {
    access: 'user',
    summary: 'Own calls that were refused before a channel was asked, summed by minute, newest first',
    query: query.extend(queryOf(ownFields(refusedCallFilterFields))),
    output: pageOf(refusedCallView),
  }),
};
