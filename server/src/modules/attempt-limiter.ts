import type { Clock } from '../platform/clock.ts';
import { GatewayError } from '../platform/gateway-error.ts';

/** Keys that are remembered at most; the ones that failed longest ago are forgotten first. */
const CAPACITY = 10_000;
const FIRST_WAIT_MS = 1000;

interface Failures {
  count: number;
  lastAtMs: number;
  nextAtMs: number;
}

/**
 * Slows failures down by key: some are free, after them each one doubles the time until the next, from a second up
 * to a longest wait. An attempt counts as failed from its start, so that a hundred at once are not a hundred tries;
 * a success takes it back. Failures are forgotten after a time without any.
 */
export class AttemptLimiter {
  readonly #failures = new Map<string, Failures>();
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #free: number;
  readonly #longestWaitMs: number;
  readonly #forgetAfterMs: number;

  constructor({
    clock,
    free,
    longestWaitMs,
    forgetAfterMs,
  }: {
    clock: Pick<Clock, 'monotonicMs'>;
    free: number;
    longestWaitMs: number;
    forgetAfterMs: number;
  }) {
    this.#clock = clock;
    this.#free = free;
    this.#longestWaitMs = longestWaitMs;
    this.#forgetAfterMs = forgetAfterMs;
  }

  /** @throws session.too_many_attempts with the seconds to wait */
  start(key: string): void {
    const retryAfterSeconds = this.note(key);
    if (retryAfterSeconds > 0) throw tooManyAttempts(retryAfterSeconds);
  }

  /** Counts an attempt that may go on. @returns 0, or the seconds to wait for one that may not and is not counted */
  note(key: string): number {
    const nowMs = this.#clock.monotonicMs();
    let failed = this.#failures.get(key);
    if (failed === undefined || nowMs - failed.lastAtMs >= this.#forgetAfterMs) {
      failed = { count: 0, lastAtMs: nowMs, nextAtMs: nowMs };
    }
    if (failed.nextAtMs > nowMs) return Math.ceil((failed.nextAtMs - nowMs) / 1000);
    failed.count += 1;
    failed.lastAtMs = nowMs;
    failed.nextAtMs = nowMs + this.#waitMs(failed.count);
    this.#failures.delete(key);
    this.#failures.set(key, failed);
    const oldest = this.#failures.keys().next().value;
    if (this.#failures.size > CAPACITY && oldest !== undefined) this.#failures.delete(oldest);
    return 0;
  }

  /** The attempt was right. */
  succeeded(key: string): void {
    const failed = this.#failures.get(key);
    if (failed === undefined) return;
    failed.count = Math.max(0, failed.count - 1);
    failed.nextAtMs = failed.lastAtMs;
  }

  #waitMs(count: number): number {
    return count < this.#free ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (count - this.#free), this.#longestWaitMs);
  }
}

export const tooManyAttempts = (retryAfterSeconds: number): GatewayError =>
  new GatewayError('session.too_many_attempts', { retryAfterSeconds });
