import { z } from 'zod';
import { call, epochSeconds, queryNumber } from '../call.ts';
import { callEnd } from '../catalogues/call-ends.ts';
import { chargeRule } from '../catalogues/charge-rules.ts';
import { serviceTier, unitKind } from '../catalogues/units.ts';
import { searchState } from '../catalogues/web-search.ts';
import { csvCall } from '../csv-call.ts';
import { queryOf } from '../filter-field.ts';
import { cursorPageOf, cursorQuery } from '../page.ts';
import { points, signedPoints, sum, whole } from '../points.ts';
import { logFilterFields, ownLogFilterFields } from './log-filter-fields.ts';

/**
 * Faults of a reported usage, and their treatment.
 * Source: docs/reference/charging-internals.md, "When a count is not believed".
 */
export const usageFlag = [
  'input_unreadable',
  'output_unreadable',
  'input_missing',
  'output_missing',
  'output_exceeds_text',
  'fraction',
  'detail_unreadable',
  'details_exceed_total',
  'cache_exceeds_input',
  'total_differs',
  'unit_exceeds_call',
] as const;
export type UsageFlag = (typeof usageFlag)[number];

export const countedUnit = z.object({
  kind: z.enum(unitKind),
  /** The variant of a price: size and quality of a picture, the searched source, the kind of a second. */
  variant: z.string().optional(),
  count: whole(),
});
export type CountedUnit = z.output<typeof countedUnit>;

/** One line of a cost formula: `count × ratio` points, before the ratios of service tier and group. */
export const costLine = z.object({
  /** A kind of tokens, or the kind of a unit. */
  bucket: z.string(),
  variant: z.string().optional(),
  count: z.number(),
  /** Price ratio of this bucket, decimal text, before the group's ratio. */
  ratio: z.string(),
});

export const logAttempt = z.object({
  channel_id: whole(),
  /** Name of the channel now; absent where it is gone, and in stored rows. */
  channel_name: z.string().optional(),
  /** Number of the channel's key, where it has several. */
  key_id: z.number().int().optional(),
  /** HTTP status of the upstream, 0 when there was none. */
  status: whole(),
  /** Catalogue code of the failure, empty for the delivered attempt. */
  code: z.string(),
  /** Answer of the vendor, or error of the network; at most 1 KiB. */
  message: z.string().optional(),
  duration_ms: whole(),
  /** Present where an attempt at the same time answered first. */
  hedged: z.literal(true).optional(),
});

/** A balance before and after a change that is no call, in points, and who made it. */
export const balanceChange = z.object({
  before: signedPoints(),
  after: signedPoints(),
  /** Absent where the gateway did it by itself, and for the account's owner where an administrator did it. */
  by: z.object({ id: z.number().int(), username: z.string() }).optional(),
});
export type BalanceChange = z.output<typeof balanceChange>;

/** Fates of the fields in a converted call; unnamed fields were kept. */
const logConversion = z.object({
  from: z.string(),
  to: z.string(),
  fields: z
    .array(
      z.object({
        fate: z.enum(['renamed', 'approximated', 'added', 'dropped']),
        field: z.string(),
        why: z.string(),
      }),
    )
    .optional(),
  /** Further fields that are not named. */
  unnamed: z.number().int().optional(),
});
export type LogConversion = z.output<typeof logConversion>;

/** A channel that a call did not take for a reason that its settings do not show. */
export const passedOver = z.object({
  channel_id: whole(),
  key_id: z.number().int().optional(),
  reason: z.string().describe('As in `POST /api/channel/explain`'),
  seconds: z.number().int().optional(),
  lost: z.string().optional(),
});

/** Everything that made the charge, stored with the row and never computed again. */
export const logMetadata = z.object({
  group_name: z.string().optional(),
  price_type: z.enum(['tokens', 'times']).optional(),
  price_model: z.string().optional(),
  price_version: z.number().int().optional(),
  group_ratio: z.number().optional(),
  input_ratio: z.number().optional(),
  output_ratio: z.number().optional(),
  /** Input tokens above which the ratios count. */
  price_step: z.number().int().optional(),
  /** Reported tier, if the vendor prices it separately. */
  service_tier: z.enum(serviceTier).optional(),
  /** Factor of the service tier on all lines, decimal text; 1 unless given. */
  tier_ratio: z.string().optional(),
  /** Factor of the hour on all lines, decimal text; 1 unless given. */
  hour_ratio: z.string().optional(),
  lines: z.array(costLine).optional(),
  /** The part that the balance owes, and the part that is not charged. */
  debt: points().optional(),
  shortfall: points().optional(),
  reserved: points().optional(),
  first_response: z.number().int().optional(),
  /** Name that the caller asked for, where another model answered by the options. */
  asked_model: z.string().optional(),
  upstream_model: z.string().optional(),
  error_code: z.string().optional(),
  /** The rule that the call broke. Only administrators see it. */
  error_note: z.string().optional(),
  /** By which rule the call was charged. Rows from before there were rules have none. */
  charged_by: z.enum(chargeRule).optional(),
  /** Counts are the gateway's estimate, in whole or in part: the upstream sent none, or none to be believed. */
  estimated: z.boolean().optional(),
  usage_flags: z.array(z.enum(usageFlag)).optional(),
  /** Counted next to the tokens; those with a price have a line. */
  units: z.array(countedUnit).optional(),
  /** Points that the upstream takes for the call, where its channel says so. Only administrators see it. */
  cost: points().optional(),
  /** Only administrators see the attempts. */
  attempts: z.array(logAttempt).optional(),
  /** At most eight other channels, with the reason for which the last choice left them out. Only administrators see them. */
  passed_over: z.array(passedOver).optional(),
  /** The answer came from the cache: the call it was made for, its second, and the percentage that was charged. */
  cached: z.object({ request_id: z.string(), made_at: epochSeconds(), percent: z.number().int() }).optional(),
  /** The search before a call of `model#search`; the code is that of a failure. */
  search: z
    .object({
      state: z.enum(searchState),
      results: z.number().int().optional(),
      error_code: z.string().optional(),
    })
    .optional(),
  cached_read_tokens: z.number().int().optional(),
  cached_write_tokens: z.number().int().optional(),
  reasoning_tokens: z.number().int().optional(),
  conversion: logConversion.optional(),
  /** An ended batch: its id at the vendor, the charged answers, and those with unreadable usage. */
  batch: z.object({ id: z.string(), answers: z.number().int(), unread: z.number().int() }).optional(),
  /** An ended task: its id, its vendor and its kind. */
  task: z.object({ id: z.string(), platform: z.string(), action: z.string() }).optional(),
  /** Present in rows that change a balance and are not calls. */
  balance: balanceChange.optional(),
});

export const logView = z.object({
  id: whole(),
  request_id: z.string(),
  user_id: whole(),
  created_at: epochSeconds(),
  type: whole(),
  content: z.string(),
  username: z.string(),
  /** 0 for rows that are no calls. */
  token_id: whole(),
  token_name: z.string(),
  model_name: z.string(),
  quota: signedPoints(),
  prompt_tokens: whole(),
  completion_tokens: whole(),
  channel_id: whole(),
  /** Milliseconds. */
  request_time: whole(),
  is_stream: z.boolean(),
  source_ip: z.string(),
  /** Null for rows that are no calls. */
  ended_by: z.enum(callEnd).nullable(),
  metadata: logMetadata.nullable(),
  channel: z.object({ id: z.number().int(), name: z.string() }).nullable(),
});
export type LogView = z.output<typeof logView>;

export const logOrder = ['created_at', 'id'] as const;

const exportedColumns = {
  created_at: 'time',
  type: 'number',
  request_id: 'text',
  token_name: 'text',
  model_name: 'text',
  prompt_tokens: 'number',
  completion_tokens: 'number',
  quota: 'number',
  request_time: 'number',
  is_stream: 'number',
  source_ip: 'text',
  ended_by: 'text',
  content: 'text',
  balance_before: 'number',
  balance_after: 'number',
  group_name: 'text',
} as const;

/** Log rows that a sum may look at one by one, where its filter is one that no roll-up answers. */
export const SUMMED_LOG_ROWS = 150_000;

/** Rows of calls younger than this are not cleaned up, so that a slip of the year keeps today's. */
export const LOG_KEPT_SECONDS = 86_400;

/** Total cost and use of calls; one-hub returns the points alone. */
export const logStat = z.object({
  quota: sum(),
  request_count: sum(),
  prompt_tokens: sum(),
  completion_tokens: sum(),
  /** Milliseconds. */
  request_time: sum(),
});

/** A query's seconds that must be given: the empty text is none. */
const wholeSeconds = z.preprocess(
  (value) => (value === undefined || String(value).trim() === '' ? undefined : Number(value)),
  epochSeconds(),
);

export const logCalls = {
  list: call('GET /api/log/', {
    access: 'admin',
    summary: 'List log rows of everybody',
    query: cursorQuery(logOrder).extend(queryOf(logFilterFields)),
    output: cursorPageOf(logView),
  }),
  listSelf: call('GET /api/log/self', {
    access: 'user',
    summary: 'List own log rows',
    query: cursorQuery(logOrder).extend(queryOf(ownLogFilterFields)),
    output: cursorPageOf(logView),
  }),
  exportCsv: csvCall('GET /api/log/export', {
    access: 'admin',
    summary: 'Log rows of everybody that a filter shows, newest first, as comma-separated values',
    query: z.object(queryOf(logFilterFields)),
    columns: {
      id: 'number',
      ...exportedColumns,
      user_id: 'number',
      username: 'text',
      channel_id: 'number',
      balance_by: 'text',
    },
  }),
  exportSelfCsv: csvCall('GET /api/log/self/export', {
    access: 'user',
    summary: 'Own log rows that a filter shows, newest first, as comma-separated values',
    query: z.object(queryOf(ownLogFilterFields)),
    columns: exportedColumns,
  }),
  stat: call('GET /api/log/stat', {
    access: 'admin',
    summary:
      'Points consumed in a time range, calls and tokens; by token, address, end, group, or channel with model, in a range of at most 150,000 log rows',
    query: z.object({
      ...queryOf(logFilterFields),
      channel: queryNumber().describe('As `channel_id`, and before it'),
    }),
    output: logStat,
  }),
  statSelf: call('GET /api/log/self/stat', {
    access: 'user',
    summary:
      'Own points consumed in a time range, calls and tokens; by token, end or group, in a range of at most 150,000 own log rows',
    query: z.object(queryOf(ownLogFilterFields)),
    output: logStat,
  }),
  cleanUp: call('DELETE /api/log/', {
    access: 'admin',
    summary:
      'Delete the log rows of calls before a time, at least a day ago; answers how many. Sums, balances and other rows stay',
    query: z.object({
      target_timestamp: wholeSeconds.describe(
        'Seconds since 1970, at least a day ago; rows of calls before it are deleted',
      ),
    }),
    output: whole(),
  }),
};
