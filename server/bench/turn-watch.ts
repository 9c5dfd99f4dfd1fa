import { openSync, readSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Loaded into the gateway before its own code: writes the longest turn of the main loop since it was last asked by
// SIGUSR2. A turn is the elapsed time without the time that the thread waited for a processor, so other work on the
// machine does not count. The thread's own processor time would be the same, but many systems update it only every four
// milliseconds. A sample per millisecond leaves little garbage. A sample per turn would cause fifty collections in a
// call and promote objects that live for a moment.

const file = process.env.BENCH_TURN_FILE;
const schedulerFile = openSchedulerFile();
const line = Buffer.alloc(64);
let longestMs = 0;
let start = performance.now();
let waitedAtStart = waitedMs();

/** `null` where the system is not Linux: there all time that went by counts. */
function openSchedulerFile(): number | null {
  try {
    return openSync('/proc/thread-self/schedstat', 'r');
  } catch {
    return null;
  }
}

/** How long this thread was ready to run and did not: the second number of the line, in nanoseconds. */
function waitedMs(): number {
  if (schedulerFile === null) return 0;
  const length = readSync(schedulerFile, line, 0, line.length, 0);
  return Number(line.toString('latin1', 0, length).split(' ')[1]) / 1e6;
}

function turn(): void {
  const waited = waitedMs();
  const end = performance.now();
  longestMs = Math.max(longestMs, end - start - (waited - waitedAtStart));
  start = end;
  waitedAtStart = waited;
}

if (isMainThread && file !== undefined) {
  setInterval(turn, 1);
  process.on('SIGUSR2', () => {
    writeFileSync(file, String(longestMs));
    longestMs = 0;
  });
}
