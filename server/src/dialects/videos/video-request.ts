import { invalid, Members } from '../neutral/members.ts';
import { oneOf, refuseUnread, wholeNumber } from '../tasks/read-numbers.ts';
import { type ReadTask, SHOWN_PROMPT_LENGTH, type TaskBody } from '../tasks/read-task.ts';
import { type TaskMedia, toMedia } from '../tasks/task-media.ts';

export const resolutions = ['360p', '480p', '512p', '540p', '720p', '768p', '1080p', '2k', '4k'] as const;
export type Resolution = (typeof resolutions)[number];
export const ratios = ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9', '9:21', '3:2', '2:3'] as const;
export type Ratio = (typeof ratios)[number];

/** A video to be made. Null stands for what the caller leaves to the vendor. */
export interface VideoRequest {
  model: string;
  prompt: string;
  seconds: number | null;
  size: { width: number; height: number } | null;
  resolution: Resolution | null;
  ratio: Ratio | null;
  /** First frame. */
  image: TaskMedia | null;
  lastImage: TaskMedia | null;
  /** Pictures of what shall appear. */
  references: readonly TaskMedia[];
  /** Video to go on from or to change. */
  video: TaskMedia | null;
  sound: boolean | null;
  negativePrompt: string | null;
  seed: number | null;
  /** Quality step of the vendor, such as `pro`. */
  mode: string | null;
  /** Task of the video that this one is another version of. */
  remixed: string | null;
}

export const MAX_SECONDS = 60;
const MAX_REFERENCES = 9;
const MAX_SEED = 2 ** 32 - 1;
const MAX_PROMPT_BYTES = 100_000;

/**
 * Reads a request of OpenAI's videos API, and the members that relays add to it.
 * @param body parsed JSON, or the fields of a form
 * @param files of the form, by the names of their fields; those that it has are taken out
 * @throws request.invalid, also for members that are not known
 * Sources: OpenAI API reference, "Create video", of September 2026; reference of LiteLLM and new-api for the others.
 */
export function readVideoRequest({ json, files, texts }: TaskBody): ReadTask<'videos', VideoRequest> {
  const members = new Members(json, '');
  const media = (...names: string[]): TaskMedia | null => {
    for (const name of names) {
      const file = files.get(name);
      if (file !== undefined) {
        files.delete(name);
        return file;
      }
      const given = members.any(name);
      if (given !== null) return toMedia(given, { field: members.pathOf(name), texts });
    }
    return null;
  };
  const request: VideoRequest = {
    model: members.requiredText('model'),
    prompt: members.text('prompt') ?? '',
    seconds:
      wholeNumber(members, 'seconds', { min: 1, max: MAX_SECONDS }) ??
      wholeNumber(members, 'duration', { min: 1, max: MAX_SECONDS }),
    size: toSize(members),
    resolution: oneOf(members, 'resolution', resolutions),
    ratio: oneOf(members, 'aspect_ratio', ratios) ?? oneOf(members, 'ratio', ratios),
    image: media('input_reference', 'image', 'image_url'),
    lastImage: media('last_image', 'last_frame'),
    references: members
      .list('reference_images')
      .map((value, at) => toMedia(value, { field: `reference_images.${at}`, texts })),
    video: media('video', 'video_url'),
    sound: flagOf(members, 'generate_audio') ?? flagOf(members, 'sound'),
    negativePrompt: members.text('negative_prompt'),
    seed: wholeNumber(members, 'seed', { min: 0, max: MAX_SEED }),
    mode: members.text('mode'),
    remixed: null,
  };
  const notify = members.text('callback_url');
  // Names of the caller's own; the vendor gets none of them.
  for (const name of ['user', 'n'] as const) members.any(name);
  refuseUnread(members);
  if (request.model === '') throw invalid('model', 'required');
  assertPrompt(request.prompt, { texts, isRequired: request.image === null });
  if (request.references.length > MAX_REFERENCES) throw invalid('reference_images', 'too_big');
  if (request.mode !== null && !/^[a-z0-9_-]{1,20}$/.test(request.mode))
    throw invalid('mode', 'invalid_value');
  return {
    dialect: 'videos',
    request,
    models: [request.model],
    action: actionOf(request),
    prompt: texts.head(request.prompt, SHOWN_PROMPT_LENGTH),
    parent: null,
    notify,
  };
}

/**
 * Reads a request for another version of a video.
 * @throws request.invalid, also for members that are not known
 * Source: OpenAI API reference, "Remix video", of September 2026.
 */
export function readRemixRequest(
  { json, texts }: TaskBody,
  { model, parent }: { model: string; parent: string },
): ReadTask<'videos', VideoRequest> {
  const members = new Members(json, '');
  const prompt = members.requiredText('prompt');
  const notify = members.text('callback_url');
  refuseUnread(members);
  assertPrompt(prompt, { texts, isRequired: true });
  return {
    dialect: 'videos',
    request: {
      ...{ model, prompt, remixed: parent, seconds: null, size: null, resolution: null, ratio: null },
      ...{ image: null, lastImage: null, references: [], video: null, sound: null, negativePrompt: null },
      ...{ seed: null, mode: null },
    },
    models: [model],
    ...{ action: 'remix', prompt: texts.head(prompt, SHOWN_PROMPT_LENGTH), parent, notify },
  };
}

function assertPrompt(
  prompt: string,
  { texts, isRequired }: { texts: TaskBody['texts']; isRequired: boolean },
): void {
  if (texts.bytesOf(prompt) > MAX_PROMPT_BYTES) throw invalid('prompt', 'too_big');
  if (isRequired && prompt.trim() === '') throw invalid('prompt', 'required');
}

export const actionOf = ({ image, video, references }: VideoRequest): string => {
  if (video !== null) return 'video2video';
  if (references.length > 0) return 'reference2video';
  return image === null ? 'text2video' : 'image2video';
};

/** Forms carry flags as text. */
function flagOf(members: Members, name: string): boolean | null {
  const given = members.any(name);
  if (given === null || typeof given === 'boolean') return given;
  if (given === 'true' || given === 'on') return true;
  if (given === 'false' || given === 'off') return false;
  throw invalid(members.pathOf(name), 'invalid_boolean');
}

function toSize(members: Members): VideoRequest['size'] {
  const given = members.text('size');
  if (given === null || given === '') return null;
  const [, width, height] = /^(\d{2,4})[x*](\d{2,4})$/.exec(given) ?? [];
  if (width === undefined || height === undefined) throw invalid('size', 'invalid_value');
  return { width: Number(width), height: Number(height) };
}
