import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { takeLargeMemory } from './large-memory.ts';
import { collectYoung } from './return-memory.ts';

const MIB = 2 ** 20;
const isUncounted = ({ buffer }: Buffer): boolean => buffer instanceof SharedArrayBuffer;

it('takes what is large from memory that the runtime does not count, and the rest from its own', () => {
  expect(isUncounted(takeLargeMemory(2 * MIB))).toBe(true);
  expect(isUncounted(takeLargeMemory(MIB - 1))).toBe(false);
  expect(takeLargeMemory(2 * MIB)).toHaveLength(2 * MIB);
});

it('takes no more of it than a bounded part, and has it back when nobody holds it', async () => {
  const take = (): boolean[] => {
    const held = Array.from({ length: 4 }, () => takeLargeMemory(20 * MIB));
    return held.map(isUncounted);
  };
  // How many fit between depends on what else the process holds outside of its heap.
  const [first, , , fourth] = take();
  expect([first, fourth]).toEqual([true, false]);
  // The second of two collections frees what the first one has moved.
  for (let time = 0; time < 2; time += 1) {
    await wait(1);
    collectYoung();
  }
  expect(take()[0]).toBe(true);
});
