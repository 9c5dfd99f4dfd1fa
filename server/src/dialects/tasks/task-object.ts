import { hasTaskEnded } from '@turnpike/contract';
import type { ShownTask } from './shown-task.ts';

/** Writes a task as the gateway's own API shows tasks of every vendor. */
export const showTask = (task: ShownTask): object => ({
  id: task.id,
  object: 'task',
  platform: task.platform,
  action: task.action,
  model: task.model,
  status: task.status,
  is_ended: hasTaskEnded(task.status),
  progress: task.progress,
  prompt: task.prompt,
  created_at: task.createdAt,
  started_at: task.startedAt || null,
  finished_at: task.finishedAt || null,
  fail_reason: task.failReason || null,
  files: task.files,
  data: task.data,
});
