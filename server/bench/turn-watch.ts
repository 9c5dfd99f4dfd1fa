import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { LongestTurn } from './longest-turn.ts';

// Loaded into the gateway before its own code: writes the longest turn of the main loop since it was last asked by
// SIGUSR2.

const file = process.env.BENCH_TURN_FILE;

if (isMainThread && file !== undefined) {
  const longest = new LongestTurn();
  process.on('SIGUSR2', () => writeFileSync(file, String(longest.takeMs())));
}
