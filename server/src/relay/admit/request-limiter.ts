import type { Clock } from '../../platform/clock.ts';

/** Below this rate a one-minute window counts; from it on a bucket fills. Source: product specification, section 9. */
const BUCKET_FROM_RPM = 60;
const WINDOW_MS = 60_000;
const CAPACITY = 100_000;
/** Above every rate that a group may have, so that user and rate make one number. */
const MAX_RATES = 2 ** 20;

interface Meter {
  /** Start of the window, or when the bucket was last filled. */
  atMs: number;
  /** Calls in the window, or what is left in the bucket. */
  amount: number;
}

/** Requests per minute and user, in memory that does not grow with the number of requests. */
export class RequestLimiter {
  /** By user and rate: a user's tokens may be in groups of different rates, and a rate may be changed. */
  readonly #meters = new Map<number, Meter>();
  readonly #clock: Pick<Clock, 'monotonicMs'>;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** @returns 0 when the call may pass, else the seconds to wait */
  take(userId: number, requestsPerMinute: number): number {
    const now = this.#clock.monotonicMs();
    const isBucket = requestsPerMinute >= BUCKET_FROM_RPM;
    const key = userId * MAX_RATES + requestsPerMinute;
    let meter = this.#meters.get(key);
    if (meter === undefined) {
      if (this.#meters.size >= CAPACITY) this.#forgetIdle(now);
      meter = { atMs: now, amount: isBucket ? requestsPerMinute : 0 };
      this.#meters.set(key, meter);
    }
    return isBucket
      ? takeFromBucket(meter, now, requestsPerMinute)
      : countInWindow(meter, now, requestsPerMinute);
  }

  #forgetIdle(now: number): void {
    for (const [key, meter] of this.#meters) if (now - meter.atMs > WINDOW_MS) this.#meters.delete(key);
  }
}

/** A bucket holds a minute's requests and fills evenly. */
function takeFromBucket(bucket: Meter, now: number, requestsPerMinute: number): number {
  const perMs = requestsPerMinute / WINDOW_MS;
  bucket.amount = Math.min(requestsPerMinute, bucket.amount + (now - bucket.atMs) * perMs);
  bucket.atMs = now;
  if (bucket.amount < 1) return Math.max(1, Math.ceil((1 - bucket.amount) / perMs / 1000));
  bucket.amount -= 1;
  return 0;
}

function countInWindow(window: Meter, now: number, requestsPerMinute: number): number {
  if (now - window.atMs >= WINDOW_MS) {
    window.atMs = now;
    window.amount = 0;
  }
  if (window.amount >= requestsPerMinute)
    return Math.max(1, Math.ceil((window.atMs + WINDOW_MS - now) / 1000));
  window.amount += 1;
  return 0;
}
