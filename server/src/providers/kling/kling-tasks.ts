import type { CountedUnit, ErrorCode } from '@turnpike/contract';
import {
  isPicture,
  type KlingClass,
  type KlingRequest,
  klingVideos,
} from '../../dialects/kling/kling-request.ts';
import { type Json, listOf, objectOf, textOf } from '../../dialects/neutral/json-values.ts';
import { invalid } from '../../dialects/neutral/members.ts';
import type { TaskMedia } from '../../dialects/tasks/task-media.ts';
import type { VideoRequest } from '../../dialects/videos/video-request.ts';
import { refusedBy } from '../task-answers.ts';
import {
  type BegunTask,
  type RefusedTask,
  type TaskForm,
  type TaskLook,
  type TaskPlan,
  taskForm,
  UnreadableLook,
  type VendorAnswer,
} from '../task-form.ts';
import { assertCarries, ratioOf, secondsOf, variantOf } from '../video-members.ts';

/** Links live 30 days; a queue may last for hours. */
const pace = { first: 10, longest: 30, deadline: 6 * 3600 };

/** Calls in a vendor's own words: `code` 0 is success, whatever the HTTP status. Checked 2026-11. */
const codes: Readonly<Record<number, ErrorCode>> = {
  1000: 'upstream.key_refused',
  1001: 'upstream.key_refused',
  1002: 'upstream.key_refused',
  1003: 'upstream.key_refused',
  1004: 'upstream.key_refused',
  1100: 'upstream.key_refused',
  1101: 'upstream.out_of_credit',
  1102: 'upstream.out_of_credit',
  1103: 'upstream.model_missing',
  1200: 'upstream.bad_request',
  1201: 'upstream.bad_request',
  1202: 'upstream.bad_request',
  1203: 'upstream.model_missing',
  1300: 'upstream.content_filter',
  1301: 'upstream.content_filter',
  1302: 'upstream.rate_limited',
  1303: 'upstream.rate_limited',
  1304: 'upstream.key_refused',
  5000: 'upstream.error',
  5001: 'upstream.overloaded',
  5002: 'upstream.timeout',
};

const states: Readonly<Record<string, TaskLook['state']>> = {
  submitted: 'queued',
  processing: 'running',
  succeed: 'done',
  failed: 'failed',
};

function begun(answer: VendorAnswer): BegunTask | RefusedTask {
  const { status, json } = answer;
  const { code, data } = objectOf(json) ?? {};
  const upstreamId = textOf(objectOf(data)?.task_id);
  if (status < 300 && Number(code) === 0 && upstreamId !== '')
    return { upstreamId, look: readTask(objectOf(json) ?? {}) };
  return refusedBy(answer, codes[Number(code)] ?? (status < 300 ? 'upstream.error' : null));
}

/** A task's reason is words only. */
const FILTERED = /risk control|sensitive|content polic|prohibited/i;

/** Classes that are as long as what they are given. */
const MEASURED = new Set(['videos/lip-sync', 'videos/video-extend', 'videos/effects', 'videos/omni-video']);

/** @param answer the whole answer of the vendor */
function readTask(answer: Json, name = ''): TaskLook {
  const data = objectOf(answer.data) ?? {};
  const state = states[textOf(data.task_status)] ?? 'running';
  const reason = textOf(data.task_status_msg);
  const result = objectOf(data.task_result) ?? {};
  const videos = klingVideos(answer);
  const images = listOf(result.images).map((one) => objectOf(one) ?? {});
  const files = [
    ...videos.map(({ url }) => ({ kind: 'video' as const, url: textOf(url) })),
    ...images.map(({ url }) => ({ kind: 'image' as const, url: textOf(url) })),
  ].filter(({ url }) => url !== '');
  return {
    state: state === 'done' && files.length === 0 ? 'failed' : state,
    reason,
    ...(FILTERED.test(reason) && { isFiltered: true as const }),
    files,
    ...(MEASURED.has(name) && { measured: { units: secondsIn(videos) } }),
    data: answer,
  };
}

/** Seconds are text with a fraction, such as `5.1`. */
function secondsIn(videos: readonly Json[]): CountedUnit[] {
  const seconds = Math.round(videos.reduce((sum, { duration }) => sum + (Number(duration) || 0), 0));
  return seconds > 0 ? [{ kind: 'second', count: seconds }] : [];
}

const look: TaskForm['look'] = async ({ upstreamId, ticket }, ask) => {
  const answer = await ask({ method: 'GET', path: `/v1/${ticket.class}/${encodeURIComponent(upstreamId)}` });
  const json = objectOf(answer.json) ?? {};
  if (answer.status === 404 || Number(json.code) === 1203) return { state: 'missing' };
  if (answer.status >= 300 || Number(json.code) !== 0 || objectOf(json.data) === null)
    throw new UnreadableLook(answer);
  return readTask(json, textOf(ticket.class));
};

/** Our id is with the vendor, whose list can be asked by it. */
const find: TaskForm['find'] = async (taskId, { ticket }, ask) => {
  const answer = await ask({ method: 'GET', path: `/v1/${ticket.class}?pageNum=1&pageSize=100` });
  const json = objectOf(answer.json) ?? {};
  if (answer.status >= 300 || Number(json.code) !== 0) throw new UnreadableLook(answer);
  const found = listOf(json.data)
    .map((one) => objectOf(one) ?? {})
    .find(
      (one) =>
        textOf(one.external_task_id) === taskId ||
        textOf(objectOf(one.task_info)?.external_task_id) === taskId,
    );
  return found === undefined ? null : { upstreamId: textOf(found.task_id) };
};

const planOf = (
  name: KlingClass,
  body: Json,
  {
    units,
    taskId,
    callbackUrl,
  }: { units: readonly CountedUnit[]; taskId: string; callbackUrl: string | null },
): TaskPlan => ({
  request: {
    method: 'POST',
    path: `/v1/${name}`,
    body: { ...body, external_task_id: taskId, ...(callbackUrl !== null && { callback_url: callbackUrl }) },
  },
  action: name.split('/')[1] ?? name,
  units,
  ticket: { class: name },
});

const ownApi: TaskForm<'kling'> = {
  dialect: 'kling',
  ...{ pace, begun, look, find },
  plan({ class: name, body, mode, count, sound, model }: KlingRequest, { upstreamModel, ...to }) {
    const isNamed = 'model_name' in body && !upstreamModel.startsWith('kling-video_');
    const units: CountedUnit[] = isPicture(name)
      ? [{ kind: 'image', count }]
      : [{ kind: 'second', variant: variantOf(mode, sound), count }];
    const plan = planOf(name, isNamed ? { ...body, model_name: upstreamModel } : body, { units, ...to });
    return {
      ...plan,
      asked: { model, mode, ...(isPicture(name) ? { n: count } : { duration: String(count) }) },
    };
  },
};

const bare = (media: TaskMedia): string => ('url' in media ? media.url : media.base64);

/** Lengths that Kling makes. */
const LENGTHS = [5, 10];

const videosApi: TaskForm<'videos'> = {
  dialect: 'videos',
  ...{ pace, begun, look, find },
  plan(asked: VideoRequest, { upstreamModel, ...to }) {
    assertCarries(asked, ['image', 'lastImage', 'negativePrompt', 'mode', 'sound', 'size', 'ratio']);
    const seconds = secondsOf(asked, { lengths: LENGTHS, usual: 5 });
    const mode = asked.mode ?? 'std';
    const ratio = ratioOf(asked);
    const hasSound = asked.sound === true;
    const name = asked.image === null ? 'videos/text2video' : 'videos/image2video';
    if (asked.image === null && asked.lastImage !== null) throw invalid('last_image', 'unsupported');
    const body = {
      ...{ model_name: upstreamModel, prompt: asked.prompt, mode, duration: String(seconds) },
      ...(asked.image !== null && { image: bare(asked.image) }),
      ...(asked.lastImage !== null && { image_tail: bare(asked.lastImage) }),
      ...(asked.negativePrompt !== null && { negative_prompt: asked.negativePrompt }),
      ...(ratio !== null && asked.image === null && { aspect_ratio: ratio }),
      ...(asked.sound !== null && { sound: hasSound ? 'on' : 'off' }),
    };
    const units: CountedUnit[] = [{ kind: 'second', variant: variantOf(mode, hasSound), count: seconds }];
    return { ...planOf(name, body, { units, ...to }), asked: { seconds: String(seconds) } };
  },
};

export const klingTasks: readonly TaskForm[] = [taskForm(ownApi), taskForm(videosApi)];
