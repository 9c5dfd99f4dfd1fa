import { GatewayError } from '../../platform/gateway-error.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { askingAbout } from './ask-vendor.ts';
import type { KeptTask } from './kept-task.ts';
import { formOf } from './task-forms.ts';

/**
 * Cancels a task at its vendor. Nothing is charged.
 * @throws task.not_cancellable if it has ended, or its vendor cannot cancel it
 */
export async function cancelTask(
  task: KeptTask,
  deps: Pick<RelayDeps, 'taskEnds' | 'taskChannels' | 'upstreams' | 'signing' | 'report'>,
): Promise<KeptTask> {
  if (task.isSettled || task.upstreamId === '') throw new GatewayError('task.not_cancellable');
  const form = await formOf(task);
  const channel = await deps.taskChannels.of(task);
  if (form?.cancel === undefined || channel === null) throw new GatewayError('task.not_cancellable');
  const ask = askingAbout(task, { channel }, deps);
  const isCancelled = await form.cancel(task, ask).catch((cause: unknown) => {
    deps.report({ requestId: task.requestId, message: `task ${task.taskId} was not cancelled`, cause });
    return false;
  });
  if (!isCancelled) throw new GatewayError('task.not_cancellable');
  return deps.taskEnds.end(task, {
    ...{ status: 'CANCELLED', reason: 'It was cancelled.', endedBy: 'client', errorCode: '' },
  });
}
