import type { Clock } from '../../platform/clock.ts';

const INTERVAL_MS = 5000;
/** Orders that are remembered; the one that was asked about first gives way. */
const CAPACITY = 10_000;

/** Orders whose gateways were asked about them a moment ago. */
export class RecentQuestions {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #askedAtMs = new Map<number, number>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  note(orderId: number): void {
    this.#askedAtMs.delete(orderId);
    this.#askedAtMs.set(orderId, this.#clock.monotonicMs());
    const [oldest] = this.#askedAtMs.keys();
    if (this.#askedAtMs.size > CAPACITY && oldest !== undefined) this.#askedAtMs.delete(oldest);
  }

  /** Whether the last question is less than five seconds old. */
  has(orderId: number): boolean {
    const askedAtMs = this.#askedAtMs.get(orderId);
    return askedAtMs !== undefined && this.#clock.monotonicMs() - askedAtMs < INTERVAL_MS;
  }
}
