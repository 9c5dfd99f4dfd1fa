import { memoryUsage } from 'node:process';
import { returnMemory } from '../platform/return-memory.ts';

const CHECK_MS = 15_000;
const FIRST_CHECK_MS = 1_000;
/** Growth since the last collection; below it a collection is not worth the pause. */
const SPARE_BYTES = 12 * 2 ** 20;

/**
 * Returns memory to the system when no call is in flight and none arrived since the last check. This covers
 * the heap, and bodies and answers outside of it that are freed with their objects. The memory in use is
 * known only after a collection, so the first check always collects: start-up leaves much garbage.
 * @param callsSoFar grows with each relayed call
 */
export function keepIdleMemorySmall({
  callsInFlight,
  callsSoFar,
  returnElsewhere,
}: {
  callsInFlight(): number;
  callsSoFar(): number;
  /** Gives back what is free in the process; where it `collects`, other threads do the same as this one. */
  returnElsewhere(how: { collects: boolean }): void;
}): { stop(): void } {
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
  const first = setTimeout(look, FIRST_CHECK_MS).unref();
  const timer = setInterval(look, CHECK_MS).unref();
  return {
    stop() {
      clearTimeout(first);
      clearInterval(timer);
    },
  };
}

function heldBytes(): number {
  const { heapTotal, arrayBuffers } = memoryUsage();
  return heapTotal + arrayBuffers;
}
