import { openSync, readSync } from 'node:fs';

/**
 * Measures the longest turn of this thread's event loop. A turn is the elapsed time without the time that the thread
 * waited for a processor, so other work on the machine does not count. The thread's own processor time would be the
 * same, but many systems update it only every four milliseconds. A sample per millisecond leaves little garbage. A
 * sample per turn would cause fifty collections in a call and promote objects that live for a moment.
 */
export class LongestTurn {
  /** Called with each turn: its length without waiting, and when it began and ended. */
  onTurn: ((ms: number, span: { startMs: number; endMs: number }) => void) | null = null;
  readonly #schedulerFile = openSchedulerFile();
  readonly #line = Buffer.alloc(64);
  #longestMs = 0;
  #start = performance.now();
  #waitedAtStart = this.#waitedMs();
  readonly #timer = setInterval(() => this.#turn(), 1);

  /** Since the last call. */
  takeMs(): number {
    const taken = this.#longestMs;
    this.#longestMs = 0;
    return taken;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #turn(): void {
    const waited = this.#waitedMs();
    const end = performance.now();
    const ms = end - this.#start - (waited - this.#waitedAtStart);
    this.#longestMs = Math.max(this.#longestMs, ms);
    this.onTurn?.(ms, { startMs: this.#start, endMs: end });
    this.#start = end;
    this.#waitedAtStart = waited;
  }

  /** How long this thread was ready to run and did not: the second number of the line, in nanoseconds. */
  #waitedMs(): number {
    if (this.#schedulerFile === null) return 0;
    const length = readSync(this.#schedulerFile, this.#line, 0, this.#line.length, 0);
    return Number(this.#line.toString('latin1', 0, length).split(' ')[1]) / 1e6;
  }
}

/** `null` where the system is not Linux: there all time that went by counts. */
function openSchedulerFile(): number | null {
  try {
    return openSync('/proc/thread-self/schedstat', 'r');
  } catch {
    return null;
  }
}
