import { BreakOff } from '../../platform/net/break-off.ts';

/** Ends an attempt whose answer does not begin in time. */
export class AttemptGuard {
  /** Broken by the guard, and with the call. */
  readonly breakOff = new BreakOff();
  hasFired = false;
  readonly #timer: NodeJS.Timeout;

  constructor(ofCall: BreakOff, afterMs: number) {
    ofCall.onBreak(() => this.breakOff.break());
    this.#timer = setTimeout(() => {
      this.hasFired = true;
      this.breakOff.break();
    }, afterMs);
  }

  /** The attempt has begun to answer, or has failed. */
  stop(): void {
    clearTimeout(this.#timer);
  }
}
