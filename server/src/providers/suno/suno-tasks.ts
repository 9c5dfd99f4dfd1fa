import type { ErrorCode } from '@turnpike/contract';
import { type Json, listOf, objectOf, textOf } from '../../dialects/neutral/json-values.ts';
import { keptClip, keptLyrics } from '../../dialects/suno/suno-object.ts';
import { type SunoRequest, withoutEmpty } from '../../dialects/suno/suno-request.ts';
import { filesOfClips } from '../suno-files.ts';
import {
  type BegunTask,
  type ParentTask,
  type RefusedTask,
  type TaskForm,
  type TaskLook,
  taskForm,
  UnreadableLook,
  type VendorAnswer,
} from '../task-form.ts';

const pace = { first: 10, longest: 30, deadline: 3600 };

const states: Readonly<Record<string, TaskLook['state']>> = {
  '': 'queued',
  NOT_START: 'queued',
  SUBMITTED: 'queued',
  QUEUED: 'queued',
  IN_PROGRESS: 'running',
  SUCCESS: 'done',
  FAILURE: 'failed',
};
const FILTERED = /sensitive|moderation|copyright|content polic|inappropriate|banned/i;

function begun({ status, json, text }: VendorAnswer): BegunTask | RefusedTask {
  const { code, message, data } = objectOf(json) ?? {};
  const upstreamId = textOf(data);
  if (status < 300 && code === 'success' && upstreamId !== '') return { upstreamId };
  const said = textOf(message) || text;
  return { refused: codeOf(status, `${textOf(code)} ${said}`), message: said };
}

/** The codes are words that differ between servers, so the status counts, and a refusal with 200 by its words. */
function codeOf(status: number, said: string): ErrorCode {
  if (status === 401 || status === 403) return 'upstream.key_refused';
  if (status === 402 || /insufficient|quota_not_enough|not enough (?:credit|quota)/i.test(said))
    return 'upstream.out_of_credit';
  if (status === 429) return 'upstream.rate_limited';
  if (FILTERED.test(said)) return 'upstream.content_filter';
  if (status >= 500) return 'upstream.error';
  return status >= 400 || /invalid/i.test(said) ? 'upstream.bad_request' : 'upstream.error';
}

/** @param task of the vendor */
function lookOf(task: Json): TaskLook {
  const state = states[textOf(task.status).toUpperCase()] ?? 'running';
  const [, percent] = /^\s*(\d{1,3})\s*%?\s*$/.exec(textOf(task.progress)) ?? [];
  const reason = textOf(task.fail_reason);
  const common = {
    ...(percent !== undefined && { progress: Number(percent) }),
    ...(reason !== '' && { reason }),
    ...(FILTERED.test(reason) && { isFiltered: true as const }),
  };
  if (!Array.isArray(task.data)) {
    const lyrics = objectOf(task.data);
    const isEmpty = state === 'done' && textOf(lyrics?.text) === '';
    return {
      ...common,
      state: isEmpty ? 'failed' : state,
      ...(lyrics !== null && { data: keptLyrics(lyrics) }),
    };
  }
  return { ...common, ...lookOfSongs(listOf(task.data), state) };
}

function lookOfSongs(list: unknown[], said: TaskLook['state']): TaskLook {
  const songs = list.map((one) => objectOf(one) ?? {});
  const statuses = songs.map(({ status }) => textOf(status));
  const isDone = said === 'done' && statuses.every((one) => one === 'complete' || one === 'error');
  const clips = songs.map((song) => keptClip(song, isDone && textOf(song.status) === 'complete'));
  if (said !== 'done') return { state: said, data: clips };
  // The vendor may say that a task is done while its sound still grows.
  if (!isDone) return { state: 'running', data: clips };
  const files = filesOfClips(clips);
  const [error] = songs.map(({ metadata }) => textOf(objectOf(metadata)?.error_message)).filter(Boolean);
  return {
    state: files.some(({ kind }) => kind === 'audio') ? 'done' : 'failed',
    ...(error !== undefined && { reason: error }),
    ...{ files, data: clips },
  };
}

const NOT_FOUND = /not?_exist|not_found|not (?:found|exist)/i;

const look: TaskForm['look'] = async ({ upstreamId }, ask) => {
  const answer = await ask({ method: 'GET', path: `/suno/fetch/${encodeURIComponent(upstreamId)}` });
  const { code, message, data } = objectOf(answer.json) ?? {};
  const task = objectOf(data);
  const isUnknown = NOT_FOUND.test(`${textOf(code)} ${textOf(message)}`);
  if (answer.status === 404 || (answer.status < 500 && isUnknown)) return { state: 'missing' };
  if (answer.status >= 300 || code !== 'success' || textOf(task?.task_id) !== upstreamId)
    throw new UnreadableLook(answer);
  return lookOf(task ?? {});
};

const lookAtSeveral: TaskForm['lookAtSeveral'] = async (tasks, ask) => {
  const ids = [...new Set(tasks.map(({ upstreamId }) => upstreamId))];
  const answer = await ask({ method: 'POST', path: '/suno/fetch', body: { ids } });
  const { code, data } = objectOf(answer.json) ?? {};
  if (answer.status >= 300 || code !== 'success' || !Array.isArray(data)) throw new UnreadableLook(answer);
  return new Map(
    listOf(data).map((one): [string, TaskLook] => {
      const task = objectOf(one) ?? {};
      return [textOf(task.task_id), lookOf(task)];
    }),
  );
};

function bodyOf(
  asked: SunoRequest,
  { upstreamModel, parent }: { upstreamModel: string; parent: ParentTask | null },
): Json {
  const { action, clipId } = asked;
  const taskId = parent?.upstreamId ?? '';
  if (action === 'lyrics') return { prompt: asked.prompt };
  if (action === 'concat') return { clip_id: clipId, is_infill: asked.isInfill };
  return {
    ...withoutEmpty({
      ...{ gpt_description_prompt: asked.description, prompt: asked.prompt, title: asked.title },
      ...{ tags: asked.tags, negative_tags: asked.negativeTags, mv: upstreamModel },
      ...{ continue_clip_id: clipId, continue_at: asked.continueAt, task_id: clipId === '' ? '' : taskId },
    }),
    make_instrumental: asked.isInstrumental,
  };
}

const form: TaskForm<'suno'> = {
  dialect: 'suno',
  ...{ pace, begun, look, lookAtSeveral },
  plan: (asked, { upstreamModel, callbackUrl, parent }) => ({
    request: {
      method: 'POST',
      path: `/suno/submit/${asked.action}`,
      body: {
        ...bodyOf(asked, { upstreamModel, parent }),
        ...(callbackUrl !== null && { notify_hook: callbackUrl }),
      },
    },
    action: asked.action.toUpperCase(),
    units: [],
  }),
};

export const sunoTasks: readonly TaskForm[] = [taskForm(form)];
