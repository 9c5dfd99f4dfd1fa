import type { CountedUnit, ErrorCode } from '@turnpike/contract';
import { type Json, objectOf, textOf } from '../../dialects/neutral/json-values.ts';
import { invalid } from '../../dialects/neutral/members.ts';
import { actionOf, type Resolution, type VideoRequest } from '../../dialects/videos/video-request.ts';
import { numberOf } from '../../platform/json/exact-json.ts';
import { cancelWhile, linkOf, refusedBy } from '../task-answers.ts';
import {
  type AskedTask,
  type AskVendor,
  type BegunTask,
  type RefusedTask,
  type TaskForm,
  type TaskLook,
  type TaskPlan,
  taskForm,
  UnreadableLook,
  type VendorAnswer,
} from '../task-form.ts';
import {
  assertCarries,
  lengthsFrom,
  ratioOf,
  resolutionOf,
  secondsOf,
  usualRatios,
} from '../video-members.ts';

const pace = { first: 10, longest: 30, deadline: 6 * 3600 };

/**
 * Codes of refusals, which come with HTTP 200.
 * Source: MiniMax API documents, "Error codes", checked 2026-11.
 */
const codes: Readonly<Record<number, ErrorCode>> = {
  1001: 'upstream.timeout',
  1002: 'upstream.rate_limited',
  1004: 'upstream.key_refused',
  1008: 'upstream.out_of_credit',
  1024: 'upstream.error',
  1026: 'upstream.content_filter',
  1027: 'upstream.content_filter',
  1033: 'upstream.error',
  1039: 'upstream.rate_limited',
  1041: 'upstream.rate_limited',
  2013: 'upstream.bad_request',
  2045: 'upstream.rate_limited',
  2049: 'upstream.key_refused',
  2056: 'upstream.rate_limited',
};
const INVALID_PARAMETERS = 2013;

interface Read {
  json: Json;
  /** 0: no refusal. */
  code: number;
  words: string;
}

function read({ json: given }: VendorAnswer): Read {
  const json = objectOf(given) ?? {};
  const base = objectOf(json.base_resp) ?? {};
  return { json, code: numberOf(base.status_code) ?? 0, words: textOf(base.status_msg) };
}

const isGood = ({ status, json }: VendorAnswer, { code }: Read): boolean =>
  status < 300 && code === 0 && objectOf(json) !== null;

function begun(answer: VendorAnswer): BegunTask | RefusedTask {
  const found = read(answer);
  const upstreamId = idOf(found.json.task_id);
  if (isGood(answer, found) && upstreamId !== '') return { upstreamId };
  const refused = refusedBy(answer, codes[found.code] ?? null);
  return found.words === '' ? refused : { ...refused, message: found.words };
}

/** Ids are texts, or numbers that exceed those of JavaScript. */
const idOf = (id: unknown): string => {
  const text = typeof id === 'string' ? id : JSON.isRawJSON(id) ? JSON.stringify(id) : String(id ?? '');
  return /^[\w-]{1,200}$/.test(text) ? text : '';
};

/** H3 has an API of its own. */
const H3 = /h3/i;
const V1 = '/v1/query/video_generation';
const V2 = '/v2/video_generation';

const statesOfV1: Readonly<Record<string, TaskLook['state']>> = {
  Preparing: 'queued',
  Queueing: 'queued',
  Processing: 'running',
  Success: 'done',
  Fail: 'failed',
};

async function lookV1({ upstreamId }: AskedTask, ask: AskVendor): Promise<TaskLook> {
  const answer = await ask({ method: 'GET', path: `${V1}?task_id=${encodeURIComponent(upstreamId)}` });
  const found = read(answer);
  // The id is the only parameter that can be wrong.
  if (answer.status === 404 || found.code === INVALID_PARAMETERS) return { state: 'missing' };
  const status = textOf(found.json.status);
  const isFiltered = codes[found.code] === 'upstream.content_filter';
  if (status === 'Fail' || isFiltered)
    return { state: 'failed', reason: failureOf(found), ...(isFiltered && { isFiltered: true as const }) };
  if (!isGood(answer, found) || status === '') throw new UnreadableLook(answer);
  const state = statesOfV1[status] ?? 'running';
  if (state !== 'done') return { state };
  const file = idOf(found.json.file_id);
  if (file === '') return { state: 'failed' };
  const retrieved = await ask({ method: 'GET', path: `/v1/files/retrieve?file_id=${file}` });
  const url = textOf(objectOf(read(retrieved).json.file)?.download_url);
  if (url === '') throw new UnreadableLook(retrieved);
  return { state, files: [{ kind: 'video', url }] };
}

/** Good answers have the word `success`. */
const failureOf = ({ code, words }: Read): string => (code === 0 ? '' : words);

const statesOfV2: Readonly<Record<string, TaskLook['state']>> = {
  queued: 'queued',
  running: 'running',
  succeeded: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
};
const FILTERED = /sensitive|moderat|content polic|violat/i;

async function lookV2({ upstreamId }: AskedTask, ask: AskVendor): Promise<TaskLook> {
  const path = `/v2/query/video_generation/${encodeURIComponent(upstreamId)}`;
  const answer = await ask({ method: 'GET', path });
  const found = read(answer);
  if (answer.status === 404 || found.code === INVALID_PARAMETERS) return { state: 'missing' };
  const task = objectOf(found.json.task) ?? {};
  const status = textOf(task.status);
  if (status === '') throw new UnreadableLook(answer);
  const state = statesOfV2[status] ?? 'running';
  const url = textOf(objectOf(task.content)?.url);
  const error = objectOf(task.error) ?? {};
  const reason = textOf(error.message) || failureOf(found);
  const isFiltered = codes[numberOf(error.code) ?? found.code] === 'upstream.content_filter';
  const seconds = numberOf(objectOf(task.usage)?.total_seconds);
  return {
    state: state === 'done' && url === '' ? 'failed' : state,
    reason,
    ...((isFiltered || FILTERED.test(reason)) && { isFiltered: true as const }),
    ...(url !== '' && { files: [{ kind: 'video' as const, url }] }),
    ...(seconds !== null && { measured: { units: [{ kind: 'second', count: Math.ceil(seconds) }] } }),
  };
}

const isV2 = ({ ticket }: Pick<AskedTask, 'ticket'>): boolean => ticket.version === '2';

const look: TaskForm['look'] = (task, ask) => (isV2(task) ? lookV2(task, ask) : lookV1(task, ask));

/** As at other vendors, the same request erases a task that has ended. */
const cancelV2 = cancelWhile(['queued'], lookV2, ({ upstreamId }) => ({
  ...{ method: 'DELETE', path: `${V2}/${encodeURIComponent(upstreamId)}` },
}));

/** Resolutions as MiniMax writes them. */
const written = (resolution: Resolution): string => resolution.toUpperCase();

const unitsOf = (resolution: Resolution, seconds: number): readonly CountedUnit[] => [
  { kind: 'second', variant: resolution, count: seconds },
];

/** Source: MiniMax API documents, "Video generation", models `MiniMax-Hailuo-2.3`, `-2.3-Fast`, `-02`, checked 2026-11. */
function planV1(asked: VideoRequest, upstreamModel: string): TaskPlan {
  const isOld = /-01/.test(upstreamModel);
  const is02 = /hailuo-02/i.test(upstreamModel);
  assertCarries(asked, [
    ...(['image', 'size', 'resolution'] as const),
    ...(is02 ? (['lastImage'] as const) : []),
    ...(/^S2V/i.test(upstreamModel) ? (['references'] as const) : []),
  ]);
  const { image, lastImage, references } = asked;
  const offered: readonly Resolution[] = isOld
    ? ['720p']
    : [...(is02 && image !== null ? (['512p'] as const) : []), '768p', '1080p'];
  const resolution = resolutionOf(asked, offered) ?? (isOld ? '720p' : '768p');
  const isShort = isOld || resolution === '1080p';
  const seconds = secondsOf(asked, { lengths: isShort ? [6] : [6, 10], usual: 6 });
  if (/fast/i.test(upstreamModel) && image === null) throw invalid('input_reference', 'required');
  // The shape is that of the picture; a text alone becomes a wide video.
  const ratio = ratioOf(asked);
  if (image === null && ratio !== null && ratio !== '16:9') throw invalid('size', 'invalid_value');
  if (references.length > 1) throw invalid('reference_images', 'too_big');
  const body = {
    ...{ model: upstreamModel, prompt: asked.prompt, duration: seconds, resolution: written(resolution) },
    ...(image !== null && { first_frame_image: linkOf(image) }),
    ...(lastImage !== null && { last_frame_image: linkOf(lastImage) }),
    ...(references.length > 0 && {
      subject_reference: [{ type: 'character', image: references.map(linkOf) }],
    }),
  };
  return {
    request: { method: 'POST', path: '/v1/video_generation', body },
    ...{ action: actionOf(asked), units: unitsOf(resolution, seconds), ticket: { version: '1' } },
    asked: { seconds: String(seconds) },
  };
}

/** Seconds of a given video are charged too; this is the longest. */
const MAX_GIVEN_SECONDS = 15;

/** Source: MiniMax API documents, "Video generation V2", model `MiniMax-H3`, checked 2026-11. */
function planV2(asked: VideoRequest, upstreamModel: string): TaskPlan {
  assertCarries(asked, ['image', 'lastImage', 'references', 'video', 'size', 'resolution', 'ratio']);
  const { prompt, image, lastImage, references, video } = asked;
  if (image !== null && (references.length > 0 || video !== null))
    throw invalid('input_reference', 'unsupported');
  if (lastImage !== null && image === null) throw invalid('last_image', 'unsupported');
  const resolution = resolutionOf(asked, ['768p', '2k']) ?? '768p';
  const seconds = secondsOf(asked, { lengths: lengthsFrom(4, 15), usual: 6 });
  const isText = image === null && references.length === 0 && video === null;
  // The shape of a text alone cannot adapt to anything.
  const ratio = ratioOf(asked, usualRatios) ?? (isText ? '16:9' : null);
  const part = (
    name: 'image_url' | 'video_url',
    media: NonNullable<VideoRequest['image']>,
    role: string,
  ) => ({
    ...{ type: name, [name]: { url: linkOf(media) }, role },
  });
  const content = [
    ...(prompt === '' ? [] : [{ type: 'text', text: prompt }]),
    ...(image === null ? [] : [part('image_url', image, 'first_frame')]),
    ...(lastImage === null ? [] : [part('image_url', lastImage, 'last_frame')]),
    ...references.map((one) => part('image_url', one, 'reference_image')),
    ...(video === null ? [] : [part('video_url', video, 'reference_video')]),
  ];
  const body = {
    ...{ model: upstreamModel, content, resolution: written(resolution), duration: seconds },
    ...(ratio !== null && { ratio }),
  };
  const counted = seconds + (video === null ? 0 : MAX_GIVEN_SECONDS);
  return {
    request: { method: 'POST', path: V2, body },
    ...{ action: actionOf(asked), units: unitsOf(resolution, counted), ticket: { version: '2' } },
    asked: { seconds: String(seconds) },
  };
}

/** Hailuo by version 1 of MiniMax's API, and H3 by version 2. */
const videosApi: TaskForm<'videos'> = {
  dialect: 'videos',
  ...{ pace, begun, look },
  plan: (asked, { upstreamModel }) =>
    H3.test(upstreamModel) ? planV2(asked, upstreamModel) : planV1(asked, upstreamModel),
  cancel: async (task, ask) => isV2(task) && cancelV2(task, ask),
};

export const miniMaxTasks: readonly TaskForm[] = [taskForm(videosApi)];
