import type { RelayDeps } from '../relay-deps.ts';
import type { TakenNotice } from './due-tasks.ts';
import { showInOwnApi } from './show-in-own-api.ts';
import { toShownTask } from './shown-task.ts';

const TAKEN_AT_ONCE = 50;
const AT_ONCE = 8;

type NoticeDeps = Pick<RelayDeps, 'dueTasks' | 'taskNotices' | 'taskLinks' | 'options' | 'report'>;

/**
 * Sends the notices that are due: each shows its task as the owner's API does. After a failure, the owner's other
 * notices of this run wait for their next try, so that a dead receiver blocks no other owner.
 */
export async function sendNotices(deps: NoticeDeps, signal: AbortSignal): Promise<void> {
  const failing = new Set<number>();
  while (!signal.aborted) {
    const taken = await deps.dueTasks.takeNotices(TAKEN_AT_ONCE);
    const left = taken.values();
    const workThrough = async (): Promise<void> => {
      for (const notice of left) {
        const { userId } = notice.task;
        if (!failing.has(userId) && !(await send(notice, deps))) failing.add(userId);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, workThrough));
    if (taken.length < TAKEN_AT_ONCE) return;
  }
}

/** @returns whether it was accepted */
async function send(notice: TakenNotice, deps: NoticeDeps): Promise<boolean> {
  const { task } = notice;
  const { dueTasks, taskNotices, taskLinks, options, report } = deps;
  const shown = toShownTask(task, { site: options().siteAddress, taskLinks });
  const body = JSON.stringify(showInOwnApi[task.dialect](shown, task.requestId));
  try {
    const id = `${task.taskId}-${task.updatedAt}`;
    if (!(await taskNotices.send(task.notifyUrl, { id, userId: task.userId, body }))) return false;
    await dueTasks.noticeSent(notice);
    return true;
  } catch (cause) {
    // The address may hold a secret, so it is not named.
    report({ requestId: task.requestId, message: `the notice of ${task.taskId} was not sent`, cause });
    return false;
  }
}
