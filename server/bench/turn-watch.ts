import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Loaded into the gateway before its own code: writes the longest turn of the main loop since it was last asked by
// SIGUSR2. Turns are measured by the thread's own processor time, so that other work on the machine does not count; many
// systems count it in steps of four milliseconds. A look each millisecond leaves little to collect: one in each turn
// makes the runtime collect fifty times in a call, and keep for long what a call needs for a moment.

const file = process.env.BENCH_TURN_FILE;
let longestMs = 0;
let start = process.threadCpuUsage();

function turn(): void {
  const { user, system } = process.threadCpuUsage(start);
  longestMs = Math.max(longestMs, (user + system) / 1000);
  start = process.threadCpuUsage();
}

if (isMainThread && file !== undefined) {
  setInterval(turn, 1);
  process.on('SIGUSR2', () => {
    writeFileSync(file, String(longestMs));
    longestMs = 0;
  });
}
