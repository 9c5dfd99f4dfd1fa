import type { Clock } from '../../platform/clock.ts';

const CAPACITY = 10_000;
const RECENT_CALLS = 10;
/** So many of the recent calls, or calls of two users, show that a failure is the channel's. */
const MANY_FAILURES = 3;

/** A channel, and what the model is called there. */
export interface CooledModel {
  channel: { id: number };
  upstreamModel: string;
}

/** Channels that pause for a model after a failure. */
export class Cooldowns {
  readonly #untilMs = new Map<string, number>();
  /** Users whose recent calls failed, null for each call that did not; only of models that failed lately. */
  readonly #recent = new Map<string, (number | null)[]>();
  readonly #clock: Pick<Clock, 'monotonicMs'>;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  start(model: CooledModel, seconds: number): void {
    if (seconds <= 0) return;
    if (this.#untilMs.size >= CAPACITY) this.#forgetOver();
    this.#untilMs.set(keyOf(model), this.#clock.monotonicMs() + seconds * 1000);
  }

  /** Until when it pauses, on the monotonic clock; 0 when it does not. */
  untilMs(model: CooledModel): number {
    if (this.#untilMs.size === 0) return 0;
    const key = keyOf(model);
    const until = this.#untilMs.get(key) ?? 0;
    if (until > this.#clock.monotonicMs()) return until;
    this.#untilMs.delete(key);
    return 0;
  }

  /**
   * Notes a failure that one caller's odd request may have caused.
   * @returns whether others met it too, so that it is the channel's
   */
  noteFailure(model: CooledModel, userId: number): boolean {
    const key = keyOf(model);
    const recent = this.#recent.get(key) ?? [];
    if (recent.length === 0 && this.#recent.size >= CAPACITY) this.#recent.clear();
    this.#recent.set(key, recent);
    addRecent(recent, userId);
    const failed = recent.filter((user) => user !== null);
    return failed.length >= MANY_FAILURES || new Set(failed).size > 1;
  }

  noteSuccess(model: CooledModel): void {
    if (this.#recent.size === 0) return;
    const key = keyOf(model);
    const recent = this.#recent.get(key);
    if (recent === undefined) return;
    addRecent(recent, null);
    if (recent.every((user) => user === null)) this.#recent.delete(key);
  }

  #forgetOver(): void {
    const now = this.#clock.monotonicMs();
    for (const [key, until] of this.#untilMs) if (until <= now) this.#untilMs.delete(key);
    if (this.#untilMs.size >= CAPACITY) this.#untilMs.clear();
  }
}

const keyOf = ({ channel, upstreamModel }: CooledModel): string => `${channel.id} ${upstreamModel}`;

function addRecent(recent: (number | null)[], user: number | null): void {
  recent.push(user);
  if (recent.length > RECENT_CALLS) recent.shift();
}
