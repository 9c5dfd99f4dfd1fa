import type { TaskStatus } from '@turnpike/contract';
import { objectOf } from '../neutral/json-values.ts';
import type { ShownTask } from '../tasks/shown-task.ts';

const statuses: Readonly<Record<TaskStatus, 'submitted' | 'processing' | 'succeed' | 'failed'>> = {
  NOT_START: 'submitted',
  SUBMITTED: 'submitted',
  UNKNOWN: 'submitted',
  QUEUED: 'submitted',
  IN_PROGRESS: 'processing',
  MODAL: 'succeed',
  SUCCESS: 'succeed',
  FAILURE: 'failed',
  CANCELLED: 'failed',
};

/** Writes a task as Kling's API shows it. Its videos have ids of the gateway already, as in every API. */
export function showKling(task: ShownTask, requestId: string): object {
  const stored = objectOf(task.data) ?? {};
  const { task_info: _ours, external_task_id: _id, ...data } = objectOf(stored.data) ?? {};
  const ms = (seconds: number): number => seconds * 1000;
  return {
    code: 0,
    message: 'SUCCEED',
    request_id: requestId,
    data: {
      ...data,
      task_id: task.id,
      task_status: statuses[task.status],
      ...((task.status === 'FAILURE' || task.status === 'CANCELLED') && { task_status_msg: task.failReason }),
      created_at: ms(task.createdAt),
      updated_at: ms(Math.max(task.finishedAt, task.startedAt, task.createdAt)),
    },
  };
}
