/** Why a call is aborted that neither its caller nor its upstream ended. */
export type BrokenBy = 'timeout' | 'gateway';

/** One call in flight. */
export interface PassingCall {
  /** On the monotonic clock, like every time here. */
  readonly startedAtMs: number;
  readonly breakOff: (by: BrokenBy) => void;
  /** Where it stands in the list. */
  place: number;
}

/**
 * Calls in flight: a stop waits for them, then aborts the rest. A periodic scan finds calls that take too
 * long: a timer for each would be created and cleared ten thousand times a second.
 *
 * A list in which the last entry replaces a removed one, not a `Set`. Constant insertions and removals
 * rebuild a set again and again, and each old table points to the next. Once one table is in the old
 * generation, all later tables and their calls stay until the next full collection. This cost a sixth of a
 * call's time.
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
