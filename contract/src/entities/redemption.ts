import { z } from 'zod';
import { call, epochSeconds, etag, idParam, queryCode, queryFlag, queryText } from '../call.ts';
import { csvCall } from '../csv-call.ts';
import { pageOf, pageQuery } from '../page.ts';
import { points, whole } from '../points.ts';
import { hasControlCharacters, line } from '../text.ts';

/** Source: docs/reference/compatibility.md, "States and roles". */
export const redemptionStatus = { enabled: 1, disabled: 2, used: 3 } as const;

/** Codes that one request makes at most. */
export const MAX_REDEMPTION_COUNT = 1000;

const fields = {
  name: line().min(1).max(50),
  quota: points().describe('Points that each use adds to a balance'),
  max_uses: z
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .describe('Accounts that may redeem it; each account can do so once'),
  expires_at: epochSeconds().describe('First second at which it no longer works; 0: never'),
  group: line().max(50).describe('Symbol of the group that accounts are moved into; empty: they stay'),
};

export const redemptionView = z.object({
  id: whole(),
  user_id: z.number().int().describe('Administrator who made it'),
  key: z.string().describe('The code, masked'),
  status: z.number().int().describe('1 enabled, 2 disabled, 3 used up'),
  ...fields,
  used_count: whole(),
  created_time: epochSeconds(),
  redeemed_time: epochSeconds().describe('Last use; 0: not used yet'),
  etag: etag(),
});
export type RedemptionView = z.output<typeof redemptionView>;

export const redemptionInput = z.object({
  ...fields,
  max_uses: fields.max_uses.default(1),
  expires_at: fields.expires_at.default(0),
  group: fields.group.default(''),
  count: z.number().int().min(1).max(MAX_REDEMPTION_COUNT).default(1).describe('Codes to make'),
});

/** Absent means unchanged. With `?status_only` only `status` is read. */
export const redemptionChange = z.object({
  id: z.number().int().min(1),
  name: fields.name.optional(),
  quota: fields.quota.optional(),
  max_uses: fields.max_uses.optional(),
  expires_at: fields.expires_at.optional(),
  group: fields.group.optional(),
  status: z
    .union([z.literal(redemptionStatus.enabled), z.literal(redemptionStatus.disabled)])
    .optional()
    .describe('1 enabled, 2 disabled'),
});

/** One use of a code. */
export const redemptionUse = z.object({
  id: whole(),
  user: z.object({ id: z.number().int(), username: z.string() }),
  redeemed_time: epochSeconds(),
  quota: points().describe('Points that were added'),
});
export type RedemptionUse = z.output<typeof redemptionUse>;

const filter = {
  status: queryCode().describe('Only codes with this status'),
};

export const redemptionOrder = ['id', 'name', 'status', 'quota', 'created_time', 'redeemed_time'] as const;

/** A code as people type or paste it. */
export const redemptionKey = () =>
  z
    .string()
    .overwrite((text) => text.normalize('NFKC').replace(/\s+/g, ''))
    .min(1)
    .max(100)
    .refine((text) => !hasControlCharacters(text), 'text.control_characters');

export const redemptionCalls = {
  list: call('GET /api/redemption/', {
    access: 'admin',
    summary: 'List redemption codes',
    query: pageQuery(redemptionOrder, 'Number, or beginning of the name, in any case').extend(filter),
    output: pageOf(redemptionView),
  }),
  get: call('GET /api/redemption/:id', {
    access: 'admin',
    summary: 'Read a redemption code',
    params: idParam,
    output: redemptionView,
  }),
  create: call('POST /api/redemption/', {
    access: 'admin',
    summary: 'Create redemption codes; the answer holds them in full',
    input: redemptionInput,
    output: z.array(z.string()),
  }),
  update: call('PUT /api/redemption/', {
    access: 'admin',
    summary: 'Change a redemption code; the code itself stays',
    query: z.object({
      status_only: queryFlag().describe(
        'Reads `status` alone from the body; any value but `false` and `0` is on',
      ),
    }),
    input: redemptionChange,
    output: redemptionView,
    ifMatch: true,
  }),
  remove: call('DELETE /api/redemption/:id', {
    access: 'admin',
    summary: 'Delete a redemption code; its uses stay in the ledger',
    params: idParam,
  }),
  reveal: call('POST /api/redemption/:id/reveal', {
    access: 'admin',
    summary: 'Show a redemption code in full',
    params: idParam,
    output: z.object({ key: z.string() }),
  }),
  uses: call('GET /api/redemption/:id/uses', {
    access: 'admin',
    summary: 'Accounts that redeemed a code, newest first',
    params: idParam,
    query: pageQuery([]).omit({ order: true, keyword: true }),
    output: pageOf(redemptionUse),
  }),
  exportCsv: csvCall('GET /api/redemption/export', {
    access: 'admin',
    summary: 'Redemption codes in full, newest first, as comma-separated values; for sessions only',
    query: z.object({
      ...filter,
      keyword: queryText().describe('Number, or beginning of the name, in any case'),
    }),
    columns: {
      id: 'number',
      name: 'text',
      key: 'text',
      status: 'number',
      quota: 'number',
      max_uses: 'number',
      used_count: 'number',
      expires_at: 'time',
      group: 'text',
      created_time: 'time',
      redeemed_time: 'time',
    },
  }),
  redeem: call('POST /api/user/topup', {
    access: 'user',
    summary: 'Redeem a code; returns the points that were added to the balance',
    input: z.object({ key: redemptionKey() }),
    output: points(),
  }),
};
