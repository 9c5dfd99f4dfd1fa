import type { ErrorCode } from '@turnpike/contract';
import { type Json, listOf, objectOf, textOf } from '../../dialects/neutral/json-values.ts';
import { invalid } from '../../dialects/neutral/members.ts';
import {
  actionOf,
  type Ratio,
  type Resolution,
  type VideoRequest,
} from '../../dialects/videos/video-request.ts';
import { numberOf } from '../../platform/json/exact-json.ts';
import { cancelWhile, linkOf, refusedBy, wordsOf } from '../task-answers.ts';
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
import {
  assertCarries,
  lengthsFrom,
  type OptionalMember,
  ratioOf,
  resolutionOf,
  secondsOf,
  variantOf,
} from '../video-members.ts';

/** Runway asks for five seconds between two questions about a task. */
const pace = { first: 6, longest: 30, deadline: 6 * 3600 };

type Sizes = Readonly<Partial<Record<Resolution, Readonly<Partial<Record<Ratio, string>>>>>>;

/** Properties of a family of models. */
interface Family {
  names: RegExp;
  lengths: readonly number[];
  usual: number;
  /** Sizes in Runway's words; those of a text alone where they are fewer. */
  sizes: Sizes;
  textSizes?: Sizes;
  carried: readonly OptionalMember[];
  needsImage?: true;
  /** Member that names a video to be changed. */
  video?: 'videoUri' | 'promptVideo';
}

const hd = { '16:9': '1280:720', '9:16': '720:1280' } as const;
const fullHd = { '16:9': '1920:1080', '9:16': '1080:1920' } as const;
const gen4 = { ...hd, '4:3': '1104:832', '3:4': '832:1104', '1:1': '960:960', '21:9': '1584:672' } as const;
const seedanceSizes: Sizes = {
  '480p': {
    '21:9': '992:432',
    '16:9': '864:496',
    '4:3': '752:560',
    '1:1': '640:640',
    '3:4': '560:752',
    '9:16': '496:864',
  },
  '720p': { ...hd, '21:9': '1470:630', '4:3': '1112:834', '1:1': '960:960', '3:4': '834:1112' },
};
const seedance: Pick<Family, 'lengths' | 'usual' | 'video' | 'carried'> = {
  ...{ lengths: lengthsFrom(4, 15), usual: 5, video: 'promptVideo' },
  carried: ['image', 'lastImage', 'references', 'video', 'sound'],
};

/** Source: https://github.com/runwayml/sdk-node, `src/resources/text-to-video.ts` and its neighbours, checked 2026-11. */
const families: readonly Family[] = [
  {
    names: /^gen4\.5$/,
    ...{ lengths: lengthsFrom(2, 10), usual: 5, sizes: { '720p': gen4 }, textSizes: { '720p': hd } },
    carried: ['image', 'seed'],
  },
  {
    names: /^gen4_turbo$/,
    ...{ lengths: lengthsFrom(2, 10), usual: 5, sizes: { '720p': gen4 }, needsImage: true },
    carried: ['image', 'seed'],
  },
  {
    // It changes the first five seconds of a video.
    names: /^gen4_aleph$/,
    ...{ lengths: [5], usual: 5, sizes: { '720p': hd }, video: 'videoUri' },
    carried: ['video', 'seed'],
  },
  {
    names: /^veo3\.1/,
    ...{ lengths: [4, 6, 8], usual: 8, sizes: { '720p': hd, '1080p': fullHd } },
    carried: ['image', 'lastImage', 'sound'],
  },
  {
    names: /^veo3$/,
    ...{ lengths: [8], usual: 8, sizes: { '720p': hd, '1080p': fullHd }, carried: ['image'] },
  },
  { names: /^seedance2_(?:fast|mini)$/, ...seedance, sizes: seedanceSizes },
  {
    names: /^seedance2/,
    ...seedance,
    sizes: {
      ...seedanceSizes,
      '1080p': { ...fullHd, '21:9': '2206:946', '4:3': '1664:1248', '1:1': '1440:1440', '3:4': '1248:1664' },
    },
  },
];

/** Other models; none of them has a video whose length would be known before it is charged. */
const anyOther: Omit<Family, 'names'> = {
  ...{ lengths: lengthsFrom(3, 10), usual: 5, sizes: { '720p': hd }, carried: ['image'] },
};

function begun(answer: VendorAnswer): BegunTask | RefusedTask {
  const upstreamId = textOf(objectOf(answer.json)?.id);
  return answer.status < 300 && upstreamId !== '' ? { upstreamId } : refusedBy(answer, refusalOf(answer));
}

function refusalOf(answer: VendorAnswer): ErrorCode | null {
  if (answer.status !== 400) return null;
  const words = wordsOf(answer);
  if (/not (?:have )?enough credits/i.test(words)) return 'upstream.out_of_credit';
  return /moderation|safety/i.test(words) ? 'upstream.content_filter' : null;
}

const states: Readonly<Record<string, TaskLook['state']>> = {
  THROTTLED: 'queued',
  PENDING: 'queued',
  RUNNING: 'running',
  SUCCEEDED: 'done',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
};

const pathOf = (upstreamId: string): string => `/v1/tasks/${encodeURIComponent(upstreamId)}`;

const look: TaskForm['look'] = async ({ upstreamId }, ask) => {
  const answer = await ask({ method: 'GET', path: pathOf(upstreamId) });
  if (answer.status === 404) return { state: 'missing' };
  const task = objectOf(answer.json) ?? {};
  const status = textOf(task.status);
  if (answer.status >= 300 || status === '') throw new UnreadableLook(answer);
  const state = states[status] ?? 'running';
  const files = listOf(task.output)
    .map(textOf)
    .filter((url) => url !== '')
    .map((url) => ({ kind: 'video' as const, url }));
  const progress = numberOf(task.progress);
  return {
    state: state === 'done' && files.length === 0 ? 'failed' : state,
    ...(progress !== null && { progress: progress * 100 }),
    reason: textOf(task.failure),
    // Such as `SAFETY.INPUT.TEXT` and `INPUT_PREPROCESSING.SAFETY.TEXT`.
    ...(/\bSAFETY\b/.test(textOf(task.failureCode)) && { isFiltered: true as const }),
    files,
  };
};

/** Runway erases a task that has ended. */
const cancel = cancelWhile(['queued', 'running'], look, ({ upstreamId }) => ({
  ...{ method: 'DELETE', path: pathOf(upstreamId) },
}));

/** Members that name media, and the address that reads them. */
function mediaOf(asked: VideoRequest, { video }: Pick<Family, 'video'>): { address: string; members: Json } {
  const { image, lastImage, references } = asked;
  const pictures = [
    ...(image === null ? [] : [{ uri: linkOf(image), position: 'first' }]),
    ...(lastImage === null ? [] : [{ uri: linkOf(lastImage), position: 'last' }]),
    ...references.map((one) => ({ uri: linkOf(one) })),
  ];
  if (asked.video !== null && video !== undefined) {
    const members = { [video]: linkOf(asked.video), ...(pictures.length > 0 && { references: pictures }) };
    return { address: 'video_to_video', members };
  }
  if (pictures.length === 0) return { address: 'text_to_video', members: {} };
  return { address: 'image_to_video', members: { promptImage: pictures } };
}

/** One of Runway's sizes: by its own numbers, or by resolution and shape. @throws request.invalid */
function sizeOf(asked: VideoRequest, sizes: Sizes): { resolution: Resolution; size: string } {
  const offered = Object.keys(sizes) as Resolution[];
  const isNumbersAlone = asked.resolution === null && asked.ratio === null;
  const own = asked.size === null ? '' : `${asked.size.width}:${asked.size.height}`;
  for (const resolution of isNumbersAlone ? offered : []) {
    if (Object.values(sizes[resolution] ?? {}).includes(own)) return { resolution, size: own };
  }
  const resolution = resolutionOf(asked, offered) ?? '720p';
  const size = sizes[resolution]?.[ratioOf(asked) ?? '16:9'];
  if (size === undefined) throw invalid('aspect_ratio', 'invalid_value');
  return { resolution, size };
}

function assertFits(
  { image, lastImage, references, video, prompt }: VideoRequest,
  family: Omit<Family, 'names'>,
): void {
  if (family.needsImage === true && image === null) throw invalid('input_reference', 'required');
  if (family.video === 'videoUri' && video === null) throw invalid('video', 'required');
  if (lastImage !== null && image === null) throw invalid('last_image', 'unsupported');
  if (references.length > 0 && image !== null) throw invalid('reference_images', 'unsupported');
  if (video !== null && image !== null) throw invalid('input_reference', 'unsupported');
  if (prompt.trim() === '' && image === null) throw invalid('prompt', 'required');
}

/**
 * Runway: `gen4.5`, `gen4_turbo`, `veo3.1`, `veo3.1_fast`, `seedance2` and others. `aleph2` is left out: neither its request nor its answer says how long the video is that is charged.
 * Sources: https://github.com/runwayml/sdk-node, `src/resources`; Runway API documents, "Pricing"; checked 2026-11.
 */
const videosApi: TaskForm<'videos'> = {
  dialect: 'videos',
  ...{ pace, begun, look, cancel },
  plan(asked, { upstreamModel }): TaskPlan {
    const family = families.find(({ names }) => names.test(upstreamModel)) ?? anyOther;
    assertCarries(asked, [...family.carried, 'size', 'resolution', 'ratio']);
    assertFits(asked, family);
    const { address, members } = mediaOf(asked, family);
    const sizes = (address === 'text_to_video' && family.textSizes) || family.sizes;
    const seconds = secondsOf(asked, family);
    const { resolution, size } = sizeOf(asked, sizes);
    const hasSound = family.carried.includes('sound') ? (asked.sound ?? true) : null;
    const isAleph = family.video === 'videoUri';
    const body = {
      ...{ model: upstreamModel, ...members },
      ...(asked.prompt !== '' && { promptText: asked.prompt }),
      ...(!isAleph && { ratio: size, duration: seconds }),
      ...(asked.seed !== null && { seed: asked.seed }),
      ...(hasSound !== null && { audio: hasSound }),
    };
    return {
      request: { method: 'POST', path: `/v1/${address}`, body },
      action: actionOf(asked),
      units: [{ kind: 'second', variant: variantOf(resolution, hasSound === true), count: seconds }],
      asked: { seconds: String(seconds) },
    };
  },
};

export const runwayTasks: readonly TaskForm[] = [taskForm(videosApi)];
