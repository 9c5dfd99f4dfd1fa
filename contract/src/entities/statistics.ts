import { z } from 'zod';
import { call, queryNumber, querySeconds } from '../call.ts';
import { currencies } from '../catalogues/currencies.ts';
import { sum, whole } from '../points.ts';
import { queryTimeZone } from '../time-zone.ts';

/** Days that one answer may span. */
export const MAX_STATISTICS_DAYS = 400;
/** Days that one answer by the hour may span. */
export const MAX_HOURLY_DAYS = 8;
/** Models, channels or users that are listed separately; the rest is summed under an empty name. */
export const TOLD_APART = 20;

const interval = z
  .preprocess((value) => (value === '' ? undefined : value), z.enum(['day', 'hour']).optional())
  .describe(`Counts by day unless \`hour\`, which may span ${MAX_HOURLY_DAYS} days`);

/** For clients that know no zone; their days are wrong by the difference on the other side of a clock change. */
const utcOffset = z
  .preprocess(
    (value) => (value === '' ? undefined : value),
    z.coerce.number().int().min(-840).max(840).optional(),
  )
  .describe('Minutes that a clock is ahead of UTC, in place of `time_zone`');

/** Names and spelling are one-hub's. Source: docs/reference/compatibility.md, "Statistics". */
const usage = z.object({
  /**
   * Day in the time zone, `YYYY-MM-DD`, or its hour, `YYYY-MM-DD HH:mm`. Counts are kept per UTC hour: one belongs to the
   * day in which it begins. Hours of the same name are one row.
   */
  Date: z.string(),
  RequestCount: sum(),
  Quota: sum(),
  PromptTokens: sum(),
  CompletionTokens: sum(),
  /** Milliseconds, summed. */
  RequestTime: sum(),
});

export const modelUsage = usage.extend({
  /** Empty: the sum of the models that are not listed separately. */
  ModelName: z.string(),
});
export type ModelUsage = z.output<typeof modelUsage>;

export const usageGroupType = ['model_type', 'model', 'channel', 'group', 'user'] as const;
export type UsageGroupType = (typeof usageGroupType)[number];

export const groupUsage = usage.extend({
  /**
   * Name of the owner, model, channel, group or user; empty if it has none, and for the remaining sum. The
   * group is that of the user at the time of the charge. For a single user, it is their present group.
   */
  Channel: z.string(),
  /** Number of the channel or user; 0 where names alone tell apart, -1 for what is left. */
  Id: whole(),
});
export type GroupUsage = z.output<typeof groupUsage>;

export const callRate = z.object({
  /** Calls let in during the last minute. */
  rpm: whole(),
  /** The limit of the group. */
  maxRPM: whole(),
  /** Percent with two decimals. */
  usageRpmRate: z.number(),
  /** Tokens of calls that ended during the last minute. */
  tpm: whole(),
  /** 0: tokens have no limit. */
  maxTPM: whole(),
  usageTpmRate: z.number(),
});

const redemption = z.object({
  count: z.number().int().describe('Uses of codes'),
  quota: sum().describe('Points that they added'),
  status: z.number().int().describe('Always 3, used'),
});
const order = z.object({
  quota: sum().describe('Points that were bought, without bonus'),
  money: z.number().describe('Paid, in `order_currency`; refunds are not subtracted'),
  order_currency: z.enum(currencies),
});

export const siteTotals = z.object({
  user_statistics: z.object({
    /** Balances of all accounts together. */
    total_quota: sum(),
    total_used_quota: sum(),
    total_user: whole(),
    /** Accounts that were invited. */
    total_inviter_user: whole(),
  }),
  channel_statistics: z.array(z.object({ total_channels: z.number().int(), status: z.number().int() })),
  redemption_statistic: z.array(redemption),
  order_statistics: z.array(order),
});

export const periodStatistics = z.object({
  user_statistics: z.array(
    z.object({ date: z.string(), user_count: z.number().int(), inviter_user_count: z.number().int() }),
  ),
  channel_statistics: z.array(groupUsage),
  redemption_statistics: z.array(
    z.object({
      date: z.string(),
      quota: sum(),
      user_count: z.number().int().describe('Accounts that redeemed a code'),
    }),
  ),
  order_statistics: z.array(
    z.object({
      date: z.string(),
      order_amount: z.number().describe('Paid, in `order_currency`; refunds are not subtracted'),
      order_currency: z.enum(currencies),
    }),
  ),
});
export type PeriodStatistics = z.output<typeof periodStatistics>;

export const statisticsCalls = {
  dashboard: call('GET /api/user/dashboard', {
    access: 'user',
    summary: 'Own use by day and model: today and the days before',
    query: z.object({
      days: queryNumber().describe(`Days before today, 7 unless given; less than ${MAX_STATISTICS_DAYS}`),
      interval,
      time_zone: queryTimeZone(),
      utc_offset: utcOffset,
    }),
    output: z.array(modelUsage),
  }),
  rate: call('GET /api/user/dashboard/rate', {
    access: 'user',
    summary: 'Own calls and tokens of the last minute, and what the group allows',
    output: callRate,
  }),
  totals: call('GET /api/analytics/statistics', {
    access: 'admin',
    summary: 'Sums over all users, channels, redeemed codes and paid orders',
    output: siteTotals,
  }),
  period: call('GET /api/analytics/period', {
    access: 'admin',
    summary: 'Use, sign-ups, redeemed codes and paid orders by day in a time range',
    query: z.object({
      start_timestamp: querySeconds().describe(
        'First second, since 1970; six days before the day of the end unless given',
      ),
      end_timestamp: querySeconds().describe(
        `Last second of the range, now unless given; at most ${MAX_STATISTICS_DAYS} days after the start`,
      ),
      group_type: z
        .preprocess((value) => (value === '' ? undefined : value), z.enum(usageGroupType).default('channel'))
        .describe('Key of `channel_statistics`; `model_type` is the owner of the model'),
      user_id: queryNumber().describe(
        'Number of the user that every part is narrowed to; 0 or absent: everybody',
      ),
      interval,
      time_zone: queryTimeZone(),
      utc_offset: utcOffset,
    }),
    output: periodStatistics,
  }),
};
