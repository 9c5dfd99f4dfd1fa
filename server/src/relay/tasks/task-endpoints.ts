import { showKling } from '../../dialects/kling/kling-object.ts';
import {
  type KlingClass,
  klingClasses,
  readKlingRequest,
  withKlingVideo,
} from '../../dialects/kling/kling-request.ts';
import { invalid } from '../../dialects/neutral/members.ts';
import { showTask } from '../../dialects/tasks/task-object.ts';
import type { AnyReadTask, TaskDialectName } from '../../dialects/tasks/task-requests.ts';
import { showVideo } from '../../dialects/videos/video-object.ts';
import { readRemixRequest, readVideoRequest } from '../../dialects/videos/video-request.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { cancelTask } from './cancel-task.ts';
import { dataOf, type KeptTask } from './kept-task.ts';
import { midjourneyEndpoints } from './midjourney-endpoints.ts';
import { sunoEndpoints } from './suno-endpoints.ts';
import { makeTask, ownTask, shown, type TaskEndpoint, type TaskQuestion } from './task-api.ts';
import { followTask } from './task-events.ts';
import { sendFile } from './task-files.ts';

/** Every path of OpenAI's API works with and without its version. */
const PREFIXES = ['/v1', '', '/openai/v1'] as const;

const under = (prefixes: readonly string[], endpoints: readonly TaskEndpoint[]): TaskEndpoint[] =>
  prefixes.flatMap((prefix) => endpoints.map((one) => ({ ...one, path: prefix + one.path })));

const video = (question: TaskQuestion, task: KeptTask): object => showVideo(shown(question, task));

/** @throws task.not_found also for a task of another API */
async function ownOf(question: TaskQuestion, dialect: TaskDialectName): Promise<KeptTask> {
  const id = question.params.id ?? '';
  const task = await ownTask(question, id);
  if (task.dialect !== dialect) throw new GatewayError('task.not_found', { id: id.slice(0, 100) });
  return task;
}

const MAX_LISTED = 100;

/** A part of the caller's tasks, as OpenAI's lists are asked for. */
async function list(
  { call, query, deps }: TaskQuestion,
  { dialect, show }: { dialect: TaskDialectName | null; show: (task: KeptTask) => object },
): Promise<object> {
  const asked = query.get('limit');
  const limit = asked === null ? 20 : Number(asked);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LISTED) throw invalid('limit', 'invalid_number');
  const after = query.get('after') ?? '';
  const isAscending = query.get('order') === 'asc';
  const tasks = await deps.tasks.list(call.identity.userId, {
    after,
    limit: limit + 1,
    isAscending,
    dialect,
  });
  const listed = tasks.slice(0, limit);
  return {
    object: 'list',
    data: listed.map(show),
    first_id: listed[0]?.taskId ?? null,
    last_id: listed.at(-1)?.taskId ?? null,
    has_more: tasks.length > limit,
  };
}

/** Sends the first result of a task at once, for clients that read it with their key. */
async function content(question: TaskQuestion): Promise<null> {
  const task = await ownTask(question, question.params.id ?? '');
  const variant = question.query.get('variant') ?? 'video';
  const index = task.files.findIndex(({ kind }) =>
    variant === 'thumbnail' ? kind === 'image' : kind !== 'image',
  );
  const found = index === -1 && variant !== 'thumbnail' ? 0 : index;
  const { call, deps } = question;
  await sendFile(task, { index: found, call, isDownload: false }, deps);
  return null;
}

/** Another version of a video, by the channel and key that have it. */
async function remix(question: TaskQuestion): Promise<object> {
  const parent = await ownOf(question, 'videos');
  if (parent.status !== 'SUCCESS') throw new GatewayError('task.not_ready');
  const of = { model: parent.terms.model, parent: parent.taskId };
  return video(question, await makeTask(question, (body) => readRemixRequest(body, of)));
}

/** OpenAI's videos API. Source: OpenAI API reference, "Videos", of September 2026. */
const videos: readonly TaskEndpoint[] = [
  {
    method: 'POST',
    path: '/videos',
    answer: async (question) => video(question, await makeTask(question, readVideoRequest)),
  },
  {
    method: 'GET',
    path: '/videos',
    answer: (question) => list(question, { dialect: 'videos', show: (task) => video(question, task) }),
  },
  {
    method: 'GET',
    path: '/videos/:id',
    answer: async (question) => video(question, await ownOf(question, 'videos')),
  },
  {
    method: 'DELETE',
    path: '/videos/:id',
    async answer(question) {
      const task = await ownOf(question, 'videos');
      const { deps } = question;
      if (!task.isSettled) await cancelTask(task, deps);
      await deps.tasks.forgetResults(task);
      return { id: task.taskId, object: 'video.deleted', deleted: true };
    },
  },
  { method: 'GET', path: '/videos/:id/content', answer: content },
  { method: 'POST', path: '/videos/:id/remix', answer: remix },
];

/** The gateway's own API, for tasks of every vendor. */
const tasks: readonly TaskEndpoint[] = [
  {
    method: 'POST',
    path: '/v1/tasks',
    answer: async (question) => showTask(shown(question, await makeTask(question, readVideoRequest))),
  },
  {
    method: 'GET',
    path: '/v1/tasks',
    answer: (question) => list(question, { dialect: null, show: (task) => showTask(shown(question, task)) }),
  },
  {
    method: 'GET',
    path: '/v1/tasks/:id',
    answer: async (question) => showTask(shown(question, await ownTask(question, question.params.id ?? ''))),
  },
  {
    method: 'POST',
    path: '/v1/tasks/:id/cancel',
    async answer(question) {
      const task = await ownTask(question, question.params.id ?? '');
      return showTask(shown(question, await cancelTask(task, question.deps)));
    },
  },
  { method: 'GET', path: '/v1/tasks/:id/events', answer: followTask },
  { method: 'GET', path: '/v1/tasks/:id/content', answer: content },
];

/** @throws task.not_ready, request.invalid if the first task has not made the video */
function follow(read: AnyReadTask, parent: KeptTask): AnyReadTask {
  if (read.dialect !== 'kling') return read;
  if (parent.status !== 'SUCCESS') throw new GatewayError('task.not_ready');
  return { ...read, request: withKlingVideo(read.request, dataOf(parent)) };
}

/** Kling's own API. */
const kling: readonly TaskEndpoint[] = klingClasses.flatMap((name: KlingClass): TaskEndpoint[] => {
  const show = ({ call, deps }: TaskQuestion, task: KeptTask): object =>
    showKling(shown({ call, deps }, task), call.requestId);
  return [
    {
      method: 'POST',
      path: `/kling/v1/${name}`,
      answer: async (question) =>
        show(question, await makeTask(question, (body) => readKlingRequest(name, body), { follow })),
    },
    {
      method: 'GET',
      path: `/kling/v1/${name}/:id`,
      answer: async (question) => show(question, await ownOf(question, 'kling')),
    },
  ];
});

export const taskEndpoints: readonly TaskEndpoint[] = [
  ...under(PREFIXES, videos),
  ...tasks,
  ...kling,
  ...midjourneyEndpoints,
  ...sunoEndpoints,
];
