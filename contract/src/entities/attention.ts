import { z } from 'zod';
import { call, epochSeconds } from '../call.ts';
import { sum, whole } from '../points.ts';

/** Reasons for which a site needs its administrators, the gravest first. */
export const attentionKinds = [
  'ledger_wrong',
  'charges_rejected',
  'channels_failing',
  'channels_off',
  'models_unserved',
  'models_unpriced',
  'calls_refused',
  'keys_off',
  'models_missing',
  'balances_low',
  'ledger_unchecked',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

/** Subjects of an item that are named. */
export const NAMED_SUBJECTS = 5;
/** Subjects of an item that are counted. */
export const COUNTED_SUBJECTS = 999;

const subject = z.object({
  id: whole().describe('Number of the channel or user; 0 where it has none'),
  name: z.string().describe('Name of the channel, user or model; empty where `code` says everything'),
  code: z.string().describe('Code of the error; empty where there is none'),
  calls: whole().describe('Calls of a failing channel in the last 15 minutes; 0 otherwise'),
  failures: whole().describe('Failed calls of a failing channel, or refused calls with this code'),
  rest_seconds: whole().describe('Seconds until a resting channel is called again'),
});
export type AttentionSubject = z.output<typeof subject>;

export const attentionItem = z.object({
  kind: z.enum(attentionKinds),
  count: whole().describe(
    `Channels, keys, models, users, calls or charges; subjects beyond ${COUNTED_SUBJECTS} are not counted`,
  ),
  since: epochSeconds().nullable().describe('Begin of the first of them; null where it is not known'),
  points: sum().describe('Points of rejected charges; 0 otherwise'),
  usual: z.number().describe('Refused calls of 15 minutes in the hour before; 0 for other kinds'),
  subjects: z.array(subject).describe(`At most ${NAMED_SUBJECTS}`),
});
export type AttentionItem = z.output<typeof attentionItem>;

const dayFigures = z.object({
  quota: sum().describe('Points that calls cost'),
  calls: sum(),
  attempts: sum().describe('Calls of channels, also those that were tried elsewhere afterwards'),
  failures: sum().describe('Attempts that failed, but not by the fault of callers'),
  first_byte_ms: z.number().nullable().describe('Mean time to the first byte; null without an answer'),
});
export type DayFigures = z.output<typeof dayFigures>;

export const siteAttention = z.object({
  items: z.array(attentionItem).describe('The gravest first; empty where nothing needs an administrator'),
  ledger_checked_at: epochSeconds()
    .nullable()
    .describe('Begin of the last ledger check that was finished; null before the first'),
  today: dayFigures,
  yesterday: dayFigures.describe(
    'Up to the same time. Figures are kept by hour; of the last one, the share that has passed counts',
  ),
  time_zone: z.string().describe('Time zone of the days (`TZ`)'),
  customers: z
    .array(z.object({ id: whole(), name: z.string(), quota: sum(), calls: sum() }))
    .describe('The five with the highest cost today'),
  rate: z
    .object({ calls: whole(), tokens: whole() })
    .describe('Last minute of all users: calls that were let in, tokens of calls that ended'),
});
export type SiteAttention = z.output<typeof siteAttention>;

export const attentionCalls = {
  read: call('GET /api/attention', {
    access: 'admin',
    summary: 'List what needs an administrator, with the figures of today; up to 15 seconds old',
    output: siteAttention,
  }),
};
