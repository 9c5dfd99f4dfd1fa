import { z } from 'zod';
import { call, epochSeconds, etag, idParam } from '../call.ts';
import { pageOf, pageQuery } from '../page.ts';
import { points, whole } from '../points.ts';
import { line } from '../text.ts';
import { invitationCode } from './invitation.ts';

const fields = {
  name: line().min(1).max(50),
  max_uses: z.number().int().min(0).max(1_000_000).describe('Accounts that it may open; 0: any number'),
  starts_at: epochSeconds().describe('First second at which it works; 0: at once'),
  expires_at: epochSeconds().describe('First second at which it no longer works; 0: never'),
  group: line().min(1).max(50).describe('Symbol of the group of accounts that are opened with it'),
  gift_quota: points().describe('Points that such an account gets, in addition to `QuotaForNewUser`'),
  enable: z.boolean(),
};

export const inviteCodeView = z.object({
  id: whole(),
  code: z.string(),
  ...fields,
  used_count: whole(),
  created_time: epochSeconds(),
  etag: etag(),
});
export type InviteCodeView = z.output<typeof inviteCodeView>;

const ENDS_FIRST = { path: ['expires_at'], message: 'invite_code.ends_first' };
const hasTime = ({ starts_at, expires_at }: { starts_at: number; expires_at: number }): boolean =>
  expires_at === 0 || expires_at > starts_at;

export const inviteCodeInput = z
  .object({
    ...fields,
    code: invitationCode()
      .refine((code) => code === '' || code.length >= 6, 'invite_code.too_short')
      .describe('At least six characters; a random one if empty'),
  })
  .refine(hasTime, ENDS_FIRST);

export const inviteCodeChange = z
  .object({ ...fields, id: z.number().int().min(1) })
  .refine(hasTime, ENDS_FIRST);

export const inviteCodeCalls = {
  list: call('GET /api/invite_code/', {
    access: 'admin',
    summary: 'List invitation codes',
    query: pageQuery(
      ['id', 'name', 'code', 'used_count', 'expires_at', 'created_time', 'enable'] as const,
      'Beginning of the code or the name, in any case',
    ),
    output: pageOf(inviteCodeView),
  }),
  get: call('GET /api/invite_code/:id', {
    access: 'admin',
    summary: 'Read an invitation code',
    params: idParam,
    output: inviteCodeView,
  }),
  create: call('POST /api/invite_code/', {
    access: 'admin',
    summary: 'Create an invitation code',
    input: inviteCodeInput,
    output: inviteCodeView,
  }),
  update: call('PUT /api/invite_code/', {
    access: 'admin',
    summary: 'Change an invitation code; the code itself stays',
    input: inviteCodeChange,
    output: inviteCodeView,
    ifMatch: true,
  }),
  remove: call('DELETE /api/invite_code/:id', {
    access: 'admin',
    summary: 'Delete an invitation code',
    params: idParam,
  }),
};
