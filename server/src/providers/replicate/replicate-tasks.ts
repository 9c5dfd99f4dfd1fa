import type { TaskFileKind } from '@turnpike/contract';
import { type Json, objectOf, textOf } from '../../dialects/neutral/json-values.ts';
import { actionOf, resolutions } from '../../dialects/videos/video-request.ts';
import { numberOf } from '../../platform/json/exact-json.ts';
import { linkOf, refusedBy } from '../task-answers.ts';
import {
  type BegunTask,
  type RefusedTask,
  type TaskForm,
  type TaskLook,
  type TaskPlan,
  taskForm,
  UnreadableLook,
  type VendorAnswer,
  type VendorFile,
} from '../task-form.ts';
import { assertCarries, ratioOf, resolutionOf } from '../video-members.ts';

/** Predictions are erased an hour after they end. */
const pace = { first: 5, longest: 20, deadline: 6 * 3600 };

/** Seconds of a prediction that are held for; the vendor measures them at the end. */
const HELD_SECONDS = 120;

function begun(answer: VendorAnswer): BegunTask | RefusedTask {
  const upstreamId = textOf(objectOf(answer.json)?.id);
  return answer.status < 300 && upstreamId !== '' ? { upstreamId } : refusedBy(answer);
}

const states: Readonly<Record<string, TaskLook['state']>> = {
  starting: 'queued',
  processing: 'running',
  succeeded: 'done',
  failed: 'failed',
  canceled: 'cancelled',
  aborted: 'cancelled',
};

const FILTERED = /nsfw|sensitive|flagged|moderat|content polic|\bE005\b/i;
const MAX_DEPTH = 8;

const endings: readonly (readonly [RegExp, TaskFileKind])[] = [
  [/\.(?:png|jpe?g|webp|gif|avif)$/i, 'image'],
  [/\.(?:mp3|wav|ogg|flac|m4a)$/i, 'audio'],
];

/** Every address in an output, which has the shape that its model chose. */
function filesOf(output: unknown, depth = 0): VendorFile[] {
  if (typeof output === 'string') {
    const url = /^https?:\/\//.test(output) ? URL.parse(output) : null;
    if (url === null) return [];
    const kind = endings.find(([ending]) => ending.test(url.pathname))?.[1] ?? 'video';
    return [{ kind, url: output }];
  }
  if (typeof output !== 'object' || output === null || depth > MAX_DEPTH) return [];
  return Object.values(output).flatMap((one) => filesOf(one, depth + 1));
}

const pathOf = (upstreamId: string): string => `/v1/predictions/${encodeURIComponent(upstreamId)}`;

function readPrediction(answer: VendorAnswer): TaskLook {
  const prediction = objectOf(answer.json) ?? {};
  const status = textOf(prediction.status);
  if (answer.status >= 300 || status === '') throw new UnreadableLook(answer);
  const state = states[status] ?? 'running';
  const files = state === 'done' ? filesOf(prediction.output) : [];
  const reason = textOf(prediction.error);
  const seconds = numberOf(objectOf(prediction.metrics)?.predict_time);
  return {
    state: state === 'done' && files.length === 0 ? 'failed' : state,
    reason,
    ...(FILTERED.test(reason) && { isFiltered: true as const }),
    files,
    ...(seconds !== null && { measured: { units: [{ kind: 'second', count: Math.ceil(seconds) }] } }),
  };
}

const look: TaskForm['look'] = async ({ upstreamId }, ask) => {
  const answer = await ask({ method: 'GET', path: pathOf(upstreamId) });
  return answer.status === 404 ? { state: 'missing' } : readPrediction(answer);
};

/** The answer shows whether the prediction had ended before. */
const cancel: TaskForm['cancel'] = async ({ upstreamId }, ask) => {
  const answer = await ask({ method: 'POST', path: `${pathOf(upstreamId)}/cancel`, body: {} });
  return readPrediction(answer).state === 'cancelled';
};

/** An official model by its name, another one by its version: `owner/name:version`. */
function addressOf(model: string, input: Json): TaskPlan['request'] {
  const [name = '', version] = model.split(':');
  // Else the answer waits for the result.
  const headers = { prefer: 'respond-async' };
  if (version !== undefined)
    return { method: 'POST', path: '/v1/predictions', body: { version, input }, headers };
  const path = `/v1/models/${name.split('/').map(encodeURIComponent).join('/')}/predictions`;
  return { method: 'POST', path, body: { input }, headers };
}

/**
 * Predictions. Members of `input` differ by model, so it has only those that most models of videos share. The price is
 * by the seconds of the prediction.
 * Source: Replicate HTTP API reference, "Create a prediction using an official model", "Create a prediction", "Get a
 * prediction" and "Cancel a prediction", checked 2026-11.
 */
const videosApi: TaskForm<'videos'> = {
  dialect: 'videos',
  ...{ pace, begun, look, cancel },
  plan(asked, { upstreamModel }) {
    assertCarries(asked, ['image', 'size', 'resolution', 'ratio', 'seed', 'negativePrompt']);
    const { seconds, image, seed, negativePrompt } = asked;
    const resolution = resolutionOf(asked, resolutions);
    const ratio = ratioOf(asked);
    const input = {
      prompt: asked.prompt,
      ...(image !== null && { image: linkOf(image) }),
      ...(seconds !== null && { duration: seconds }),
      ...(resolution !== null && { resolution }),
      ...(ratio !== null && { aspect_ratio: ratio }),
      ...(negativePrompt !== null && { negative_prompt: negativePrompt }),
      ...(seed !== null && { seed }),
    };
    return {
      request: addressOf(upstreamModel, input),
      action: actionOf(asked),
      units: [{ kind: 'second', variant: '', count: HELD_SECONDS }],
      asked: { ...(seconds !== null && { seconds: String(seconds) }) },
    };
  },
};

export const replicateTasks: readonly TaskForm[] = [taskForm(videosApi)];
