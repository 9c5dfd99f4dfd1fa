import { z } from 'zod';
import { addressList, modelAllowList } from '../allow-lists.ts';
import { call, epochSeconds, etag, idParam, queryFlag } from '../call.ts';
import { pageOf, pageQuery } from '../page.ts';
import { points, sum, whole } from '../points.ts';
import { line } from '../text.ts';
import { budgetList, budgetView } from './budget.ts';
import { callLimits } from './call-limits.ts';

/** Source: docs/reference/compatibility.md, "States and roles". */
export const tokenStatus = { enabled: 1, disabled: 2, expired: 3, exhausted: 4 } as const;
const tokenStatusNumber = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);

export const NEVER_EXPIRES = -1;

export const tokenSetting = z.object({
  heartbeat: z
    .object({ enabled: z.boolean(), timeout_seconds: z.number().int().min(30).max(90) })
    .default({ enabled: false, timeout_seconds: 30 })
    .describe('Sends something while an answer does not begin, every so many seconds'),
  usage_cost: z
    .boolean()
    .default(false)
    .describe('Answers say in `usage.cost` what the call was charged, in US dollars'),
  cache: z
    .boolean()
    .default(false)
    .describe('An equal request gets the same answer again, for as long as the site keeps answers'),
});

/** A token as lists show it: the key itself is never part of it. */
export const tokenView = z.object({
  id: whole(),
  user_id: whole(),
  /** First and last characters of the key, to recognise it by. */
  key_hint: z.string(),
  status: tokenStatusNumber,
  name: z.string(),
  created_time: epochSeconds(),
  accessed_time: epochSeconds(),
  expired_time: epochSeconds().or(z.literal(NEVER_EXPIRES)),
  remain_quota: points(),
  unlimited_quota: z.boolean(),
  used_quota: sum(),
  group: z.string(),
  /** First of `spare_groups`; empty where there is none. */
  backup_group: z.string(),
  spare_groups: z.array(z.string()),
  setting: tokenSetting,
  ...callLimits,
  allowed_addresses: z.array(z.string()),
  allowed_models: z.array(z.string()),
  budgets: z.array(budgetView),
  etag: etag(),
});
export type TokenView = z.output<typeof tokenView>;

/**
 * Name of the token that the console's playground and quick start call with.
 * Source: docs/reference/compatibility.md, "States and roles".
 */
export const PLAYGROUND_TOKEN = 'sys_playground';

/** The whole key, `sk-…`. Only creating, revealing and the playground answer it. */
export const tokenKeyView = z.object({ id: z.number().int(), key: z.string() });
export const tokenWithKey = tokenView.extend({ key: z.string() });

/** Groups that a key may name in addition to its own. */
export const MAX_SPARE_GROUPS = 8;

const spareGroupList = () =>
  z
    .array(line().min(1).max(50))
    .max(MAX_SPARE_GROUPS)
    .superRefine((symbols, context) => {
      for (const [index, symbol] of symbols.entries())
        if (symbols.indexOf(symbol) < index)
          context.addIssue({ code: 'custom', path: [index], message: 'token.spare_group_twice' });
    });

const tokenFields = z.object({
  name: line().min(1).max(30),
  expired_time: epochSeconds().or(z.literal(NEVER_EXPIRES)).describe('Seconds since 1970; -1 never expires'),
  remain_quota: points().describe(
    'Points that the key may still spend; without effect where it is unlimited',
  ),
  unlimited_quota: z.boolean().describe("Spends as long as the owner's balance lasts"),
  group: line().max(50).describe("Symbol of the group; empty follows the owner's"),
  backup_group: line().max(50).describe('First of `spare_groups`; empty for none of them'),
  spare_groups: spareGroupList().describe(
    'Symbols of the groups that serve, in this order, what the group of the key cannot',
  ),
  setting: tokenSetting,
  ...callLimits,
  allowed_addresses: addressList().describe(
    'Addresses and networks (`10.0.0.0/8`) that the key may be used from; empty: from everywhere',
  ),
  allowed_models: modelAllowList().describe(
    'Models that the key may use; the last character of one may be `*`; empty: all of its group',
  ),
  budgets: budgetList().describe('Maximum cost of the key’s calls in a period, for all models or some'),
});

export const tokenInput = tokenFields.extend({
  group: tokenFields.shape.group.default(''),
  backup_group: tokenFields.shape.backup_group.default(''),
  spare_groups: tokenFields.shape.spare_groups.default([]),
  setting: tokenSetting.default({
    heartbeat: { enabled: false, timeout_seconds: 30 },
    usage_cost: false,
    cache: false,
  }),
  requests_per_minute: callLimits.requests_per_minute.default(0),
  tokens_per_minute: callLimits.tokens_per_minute.default(0),
  parallel_calls: callLimits.parallel_calls.default(0),
  allowed_addresses: tokenFields.shape.allowed_addresses.default([]),
  allowed_models: tokenFields.shape.allowed_models.default([]),
  budgets: tokenFields.shape.budgets.default([]),
});

/** Absent means unchanged. With `?status_only` only `status` is read. */
export const tokenChange = tokenFields.partial().extend({
  id: z.number().int().min(1),
  status: z
    .union([z.literal(tokenStatus.enabled), z.literal(tokenStatus.disabled)])
    .optional()
    .describe('1 enabled, 2 disabled'),
  used_quota: points()
    .optional()
    .describe(
      'Value that was read with `remain_quota`. Points used since then are deducted. If absent, `remain_quota` counts from now on',
    ),
});

export const tokenOrder = [
  'id',
  'name',
  'status',
  'expired_time',
  'created_time',
  'remain_quota',
  'used_quota',
] as const;

export const tokenCalls = {
  list: call('GET /api/token/', {
    access: 'user',
    summary: 'List own tokens',
    query: pageQuery(tokenOrder),
    output: pageOf(tokenView),
  }),
  get: call('GET /api/token/:id', {
    access: 'user',
    summary: 'Read an own token',
    params: idParam,
    output: tokenView,
  }),
  create: call('POST /api/token/', {
    access: 'user',
    summary: 'Create a token; the answer holds its key once',
    input: tokenInput,
    output: tokenWithKey,
  }),
  update: call('PUT /api/token/', {
    access: 'user',
    summary: 'Change an own token',
    query: z.object({
      status_only: queryFlag().describe(
        'Reads `status` alone from the body; any value but `false` and `0` is on',
      ),
    }),
    input: tokenChange,
    output: tokenView,
    ifMatch: true,
  }),
  remove: call('DELETE /api/token/:id', { access: 'user', summary: 'Delete an own token', params: idParam }),
  reveal: call('POST /api/token/:id/reveal', {
    access: 'user',
    summary: "Show an own token's key",
    params: idParam,
    output: tokenKeyView,
  }),
  playground: call('POST /api/token/playground', {
    access: 'user',
    summary: 'Key of the playground token; when missing it is made, to spend at most one dollar',
    output: tokenKeyView,
  }),
};
