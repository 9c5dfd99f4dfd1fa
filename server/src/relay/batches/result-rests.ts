import type { Clock } from '../../platform/clock.ts';

const FIRST_REST_SECONDS = 5;
const LONGEST_REST_SECONDS = 1_800;

/** Batches with an unreadable result. Each is read again only after a pause, however often its user asks. */
export class ResultRests {
  readonly #clock: Pick<Clock, 'nowSeconds'>;
  /** Each user has few unfinished batches, and settlement removes the entry. */
  readonly #rests = new Map<number, { untilSeconds: number; lengthSeconds: number }>();

  constructor(clock: Pick<Clock, 'nowSeconds'>) {
    this.#clock = clock;
  }

  isResting(batchId: number): boolean {
    return this.#clock.nowSeconds() < (this.#rests.get(batchId)?.untilSeconds ?? 0);
  }

  /** Each pause is twice as long as the previous one. */
  failed(batchId: number): void {
    const last = this.#rests.get(batchId)?.lengthSeconds ?? FIRST_REST_SECONDS / 2;
    const lengthSeconds = Math.min(2 * last, LONGEST_REST_SECONDS);
    this.#rests.set(batchId, { lengthSeconds, untilSeconds: this.#clock.nowSeconds() + lengthSeconds });
  }

  forget(batchId: number): void {
    this.#rests.delete(batchId);
  }
}
