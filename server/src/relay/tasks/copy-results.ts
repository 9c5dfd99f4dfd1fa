import { BreakOff } from '../../platform/net/break-off.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { copiesOf, type KeptTask, type StoredFile } from './kept-task.ts';
import { UncopiedResult } from './new-copy.ts';
import { openFile } from './task-files.ts';

const TAKEN_AT_ONCE = 20;
const AT_ONCE = 2;
const DAY_SECONDS = 86_400;
/** Tries of a copy, at growing distances; then the result stays with its vendor. */
const MAX_TRIES = 5;
const RETRY_SECONDS = 60;
/** Limit of one copy: a vendor that trickles would block all others. */
const COPY_MS = 900_000;

type CopyDeps = Pick<
  RelayDeps,
  'dueTasks' | 'taskFiles' | 'taskChannels' | 'upstreams' | 'signing' | 'clock' | 'report'
>;

/** Copies the results of tasks that have ended, and deletes copies that are too old. */
export async function copyResults(deps: CopyDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const taken = await deps.dueTasks.takeCopies(TAKEN_AT_ONCE);
    const left = taken.values();
    const workThrough = async (): Promise<void> => {
      for (const task of left) if (!signal.aborted) await keep(task, deps, signal);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, workThrough));
    if (taken.length < TAKEN_AT_ONCE) return;
  }
}

async function keep(task: KeptTask, deps: CopyDeps, signal: AbortSignal): Promise<void> {
  const { dueTasks, taskFiles, clock, report } = deps;
  const { days } = taskFiles.settings;
  // A task that waits for its caller has not ended.
  const endsAt = (task.finishedAt || task.createdAt) + days * DAY_SECONDS;
  try {
    if (clock.nowSeconds() >= endsAt) {
      await taskFiles.remove(copiesOf(task.files));
      const files = task.files.map(({ copy: _, ...file }) => file).filter(({ url }) => url !== '');
      await dueTasks.keepFiles(task, { files, dueAt: 0 });
      return;
    }
    const files = await copiedFiles(task, deps, signal);
    const hasCopies = files.some(({ copy }) => copy !== undefined);
    await dueTasks.keepFiles(task, { files, dueAt: hasCopies ? endsAt : 0 });
  } catch (cause) {
    report({ requestId: task.requestId, message: `the results of ${task.taskId} were not copied`, cause });
    const isLast = task.misses + 1 >= MAX_TRIES;
    const pause = RETRY_SECONDS * 4 ** Math.min(task.misses, MAX_TRIES);
    await dueTasks.keepFiles(task, {
      files: task.files,
      dueAt: isLast ? 0 : clock.nowSeconds() + pause,
      isMiss: true,
    });
  }
}

/** @throws if a copy may succeed later */
async function copiedFiles(task: KeptTask, deps: CopyDeps, signal: AbortSignal): Promise<StoredFile[]> {
  const { taskFiles, report } = deps;
  const files: StoredFile[] = [];
  for (const file of task.files) {
    if (file.copy !== undefined || file.url === '' || taskFiles.settings.place === 'off') {
      files.push(file);
      continue;
    }
    const breakOff = new BreakOff();
    const stop = AbortSignal.any([signal, AbortSignal.timeout(COPY_MS)]);
    const onStop = () => breakOff.break();
    stop.addEventListener('abort', onStop);
    try {
      const answer = await openFile(task, { file, range: null, breakOff }, deps);
      if (answer.status !== 200) {
        answer.cancel();
        throw new Error(`the vendor answers ${answer.status}`);
      }
      files.push({ ...file, ...(await taskFiles.copy(task.taskId, answer, breakOff)) });
    } catch (cause) {
      if (!(cause instanceof UncopiedResult)) {
        // Copies that were made stay known.
        await taskFiles.remove(
          files.flatMap(({ copy }, at) => (task.files[at]?.copy === undefined ? (copy ?? []) : [])),
        );
        throw cause;
      }
      report({ requestId: task.requestId, message: `a result of ${task.taskId} is not copied`, cause });
      files.push(file);
    } finally {
      stop.removeEventListener('abort', onStop);
    }
  }
  return files;
}
