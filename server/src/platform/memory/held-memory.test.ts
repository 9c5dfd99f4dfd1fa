import { expect, it } from 'vitest';
import { freeMemory, holdMemory, letGoOfMemory } from './held-memory.ts';

const LARGE = 32 * 1024;

it('frees large bytes when the last holder lets go of them', () => {
  const bytes = Buffer.allocUnsafeSlow(LARGE);
  holdMemory(bytes);
  holdMemory(bytes);

  letGoOfMemory(bytes);
  expect(bytes).toHaveLength(LARGE);
  letGoOfMemory(bytes);
  expect(bytes).toHaveLength(0);
});

it('leaves bytes alone that nobody holds, small ones and parts of others', () => {
  const unheld = Buffer.allocUnsafeSlow(LARGE);
  const small = Buffer.allocUnsafeSlow(1000);
  const whole = Buffer.allocUnsafeSlow(2 * LARGE);
  const part = whole.subarray(LARGE);
  holdMemory(small);
  holdMemory(part);

  for (const bytes of [unheld, small, part]) letGoOfMemory(bytes);
  freeMemory(part);
  expect([unheld.length, small.length, part.length, whole.length]).toEqual([LARGE, 1000, LARGE, 2 * LARGE]);
});
