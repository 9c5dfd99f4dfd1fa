import { memoryUsage } from 'node:process';
import { returnMemory } from '../platform/return-memory.ts';

const CHECK_MS = 15_000;
const FIRST_CHECK_MS = 1_000;
/** Below this it is not worth the pause. */
const SPARE_BYTES = 12 * 2 ** 20;

/**
 * Returns memory when no call is in flight and none came since the last look.
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
  const look = (): void => {
    const isQuiet = callsInFlight() === 0 && callsSoFar() === seen;
    seen = callsSoFar();
    const { heapTotal, heapUsed } = memoryUsage();
    if (!isQuiet || heapTotal - heapUsed < SPARE_BYTES) return;
    returnMemory();
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
