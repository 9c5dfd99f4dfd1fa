import { invalid, Members } from '../../dialects/neutral/members.ts';
import { hasClip, showSuno, sunoAnswer } from '../../dialects/suno/suno-object.ts';
import { readSunoRequest, sunoActionOf } from '../../dialects/suno/suno-request.ts';
import type { AnyReadTask } from '../../dialects/tasks/task-requests.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { sunoClients } from '../clients/task-clients.ts';
import { dataOf, type KeptTask } from './kept-task.ts';
import { makeTask, ownTask, shown, type TaskEndpoint, type TaskQuestion } from './task-api.ts';
import { takeTaskBody } from './task-body.ts';

const MAX_FETCHED = 100;

/** @throws task.not_ready, request.invalid if the first task has not made the song */
function follow(read: AnyReadTask, parent: KeptTask): AnyReadTask {
  if (read.dialect !== 'suno') return read;
  if (parent.dialect !== 'suno') throw new GatewayError('task.not_found', { id: parent.taskId });
  if (parent.status !== 'SUCCESS') throw new GatewayError('task.not_ready');
  const { clipId, action } = read.request;
  // A song of another user at the same account is none of the caller's.
  if (!hasClip(dataOf(parent), clipId))
    throw invalid(action === 'concat' ? 'clip_id' : 'continue_clip_id', 'invalid_value');
  return read;
}

async function submit(question: TaskQuestion): Promise<object> {
  const action = sunoActionOf(question.params.action ?? '');
  if (action === null) throw invalid('action', 'invalid_value');
  const task = await makeTask(question, (body) => readSunoRequest(action, body), { follow });
  return sunoAnswer(task.taskId);
}

/** Shows the own tasks among those named, in their order. */
async function fetchSeveral(question: TaskQuestion): Promise<object> {
  const { call, deps } = question;
  const { json } = await takeTaskBody(call, deps);
  const ids = new Members(json, '').textList('ids');
  if (ids.length > MAX_FETCHED) throw invalid('ids', 'too_big');
  const found = await deps.tasks.findSeveral(call.identity.userId, ids);
  const byId = new Map(found.map((task) => [task.taskId, task]));
  const tasks = [...new Set(ids)]
    .flatMap((id) => byId.get(id) ?? [])
    .filter(({ dialect }) => dialect === 'suno');
  return sunoAnswer(tasks.map((task) => showSuno(shown(question, task))));
}

async function fetchOne(question: TaskQuestion): Promise<object> {
  const id = question.params.id ?? '';
  const task = await ownTask(question, id);
  if (task.dialect !== 'suno') throw new GatewayError('task.not_found', { id: id.slice(0, 100) });
  return sunoAnswer(showSuno(shown(question, task)));
}

const family = sunoClients;

/** Suno-API. Source: QuantumNous/new-api-docs, suno-music.md, checked 2026-11. */
export const sunoEndpoints: readonly TaskEndpoint[] = [
  { method: 'POST', path: '/suno/submit/:action', family, answer: submit },
  { method: 'POST', path: '/suno/fetch', family, answer: fetchSeveral },
  { method: 'GET', path: '/suno/fetch/:id', family, answer: fetchOne },
];
