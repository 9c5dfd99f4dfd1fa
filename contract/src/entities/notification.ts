import { z } from 'zod';
import { call, epochSeconds, idParam, queryNumber } from '../call.ts';
import { notificationKind } from '../catalogues/notification-kinds.ts';
import {
  notificationFieldIssue,
  notificationServices,
  notificationServiceType,
} from '../catalogues/notification-services.ts';
import { whole } from '../points.ts';
import { line } from '../text.ts';
import { isTimeZone } from '../time-zone.ts';

/** Targets that an account may have. */
export const MAX_NOTIFICATION_TARGETS = 20;
const MINUTES_A_DAY = 24 * 60;

const minuteOfDay = z
  .number()
  .int()
  .min(0)
  .max(MINUTES_A_DAY - 1)
  .nullable();
const config = z
  .record(z.string().max(50), z.string().trim().max(1000))
  .describe('Values of the service; it determines which are needed');

const fields = {
  name: line().min(1).max(50),
  kinds: z.array(z.enum(notificationKind)).max(notificationKind.length).describe('Events that it receives'),
  enabled: z.boolean(),
  quiet_from: minuteOfDay.describe('Minute of the day from which messages wait; null: they never do'),
  quiet_to: minuteOfDay.describe('Minute of the day at which they are sent'),
  time_zone: z
    .string()
    .max(64)
    .refine(isTimeZone, 'field.unknown_time_zone')
    .describe('IANA name of the zone of the quiet hours and of the daily summary'),
  allow_private: z.boolean().describe('Its server may be in a private network; for administrators'),
};

const targetState = ['new', 'ok', 'failing', 'failed'] as const;

export const notificationTargetView = z.object({
  id: whole(),
  type: z.enum(notificationServiceType),
  ...fields,
  config: z.record(z.string(), z.string()).describe('Values of the service, without secrets'),
  secrets: z.array(z.string()).describe('Names of the secrets that are stored'),
  state: z.enum(targetState).describe('`failed`: nothing has arrived for 24 hours'),
  last_answer: z.string().describe('The last words of the server'),
  last_time: epochSeconds().describe('Time of the last message; 0 before the first'),
});
export type NotificationTargetView = z.output<typeof notificationTargetView>;

/** Issues of the values of a service. @param stored names of secrets that are there already */
export function notificationConfigIssues(
  { type, config: given }: { type: string; config: Readonly<Record<string, string>> },
  stored: readonly string[],
): { path: string[]; message: string }[] {
  const kind = notificationServices[type as keyof typeof notificationServices];
  if (kind === undefined) return [{ path: ['type'], message: 'invalid_value' }];
  const unknown = Object.keys(given).filter((name) => !kind.fields.some((field) => field.name === name));
  return [
    ...unknown.map((name) => ({ path: ['config', name], message: 'unrecognized_keys' })),
    ...kind.fields.flatMap((field) => {
      const message = notificationFieldIssue(field, given[field.name] ?? '', stored);
      return message === undefined ? [] : [{ path: ['config', field.name], message }];
    }),
  ];
}

/** As the console edits it; which values the service needs is checked with the stored secrets. */
export const notificationTargetFields = z.object({
  type: z.enum(notificationServiceType),
  ...fields,
  config,
});

const targetInput = notificationTargetFields.extend({
  kinds: fields.kinds.default([]),
  enabled: fields.enabled.default(true),
  quiet_from: fields.quiet_from.default(null),
  quiet_to: fields.quiet_to.default(null),
  time_zone: fields.time_zone.default('UTC'),
  allow_private: fields.allow_private.default(false),
  config: config.default({}),
});
export type NotificationTargetInput = z.output<typeof targetInput>;

const deliveryState = ['waiting', 'sent', 'joined', 'failed'] as const;

export const notificationView = z.object({
  id: whole(),
  kind: z.enum(notificationKind),
  created_time: epochSeconds(),
  title: z.string(),
  text: z.string(),
  link: z.string().describe('Page of the console; empty without `ServerAddress`'),
  deliveries: z.array(
    z.object({
      target_id: whole(),
      target_name: z.string(),
      state: z.enum(deliveryState).describe('`joined`: it was counted in a message for many events'),
      attempts: whole(),
      next_try_at: epochSeconds().describe('Time of the next attempt, while it waits'),
      last_error: z.string(),
    }),
  ),
});
export type NotificationView = z.output<typeof notificationView>;

const MAX_LISTED = 50;

export const notificationCalls = {
  list: call('GET /api/notification/', {
    access: 'user',
    summary: 'List the events that own targets received, the newest first',
    query: z.object({
      before: queryNumber().describe('Number of the last event of the page before; absent begins'),
      size: queryNumber(MAX_LISTED).describe('Events on a page, 10 unless given'),
    }),
    output: z.object({ data: z.array(notificationView), has_more: z.boolean() }),
  }),
  targets: call('GET /api/notification/target/', {
    access: 'user',
    summary: 'List own notification targets',
    output: z.array(notificationTargetView),
  }),
  create: call('POST /api/notification/target/', {
    access: 'user',
    summary: 'Create a notification target',
    input: targetInput,
    output: notificationTargetView,
  }),
  update: call('PUT /api/notification/target/', {
    access: 'user',
    summary: 'Change a notification target. An empty secret stays as it is, unless the address changes',
    input: targetInput.omit({ type: true }).extend({ id: whole().min(1) }),
    output: notificationTargetView,
  }),
  remove: call('DELETE /api/notification/target/:id', {
    access: 'user',
    summary: 'Delete a notification target',
    params: idParam,
  }),
  test: call('POST /api/notification/target/test', {
    access: 'user',
    summary: 'Send a message with these values now; with an `id`, stored secrets fill empty ones',
    input: notificationTargetFields
      .pick({ type: true, config: true })
      .extend({ id: whole().default(0), allow_private: fields.allow_private.default(false) }),
    output: z.object({
      sent: z.boolean(),
      answer: z.string().describe('Words of the server, or why there were none'),
    }),
  }),
};
