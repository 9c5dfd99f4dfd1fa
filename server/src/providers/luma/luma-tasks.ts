import type { ErrorCode } from '@turnpike/contract';
import { objectOf, textOf } from '../../dialects/neutral/json-values.ts';
import { invalid } from '../../dialects/neutral/members.ts';
import type { TaskMedia } from '../../dialects/tasks/task-media.ts';
import { actionOf, type Ratio } from '../../dialects/videos/video-request.ts';
import { cancelWhile, refusedBy, wordsOf } from '../task-answers.ts';
import {
  type BegunTask,
  type RefusedTask,
  type TaskForm,
  type TaskLook,
  taskForm,
  UnreadableLook,
  type VendorAnswer,
} from '../task-form.ts';
import { assertCarries, ratioOf, resolutionOf, secondsOf, usualRatios } from '../video-members.ts';

const GENERATIONS = '/dream-machine/v1/generations';
const pace = { first: 8, longest: 30, deadline: 2 * 3600 };

const ratios: readonly Ratio[] = [...usualRatios, '9:21'];

function begun(answer: VendorAnswer): BegunTask | RefusedTask {
  const upstreamId = textOf(objectOf(answer.json)?.id);
  return answer.status < 300 && upstreamId !== '' ? { upstreamId } : refusedBy(answer, refusalOf(answer));
}

const FILTERED = /moderat|content polic|nsfw|blocked|unsafe|violat/i;

function refusalOf(answer: VendorAnswer): ErrorCode | null {
  if (answer.status !== 400) return null;
  const words = wordsOf(answer);
  if (/insufficient credits/i.test(words)) return 'upstream.out_of_credit';
  return FILTERED.test(words) ? 'upstream.content_filter' : null;
}

const states: Readonly<Record<string, TaskLook['state']>> = {
  queued: 'queued',
  dreaming: 'running',
  completed: 'done',
  failed: 'failed',
};

const pathOf = (upstreamId: string): string => `${GENERATIONS}/${encodeURIComponent(upstreamId)}`;

const look: TaskForm['look'] = async ({ upstreamId }, ask) => {
  const answer = await ask({ method: 'GET', path: pathOf(upstreamId) });
  if (answer.status === 404) return { state: 'missing' };
  const generation = objectOf(answer.json) ?? {};
  const word = textOf(generation.state);
  if (answer.status >= 300 || word === '') throw new UnreadableLook(answer);
  const state = states[word] ?? 'running';
  const url = textOf(objectOf(generation.assets)?.video);
  const reason = textOf(generation.failure_reason);
  return {
    state: state === 'done' && url === '' ? 'failed' : state,
    reason,
    ...(FILTERED.test(reason) && { isFiltered: true as const }),
    ...(url !== '' && { files: [{ kind: 'video' as const, url }] }),
  };
};

/** Luma erases every generation that it is asked to delete; a running one is charged there. */
const cancel = cancelWhile(['queued'], look, ({ upstreamId }) => ({
  ...{ method: 'DELETE', path: pathOf(upstreamId) },
}));

/** @throws request.invalid for bytes: Luma fetches pictures itself */
function frame(media: TaskMedia, field: string): object {
  if (!('url' in media)) throw invalid(field, 'invalid_url');
  return { type: 'image', url: media.url };
}

/**
 * Dream Machine. Its callbacks are not signed and are not repeated for long; they only lead to a question.
 * Source: Luma, "Dream Machine API", "Video Generation", models `ray-2` and `ray-flash-2`, checked 2026-11.
 */
const videosApi: TaskForm<'videos'> = {
  dialect: 'videos',
  ...{ pace, begun, look, cancel },
  plan(asked, { upstreamModel, callbackUrl }) {
    assertCarries(asked, ['image', 'lastImage', 'size', 'resolution', 'ratio']);
    const { image, lastImage } = asked;
    const seconds = secondsOf(asked, { lengths: [5, 9], usual: 5 });
    const resolution = resolutionOf(asked, ['540p', '720p', '1080p', '4k']) ?? '720p';
    const ratio = ratioOf(asked, ratios) ?? '16:9';
    const keyframes = {
      ...(image !== null && { frame0: frame(image, 'input_reference') }),
      ...(lastImage !== null && { frame1: frame(lastImage, 'last_image') }),
    };
    const body = {
      ...{ generation_type: 'video', model: upstreamModel, prompt: asked.prompt, aspect_ratio: ratio },
      ...{ resolution, duration: `${seconds}s` },
      ...(Object.keys(keyframes).length > 0 && { keyframes }),
      ...(callbackUrl !== null && { callback_url: callbackUrl }),
    };
    return {
      request: { method: 'POST', path: GENERATIONS, body },
      action: actionOf(asked),
      units: [{ kind: 'second', variant: resolution, count: seconds }],
      asked: { seconds: String(seconds) },
    };
  },
};

export const lumaTasks: readonly TaskForm[] = [taskForm(videosApi)];
