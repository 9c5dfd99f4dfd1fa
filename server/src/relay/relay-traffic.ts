/** One call in flight. */
export interface PassingCall {
  readonly breakOff: () => void;
  /** Where it stands in the list. */
  place: number;
}

/**
 * Calls in flight: a stop waits for them, then breaks off what is left.
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

  enter(breakOff: () => void): PassingCall {
    this.total += 1;
    const call = { breakOff, place: this.#calls.length };
    this.#calls.push(call);
    return call;
  }

  leave(call: PassingCall): void {
    const last = this.#calls.pop();
    if (last === undefined || last === call) return;
    last.place = call.place;
    this.#calls[call.place] = last;
  }

  breakOffAll(): void {
    for (const { breakOff } of [...this.#calls]) breakOff();
  }
}
