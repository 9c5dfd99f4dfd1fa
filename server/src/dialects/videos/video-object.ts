import type { TaskStatus } from '@turnpike/contract';
import { textOf } from '../neutral/json-values.ts';
import type { ShownTask } from '../tasks/shown-task.ts';

/** States of OpenAI's videos. */
const statuses: Readonly<Record<TaskStatus, 'queued' | 'in_progress' | 'completed' | 'failed'>> = {
  NOT_START: 'queued',
  SUBMITTED: 'queued',
  UNKNOWN: 'queued',
  QUEUED: 'queued',
  IN_PROGRESS: 'in_progress',
  MODAL: 'completed',
  SUCCESS: 'completed',
  FAILURE: 'failed',
  CANCELLED: 'failed',
};

/** Links of results expire after a day, and are renewed each time a video is read. */
const LINK_SECONDS = 86_400;

/**
 * Writes a task as a video of OpenAI's API.
 * Source: OpenAI API reference, "The video object", of September 2026; `metadata.url` as other relays have it.
 */
export function showVideo(task: ShownTask): object {
  const { asked, finishedAt, failReason } = task;
  const status = statuses[task.status];
  const [file] = task.files;
  return {
    id: task.id,
    object: 'video',
    model: task.model,
    status,
    progress: status === 'completed' ? 100 : task.progress,
    created_at: task.createdAt,
    completed_at: finishedAt > 0 && status === 'completed' ? finishedAt : null,
    expires_at: finishedAt > 0 && status === 'completed' ? finishedAt + LINK_SECONDS : null,
    seconds: textOf(asked.seconds) || null,
    size: textOf(asked.size) || null,
    prompt: task.prompt,
    remixed_from_video_id: textOf(asked.remixed_from) || null,
    error:
      status === 'failed'
        ? { code: task.status === 'CANCELLED' ? 'cancelled' : 'video_generation_failed', message: failReason }
        : null,
    ...(file !== undefined && { metadata: { url: file.url } }),
  };
}
