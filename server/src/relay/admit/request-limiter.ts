import type { Clock } from '../../platform/clock.ts';

/**
 * Below this rate a one-minute window counts; from it on a bucket fills.
 * Source: docs/reference/compatibility.md, "Relay".
 */
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

/** What the rate lets a user do. */
export interface RequestAllowance {
  /** 0 when the call may pass. */
  waitSeconds: number;
  requestsPerMinute: number;
  /** Calls that may follow at once. */
  remaining: number;
  /** Until all of a minute's calls may be made again. */
  resetSeconds: number;
}

/** Requests per minute and user, in memory that does not grow with the number of requests. */
export class RequestLimiter {
  /** By user and rate: a user's tokens may be in groups of different rates, and a rate may be changed. */
  readonly #meters = new Map<number, Meter>();
  readonly #clock: Pick<Clock, 'monotonicMs'>;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  take(userId: number, requestsPerMinute: number): RequestAllowance {
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
function takeFromBucket(bucket: Meter, now: number, requestsPerMinute: number): RequestAllowance {
  const perMs = requestsPerMinute / WINDOW_MS;
  bucket.amount = Math.min(requestsPerMinute, bucket.amount + (now - bucket.atMs) * perMs);
  bucket.atMs = now;
  const mayPass = bucket.amount >= 1;
  if (mayPass) bucket.amount -= 1;
  return {
    waitSeconds: mayPass ? 0 : Math.max(1, toSeconds((1 - bucket.amount) / perMs)),
    requestsPerMinute,
    remaining: Math.floor(bucket.amount),
    resetSeconds: toSeconds((requestsPerMinute - bucket.amount) / perMs),
  };
}

function countInWindow(window: Meter, now: number, requestsPerMinute: number): RequestAllowance {
  if (now - window.atMs >= WINDOW_MS) {
    window.atMs = now;
    window.amount = 0;
  }
  const mayPass = window.amount < requestsPerMinute;
  if (mayPass) window.amount += 1;
  const resetSeconds = Math.max(1, toSeconds(window.atMs + WINDOW_MS - now));
  return {
    waitSeconds: mayPass ? 0 : resetSeconds,
    requestsPerMinute,
    remaining: requestsPerMinute - window.amount,
    resetSeconds,
  };
}

const toSeconds = (ms: number): number => Math.ceil(ms / 1000);
