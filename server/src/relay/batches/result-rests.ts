import type { Clock } from '../../platform/clock.ts';

const FIRST_REST_SECONDS = 5;
const LONGEST_REST_SECONDS = 1_800;

/** Batches whose result could not be read: none is read again at once, however often its user asks for it. */
export class ResultRests {
  readonly #clock: Pick<Clock, 'nowSeconds'>;
  /** Batches under way are few for each user; each leaves when it is settled. */
  readonly #rests = new Map<number, { untilSeconds: number; lengthSeconds: number }>();

  constructor(clock: Pick<Clock, 'nowSeconds'>) {
    this.#clock = clock;
  }

  isResting(batchId: number): boolean {
    return this.#clock.nowSeconds() < (this.#rests.get(batchId)?.untilSeconds ?? 0);
  }

  /** Each rest is twice as long as the one before. */
  failed(batchId: number): void {
    const last = this.#rests.get(batchId)?.lengthSeconds ?? FIRST_REST_SECONDS / 2;
    const lengthSeconds = Math.min(2 * last, LONGEST_REST_SECONDS);
    this.#rests.set(batchId, { lengthSeconds, untilSeconds: this.#clock.nowSeconds() + lengthSeconds });
  }

  forget(batchId: number): void {
    this.#rests.delete(batchId);
  }
}
