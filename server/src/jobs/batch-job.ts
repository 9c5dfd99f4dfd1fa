import { lookAtDueBatches } from '../relay/batches/look-at-batch.ts';
import type { RelayDeps } from '../relay/relay-deps.ts';
import type { Job } from './job.ts';

/**
 * Looks at the batches that are due, and charges those that have ended. Each process looks, because every batch has a
 * claim of its own.
 */
export const batchJob = (deps: RelayDeps): Job => ({
  name: 'batches',
  schedule: { everySeconds: 15 },
  isPerProcess: true,
  // The results of fifteen batches may take half an hour each.
  maxRunSeconds: 8 * 3600,
  run: ({ signal }) => lookAtDueBatches(deps, { isStopped: () => signal.aborted }),
});
