/** Why a call is aborted that neither its caller nor its upstream ended. */
export type BrokenBy = 'timeout' | 'gateway';

/** One call in flight. */
export interface PassingCall {
  /** Of the monotonic clock, as every time here. */
  readonly startedAtMs: number;
  readonly breakOff: (by: BrokenBy) => void;
  /** Where it stands in the list. */
  place: number;
}

/**
 * Calls in flight: a stop waits for them, then aborts what is left. Calls that take too long are found by
 * looking through them now and then: a timer for each would be made and cleared ten thousand times a second.
 *
 * A list in which the last takes the place of whoever leaves, not a `Set`: under a constant coming and going a set
 * is rebuilt again and again, each old table points at the next, and once one of them has grown old every table
 * after it is kept, with the calls in it, until the next full collection. It cost a sixth of a call's time.
 */
export class RelayTraffic {
  /** Calls since the start. */
  total = 0;
  readonly #calls: PassingCall[] = [];

  get count(): number {
    return this.#calls.length;
  }

  enter(startedAtMs: number, breakOff: PassingCall['breakOff']): PassingCall {
    this.total += 1;
    const call = { startedAtMs, breakOff, place: this.#calls.length };
    this.#calls.push(call);
    return call;
  }

  leave(call: PassingCall): void {
    const last = this.#calls.pop();
    if (last === undefined || last === call) return;
    last.place = call.place;
    this.#calls[call.place] = last;
  }

  /** @param timeMs calls that started later may go on */
  breakOffStartedBefore(timeMs: number): void {
    for (const call of this.#calls.filter(({ startedAtMs }) => startedAtMs < timeMs))
      call.breakOff('timeout');
  }

  breakOffAll(): void {
    for (const { breakOff } of [...this.#calls]) breakOff('gateway');
  }
}
