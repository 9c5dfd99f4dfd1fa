import { hasTaskEnded, type TaskFile, type TaskStatus } from '@turnpike/contract';
import { ApiError } from '../../../api/api-error.ts';
import { eventData } from '../../../api/event-data.ts';
import { answerTo, jsonOf, jsonWithKey, withKey } from '../relay-answer.ts';

/** A video to make; empty settings and 0 seconds are left to the vendor. */
export interface VideoQuestion {
  model: string;
  prompt: string;
  /** First frame. */
  picture: File | undefined;
  seconds: number;
  /** `16:9` or `1280x720`. */
  shape: string;
  mode: string;
}

/** A task as the relay shows it. */
export interface VideoTask {
  id: string;
  model: string;
  prompt: string;
  status: TaskStatus;
  progress: number;
  fail_reason: string | null;
  created_at: number;
  finished_at: number | null;
  files: readonly TaskFile[];
}

/** `MODAL` waits for a further request, which the playground does not make. */
export const isOver = ({ status }: Pick<VideoTask, 'status'>): boolean =>
  hasTaskEnded(status) || status === 'MODAL';

function membersOf({ model, prompt, seconds, shape, mode }: VideoQuestion): Record<string, string> {
  return {
    model,
    prompt,
    ...(seconds > 0 && { seconds: String(seconds) }),
    ...(shape !== '' && { [shape.includes(':') ? 'aspect_ratio' : 'size']: shape }),
    ...(mode !== '' && { mode }),
  };
}

/**
 * Asks for a video.
 * @returns id of its task
 * @throws ApiError when the relay refuses or the connection fails
 */
export async function createVideo(question: VideoQuestion, tokenKey: string): Promise<string> {
  const members = membersOf(question);
  const { picture } = question;
  if (picture === undefined) {
    const call = fetch('/v1/videos', {
      method: 'POST',
      headers: jsonWithKey(tokenKey),
      body: JSON.stringify(members),
    });
    return (await jsonOf<{ id: string }>(call)).id;
  }
  const form = new FormData();
  for (const [name, value] of Object.entries(members)) form.set(name, value);
  form.set('input_reference', picture);
  const call = fetch('/v1/videos', { method: 'POST', headers: withKey(tokenKey), body: form });
  return (await jsonOf<{ id: string }>(call)).id;
}

const addressOf = (id: string, part = ''): string => `/v1/tasks/${encodeURIComponent(id)}${part}`;

/** @throws ApiError, also for a task whose vendor cannot cancel it */
export const cancelVideo = (id: string, tokenKey: string): Promise<VideoTask> =>
  jsonOf<VideoTask>(fetch(addressOf(id, '/cancel'), { method: 'POST', headers: withKey(tokenKey) }));

/** Without events, the task is asked for this often. */
export const ASK_MS = 5_000;

export interface TaskWatch {
  id: string;
  tokenKey: string;
  signal: AbortSignal;
  onTask: (task: VideoTask) => void;
}

/**
 * Follows a task until it is over: by events, or by asking where events do not arrive.
 * @throws ApiError if the relay does not show the task
 */
export async function followVideo(watch: TaskWatch): Promise<void> {
  const { id, tokenKey, signal, onTask } = watch;
  if (await followEvents(watch)) return;
  while (!signal.aborted) {
    try {
      const task = await jsonOf<VideoTask>(
        fetch(addressOf(id), { signal, headers: withKey(tokenKey) }),
        signal,
      );
      onTask(task);
      if (isOver(task)) return;
    } catch (error) {
      if (isFinal(error)) throw error;
    }
    await pause(ASK_MS, signal);
  }
}

/**
 * @returns true when the task is over; false if the events end earlier or do not come in time, as behind a proxy that buffers
 * @throws ApiError if the relay does not show the task
 */
async function followEvents({ id, tokenKey, signal, onTask }: TaskWatch): Promise<boolean> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), ASK_MS);
  try {
    const either = AbortSignal.any([signal, silence.signal]);
    const call = fetch(addressOf(id, '/events'), { signal: either, headers: withKey(tokenKey) });
    const { body } = await answerTo(call, either);
    if (body === null) return false;
    for await (const data of eventData(body)) {
      clearTimeout(timer);
      const task = JSON.parse(data) as VideoTask;
      onTask(task);
      if (isOver(task)) return true;
    }
    return false;
  } catch (error) {
    if (isFinal(error)) throw error;
    return signal.aborted;
  } finally {
    clearTimeout(timer);
  }
}

/** Refused for good; a busy or unreachable gateway is asked again. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
