import { z } from 'zod';
import { call, epochSeconds, queryChoice, queryNumber, querySeconds, queryText } from '../call.ts';
import { pageOf, pageQuery } from '../page.ts';
import { points, whole } from '../points.ts';

/** The states of one-hub, `MODAL` of midjourney-proxy, and `CANCELLED`. Source: docs/reference/tasks.md, "States". */
export const taskStatus = [
  'NOT_START',
  'SUBMITTED',
  'QUEUED',
  'IN_PROGRESS',
  'MODAL',
  'SUCCESS',
  'FAILURE',
  'CANCELLED',
  'UNKNOWN',
] as const;
export type TaskStatus = (typeof taskStatus)[number];

/** States that a task does not leave. `MODAL` waits for a further task, so it is not among them. */
export const endedTaskStatus = ['SUCCESS', 'FAILURE', 'CANCELLED'] as const satisfies readonly TaskStatus[];
export const hasTaskEnded = (status: TaskStatus): boolean =>
  (endedTaskStatus as readonly TaskStatus[]).includes(status);

export const taskFileKind = ['image', 'video', 'audio'] as const;
export type TaskFileKind = (typeof taskFileKind)[number];

export const taskFile = z.object({
  kind: z.enum(taskFileKind),
  name: z.string().describe('For a download'),
  url: z.string().describe('Address of this site, valid for an hour without a key; path only'),
});
export type TaskFile = z.output<typeof taskFile>;

const shown = {
  id: whole(),
  task_id: z.string().describe('As callers know it; not the id of the vendor'),
  platform: z.string().describe('Name of the vendor, such as `suno`'),
  platform_label: z.string(),
  action: z.string().describe('Kind of work, such as `MUSIC` or `text2video`'),
  model: z.string(),
  status: z.enum(taskStatus),
  progress: z.number().int().min(0).max(100),
  fail_reason: z.string(),
  prompt: z.string().describe('At most 500 characters'),
  created_at: epochSeconds(),
  updated_at: epochSeconds(),
  submit_time: epochSeconds(),
  start_time: epochSeconds().describe('0: not started'),
  finish_time: epochSeconds().describe('0: not ended'),
  quota: points().describe('Charged; 0 until it has ended'),
  held_quota: points().describe('Held for it at its start; given back as far as it was not charged'),
  is_settled: z.boolean(),
  token_id: whole(),
  token_name: z.string(),
  request_id: z.string().describe('Names its row in the log, once it is settled'),
  files: z.array(taskFile),
  can_cancel: z.boolean(),
  can_retry: z.boolean().describe('It failed, and its request is stored'),
};

export const ownTaskView = z.object(shown);
export type OwnTaskView = z.output<typeof ownTaskView>;

const forAdministrators = {
  user_id: whole(),
  username: z.string(),
  channel_id: whole(),
  channel_name: z.string().describe('Empty where it is gone'),
  upstream_id: z.string().describe('Id at the vendor; empty until it is known'),
  note: z.string().describe('Raw words of the vendor about a failure'),
};

export const taskView = ownTaskView.extend(forAdministrators);
export type TaskView = z.output<typeof taskView>;

const detail = {
  data: z.unknown().describe('The answer of the vendor, with addresses of this site; null: none'),
};
export const ownTaskDetail = ownTaskView.extend(detail);
export type OwnTaskDetail = z.output<typeof ownTaskDetail>;
export const taskDetail = taskView.extend(detail);
export type TaskDetail = z.output<typeof taskDetail>;

const ownFilter = {
  task_id: queryText(100).describe('Whole id of a task'),
  action: queryText(50).describe('Only tasks of this kind'),
  platform: queryText(50).describe('Only tasks at this vendor'),
  status: queryChoice(taskStatus).describe('Only tasks in this state'),
  start_timestamp: querySeconds().describe('First second, since 1970'),
  end_timestamp: querySeconds().describe('Last second, since 1970'),
};
const filter = {
  ...ownFilter,
  user_id: queryNumber().describe('Only tasks of this account'),
  channel_id: queryNumber().describe('Only tasks of this channel'),
};
export const taskOrder = ['id', 'submit_time', 'finish_time'] as const;

const taskId = z.object({
  task_id: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .describe('Id of a task, as its caller knows it'),
});

/** An entry of the list in one-hub's shape, of midjourney-proxy's task. Times are milliseconds. */
const midjourneyShown = {
  id: whole(),
  code: z.number().int().describe('Answer of the vendor to its creation: 1 submitted, 21 exists, 22 queued'),
  action: z.string(),
  mj_id: z.string().describe('Id of the task, as callers know it'),
  prompt: z.string(),
  prompt_en: z.string(),
  description: z.string(),
  state: z.string(),
  submit_time: z.number().int().describe('Milliseconds since 1970'),
  start_time: z.number().int(),
  finish_time: z.number().int(),
  image_url: z.string().describe('Address of this site, valid for an hour without a key; empty: none'),
  status: z.enum(taskStatus),
  progress: z.string().describe('Such as `45%`'),
  fail_reason: z.string(),
  quota: points(),
  held_quota: points(),
  is_settled: z.boolean(),
  buttons: z.string().describe('JSON'),
  properties: z.string().describe('JSON'),
  mode: z.string().describe('fast, relax or turbo'),
  token_id: whole(),
  can_cancel: z.boolean(),
  can_retry: z.boolean(),
};
export const ownMidjourneyView = z.object({ ...midjourneyShown, channel_id: z.literal(0) });
export type OwnMidjourneyView = z.output<typeof ownMidjourneyView>;
export const midjourneyView = z.object({
  ...midjourneyShown,
  channel_id: whole(),
  channel_name: z.string(),
  user_id: whole(),
  username: z.string(),
});
export type MidjourneyView = z.output<typeof midjourneyView>;

const ownMidjourneyFilter = {
  mj_id: queryText(100).describe('Whole id of a task'),
  action: queryText(50).describe('Only tasks of this kind'),
  status: queryChoice(taskStatus).describe('Only tasks in this state'),
  start_timestamp: queryNumber().describe('First millisecond, since 1970'),
  end_timestamp: queryNumber().describe('Last millisecond, since 1970'),
};
export const midjourneyOrder = ['id', 'submit_time', 'finish_time'] as const;

export const taskCalls = {
  listOwn: call('GET /api/task/self', {
    access: 'user',
    summary: 'List own tasks, but for those of Midjourney',
    query: pageQuery(taskOrder).omit({ keyword: true }).extend(ownFilter),
    output: pageOf(ownTaskView),
  }),
  getOwn: call('GET /api/task/self/:task_id', {
    access: 'user',
    summary: 'Read an own task with the answer of its vendor',
    params: taskId,
    output: ownTaskDetail,
  }),
  cancelOwn: call('POST /api/task/self/:task_id/cancel', {
    access: 'user',
    summary: 'Cancel an own task that is under way, where its vendor can; nothing is charged',
    params: taskId,
    output: ownTaskDetail,
  }),
  retryOwn: call('POST /api/task/self/:task_id/retry', {
    access: 'user',
    summary: 'Make a failed own task again, with the same key; returns the new task',
    params: taskId,
    output: ownTaskDetail,
  }),
  noticeSecret: call('GET /api/task/notice_secret', {
    access: 'user',
    summary: 'Secret by which the receiver of notices about own tasks checks their signatures',
    output: z.object({ secret: z.string().describe('As Standard Webhooks write it: `whsec_…`') }),
  }),
  list: call('GET /api/task/', {
    access: 'admin',
    summary: 'List the tasks of all accounts, but for those of Midjourney',
    query: pageQuery(taskOrder).omit({ keyword: true }).extend(filter),
    output: pageOf(taskView),
  }),
  get: call('GET /api/task/:task_id', {
    access: 'admin',
    summary: 'Read a task of any account with the answer of its vendor',
    params: taskId,
    output: taskDetail,
  }),
  check: call('POST /api/task/:task_id/check', {
    access: 'admin',
    summary: 'Ask the vendor about a task now',
    params: taskId,
    output: taskDetail,
  }),
  cancel: call('POST /api/task/:task_id/cancel', {
    access: 'admin',
    summary: 'Cancel a task of any account, where its vendor can; nothing is charged',
    params: taskId,
    output: taskDetail,
  }),
};

export const midjourneyCalls = {
  listOwn: call('GET /api/mj/self', {
    access: 'user',
    summary: 'List own tasks of Midjourney',
    query: pageQuery(midjourneyOrder).omit({ keyword: true }).extend(ownMidjourneyFilter),
    output: pageOf(ownMidjourneyView),
  }),
  list: call('GET /api/mj/', {
    access: 'admin',
    summary: 'List the tasks of Midjourney of all accounts',
    query: pageQuery(midjourneyOrder)
      .omit({ keyword: true })
      .extend({
        ...ownMidjourneyFilter,
        user_id: queryNumber().describe('Only tasks of this account'),
        channel_id: queryNumber().describe('Only tasks of this channel'),
      }),
    output: pageOf(midjourneyView),
  }),
};
