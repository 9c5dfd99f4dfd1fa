import type { ErrorCode } from '@turnpike/contract';
import { listOf, objectOf, textOf } from '../../dialects/neutral/json-values.ts';
import { invalid } from '../../dialects/neutral/members.ts';
import {
  actionOf,
  type Ratio,
  type Resolution,
  type VideoRequest,
} from '../../dialects/videos/video-request.ts';
import { cancelWhile, linkOf, refusedBy } from '../task-answers.ts';
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
import { assertCarries, lengthsFrom, ratioOf, resolutionOf, secondsOf, variantOf } from '../video-members.ts';

const pace = { first: 10, longest: 30, deadline: 3 * 3600 };

interface Vidu {
  names: RegExp;
  lengths: readonly number[];
  usual: number;
  resolutions: readonly Resolution[];
  usualResolution: Resolution;
  hasSound: boolean;
  ratios: readonly Ratio[];
}

const wide = ['16:9', '9:16', '1:1'] as const;
const allRatios = [...wide, '4:3', '3:4'] as const;

/** Generations by their names. Source: https://platform.vidu.com/docs/text-to-video, checked 2026-11. */
const generations: readonly Vidu[] = [
  {
    names: /viduq2/,
    ...{ lengths: lengthsFrom(1, 10), usual: 5, resolutions: ['540p', '720p', '1080p'] },
    ...{ usualResolution: '720p', hasSound: false, ratios: allRatios },
  },
  {
    names: /viduq1/,
    ...{ lengths: [5], usual: 5, resolutions: ['1080p'], usualResolution: '1080p' },
    ...{ hasSound: false, ratios: wide },
  },
  {
    names: /vidu[12]\./,
    ...{ lengths: [4, 8], usual: 4, resolutions: ['360p', '720p', '1080p'] },
    ...{ usualResolution: '720p', hasSound: false, ratios: wide },
  },
];

/** The third generation, and newer ones. */
const newest: Omit<Vidu, 'names'> = {
  ...{ lengths: lengthsFrom(1, 16), usual: 5, resolutions: ['540p', '720p', '1080p'] },
  ...{ usualResolution: '720p', hasSound: true, ratios: allRatios },
};

/** The address is chosen by the pictures that are given. */
function addressOf({ image, lastImage, references }: VideoRequest): string {
  if (references.length > 0) return 'reference2video';
  if (image === null) return 'text2video';
  return lastImage === null ? 'img2video' : 'start-end2video';
}

const FILTERED = /audit|policy|illegal|sensitive|violation/i;

/** Source: Vidu API documents, "Error codes", https://platform.vidu.com/docs/error-code, checked 2026-11. */
function refusalOf({ json }: VendorAnswer): ErrorCode | null {
  const { reason } = objectOf(json) ?? {};
  const code = textOf(reason);
  if (FILTERED.test(code)) return 'upstream.content_filter';
  return /credit/i.test(code) ? 'upstream.out_of_credit' : null;
}

function begun(answer: VendorAnswer): BegunTask | RefusedTask {
  const upstreamId = textOf(objectOf(answer.json)?.task_id);
  return answer.status < 300 && upstreamId !== '' ? { upstreamId } : refusedBy(answer, refusalOf(answer));
}

const states: Readonly<Record<string, TaskLook['state']>> = {
  created: 'queued',
  queueing: 'queued',
  processing: 'running',
  success: 'done',
  failed: 'failed',
};

const TASKS = '/ent/v2/tasks';
const creationsOf = (upstreamId: string): VendorRequest => ({
  ...{ method: 'GET', path: `${TASKS}/${encodeURIComponent(upstreamId)}/creations` },
});

const look: TaskForm['look'] = async ({ upstreamId }, ask) => {
  const answer = await ask(creationsOf(upstreamId));
  if (answer.status === 404) return { state: 'missing' };
  const task = objectOf(answer.json) ?? {};
  const word = textOf(task.state);
  if (answer.status >= 300 || word === '') throw new UnreadableLook(answer);
  const state = states[word] ?? 'running';
  const files = listOf(task.creations)
    .map((one) => textOf(objectOf(one)?.url))
    .filter((url) => url !== '')
    .map((url) => ({ kind: 'video' as const, url }));
  const reason = textOf(task.err_code);
  return {
    state: state === 'done' && files.length === 0 ? 'failed' : state,
    reason,
    ...(FILTERED.test(reason) && { isFiltered: true as const }),
    files,
  };
};

const cancel = cancelWhile(['queued'], look, ({ upstreamId }) => ({
  ...{ method: 'POST', path: `${TASKS}/${encodeURIComponent(upstreamId)}/cancel`, body: { id: upstreamId } },
}));

/** Tasks that are looked through for our id, which only the answer about a single one has. */
const MAX_LOOKED_THROUGH = 20;

const find: TaskForm['find'] = async (taskId, _plan, ask) => {
  const answer = await ask({
    ...{ method: 'GET', path: `${TASKS}?pager.page=0&pager.pagesz=${MAX_LOOKED_THROUGH}` },
  });
  const tasks = objectOf(answer.json)?.tasks;
  if (answer.status >= 300 || !Array.isArray(tasks)) throw new UnreadableLook(answer);
  for (const task of tasks.slice(0, MAX_LOOKED_THROUGH)) {
    const upstreamId = textOf(objectOf(task)?.id);
    const single = upstreamId === '' ? null : await ask(creationsOf(upstreamId));
    if (textOf(objectOf(single?.json)?.payload) === taskId) return { upstreamId };
  }
  return null;
};

/**
 * Vidu: `viduq3-pro`, `viduq3-turbo`, `viduq2` and others. It has an address for each way to begin. It keeps `payload`, by which a task is found whose creation was not
 * answered.
 * Sources: Vidu API documents, "Text to Video", "Image to Video", "Start End to Video", "Reference to Video", "Get
 * Creation", "Get Task List" and "Cancel Generation", https://platform.vidu.com/docs/cancel-generation, checked 2026-11.
 */
const videosApi: TaskForm<'videos'> = {
  dialect: 'videos',
  ...{ pace, begun, look, cancel, find },
  plan(asked, { upstreamModel, taskId, callbackUrl }) {
    const model = generations.find(({ names }) => names.test(upstreamModel)) ?? newest;
    assertCarries(asked, [
      ...(['image', 'lastImage', 'references', 'size', 'resolution', 'ratio', 'seed'] as const),
      ...(model.hasSound ? (['sound'] as const) : []),
    ]);
    const { image, lastImage, references } = asked;
    if (lastImage !== null && image === null) throw invalid('last_image', 'unsupported');
    // Only the plain model of the second generation reads references.
    const isReferring = references.length > 0;
    if (isReferring && (image !== null || /viduq2-/.test(upstreamModel) || references.length > 7))
      throw invalid('reference_images', 'unsupported');
    const seconds = secondsOf(asked, model);
    const resolution = resolutionOf(asked, model.resolutions) ?? model.usualResolution;
    const ratio = ratioOf(asked, model.ratios);
    const sound = model.hasSound ? (asked.sound ?? true) : null;
    const pictures = isReferring ? references : [image, lastImage].filter((one) => one !== null);
    const body = {
      ...{ model: upstreamModel, prompt: asked.prompt, duration: seconds, resolution, payload: taskId },
      ...(pictures.length > 0 && { images: pictures.map(linkOf) }),
      // Else the first picture has the shape.
      ...(ratio !== null && (isReferring || image === null) && { aspect_ratio: ratio }),
      ...(asked.seed !== null && { seed: asked.seed }),
      ...(sound !== null && { audio: sound }),
      ...(callbackUrl !== null && { callback_url: callbackUrl }),
    };
    return {
      request: { method: 'POST', path: `/ent/v2/${addressOf(asked)}`, body },
      action: actionOf(asked),
      units: [{ kind: 'second', variant: variantOf(resolution, sound === true), count: seconds }],
      asked: { seconds: String(seconds) },
    };
  },
};

export const viduTasks: readonly TaskForm[] = [taskForm(videosApi)];
