import type { RelayDeps } from '../relay/relay-deps.ts';
import { copyResults } from '../relay/tasks/copy-results.ts';
import type { Job } from './job.ts';

/** Copies results of tasks to the storage, and deletes old copies. */
export const taskCopyJob = (deps: RelayDeps): Job => ({
  name: 'task-copies',
  schedule: { everySeconds: 10 },
  maxRunSeconds: 6 * 3600,
  run: ({ signal }) => copyResults(deps, signal),
});
