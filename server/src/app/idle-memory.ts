import { memoryUsage } from 'node:process';
import { returnMemory } from '../platform/return-memory.ts';

const CHECK_MS = 15_000;
const FIRST_CHECK_MS = 1_000;
/** Below this it is not worth the pause. */
const SPARE_BYTES = 12 * 2 ** 20;

/**
 * Returns memory when no call is in flight and none came since the last look: what the heap has beyond its use, and
 * the bytes of bodies and answers, which lie outside of the heap and are freed with the objects that name them.
 * @param callsSoFar grows with each relayed call
 */
export function keepIdleMemorySmall({
  callsInFlight,
  callsSoFar,
  returnElsewhere,
}: {
  callsInFlight(): number;
  callsSoFar(): number;
  /** Does the same in the other threads. */
  returnElsewhere(): void;
}): { stop(): void } {
  let seen = callsSoFar();
  let usedBuffersBytes = memoryUsage().arrayBuffers;
  const look = (): void => {
    const isQuiet = callsInFlight() === 0 && callsSoFar() === seen;
    seen = callsSoFar();
    const { heapTotal, heapUsed, arrayBuffers } = memoryUsage();
    const spareBytes = Math.max(heapTotal - heapUsed, arrayBuffers - usedBuffersBytes);
    if (!isQuiet || spareBytes < SPARE_BYTES) return;
    returnMemory();
    // What is left after a collection is in use; it is no reason for another one.
    usedBuffersBytes = memoryUsage().arrayBuffers;
    returnElsewhere();
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
