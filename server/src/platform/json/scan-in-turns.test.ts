import { describe, expect, it } from 'vitest';
import { JsonScanner } from './json-scanner.ts';
import { scanInTurns } from './scan-in-turns.ts';

const names = Array.from({ length: 150_000 }, (_, i) => `"name${i}":1`).join(',');
const body = Buffer.from(`{"model":"m","metadata":{${names}}}`);
const SLICE_BYTES = 16 * 1024;

/** Scans the body with a clock that goes on by so much at each look. */
async function turnsOfScan(msPerLook: number) {
  let turns = 0;
  let isOver = false;
  const countTurns = (): void => {
    turns += 1;
    if (!isOver) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  let nowMs = 0;
  const scanner = new JsonScanner({ members: new Set(['model']) });

  await scanInTurns(body, scanner, () => {
    nowMs += msPerLook;
    return nowMs;
  });
  isOver = true;
  return { turns, scanner };
}

describe('scanning a body', () => {
  it('gives others their turn after 2 ms of work, however few bytes that was', async () => {
    const slow = await turnsOfScan(1);
    const fast = await turnsOfScan(0);

    expect(slow.turns).toBeGreaterThan(body.length / SLICE_BYTES / 3);
    expect(fast.turns).toBeLessThan(5);
    expect(slow.scanner.found.get('model')).toEqual(fast.scanner.found.get('model'));
  });
});
