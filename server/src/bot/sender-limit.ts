import type { Clock } from '../platform/clock.ts';

/** Senders that are remembered; the one that was silent longest gives way. */
const CAPACITY = 10_000;

interface Bucket {
  left: number;
  atMs: number;
}

/** Some updates at once from each sender, then one per interval. Further updates in between get no answer. */
export class SenderLimit {
  readonly #buckets = new Map<number, Bucket>();
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #burst: number;
  readonly #intervalMs: number;

  constructor(
    clock: Pick<Clock, 'monotonicMs'>,
    { burst, intervalMs }: { burst: number; intervalMs: number },
  ) {
    this.#clock = clock;
    this.#burst = burst;
    this.#intervalMs = intervalMs;
  }

  /** Whether an update may be answered. */
  take(sender: number): boolean {
    const nowMs = this.#clock.monotonicMs();
    const bucket = this.#buckets.get(sender) ?? { left: this.#burst, atMs: nowMs };
    const left = Math.min(this.#burst, bucket.left + (nowMs - bucket.atMs) / this.#intervalMs);
    this.#buckets.delete(sender);
    this.#buckets.set(sender, { left: left >= 1 ? left - 1 : left, atMs: nowMs });
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > CAPACITY && oldest !== undefined) this.#buckets.delete(oldest);
    return left >= 1;
  }
}
