import { type MidjourneyMode, midjourneyModes } from '../../dialects/midjourney/midjourney-actions.ts';
import { showMidjourney, showSubmitted } from '../../dialects/midjourney/midjourney-object.ts';
import {
  followMidjourney,
  type MidjourneyRoute,
  midjourneyRoutes,
  readMidjourneyRequest,
} from '../../dialects/midjourney/midjourney-request.ts';
import { invalid, Members } from '../../dialects/neutral/members.ts';
import type { AnyReadTask } from '../../dialects/tasks/task-requests.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { toUpstreamError } from '../answer/upstream-error.ts';
import { midjourneyClients } from '../clients/task-clients.ts';
import { askingAbout } from './ask-vendor.ts';
import type { KeptTask } from './kept-task.ts';
import { makeTask, ownTask, shown, type TaskEndpoint, type TaskQuestion } from './task-api.ts';
import { takeTaskBody } from './task-body.ts';
import { formOf } from './task-forms.ts';

const MAX_LISTED = 100;

/** @throws task.not_found also for a task of another API */
async function ownOf(question: TaskQuestion): Promise<KeptTask> {
  const id = question.params.id ?? '';
  return assertMidjourney(await ownTask(question, id));
}

function assertMidjourney(task: KeptTask): KeptTask {
  if (task.dialect !== 'midjourney') throw new GatewayError('task.not_found', { id: task.taskId });
  return task;
}

const modeOf = ({ ticket }: KeptTask): MidjourneyMode =>
  midjourneyModes.find((mode) => mode === ticket.mode) ?? 'fast';

/** @throws task.not_found, task.not_ready */
function follow(read: AnyReadTask, parent: KeptTask): AnyReadTask {
  if (read.dialect !== 'midjourney') return read;
  const { action, status, prompt } = assertMidjourney(parent);
  const needed = read.action === 'MODAL' ? 'MODAL' : 'SUCCESS';
  // Uploaded pictures are no task at the vendor.
  if (status !== needed || action === 'UPLOAD') throw new GatewayError('task.not_ready');
  return followMidjourney(read, { mode: modeOf(parent), prompt });
}

async function submit(
  question: TaskQuestion,
  { route, mode }: { route: MidjourneyRoute; mode: MidjourneyMode },
): Promise<object> {
  const { keepsMidjourneyHooks: keepsHook } = question.deps.options();
  const task = await makeTask(question, (body) => readMidjourneyRequest({ route, mode, keepsHook }, body), {
    follow,
  });
  return showSubmitted(shown(question, task), { code: task.code, queue: task.ticket.queue ?? '' });
}

/** Shows the own tasks among those named, in their order. */
async function listByCondition(question: TaskQuestion): Promise<object> {
  const { call, deps } = question;
  const { json } = await takeTaskBody(call, deps);
  const ids = new Members(json, '').textList('ids');
  if (ids.length > MAX_LISTED) throw invalid('ids', 'too_big');
  const found = await deps.tasks.findSeveral(call.identity.userId, ids);
  const byId = new Map(found.map((task) => [task.taskId, task]));
  return [...new Set(ids)]
    .flatMap((id) => byId.get(id) ?? [])
    .filter(({ dialect }) => dialect === 'midjourney')
    .map((task) => showMidjourney(shown(question, task)));
}

/** Asks the vendor for the seed of a picture. */
async function imageSeed(question: TaskQuestion): Promise<object> {
  const { call, deps } = question;
  const task = await ownOf(question);
  if (task.status !== 'SUCCESS') throw new GatewayError('task.not_ready');
  const form = await formOf(task);
  const channel = await deps.taskChannels.of(task);
  if (form?.imageSeed === undefined || channel === null) throw new GatewayError('channel.none_available');
  const ask = askingAbout(task, { channel, breakOff: call.breakOff }, deps);
  const seed = await form.imageSeed(task, ask).catch((error: unknown) => {
    throw toUpstreamError(error);
  });
  if (seed === null) throw new GatewayError('upstream.error');
  return { code: 1, description: 'Seed', result: seed, properties: {} };
}

const family = midjourneyClients;

const underMode = (prefix: string, mode: MidjourneyMode): TaskEndpoint[] => [
  ...midjourneyRoutes.map(
    (route): TaskEndpoint => ({
      ...{ method: 'POST', path: `${prefix}/mj/${route}`, family },
      answer: (question) => submit(question, { route, mode }),
    }),
  ),
  {
    ...{ method: 'GET', path: `${prefix}/mj/task/:id/fetch`, family },
    answer: async (question) => showMidjourney(shown(question, await ownOf(question))),
  },
  { method: 'GET', path: `${prefix}/mj/task/:id/image-seed`, family, answer: imageSeed },
  { method: 'POST', path: `${prefix}/mj/task/list-by-condition`, family, answer: listByCondition },
];

/**
 * The API of midjourney-proxy. The address may name a mode; otherwise it is fast.
 * Source: one-hub v0.14.16, routes of Midjourney.
 */
export const midjourneyEndpoints: readonly TaskEndpoint[] = [
  ...underMode('', 'fast'),
  ...midjourneyModes.flatMap((mode) => underMode(`/mj-${mode}`, mode)),
];
