import type { ErrorCode } from '@turnpike/contract';
import { type Json, objectOf, textOf } from '../../dialects/neutral/json-values.ts';
import { invalid } from '../../dialects/neutral/members.ts';
import { actionOf, type Resolution, type VideoRequest } from '../../dialects/videos/video-request.ts';
import { numberOf } from '../../platform/json/exact-json.ts';
import { cancelWhile, linkOf, refusedBy } from '../task-answers.ts';
import {
  type BegunTask,
  type RefusedTask,
  type TaskForm,
  type TaskLook,
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
  variantOf,
} from '../video-members.ts';

const TASKS = '/contents/generations/tasks';
const pace = { first: 10, longest: 30, deadline: 49 * 3600 };

/** Properties of a generation of Seedance. */
interface Seedance {
  names: RegExp;
  lengths: readonly number[];
  resolutions: readonly Resolution[];
  hasSound: boolean;
  /** Takes pictures and a video as references. */
  readsReferences: boolean;
}

/**
 * Generations by their names.
 * Source: Volcengine Ark, "Create a video generation task", models `doubao-seedance-2-5-260628`,
 * `doubao-seedance-2-0-260128` (`-fast`, `-mini`), `doubao-seedance-1-5-pro-251215`, checked 2026-11.
 */
const generations: readonly Seedance[] = [
  {
    names: /seedance-1-0/,
    ...{ lengths: lengthsFrom(2, 12), resolutions: ['480p', '720p', '1080p'] },
    ...{ hasSound: false, readsReferences: false },
  },
  {
    names: /seedance-1-5/,
    ...{ lengths: lengthsFrom(4, 12), resolutions: ['480p', '720p', '1080p'] },
    ...{ hasSound: true, readsReferences: false },
  },
  {
    names: /seedance-2-0-(?:fast|mini)/,
    ...{ lengths: lengthsFrom(4, 15), resolutions: ['480p', '720p'], hasSound: true, readsReferences: true },
  },
  {
    names: /seedance-2-0/,
    ...{ lengths: lengthsFrom(4, 15), resolutions: ['480p', '720p', '1080p', '4k'] },
    ...{ hasSound: true, readsReferences: true },
  },
];

/** The newest generation, and endpoints (`ep-…`), whose model is not known. */
const anyOther: Omit<Seedance, 'names'> = {
  ...{ lengths: lengthsFrom(2, 30), resolutions: ['480p', '720p', '1080p', '4k'] },
  ...{ hasSound: true, readsReferences: true },
};

const pixels: Readonly<Partial<Record<Resolution, number>>> = {
  '480p': 864 * 496,
  '720p': 1280 * 720,
  '1080p': 1920 * 1080,
  '4k': 3840 * 2160,
};
const FRAMES_PER_SECOND = 24;
const PIXELS_PER_TOKEN = 1024;
/** A video that is given is counted too; Ark takes up to this. */
const MAX_GIVEN_SECONDS = 15;

/** Tokens of Seedance, as Ark's price list estimates them. */
const tokensOf = (seconds: number, resolution: Resolution): number =>
  Math.ceil((seconds * FRAMES_PER_SECOND * (pixels[resolution] ?? 0)) / PIXELS_PER_TOKEN);

const picture = (media: NonNullable<VideoRequest['image']>, role: string): Json => ({
  ...{ type: 'image_url', image_url: { url: linkOf(media) }, role },
});

function contentOf({ prompt, image, lastImage, references, video }: VideoRequest): Json[] {
  return [
    ...(prompt === '' ? [] : [{ type: 'text', text: prompt }]),
    ...(image === null ? [] : [picture(image, 'first_frame')]),
    ...(lastImage === null ? [] : [picture(lastImage, 'last_frame')]),
    ...references.map((one) => picture(one, 'reference_image')),
    ...(video === null
      ? []
      : [{ type: 'video_url', video_url: { url: linkOf(video) }, role: 'reference_video' }]),
  ];
}

const states: Readonly<Record<string, TaskLook['state']>> = {
  queued: 'queued',
  running: 'running',
  succeeded: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
  expired: 'failed',
};

const FILTERED = /sensitive|risk|copyright|policyviolation/i;

/** Source: Volcengine Ark, "Error codes", checked 2026-11. */
function refusalOf({ status, json }: VendorAnswer): ErrorCode | null {
  const code = textOf(objectOf(objectOf(json)?.error)?.code);
  if (FILTERED.test(code)) return 'upstream.content_filter';
  if (/overdue/i.test(code)) return 'upstream.out_of_credit';
  if (/NotFound|ModelNotOpen/.test(code)) return 'upstream.model_missing';
  if (/ServerOverloaded/.test(code)) return 'upstream.overloaded';
  return /LimitExceeded|QuotaExceeded/.test(code) && status !== 400 ? 'upstream.rate_limited' : null;
}

function begun(answer: VendorAnswer): BegunTask | RefusedTask {
  const upstreamId = textOf(objectOf(answer.json)?.id);
  return answer.status < 300 && upstreamId !== '' ? { upstreamId } : refusedBy(answer, refusalOf(answer));
}

const pathOf = (upstreamId: string): string => `${TASKS}/${encodeURIComponent(upstreamId)}`;

const look: TaskForm['look'] = async ({ upstreamId }, ask) => {
  const answer = await ask({ method: 'GET', path: pathOf(upstreamId) });
  if (answer.status === 404) return { state: 'missing' };
  const task = objectOf(answer.json) ?? {};
  const status = textOf(task.status);
  if (answer.status >= 300 || status === '') throw new UnreadableLook(answer);
  const state = states[status] ?? 'running';
  const { code, message } = objectOf(task.error) ?? {};
  const url = textOf(objectOf(task.content)?.video_url);
  const tokens = numberOf(objectOf(task.usage)?.completion_tokens);
  return {
    state: state === 'done' && url === '' ? 'failed' : state,
    reason: textOf(message) || (status === 'expired' ? 'It waited too long.' : ''),
    ...(FILTERED.test(textOf(code)) && { isFiltered: true as const }),
    ...(url !== '' && { files: [{ kind: 'video' as const, url }] }),
    ...(tokens !== null && { measured: { outputTokens: tokens } }),
  };
};

/** Ark erases a task that has ended, and refuses to cancel a running one. */
const cancel = cancelWhile(['queued'], look, ({ upstreamId }) => ({
  ...{ method: 'DELETE', path: pathOf(upstreamId) },
}));

/**
 * Seedance at Volcengine Ark, or at BytePlus. It is charged by the tokens that Ark reports at the end; until then an
 * estimate is held.
 * Source: Volcengine Ark, "Create a video generation task", "Query a video generation task" and "Cancel or delete a
 * video generation task", checked 2026-11.
 */
const videosApi: TaskForm<'videos'> = {
  dialect: 'videos',
  ...{ pace, begun, look, cancel },
  plan(asked, { upstreamModel, callbackUrl }) {
    const model = generations.find(({ names }) => names.test(upstreamModel)) ?? anyOther;
    assertCarries(asked, [
      ...(['image', 'lastImage', 'size', 'resolution', 'ratio', 'seed'] as const),
      ...(model.hasSound ? (['sound'] as const) : []),
      ...(model.readsReferences ? (['references', 'video'] as const) : []),
    ]);
    if (asked.lastImage !== null && asked.image === null) throw invalid('last_image', 'unsupported');
    if (asked.references.length > 0 && asked.image !== null) throw invalid('reference_images', 'unsupported');
    const seconds = secondsOf(asked, { lengths: model.lengths, usual: 5 });
    const resolution = resolutionOf(asked, model.resolutions) ?? '720p';
    const ratio = ratioOf(asked, usualRatios);
    const sound = model.hasSound ? (asked.sound ?? true) : null;
    const counted = seconds + (asked.video === null ? 0 : MAX_GIVEN_SECONDS);
    const body = {
      ...{ model: upstreamModel, content: contentOf(asked), resolution, duration: seconds },
      ...(ratio !== null && { ratio }),
      ...(asked.seed !== null && { seed: asked.seed }),
      ...(sound !== null && { generate_audio: sound }),
      ...(callbackUrl !== null && { callback_url: callbackUrl }),
    };
    return {
      request: { method: 'POST', path: TASKS, body },
      action: actionOf(asked),
      units: [{ kind: 'second', variant: variantOf(resolution, sound === true), count: seconds }],
      outputTokens: tokensOf(counted, resolution),
      asked: { seconds: String(seconds) },
    };
  },
};

export const volcengineTasks: readonly TaskForm[] = [taskForm(videosApi)];
