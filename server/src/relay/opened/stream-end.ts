import type { StreamFindings } from '../../dialects/stream-path.ts';
import type { Clock } from '../../platform/clock.ts';

/**
 * Time that an upstream may take to end its answer after the last event, so that its connection can be
 * reused.
 */
const END_GRACE_MS = 1_000;

/** Waits for the end of a stream whose answer is complete: some upstreams go on with comments or pings. */
export class StreamEnd {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  /** Time of the last event with data after the answer was complete, and the number of such events. */
  #lastDataMs: number | null = null;
  #lateEvents = 0;
  #grace: NodeJS.Timeout | null = null;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** @returns whether nothing but comments or pings has come for so long that the stream has ended */
  isOverdue({ lateEvents }: StreamFindings): boolean {
    const now = this.#clock.monotonicMs();
    if (this.#lastDataMs === null || lateEvents !== this.#lateEvents) this.#lastDataMs = now;
    this.#lateEvents = lateEvents;
    return now - this.#lastDataMs >= END_GRACE_MS;
  }

  /** Calls back if the connection does not end by itself. */
  wait(onOverdue: () => void): void {
    this.#grace = setTimeout(onOverdue, END_GRACE_MS);
  }

  clear(): void {
    if (this.#grace !== null) clearTimeout(this.#grace);
    this.#grace = null;
  }
}
