import { z } from 'zod';
import { call, epochSeconds } from '../call.ts';
import { whole } from '../points.ts';

/** Hours of the status page, the present one included. */
export const STATUS_HOURS = 24;
/** Shares of fewer calls are not shown: they would say too much about the traffic. */
export const MIN_STATUS_CALLS = 10;

export const modelStates = ['operational', 'degraded', 'down', 'idle'] as const;
export type ModelState = (typeof modelStates)[number];

const percent = () => z.number().int().min(0).max(100).nullable();

export const modelStatusRow = z.object({
  model: z.string(),
  owned_by: z.string(),
  state: z
    .enum(modelStates)
    .describe(
      'By the calls of this hour and the one before: `down` below 50 % answered, `degraded` below 95 %, `idle` below ten calls',
    ),
  percent: percent().describe('Answered calls of the last 24 hours; null below ten calls'),
  first_byte_ms: whole().nullable().describe('Mean time until an answer began, rounded up to 10 ms'),
  hours: z.array(percent()).describe('Answered calls of each hour, oldest first; null below ten calls'),
});
export type ModelStatusRow = z.output<typeof modelStatusRow>;

export const modelStatusPage = z.object({
  updated_at: epochSeconds(),
  first_hour: epochSeconds().describe('Start of the oldest hour'),
  hour_count: whole(),
  models: z.array(modelStatusRow),
});
export type ModelStatusPage = z.output<typeof modelStatusPage>;

export const modelStatusCalls = {
  read: call('GET /api/status/models', {
    access: 'public',
    summary:
      'Public status of the models that everybody may use, renewed every 30 s; 404 while `ModelStatusPageEnabled` is off',
    output: modelStatusPage,
  }),
};
