import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepIdleMemorySmall } from './idle-memory.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('gives back the memory of bodies that are let go, once no call runs', () => {
  let callsInFlight = 1;
  const memory = keepIdleMemorySmall({
    callsInFlight: () => callsInFlight,
    callsSoFar: () => 1,
    returnElsewhere: () => {},
  });
  const before = process.memoryUsage().arrayBuffers;
  let bodies: Buffer[] | null = Array.from({ length: 8 }, () => Buffer.alloc(8 * 2 ** 20));
  expect(bodies).toHaveLength(8);
  bodies = null;

  vi.advanceTimersByTime(20_000);
  const whileBusy = process.memoryUsage().arrayBuffers;
  callsInFlight = 0;
  vi.advanceTimersByTime(40_000);
  memory.stop();

  expect(whileBusy - before).toBeGreaterThan(60 * 2 ** 20);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10 * 2 ** 20);
});
