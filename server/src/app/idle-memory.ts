import { memoryUsage } from 'node:process';
import type { Job } from '../jobs/job.ts';
import type { Clock } from '../platform/clock.ts';
import { returnMemory } from '../platform/memory/return-memory.ts';

const FIRST_LOOK_MS = 1_000;
/** Growth since the last collection; below it a collection is not worth the pause. */
const SPARE_BYTES = 12 * 2 ** 20;

/**
 * Returns memory to the system when no call is in flight and none arrived since the last check. This covers
 * the heap, and bodies and answers outside of it that are freed with their objects. The memory in use is
 * known only after a collection, so the first check always collects: start-up leaves much garbage.
 * @param callsSoFar grows with each relayed call
 */
export function idleMemoryJob({
  clock,
  callsInFlight,
  callsSoFar,
  returnElsewhere,
}: {
  clock: Pick<Clock, 'nowMs'>;
  callsInFlight(): number;
  callsSoFar(): number;
  /** Gives back what is free in the process; where it `collects`, other threads do the same as this one. */
  returnElsewhere(how: { collects: boolean }): void;
}): Job {
  let seen = callsSoFar();
  let keptBytes = Number.NEGATIVE_INFINITY;
  const look = (): void => {
    const isQuiet = callsInFlight() === 0 && callsSoFar() === seen;
    seen = callsSoFar();
    if (!isQuiet) {
      // Calls go on next to it: the C library keeps some 30 MiB of what is freed under load.
      returnElsewhere({ collects: false });
      return;
    }
    if (heldBytes() - keptBytes < SPARE_BYTES) return;
    returnMemory();
    keptBytes = heldBytes();
    returnElsewhere({ collects: true });
  };
  return {
    name: 'idle-memory',
    schedule: { everySeconds: 15 },
    isPerProcess: true,
    maxRunSeconds: 15,
    async run({ lastRunAt }) {
      // The first run is at the start itself, when a collection would delay the first calls.
      if (lastRunAt === null) return { againAtMs: clock.nowMs() + FIRST_LOOK_MS };
      look();
    },
  };
}

function heldBytes(): number {
  const { heapTotal, arrayBuffers } = memoryUsage();
  return heapTotal + arrayBuffers;
}
