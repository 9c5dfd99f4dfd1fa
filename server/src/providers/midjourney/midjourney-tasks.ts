import type { ErrorCode } from '@turnpike/contract';
import { opensWindow } from '../../dialects/midjourney/midjourney-actions.ts';
import { keptMidjourney } from '../../dialects/midjourney/midjourney-object.ts';
import type { MidjourneyRequest } from '../../dialects/midjourney/midjourney-request.ts';
import { type Json, listOf, objectOf, textOf } from '../../dialects/neutral/json-values.ts';
import { numberOf } from '../../platform/json/exact-json.ts';
import {
  type AskedTask,
  type BegunTask,
  type ParentTask,
  type RefusedTask,
  type TaskForm,
  type TaskLook,
  taskForm,
  UnreadableLook,
  type VendorAnswer,
} from '../task-form.ts';

/** Slow tasks may wait for their turn; others take a minute. */
const pace = { first: 5, longest: 15, deadline: 3600 };

/** Source: novicezk/midjourney-proxy, docs/api.md, section 2, and its `ReturnCode`; checked 2026-11. */
const codes: Readonly<Record<number, ErrorCode>> = {
  3: 'upstream.overloaded',
  4: 'upstream.bad_request',
  9: 'upstream.error',
  23: 'upstream.rate_limited',
  24: 'upstream.content_filter',
  30: 'upstream.rate_limited',
};
const ACCEPTED: ReadonlySet<number> = new Set([1, 21, 22]);
/** No account is available. */
const NO_ACCOUNT = 3;
/** An id of a task that has none at the vendor. */
const WITHOUT_ID = 'upload';

const states: Readonly<Record<string, TaskLook['state']>> = {
  '': 'queued',
  NOT_START: 'queued',
  SUBMITTED: 'queued',
  MODAL: 'waiting',
  IN_PROGRESS: 'running',
  SUCCESS: 'done',
  FAILURE: 'failed',
  CANCEL: 'cancelled',
};

/** Actions whose result is words. */
const isOfWords = (action: string): boolean => action === 'DESCRIBE' || action === 'SHORTEN';
const FILTERED = /banned|sensitive|content (?:moderat|polic)|moderat(?:or|ion)|violat|inappropriate/i;

function begun(answer: VendorAnswer, { action }: { action: string }): BegunTask | RefusedTask {
  const { status, json, text } = answer;
  const body = objectOf(json) ?? {};
  const code = numberOf(body.code) ?? 0;
  if (status < 300 && action === 'UPLOAD' && code === 1 && Array.isArray(body.result)) {
    const result = body.result.filter((one) => typeof one === 'string');
    return { upstreamId: WITHOUT_ID, code, look: { state: 'done', data: { result } } };
  }
  const upstreamId = textOf(body.result);
  if (status < 300 && ACCEPTED.has(code) && upstreamId !== '') {
    const queue = numberOf(objectOf(body.properties)?.numberOfQueues);
    return {
      ...{ upstreamId, code },
      ...(code === 22 && queue !== null && { ticket: { queue: String(queue) } }),
      ...(code === 21 && lookOfExisting(body, action)),
    };
  }
  return refusalOf(answer, { code, message: textOf(body.description) || text });
}

/** The vendor had the task already, as after the same button was used twice; or it opened a window. */
function lookOfExisting({ properties }: Json, action: string): Pick<BegunTask, 'look'> {
  const task = objectOf(properties) ?? {};
  if (textOf(task.status) !== '') return { look: lookOf(task, action) };
  return opensWindow(action) ? { look: { state: 'waiting' } } : {};
}

function refusalOf(
  { status, json }: VendorAnswer,
  { code, message }: { code: number; message: string },
): RefusedTask {
  const { properties } = objectOf(json) ?? {};
  const { promptEn, bannedWord } = objectOf(properties) ?? {};
  const words = Object.entries({ promptEn, bannedWord }).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  return {
    refused: codeOfStatus(status) ?? codes[code] ?? 'upstream.error',
    message,
    shown: { ...(code > 0 && { vendor_code: code }), ...(code === 24 && Object.fromEntries(words)) },
    ...(code === NO_ACCOUNT && { mayTakeSpare: true as const }),
  };
}

function codeOfStatus(status: number): ErrorCode | undefined {
  if (status === 401 || status === 403) return 'upstream.key_refused';
  return status === 429 ? 'upstream.rate_limited' : undefined;
}

/** @param task of the vendor */
function lookOf(task: Json, action: string): TaskLook {
  const state = states[textOf(task.status)] ?? 'running';
  const reason = textOf(task.failReason);
  const imageUrl = textOf(task.imageUrl);
  const [, percent] = /^\s*(\d{1,3})\s*%?\s*$/.exec(textOf(task.progress)) ?? [];
  const isEmpty = state === 'done' && imageUrl === '' && !isOfWords(action);
  return {
    state: isEmpty ? 'failed' : state,
    ...(percent !== undefined && { progress: Number(percent) }),
    ...(reason !== '' && { reason }),
    ...(FILTERED.test(reason) && { isFiltered: true as const }),
    ...(imageUrl !== '' && { files: [{ kind: 'image' as const, url: imageUrl }] }),
    data: keptMidjourney(task),
  };
}

const NOT_FOUND = /not?_found|not (?:found|exist)|不存在/i;

const look: TaskForm['look'] = async ({ upstreamId, action }, ask) => {
  const answer = await ask({ method: 'GET', path: `/mj/task/${encodeURIComponent(upstreamId)}/fetch` });
  const { status, text } = answer;
  const task = objectOf(answer.json);
  // midjourney-proxy answers nothing about a task that it does not know.
  if (status === 404 || (status < 300 && (text === '' || text === 'null'))) return { state: 'missing' };
  if (status < 500 && task !== null && NOT_FOUND.test(textOf(task.description)) && textOf(task.id) === '')
    return { state: 'missing' };
  if (status >= 300 || task === null || textOf(task.id) !== upstreamId) throw new UnreadableLook(answer);
  return lookOf(task, action);
};

const lookAtSeveral: TaskForm['lookAtSeveral'] = async (tasks, ask) => {
  const ids = [...new Set(tasks.map(({ upstreamId }) => upstreamId))];
  const answer = await ask({ method: 'POST', path: '/mj/task/list-by-condition', body: { ids } });
  if (answer.status >= 300 || !Array.isArray(answer.json)) throw new UnreadableLook(answer);
  const actions = new Map(tasks.map(({ upstreamId, action }) => [upstreamId, action]));
  return new Map(
    listOf(answer.json).flatMap((one): [string, TaskLook][] => {
      const task = objectOf(one) ?? {};
      const id = textOf(task.id);
      const action = actions.get(id);
      return action === undefined ? [] : [[id, lookOf(task, action)]];
    }),
  );
};

async function imageSeed(
  { upstreamId }: AskedTask,
  ask: Parameters<TaskForm['look']>[1],
): Promise<string | null> {
  const path = `/mj/task/${encodeURIComponent(upstreamId)}/image-seed`;
  const { status, json } = await ask({ method: 'GET', path });
  const { code, result } = objectOf(json) ?? {};
  const seed = textOf(result) || String(numberOf(result) ?? '');
  return status < 300 && numberOf(code) === 1 && /^\d{1,20}$/.test(seed) ? seed : null;
}

function bodyOf(
  { body, change, mode }: MidjourneyRequest,
  { callbackUrl, parent }: { callbackUrl: string | null; parent: ParentTask | null },
): Json {
  return {
    ...body,
    ...(parent !== null &&
      (change === null ? { taskId: parent.upstreamId } : { content: `${parent.upstreamId} ${change}` })),
    // The caller's own filter could name an account; this one names the mode that is paid.
    accountFilter: { modes: [mode.toUpperCase()] },
    ...(callbackUrl !== null && { notifyHook: callbackUrl }),
  };
}

const form: TaskForm<'midjourney'> = {
  dialect: 'midjourney',
  ...{ pace, begun, look, lookAtSeveral, imageSeed },
  plan: (request, { callbackUrl, parent }) => ({
    request: { method: 'POST', path: `/mj/${request.route}`, body: bodyOf(request, { callbackUrl, parent }) },
    action: request.action,
    units: [],
    ticket: { mode: request.mode },
    asked: request.asked,
  }),
};

export const midjourneyTasks: readonly TaskForm[] = [taskForm(form)];
