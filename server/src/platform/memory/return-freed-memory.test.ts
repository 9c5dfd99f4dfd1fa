import { expect, it } from 'vitest';
import { returnFreedMemory } from './return-freed-memory.ts';
import { returnMemory } from './return-memory.ts';

const PIECE_BYTES = 32 * 1024;
const PIECES = 4_000;
const KEPT_ONE_IN = 40;

const isGlibc = (process.report.getReport() as { header: { glibcVersionRuntime?: string } }).header
  .glibcVersionRuntime;

it.runIf(isGlibc)('gives back what is free between pieces that are in use', () => {
  const pieces: (Buffer | null)[] = Array.from({ length: PIECES }, () => Buffer.alloc(PIECE_BYTES, 1));
  for (const at of pieces.keys()) if (at % KEPT_ONE_IN > 0) pieces[at] = null;
  returnMemory();
  const before = process.memoryUsage.rss();
  returnFreedMemory();
  expect(before - process.memoryUsage.rss()).toBeGreaterThan((PIECES * PIECE_BYTES) / 4);
  expect(pieces).toHaveLength(PIECES);
});
