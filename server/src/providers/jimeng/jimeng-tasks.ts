import type { ErrorCode } from '@turnpike/contract';
import { type Json, objectOf, textOf } from '../../dialects/neutral/json-values.ts';
import { invalid } from '../../dialects/neutral/members.ts';
import { actionOf, type Resolution, type VideoRequest } from '../../dialects/videos/video-request.ts';
import { numberOf } from '../../platform/json/exact-json.ts';
import { refusedBy } from '../task-answers.ts';
import {
  type BegunTask,
  type RefusedTask,
  type TaskForm,
  type TaskLook,
  taskForm,
  UnreadableLook,
  type VendorAnswer,
  type VendorRequest,
} from '../task-form.ts';
import { assertCarries, ratioOf, resolutionOf, secondsOf, usualRatios } from '../video-members.ts';

const pace = { first: 10, longest: 30, deadline: 6 * 3600 };
const SUCCESS = 10_000;
const FRAMES_PER_SECOND = 24;

const action = (name: string, body: Json): VendorRequest => ({
  ...{ method: 'POST', path: `/?Action=${name}&Version=2022-08-31`, body },
});

/**
 * Codes in answers with any HTTP status; 505xx are those of results.
 * Source: Volcengine, "Jimeng AI, error codes", https://www.volcengine.com/docs/85621/1802721, checked 2026-11.
 */
const codes: Readonly<Record<number, ErrorCode>> = {
  50400: 'upstream.key_refused',
  50411: 'upstream.content_filter',
  50412: 'upstream.content_filter',
  50413: 'upstream.content_filter',
  50429: 'upstream.rate_limited',
  50430: 'upstream.rate_limited',
  50500: 'upstream.error',
  50501: 'upstream.error',
  50511: 'upstream.content_filter',
  50512: 'upstream.content_filter',
  50513: 'upstream.content_filter',
  50518: 'upstream.content_filter',
  50519: 'upstream.content_filter',
  50520: 'upstream.error',
  50521: 'upstream.error',
  50522: 'upstream.error',
};

/** Codes of a picture or a parameter that cannot be used, and of a check of the result that broke. */
const isFinal = (code: number): boolean =>
  (code >= 50_200 && code < 50_300) || (code >= 50_520 && code <= 50_522);

const codeOf = ({ json }: VendorAnswer): number => numberOf(objectOf(json)?.code) ?? 0;

function begun(answer: VendorAnswer): BegunTask | RefusedTask {
  const { data, ResponseMetadata } = objectOf(answer.json) ?? {};
  const upstreamId = textOf(objectOf(data)?.task_id);
  const code = codeOf(answer);
  if (code === SUCCESS && upstreamId !== '') return { upstreamId };
  // A wrong signature is refused before the service.
  const words = textOf(objectOf(objectOf(ResponseMetadata)?.Error)?.Message);
  const refused = refusedBy(answer, codes[code] ?? null);
  return words === '' ? refused : { ...refused, message: words };
}

const states: Readonly<Record<string, TaskLook['state']>> = {
  in_queue: 'queued',
  generating: 'running',
  done: 'done',
  not_found: 'missing',
  expired: 'failed',
};

/** The result is found by the `req_key` that made the task. */
const look: TaskForm['look'] = async ({ upstreamId, ticket }, ask) => {
  const body = { req_key: ticket.req_key, task_id: upstreamId };
  const answer = await ask(action('CVSync2AsyncGetResult', body));
  const code = codeOf(answer);
  const { data: given, message } = objectOf(answer.json) ?? {};
  const isFiltered = codes[code] === 'upstream.content_filter';
  if (isFiltered || isFinal(code))
    return { state: 'failed', reason: textOf(message), ...(isFiltered && { isFiltered: true as const }) };
  const data = objectOf(given) ?? {};
  const status = textOf(data.status);
  if (code !== SUCCESS || status === '') throw new UnreadableLook(answer);
  const state = states[status] ?? 'running';
  const url = textOf(data.video_url);
  return {
    state: state === 'done' && url === '' ? 'failed' : state,
    ...(status === 'expired' && { reason: 'It has expired.' }),
    ...(url !== '' && { files: [{ kind: 'video' as const, url }] }),
  };
};

/**
 * The name of the service for a model and what is given.
 * Source: Volcengine, "Jimeng AI, video generation 3.0", its chapters on 720P, 1080P and Pro, checked 2026-11.
 */
function serviceOf({ image, lastImage }: VideoRequest, model: string, resolution: Resolution): string {
  if (PRO.test(model)) return 'jimeng_ti2v_v30_pro';
  const isFull = resolution === '1080p';
  if (image === null) return isFull ? 'jimeng_t2v_v30_1080p' : 'jimeng_t2v_v30';
  const service = lastImage === null ? 'jimeng_i2v_first_v30' : 'jimeng_i2v_first_tail_v30';
  return isFull ? `${service}_1080` : service;
}
const PRO = /_pro$/;
const FULL = /_1080p?$/;

/** Pictures are all addresses or all bytes, since their order is that of the frames. */
function picturesOf({ image, lastImage }: VideoRequest): Json {
  const pictures = [image, lastImage].filter((one) => one !== null);
  if (pictures.length === 0) return {};
  const addresses = pictures.flatMap((one) => ('url' in one ? one.url : []));
  if (addresses.length === pictures.length) return { image_urls: addresses };
  if (addresses.length > 0) throw invalid('last_image', 'unsupported');
  return { binary_data_base64: pictures.flatMap((one) => ('url' in one ? [] : one.base64)) };
}

/** Jimeng. The models are `jimeng_v30` in two resolutions and `jimeng_v30_pro`; names of services mean these too. */
const videosApi: TaskForm<'videos'> = {
  dialect: 'videos',
  ...{ pace, begun, look },
  plan(asked, { upstreamModel }) {
    const isPro = PRO.test(upstreamModel);
    assertCarries(asked, [
      ...(['image', 'size', 'resolution', 'ratio', 'seed'] as const),
      ...(isPro ? [] : (['lastImage'] as const)),
    ]);
    if (asked.lastImage !== null && asked.image === null) throw invalid('last_image', 'unsupported');
    const isFull = isPro || FULL.test(upstreamModel);
    const offered: readonly Resolution[] = isFull ? ['1080p'] : ['720p', '1080p'];
    const resolution = resolutionOf(asked, offered) ?? offered[0] ?? '720p';
    const seconds = secondsOf(asked, { lengths: [5, 10], usual: 5 });
    const ratio = ratioOf(asked, usualRatios);
    const service = serviceOf(asked, upstreamModel, resolution);
    const body = {
      ...{ req_key: service, prompt: asked.prompt, frames: FRAMES_PER_SECOND * seconds + 1 },
      ...picturesOf(asked),
      // A picture has the shape.
      ...(ratio !== null && asked.image === null && { aspect_ratio: ratio }),
      ...(asked.seed !== null && { seed: asked.seed }),
    };
    return {
      request: action('CVSync2AsyncSubmitTask', body),
      action: actionOf(asked),
      units: [{ kind: 'second', variant: resolution, count: seconds }],
      ticket: { req_key: service },
      asked: { seconds: String(seconds) },
    };
  },
};

export const jimengTasks: readonly TaskForm[] = [taskForm(videosApi)];
