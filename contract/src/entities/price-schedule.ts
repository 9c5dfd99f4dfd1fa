import { z } from 'zod';
import { call, epochSeconds } from '../call.ts';
import { priceListView, priceSyncResult } from './price-list.ts';

export const priceSchedulePeriod = ['off', 'daily', 'weekly'] as const;
export type PriceSchedulePeriod = (typeof priceSchedulePeriod)[number];

/** How a price list is taken by itself; each as `updateMode` says it. */
export const scheduledMode = ['add', 'update', 'merge', 'overwrite'] as const;

export const priceSchedule = z.object({
  period: z.enum(priceSchedulePeriod),
  url: z
    .string()
    .trim()
    .max(1000)
    .regex(/^(https?:\/\/[^\s/].*)?$/i, 'field.invalid_address')
    .describe('Public address of a list; empty: the list that comes with the product'),
  mode: z.enum(scheduledMode),
});
export type PriceSchedule = z.output<typeof priceSchedule>;

/** The result of a run. */
export const priceScheduleRun = priceSyncResult.extend({
  ran_at: epochSeconds(),
  change_id: z.number().int().nullable().describe('The change to undo; null where no price changed'),
  left_out: z
    .array(z.string())
    .describe(
      'Models whose price would change by more than a factor of ten or become free: left as they are',
    ),
  bad: priceListView.shape.bad.describe('Entries that are no prices; with one, nothing is changed'),
  failure: z.string().describe('Code of the error; empty where the list was taken'),
});
export type PriceScheduleRun = z.output<typeof priceScheduleRun>;

export const priceScheduleView = priceSchedule.extend({ last: priceScheduleRun.nullable() });
export type PriceScheduleView = z.output<typeof priceScheduleView>;

export const priceScheduleCalls = {
  get: call('GET /api/prices/schedule', {
    access: 'admin',
    summary: 'How a price list is taken by itself, and what the last run came to',
    output: priceScheduleView,
  }),
  update: call('PUT /api/prices/schedule', {
    access: 'admin',
    summary: 'Take a price list daily, weekly or not; a change runs it within a minute',
    input: priceSchedule,
    output: priceScheduleView,
  }),
};
