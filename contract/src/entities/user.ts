import { z } from 'zod';
import { batchIds, batchResult } from '../batch.ts';
import {
  call,
  epochSeconds,
  etag,
  idParam,
  queryChoice,
  queryCode,
  queryNumber,
  queryText,
} from '../call.ts';
import { csvCall } from '../csv-call.ts';
import { field, queryOf } from '../filter-field.ts';
import { pageOf, pageQuery } from '../page.ts';
import { currentPassword, password } from '../password-rules.ts';
import { isPictureAddress } from '../picture-address.ts';
import { points, signedPoints, sum, whole } from '../points.ts';
import { line } from '../text.ts';
import { queryTimeZone } from '../time-zone.ts';
import { callLimits } from './call-limits.ts';
import { signInProviders } from './sign-in-providers.ts';

/** Source: docs/reference/compatibility.md, "States and roles". */
export const role = { common: 1, admin: 10, root: 100 } as const;
export const userStatus = { enabled: 1, disabled: 2 } as const;

const roleNumber = z
  .union([z.literal(role.common), z.literal(role.admin), z.literal(role.root)])
  .describe('1 user, 10 administrator, 100 root');
const userStatusNumber = z
  .union([z.literal(userStatus.enabled), z.literal(userStatus.disabled)])
  .describe('1 enabled, 2 disabled');

/** Look-alikes by form (`ｕｓｅｒ`) become plain letters; characters that nobody sees are refused. */
export const username = () =>
  z
    .string()
    .normalize('NFKC')
    .trim()
    .min(3)
    .max(12)
    .regex(/^[^\s\p{C}\p{Default_Ignorable_Code_Point}@/\\]+$/u, 'user.username_characters');
export const displayName = () => line().max(20);
const email = () => z.union([z.literal(''), z.email().max(50)]);

/** A user as shown; no password, token or secret is part of it. */
export const userView = z.object({
  id: whole(),
  username: z.string(),
  display_name: z.string(),
  role: roleNumber,
  status: userStatusNumber,
  email: z.string(),
  avatar_url: z
    .string()
    .describe(
      'Address of this site or `data:` picture; may be empty. A picture of another host is named by its local copy',
    ),
  quota: signedPoints(),
  used_quota: sum(),
  request_count: whole(),
  group: z.string(),
  aff_count: whole(),
  aff_quota: sum(),
  last_login_time: epochSeconds(),
  created_time: epochSeconds(),
  ...callLimits,
  etag: etag(),
});
export type UserView = z.output<typeof userView>;

/** Facts about an account that its administrators see. */
const userFacts = {
  used_today: sum().describe('Points spent since the day began in `time_zone`'),
  used_30_days: sum().describe('Points spent today and on the 29 days before'),
  email_proved: z.boolean().describe('The owner has proved that `email` is theirs'),
  providers: z.array(z.string()).describe('Sign-in providers that are linked, by name'),
  has_passkey: z.boolean(),
  has_authenticator: z.boolean().describe('A sign-in by password or provider asks for a code of an app'),
  inviter_id: z.number().int().nullable().describe('Account that invited this one'),
  inviter_name: z.string(),
};

/** An account as its administrators see it. */
export const listedUserView = userView.extend(userFacts);
export type ListedUserView = z.output<typeof listedUserView>;

/** An account as its owner sees it. */
export const selfView = userView.extend({
  has_balance_reminder: z
    .boolean()
    .describe('The balance has fallen below `QuotaRemindThreshold`, and this was not dismissed since'),
  has_password: z.boolean().describe('False for an account that signs in by other ways only'),
  needs_second_factor: z
    .boolean()
    .describe('Until the account has the second factor that its role requires, it can only set one up'),
  set_aside_quota: sum().describe('Points of the balance that are set aside for batches under way'),
});
export type SelfView = z.output<typeof selfView>;

/** A user as the form that changes it begins: with the address of the picture that was given. */
export const storedUserView = userView.extend({
  avatar_source: z.string().describe('The given `avatar_url`'),
});
export type StoredUserView = z.output<typeof storedUserView>;

/** As `storedUserView`, with the facts of the list. */
export const openUserView = storedUserView.extend(userFacts);
export type OpenUserView = z.output<typeof openUserView>;

export const userInput = z.object({
  username: username(),
  password: password(),
  display_name: displayName().optional(),
  role: roleNumber.optional().describe('1 user unless given, 10 administrator'),
  group: line().min(1).max(50).optional().describe('Symbol of the group, `default` unless given'),
  email: email().optional(),
  quota: points().optional().describe('Balance to begin with, a gift; `QuotaForNewUser` unless given'),
});

/** Absent means unchanged. */
export const userChange = z.object({
  id: z.number().int().min(1),
  username: username().optional(),
  display_name: displayName().optional(),
  password: z
    .union([z.literal(''), password()])
    .optional()
    .describe('Empty or absent keeps the old one'),
  email: email().optional(),
  avatar_url: z
    .string()
    .trim()
    .max(500)
    .refine(isPictureAddress, 'invalid_picture')
    .optional()
    .describe(
      'Address of a picture, of this site or another host, or a `data:` picture; empty takes it away',
    ),
  group: line().min(1).max(50).optional(),
  role: roleNumber.optional(),
  status: userStatusNumber.optional(),
  quota: signedPoints()
    .optional()
    .describe('Refused unless it is the stored balance; `POST /api/user/quota/:id` changes it'),
  requests_per_minute: callLimits.requests_per_minute.optional(),
  tokens_per_minute: callLimits.tokens_per_minute.optional(),
  parallel_calls: callLimits.parallel_calls.optional(),
  current_password: currentPassword(),
});

export const selfChange = z.object({
  username: z.string().trim().max(255).optional().describe('Refused unless it is the stored name'),
  display_name: displayName().optional(),
  password: z
    .union([z.literal(''), password()])
    .optional()
    .describe('Empty or absent keeps the old one'),
  current_password: currentPassword(),
});

const remark = () => line().max(200);
const requestKey = () =>
  z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .describe('Random text of the caller: a repetition with the same key is booked once');

export const quotaChange = z.object({
  quota: signedPoints()
    .refine((value) => value !== 0, 'user.quota_change_zero')
    .describe('Points to add, not 0; below 0 takes away'),
  remark: remark().optional(),
  request_key: requestKey().optional(),
});

export const signIn = z.object({
  username: z.string().trim().min(1).max(255).describe('User name or e-mail address'),
  password: z.string().min(1).max(255),
});

export const userOrder = [
  'id',
  'username',
  'role',
  'status',
  'quota',
  'used_quota',
  'request_count',
  'created_time',
  'last_login_time',
] as const;

export const userBalances = ['some', 'low', 'none'] as const;
export const userBindings = ['email', 'passkey', 'authenticator', ...signInProviders] as const;
const MAX_SIGNED_IN_DAYS = 3650;

/** Fields of the list of users, and of its file. */
export const userFilterFields = {
  keyword: field(queryText(), {
    about: 'The whole number, or the beginning of a name, e-mail address or group, in any case',
  }),
  role: field(queryCode(), { about: '1 user, 10 administrator, 100 root; 0 or absent: all', column: 'role' }),
  status: field(queryCode(), { about: '1 enabled, 2 disabled; 0 or absent: all', column: 'status' }),
  group: field(queryText(50), { about: 'Symbol of the group', column: 'group' }),
  balance: field(queryChoice(userBalances), {
    about: '`some` above 0, `low` below `QuotaRemindThreshold`, `none` 0 or less',
  }),
  signed_in_days: field(queryNumber(MAX_SIGNED_IN_DAYS), {
    about: 'Signed in within so many days; 0 or absent: all',
  }),
  binding: field(queryChoice(userBindings), {
    about: 'Has a proved `email`, a `passkey`, an `authenticator` app, or an account at the named provider',
  }),
};

export const userBatch = z.object({
  ids: batchIds,
  action: z.enum(['enable', 'disable', 'delete', 'sign_out', 'set_group', 'give']),
  group: line().min(1).max(50).optional().describe('Symbol of the group. Needed by `set_group`'),
  quota: points()
    .refine((value) => value > 0, 'user.quota_change_zero')
    .optional()
    .describe('Points to add to each balance. Needed by `give`'),
  remark: remark().optional().describe('Reason of `give`, for the users'),
  request_key: requestKey().optional(),
});

export const userCalls = {
  login: call('POST /api/user/login', {
    access: 'public',
    summary: 'Sign in',
    input: signIn,
    output: userView,
  }),
  logout: call('POST /api/user/logout', { access: 'public', summary: 'Sign out' }),
  self: call('GET /api/user/self', {
    access: 'user',
    summary: 'Own account',
    output: selfView,
    isOpenWithoutFactor: true,
  }),
  dismissReminder: call('POST /api/user/self/dismiss_balance_reminder', {
    access: 'user',
    summary: 'Dismiss the reminder of a low balance, until the balance has risen and fallen again',
  }),
  changeSelf: call('PUT /api/user/self', {
    access: 'user',
    summary: 'Change own names or password',
    input: selfChange,
  }),
  list: call('GET /api/user/', {
    access: 'admin',
    summary: 'List users',
    query: pageQuery(userOrder).extend({ ...queryOf(userFilterFields), time_zone: queryTimeZone() }),
    output: pageOf(listedUserView),
  }),
  exportCsv: csvCall('GET /api/user/export', {
    access: 'admin',
    summary: 'Users that a filter shows, newest first, as comma-separated values',
    query: z.object({ ...queryOf(userFilterFields), time_zone: queryTimeZone() }),
    columns: {
      id: 'number',
      username: 'text',
      display_name: 'text',
      email: 'text',
      role: 'number',
      status: 'number',
      group: 'text',
      quota: 'number',
      used_quota: 'number',
      request_count: 'number',
      created_time: 'time',
      last_login_time: 'time',
      used_today: 'number',
      used_30_days: 'number',
      email_proved: 'number',
      providers: 'text',
      has_passkey: 'number',
      has_authenticator: 'number',
      inviter_name: 'text',
    },
  }),
  get: call('GET /api/user/:id', {
    access: 'admin',
    summary: 'Read a user',
    params: idParam,
    query: z.object({ time_zone: queryTimeZone() }),
    output: openUserView,
  }),
  create: call('POST /api/user/', {
    access: 'admin',
    summary: 'Create a user',
    input: userInput,
    output: userView,
  }),
  update: call('PUT /api/user/', {
    access: 'admin',
    summary: 'Change a user',
    input: userChange,
    output: storedUserView,
    ifMatch: true,
  }),
  remove: call('DELETE /api/user/:id', { access: 'admin', summary: 'Delete a user', params: idParam }),
  manage: call('POST /api/user/manage', {
    access: 'admin',
    summary: 'Enable, disable, delete, promote or demote a user',
    input: z.object({
      username: z.string().trim().min(1).max(255),
      action: z.enum(['enable', 'disable', 'delete', 'promote', 'demote']),
    }),
    output: z.object({ role: roleNumber, status: userStatusNumber }),
  }),
  batch: call('POST /api/user/batch', {
    access: 'admin',
    summary:
      'Enable, disable, delete, regroup or sign out many users, or add to their balances; says which could not be',
    input: userBatch,
    output: batchResult,
  }),
  changeQuota: call('POST /api/user/quota/:id', {
    access: 'admin',
    summary: 'Add points to a balance or take them away',
    params: idParam,
    input: quotaChange,
  }),
};
