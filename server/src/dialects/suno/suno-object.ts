import type { TaskStatus } from '@turnpike/contract';
import { type Json, membersOf, objectOf, textOf } from '../neutral/json-values.ts';
import type { ShownTask } from '../tasks/shown-task.ts';

/** A song, as Suno-API shows it. */
export interface SunoClip extends Json {
  id: string;
  /** `complete`, `error`, `streaming` and others. */
  status: string;
}

export const CLIP_FILES = {
  audio_url: 'audio',
  video_url: 'video',
  image_url: 'image',
  image_large_url: 'image',
} as const;
const CLIP = ['title', 'model_name', 'major_model_version', 'text', 'created_at'];
const METADATA = [
  ...[
    'tags',
    'prompt',
    'gpt_description_prompt',
    'audio_prompt_id',
    'duration',
    'error_type',
    'error_message',
  ],
];
const LYRICS = ['id', 'status', 'title', 'text'];

/**
 * Keeps the members of a vendor's song that callers see; names and pictures of the account are not among them.
 * @param isDone only finished songs have addresses: the sound of others still grows
 * Source: reference/relay.md 8.2 of the specification; one-hub v0.14.16, `SunoSong`.
 */
export function keptClip(song: Json, isDone: boolean): SunoClip {
  const addresses = Object.keys(CLIP_FILES).map((name) => [name, isDone ? textOf(song[name]) : '']);
  return {
    id: textOf(song.id),
    ...membersOf(song, CLIP),
    ...Object.fromEntries(addresses),
    status: textOf(song.status),
    metadata: membersOf(objectOf(song.metadata) ?? {}, METADATA),
  };
}

export const keptLyrics = (lyrics: Json): Json => membersOf(lyrics, LYRICS);

/** Whether a task has made a song. @param data of the task */
export const hasClip = (data: unknown, clipId: string): boolean =>
  Array.isArray(data) && data.some((clip) => textOf(objectOf(clip)?.id) === clipId);

const statuses: Readonly<Partial<Record<TaskStatus, string>>> = { CANCELLED: 'FAILURE', MODAL: 'SUCCESS' };

/** Writes a task as Suno-API shows it, with our id. Times are seconds. */
export const showSuno = (task: ShownTask): object => ({
  task_id: task.id,
  action: task.action,
  status: statuses[task.status] ?? task.status,
  fail_reason: task.failReason,
  submit_time: task.createdAt,
  start_time: task.startedAt,
  finish_time: task.finishedAt,
  progress: `${task.progress}%`,
  data: task.data,
});

/** Wraps an answer as Suno-API does. */
export const sunoAnswer = (data: unknown): object => ({ code: 'success', message: '', data });
