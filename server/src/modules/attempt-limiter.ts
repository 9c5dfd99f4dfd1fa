import type { Clock } from '../platform/clock.ts';
import { GatewayError } from '../platform/gateway-error.ts';

/** Keys that are remembered at most; the ones that failed longest ago are forgotten first. */
const CAPACITY = 10_000;

/**
 * Counts failures by key in a window of time. An attempt counts as failed from its start, so that a hundred at
 * once are not a hundred tries; a success takes it back.
 */
export class AttemptLimiter {
  readonly #failures = new Map<string, { count: number; untilMs: number }>();
  readonly #clock: Clock;
  readonly #limit: number;
  readonly #windowMs: number;

  constructor({ clock, limit, windowMs }: { clock: Clock; limit: number; windowMs: number }) {
    this.#clock = clock;
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** @throws session.too_many_attempts with the seconds to wait */
  start(key: string): void {
    const nowMs = this.#clock.nowMs();
    let failed = this.#failures.get(key);
    if (failed === undefined || failed.untilMs <= nowMs) {
      failed = { count: 0, untilMs: nowMs + this.#windowMs };
    } else if (failed.count >= this.#limit) {
      const retryAfterSeconds = Math.ceil((failed.untilMs - nowMs) / 1000);
      throw new GatewayError('session.too_many_attempts', { retryAfterSeconds });
    }
    failed.count += 1;
    this.#failures.delete(key);
    this.#failures.set(key, failed);
    const oldest = this.#failures.keys().next().value;
    if (this.#failures.size > CAPACITY && oldest !== undefined) this.#failures.delete(oldest);
  }

  /** The attempt was right. */
  succeeded(key: string): void {
    const failed = this.#failures.get(key);
    if (failed !== undefined) failed.count = Math.max(0, failed.count - 1);
  }
}
