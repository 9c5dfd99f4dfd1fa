import type { Log } from '../platform/log.ts';
import type { RelayDeps } from '../relay/relay-deps.ts';
import { copyResults } from '../relay/tasks/copy-results.ts';
import { removeLostCopies } from '../relay/tasks/lost-copies.ts';
import type { Job } from './job.ts';

/** Copies results of tasks to the storage, and deletes copies there that are too old or not wanted. */
export const taskCopyJob = (deps: RelayDeps): Job => ({
  name: 'task-copies',
  schedule: { everySeconds: 10 },
  maxRunSeconds: 6 * 3600,
  async run({ signal }) {
    await copyResults(deps, signal);
    await deps.taskFiles.removeFromBucket(signal);
  },
});

/** Deletes copies that no task has, and finds those that are too old. Each process has a folder of its own. */
export const lostCopyJob = (deps: RelayDeps, log: Log): Job => ({
  name: 'task-lost-copies',
  schedule: { everySeconds: 86_400 },
  isPerProcess: true,
  maxRunSeconds: 3600,
  async run({ signal }) {
    await deps.dueTasks.makeOldCopiesDue(deps.taskFiles.settings.days, () => signal.aborted);
    const files = await removeLostCopies(deps, signal);
    if (files > 0) log.info({ files }, 'copies of results that no task has were deleted');
  },
});
