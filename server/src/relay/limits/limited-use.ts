import type { Clock } from '../../platform/clock.ts';
import type { Allowance, Obstacle, RateCounter } from './rate-counter.ts';

/** Expected tokens that were not used are given back, except the part that has drained since. */
const DRAINED_AFTER_MS = 60_000;

/** Remaining limits of a caller, reported in the headers of an answer. */
export interface CallAllowance {
  /** Null if not limited. */
  requests: Allowance | null;
  tokens: Allowance | null;
  /** Wall-clock time. */
  nowMs: number;
}

/** The use of limits by one call. */
export class LimitedUse {
  readonly #meters: RateCounter[];
  readonly #clock: Pick<Clock, 'monotonicMs' | 'nowMs'>;
  #isRunning = false;
  /** The allowance when the call was counted. */
  #requestsAtStart: Allowance | null = null;
  #expected = 0;
  #expectedAtMs = 0;

  constructor(meters: RateCounter[], clock: Pick<Clock, 'monotonicMs' | 'nowMs'>) {
    this.#meters = meters;
    this.#clock = clock;
  }

  get limitsTokens(): boolean {
    for (const { limits } of this.#meters) if (limits.tokensPerMinute > 0) return true;
    return false;
  }

  /** Returns the limit with the longest wait. */
  obstacle(): Obstacle | null {
    const now = this.#clock.monotonicMs();
    let longest: Obstacle | null = null;
    for (const meter of this.#meters) longest = longerOf(longest, meter.obstacle(now));
    return longest;
  }

  tokenObstacle(tokens: number): Obstacle | null {
    const now = this.#clock.monotonicMs();
    let longest: Obstacle | null = null;
    for (const meter of this.#meters) longest = longerOf(longest, meter.tokenObstacle(tokens, now));
    return longest;
  }

  start(): void {
    this.#isRunning = true;
    for (const meter of this.#meters) meter.start();
    this.#requestsAtStart = this.#requestAllowance();
  }

  /** Frees the call's place among parallel calls until `takePlace`, which follows at once. */
  leavePlace(): void {
    for (const meter of this.#meters) meter.running -= 1;
  }

  takePlace(): void {
    for (const meter of this.#meters) meter.running += 1;
  }

  /** Adds a meter to a call that has started, unless it has it already. */
  join(meter: RateCounter): void {
    if (this.#meters.includes(meter)) return;
    this.#meters.push(meter);
    meter.start();
    this.#requestsAtStart = tighterOf(
      this.#requestsAtStart,
      meter.requestAllowance(this.#clock.monotonicMs()),
    );
  }

  expect(tokens: number): void {
    this.#expected = tokens;
    this.#expectedAtMs = this.#clock.monotonicMs();
    this.#addTokens(tokens, this.#expectedAtMs);
  }

  /** @param tokens the number used */
  end(tokens: number): void {
    if (!this.#isRunning) return;
    this.#isRunning = false;
    for (const meter of this.#meters) meter.end();
    const now = this.#clock.monotonicMs();
    const difference = tokens - this.#expected;
    const left = Math.max(0, 1 - (now - this.#expectedAtMs) / DRAINED_AFTER_MS);
    if (difference !== 0) this.#addTokens(difference > 0 ? difference : difference * left, now);
  }

  /** Returns the lowest allowance of each kind. */
  allowance(): CallAllowance {
    const now = this.#clock.monotonicMs();
    let tokens: Allowance | null = null;
    for (const meter of this.#meters) tokens = tighterOf(tokens, meter.tokenAllowance(now));
    const requests = this.#requestsAtStart ?? this.#requestAllowance();
    return { requests, tokens, nowMs: this.#clock.nowMs() };
  }

  #requestAllowance(): Allowance | null {
    const now = this.#clock.monotonicMs();
    let requests: Allowance | null = null;
    for (const meter of this.#meters) requests = tighterOf(requests, meter.requestAllowance(now));
    return requests;
  }

  #addTokens(tokens: number, nowMs: number): void {
    for (const meter of this.#meters) meter.addTokens(tokens, nowMs);
  }
}

const longerOf = (one: Obstacle | null, other: Obstacle | null): Obstacle | null =>
  one === null || (other !== null && other.waitMs > one.waitMs) ? other : one;

const tighterOf = (one: Allowance | null, other: Allowance | null): Allowance | null =>
  one === null || (other !== null && other.remaining < one.remaining) ? other : one;
