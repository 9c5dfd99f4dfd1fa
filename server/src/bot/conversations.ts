import type { Clock } from '../platform/clock.ts';

const LONGEST_MS = 10 * 60_000;
const CAPACITY = 10_000;

/** Senders whose next text is a redemption code. They are in memory, so that a restart forgets them. */
export class Conversations {
  readonly #untilMs = new Map<number, number>();
  readonly #clock: Pick<Clock, 'monotonicMs'>;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  begin(sender: number): void {
    this.#untilMs.delete(sender);
    this.#untilMs.set(sender, this.#clock.monotonicMs() + LONGEST_MS);
    const [oldest] = this.#untilMs.keys();
    if (this.#untilMs.size > CAPACITY && oldest !== undefined) this.#untilMs.delete(oldest);
  }

  isOpen(sender: number): boolean {
    return (this.#untilMs.get(sender) ?? 0) > this.#clock.monotonicMs();
  }

  end(sender: number): void {
    this.#untilMs.delete(sender);
  }
}
