import type { Log } from '../platform/log.ts';
import { lookAtDueBatches } from '../relay/batches/look-at-batch.ts';
import type { RelayDeps } from '../relay/relay-deps.ts';

const LOOK_MS = 15_000;

/** Looks at the batches that are due, and charges those that have ended. */
export function startBatchLooks(
  deps: RelayDeps,
  { log, lookMs = LOOK_MS }: { log: Log; lookMs?: number },
): { stop(): void } {
  let isLooking = false;
  let isStopped = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      await lookAtDueBatches(deps, { isStopped: () => isStopped });
    } catch (error) {
      // Without the database the next look tries again.
      if (!isStopped) log.warn({ error: String(error) }, 'batches were not looked at');
    }
    isLooking = false;
  };
  const timer = setInterval(() => void look(), lookMs);
  timer.unref();
  return {
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
