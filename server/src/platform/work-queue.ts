import { GatewayError } from './gateway-error.ts';

/**
 * Lets a number of pieces of work run at once; others wait for their turn.
 *
 *     const queue = new WorkQueue({ atOnce: 1, maxWaiting: 500 });
 *     await queue.run(() => hash(password));
 */
export class WorkQueue {
  #free: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];

  constructor({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }) {
    this.#free = atOnce;
    this.#maxWaiting = maxWaiting;
  }

  /** @throws session.too_many_attempts when too many wait already; what `work` throws */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= this.#maxWaiting)
      throw new GatewayError('session.too_many_attempts', { retryAfterSeconds: 5 });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
