import { type Json, listOf, objectOf, textOf } from '../neutral/json-values.ts';
import { invalid, Members } from '../neutral/members.ts';
import { wholeNumber } from '../tasks/read-numbers.ts';
import { type ReadTask, SHOWN_PROMPT_LENGTH, type TaskBody } from '../tasks/read-task.ts';

/**
 * Classes of Kling's API, as its addresses name them.
 * Source: reference/accounts-selling-tasks.md 4.1 of the specification; Kling API documents, checked 2026-11.
 */
export const klingClasses = [
  'videos/text2video',
  'videos/image2video',
  'videos/multi-image2video',
  'videos/omni-video',
  'videos/video-extend',
  'videos/lip-sync',
  'videos/effects',
  'images/generations',
  'images/kolors-virtual-try-on',
] as const;
export type KlingClass = (typeof klingClasses)[number];

/** A request in Kling's own API. */
export interface KlingRequest {
  class: KlingClass;
  /** Members that the vendor gets as they are. */
  body: Json;
  model: string;
  mode: string;
  /** Seconds of a video; pictures of a class of pictures. */
  count: number;
  sound: boolean;
  /** Place of the video that it works on among those of the parent task; null: none. */
  videoIndex: number | null;
}

const DEFAULT_MODEL: Record<KlingClass, string> = {
  'videos/text2video': 'kling-v1',
  'videos/image2video': 'kling-v1',
  'videos/multi-image2video': 'kling-v1-6',
  'videos/omni-video': 'kling-video-o1',
  'videos/video-extend': 'kling-video-extend',
  'videos/lip-sync': 'kling-lip-sync',
  'videos/effects': 'kling-effects',
  'images/generations': 'kling-v1',
  'images/kolors-virtual-try-on': 'kolors-virtual-try-on-v1',
};
/** Classes whose requests have no `model_name` at the vendor. */
const WITHOUT_MODEL: ReadonlySet<KlingClass> = new Set([
  'videos/video-extend',
  'videos/lip-sync',
  'videos/effects',
]);
/** Members that must not reach the vendor: it would report to the caller, and name itself. */
const OURS = ['callback_url', 'external_task_id'] as const;
/** The class whose `video_id` is inside of `input`. */
const VIDEO_IN_INPUT: KlingClass = 'videos/lip-sync';

export const isPicture = (name: KlingClass): boolean => name.startsWith('images/');

/**
 * Reads a request of Kling's API. Numbers that multiply the price are read here, and written into the body that is sent.
 * @throws request.invalid
 */
export function readKlingRequest(
  name: KlingClass,
  { json, texts }: TaskBody,
): ReadTask<'kling', KlingRequest> {
  const members = new Members(json, '');
  const body = { ...(objectOf(json) as Json) };
  for (const ours of OURS) delete body[ours];
  const hasModel = !WITHOUT_MODEL.has(name);
  const named = hasModel ? (members.text('model_name') ?? members.text('model')) : null;
  const model = named ?? DEFAULT_MODEL[name];
  if (model === '') throw invalid('model_name', 'required');
  // Effects have these in `input`. Members that the vendor does not read must not set the price.
  const isEffect = name === 'videos/effects';
  const input = members.object('input') ?? new Members({}, 'input');
  const priced = isEffect ? input : members;
  if (!hasModel)
    for (const member of ['mode', 'duration']) if (members.has(member)) throw invalid(member, 'unsupported');
  const mode = priced.text('mode') ?? 'std';
  if (!/^[a-z0-9_-]{1,20}$/.test(mode)) throw invalid('mode', 'invalid_value');
  delete body.model;
  if (hasModel) body.model_name = model;
  else delete body.model_name;
  const count = isPicture(name)
    ? (wholeNumber(members, 'n', { min: 1, max: 9 }) ?? 1)
    : (wholeNumber(priced, 'duration', { min: 1, max: 60 }) ?? 5);
  // Kling takes the seconds as text.
  if (members.has('duration')) body.duration = String(count);
  if (isEffect && priced.has('duration')) body.input = { ...objectOf(body.input), duration: String(count) };
  if (members.has('n')) body.n = count;
  const sound = members.text('sound') === 'on';
  // Its usual mode is not known for certain.
  if (name === 'videos/omni-video') body.mode = mode;
  const video = readVideo(name, { members, input });
  const prompt = members.text('prompt') ?? '';
  const action = name.split('/')[1] ?? name;
  return {
    dialect: 'kling',
    request: { class: name, body, model, mode, count, sound, videoIndex: video?.index ?? null },
    // one-hub's price name comes first, so that moved prices count.
    models: isPicture(name) ? [model] : [`kling-video_${model}_${mode}_${count}`, model],
    action,
    prompt: texts.head(prompt, SHOWN_PROMPT_LENGTH),
    parent: video?.taskId ?? null,
    notify: members.text('callback_url'),
  };
}

/** The video of an earlier task that a request works on, named as {@link videoIdOf} names it. */
function readVideo(
  name: KlingClass,
  { members, input }: { members: Members; input: Members },
): { taskId: string; index: number } | null {
  const [read, unread] = name === VIDEO_IN_INPUT ? [input, members] : [members, input];
  if (unread.has('video_id')) throw invalid(unread.pathOf('video_id'), 'unsupported');
  const id = read.text('video_id');
  if (id === null) return null;
  const [, taskId, index] = /^(task_\w{1,60})-(\d{1,2})$/.exec(id) ?? [];
  if (taskId === undefined) throw invalid(read.pathOf('video_id'), 'invalid_value');
  return { taskId, index: Number(index) };
}

/** Id of a video of a task, as callers see it: the vendor's is known to its account alone. */
export const videoIdOf = (taskId: string, index: number): string => `${taskId}-${index}`;

/**
 * A request with the vendor's id of the video that it works on.
 * @param data the vendor's last answer about the parent task
 * @throws request.invalid if the parent has no such video
 */
export function withKlingVideo(request: KlingRequest, data: unknown): KlingRequest {
  const id = textOf(klingVideos(data)[request.videoIndex ?? 0]?.id);
  const isInput = request.class === VIDEO_IN_INPUT;
  if (id === '') throw invalid(isInput ? 'input.video_id' : 'video_id', 'invalid_value');
  const body = isInput
    ? { ...request.body, input: { ...objectOf(request.body.input), video_id: id } }
    : { ...request.body, video_id: id };
  return { ...request, body };
}

/** Videos of a vendor's answer about a task. */
export const klingVideos = (answer: unknown): Json[] =>
  listOf(objectOf(objectOf(objectOf(answer)?.data)?.task_result)?.videos).map((one) => objectOf(one) ?? {});
