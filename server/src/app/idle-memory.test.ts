import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { returnMemory } from '../platform/return-memory.ts';
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

it('gives back what a start left behind, however little room the heap has beside it, and then only what came', () => {
  const returnElsewhere = vi.fn();
  const memory = keepIdleMemorySmall({ callsInFlight: () => 0, callsSoFar: () => 1, returnElsewhere });
  returnMemory();

  vi.advanceTimersByTime(2_000);
  expect(returnElsewhere.mock.calls).toEqual([[{ collects: true }]]);
  vi.advanceTimersByTime(60_000);
  memory.stop();
  expect(returnElsewhere).toHaveBeenCalledTimes(1);
});

it('gives back what is free while calls go on, and collects nothing then', () => {
  const returnElsewhere = vi.fn();
  const memory = keepIdleMemorySmall({ callsInFlight: () => 1, callsSoFar: () => 1, returnElsewhere });
  vi.advanceTimersByTime(31_500);
  memory.stop();
  expect(returnElsewhere.mock.calls).toEqual(Array(3).fill([{ collects: false }]));
});
