import { z } from 'zod';
import { call, queryCode, queryFlag, queryNumber, queryText } from '../call.ts';
import { field, queryOf } from '../filter-field.ts';
import { pageOf, pageQuery } from '../page.ts';
import { tokenChange, tokenOrder, tokenView } from './token.ts';

/** A key as administrators see it: never more of the key itself than its ends. */
export const userTokenView = tokenView.extend({
  username: z.string(),
  owner_name: z.string().describe('Display name of the owner, else their user name'),
});
export type UserTokenView = z.output<typeof userTokenView>;

/** Fields by which administrators find keys. */
export const userTokenFilterFields = {
  user_id: field(queryNumber(), { about: 'Number of the owner', column: 'user_id' }),
  username: field(queryText(), { about: 'Whole user name of the owner, in any case' }),
  token_id: field(queryNumber(), { about: 'Number of the key', column: 'id' }),
  status: field(queryCode(), {
    about: '1 enabled, 2 disabled, 3 expired, 4 exhausted, as lists show it; 0 or absent: all',
  }),
  group: field(queryText(50), { about: 'Symbol of a group that the key names, also as a spare one' }),
  key_hint: field(queryText(20), {
    about: 'Part of the hint, such as the last four characters of the key',
    column: 'key_hint',
    compare: 'part',
  }),
};

export const userTokenChange = tokenChange.extend({
  user_id: z.number().int().min(1).optional().describe('Number of the owner; a key does not change hands'),
});

export const userTokenCalls = {
  search: call('GET /api/token/admin/search', {
    access: 'admin',
    summary: 'Find keys of users whose accounts the caller may change, and own ones',
    query: pageQuery(tokenOrder).extend(queryOf(userTokenFilterFields)),
    output: pageOf(userTokenView),
  }),
  update: call('PUT /api/token/admin', {
    access: 'admin',
    summary: "Change a user's key",
    query: z.object({
      status_only: queryFlag().describe(
        'Reads `status` alone from the body; any value but `false` and `0` is on',
      ),
    }),
    input: userTokenChange,
    output: userTokenView,
    ifMatch: true,
  }),
};
