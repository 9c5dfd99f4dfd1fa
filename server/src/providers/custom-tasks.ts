import { type Json, objectOf, textOf } from '../dialects/neutral/json-values.ts';
import { actionOf, type Resolution, type VideoRequest } from '../dialects/videos/video-request.ts';
import { numberOf } from '../platform/json/exact-json.ts';
import { cancelWhile, linkOf, refusedBy, wordsOf } from './task-answers.ts';
import {
  type BegunTask,
  type ParentTask,
  type RefusedTask,
  type TaskForm,
  type TaskLook,
  type TaskPlan,
  taskForm,
  UnreadableLook,
  type VendorAnswer,
} from './task-form.ts';
import { assertCarries } from './video-members.ts';

const VIDEOS = '/v1/videos';
const pace = { first: 8, longest: 30, deadline: 6 * 3600 };
/** OpenAI's own default. */
const USUAL_SECONDS = 4;

/** States of OpenAI's videos, and those that relays use instead. */
const states: Readonly<Record<string, TaskLook['state']>> = {
  queued: 'queued',
  pending: 'queued',
  submitted: 'queued',
  in_progress: 'running',
  processing: 'running',
  completed: 'done',
  succeeded: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
  canceled: 'cancelled',
};

const idOf = ({ id, task_id }: Json): string => textOf(id) || textOf(task_id);

function begun(answer: VendorAnswer): BegunTask | RefusedTask {
  const upstreamId = idOf(objectOf(answer.json) ?? {});
  if (answer.status < 300 && upstreamId !== '') return { upstreamId };
  const { code } = objectOf(objectOf(answer.json)?.error) ?? {};
  const isFiltered = answer.status < 500 && FILTERED.test(`${textOf(code)} ${wordsOf(answer)}`);
  return refusedBy(answer, isFiltered ? 'upstream.content_filter' : null);
}

const FILTERED = /moderat|content[ _](?:polic|filter)|sensitive|safety system/i;

const pathOf = (upstreamId: string): string => `${VIDEOS}/${encodeURIComponent(upstreamId)}`;

/** Some relays write `50%`. */
const progressOf = (given: unknown): number | null =>
  numberOf(typeof given === 'string' && /^\d{1,3}%?$/.test(given) ? Number.parseInt(given, 10) : given);

const look: TaskForm['look'] = async ({ upstreamId }, ask) => {
  const answer = await ask({ method: 'GET', path: pathOf(upstreamId) });
  if (answer.status === 404) return { state: 'missing' };
  const video = objectOf(answer.json) ?? {};
  const status = textOf(video.status).toLowerCase();
  if (answer.status >= 300 || status === '') throw new UnreadableLook(answer);
  const state = states[status] ?? 'running';
  const progress = progressOf(video.progress);
  const error = objectOf(video.error) ?? {};
  const reason = textOf(error.message) || textOf(video.error);
  const isFiltered = FILTERED.test(`${textOf(error.code)} ${reason}`);
  const seconds = numberOf(Number(textOf(video.seconds) || Number.NaN));
  return {
    state,
    ...(progress !== null && { progress }),
    reason,
    ...(isFiltered && { isFiltered: true as const }),
    // A `metadata.url` may expire; this one is read with the key.
    ...(state === 'done' && { files: [{ kind: 'video' as const, path: `${pathOf(upstreamId)}/content` }] }),
    ...(seconds !== null &&
      Number.isInteger(seconds) &&
      seconds > 0 && { measured: { units: [{ kind: 'second', count: seconds }] } }),
  };
};

/** A relay may have to pay for a running video, and erases one that has ended. */
const cancel = cancelWhile(['queued'], look, ({ upstreamId }) => ({
  ...{ method: 'DELETE', path: pathOf(upstreamId) },
}));

/** Sizes of OpenAI's models, and of others by their shorter side. */
const resolutionOf = ({ size }: VideoRequest): Resolution | '' => {
  const shorter = size === null ? 0 : Math.min(size.width, size.height);
  return ([480, 720, 1080] as const).find((one) => one === shorter) === undefined ? '' : `${shorter as 720}p`;
};

/** Another version of a video has its length and size. */
function planRemix({ prompt }: VideoRequest, { upstreamId, ticket }: ParentTask): TaskPlan {
  const { seconds = String(USUAL_SECONDS), variant = '' } = ticket;
  return {
    request: { method: 'POST', path: `${pathOf(upstreamId)}/remix`, body: { prompt } },
    action: 'remix',
    units: [{ kind: 'second', variant, count: Number(seconds) }],
    ticket,
    asked: { seconds },
  };
}

/**
 * Other relays with OpenAI's videos API, such as LiteLLM, new-api and this gateway. Free `metadata` is not sent.
 * Sources: OpenAI API reference, "Videos", of September 2026; https://github.com/QuantumNous/new-api,
 * `relay/channel/task/sora`; checked 2026-11.
 */
const videosApi: TaskForm<'videos'> = {
  dialect: 'videos',
  ...{ pace, begun, look, cancel },
  plan(asked, { upstreamModel, parent }) {
    assertCarries(asked, ['image', 'size', 'remixed']);
    if (parent !== null && asked.remixed !== null) {
      const plan = planRemix(asked, parent);
      return { ...plan, asked: { ...plan.asked, remixed_from: asked.remixed } };
    }
    const seconds = asked.seconds ?? USUAL_SECONDS;
    const variant = resolutionOf(asked);
    const size = asked.size === null ? null : `${asked.size.width}x${asked.size.height}`;
    const body = {
      ...{ model: upstreamModel, prompt: asked.prompt, seconds: String(seconds) },
      ...(size !== null && { size }),
      ...(asked.image !== null && { input_reference: linkOf(asked.image) }),
    };
    return {
      request: { method: 'POST', path: VIDEOS, body },
      action: actionOf(asked),
      units: [{ kind: 'second', variant, count: seconds }],
      ticket: { seconds: String(seconds), variant },
      asked: { seconds: String(seconds), ...(size !== null && { size }) },
    };
  },
};

export const customTasks: readonly TaskForm[] = [taskForm(videosApi)];
