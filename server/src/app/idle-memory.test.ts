import { expect, it, vi } from 'vitest';
import { returnMemory } from '../platform/memory/return-memory.ts';
import { idleMemoryJob } from './idle-memory.ts';

const clock = { nowMs: () => 5_000 };
const context = { signal: new AbortController().signal, lastRunAt: 1 };

it('gives back the memory of bodies that are no longer used, once no call runs', async () => {
  let callsInFlight = 1;
  const memory = idleMemoryJob({
    clock,
    callsInFlight: () => callsInFlight,
    callsSoFar: () => 1,
    returnElsewhere: () => {},
  });
  const before = process.memoryUsage().arrayBuffers;
  let bodies: Buffer[] | null = Array.from({ length: 8 }, () => Buffer.alloc(8 * 2 ** 20));
  expect(bodies).toHaveLength(8);
  bodies = null;

  await memory.run(context);
  const whileBusy = process.memoryUsage().arrayBuffers;
  callsInFlight = 0;
  await memory.run(context);

  expect(whileBusy - before).toBeGreaterThan(60 * 2 ** 20);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10 * 2 ** 20);
});

it('leaves the start alone, then gives back what it left behind, and from then on only what came', async () => {
  const returnElsewhere = vi.fn();
  const memory = idleMemoryJob({ clock, callsInFlight: () => 0, callsSoFar: () => 1, returnElsewhere });
  returnMemory();

  expect(await memory.run({ ...context, lastRunAt: null })).toEqual({ againAtMs: 6_000 });
  expect(returnElsewhere).not.toHaveBeenCalled();
  await memory.run(context);
  expect(returnElsewhere.mock.calls).toEqual([[{ collects: true }]]);
  await memory.run(context);
  expect(returnElsewhere).toHaveBeenCalledTimes(1);
});

it('gives back what is free while calls go on, and collects nothing then', async () => {
  const returnElsewhere = vi.fn();
  const memory = idleMemoryJob({ clock, callsInFlight: () => 1, callsSoFar: () => 1, returnElsewhere });
  for (let run = 0; run < 3; run += 1) await memory.run(context);
  expect(returnElsewhere.mock.calls).toEqual(Array(3).fill([{ collects: false }]));
});
