import type { CallLimits } from '../../modules/routing/call-limits.ts';

/**
 * Below this rate a one-minute window counts; from it on a bucket fills.
 * Source: docs/reference/compatibility.md, "Relay".
 */
const BUCKET_FROM_RPM = 60;
const WINDOW_MS = 60_000;
/** When a call that runs will end is not known. */
const PARALLEL_WAIT_MS = 1_000;
/** Sums of fractions are not exact. */
const TOLERANCE = 1e-6;

export type LimitName = 'requests' | 'tokens' | 'parallel';

/** A limit that stands in the way, and for how long. */
export interface Obstacle {
  name: LimitName;
  waitMs: number;
}

/** What a limit leaves, as clients are told. */
export interface Allowance {
  perMinute: number;
  remaining: number;
  /** Until all of a minute's may be used again. */
  resetSeconds: number;
}

/**
 * What one user, key, channel or group uses of its limits: a few numbers, however many its calls. What was used drains
 * evenly, so that limits may change at any time.
 */
export class LimitMeter {
  limits: CallLimits;
  /** Calls that run. */
  running = 0;
  #requests = 0;
  /** Start of the window, or when the bucket was last drained. */
  #requestsAtMs: number;
  #tokens = 0;
  #tokensAtMs: number;
  /** Of the last two calls whose tokens were known; 0: none was. */
  #lastCallTokens = 0;
  #tokensBefore = 0;

  constructor(limits: CallLimits, nowMs: number) {
    this.limits = limits;
    this.#requestsAtMs = nowMs;
    this.#tokensAtMs = nowMs;
  }

  /**
   * @param tokens of the call; where they are not known yet, it may start with one, and waits as long as the smaller of
   *   the last two would
   * @returns what refuses one more call; null where it may start
   */
  obstacle(
    nowMs: number,
    tokens = Math.max(1, Math.min(this.#lastCallTokens, this.#tokensBefore)),
  ): Obstacle | null {
    const { requestsPerMinute, parallelCalls } = this.limits;
    if (parallelCalls > 0 && this.running >= parallelCalls)
      return { name: 'parallel', waitMs: PARALLEL_WAIT_MS };
    if (requestsPerMinute > 0) {
      this.#drainRequests(nowMs);
      const excess = this.#requests + 1 - requestsPerMinute;
      if (excess > TOLERANCE) return { name: 'requests', waitMs: this.#requestWaitMs(excess, nowMs) };
    }
    return this.#tokenExcess(1, nowMs) > TOLERANCE ? this.#tokenWait(tokens, nowMs) : null;
  }

  /** Of a call with so many tokens; one of more than a minute's may pass where none were used. */
  tokenObstacle(tokens: number, nowMs: number): Obstacle | null {
    this.#tokensBefore = this.#lastCallTokens === 0 ? tokens : this.#lastCallTokens;
    this.#lastCallTokens = tokens;
    return this.#tokenExcess(tokens, nowMs) > TOLERANCE ? this.#tokenWait(tokens, nowMs) : null;
  }

  /** Counts a call that starts. Only where nothing stands in its way. */
  start(): void {
    this.#requests += 1;
    this.running += 1;
  }

  end(): void {
    this.running -= 1;
  }

  /** @param tokens below 0 gives tokens back that were not used after all */
  addTokens(tokens: number, nowMs: number): void {
    if (this.limits.tokensPerMinute === 0) return;
    this.#drainTokens(nowMs);
    this.#tokens = Math.max(0, this.#tokens + tokens);
  }

  /** @returns null where requests are not limited */
  requestAllowance(nowMs: number): Allowance | null {
    const { requestsPerMinute } = this.limits;
    if (requestsPerMinute === 0) return null;
    this.#drainRequests(nowMs);
    const resetMs = isBucket(requestsPerMinute)
      ? (this.#requests * WINDOW_MS) / requestsPerMinute
      : Math.max(1, this.#requestsAtMs + WINDOW_MS - nowMs);
    return allowance(requestsPerMinute, this.#requests, resetMs);
  }

  /** @returns null where tokens are not limited */
  tokenAllowance(nowMs: number): Allowance | null {
    const { tokensPerMinute } = this.limits;
    if (tokensPerMinute === 0) return null;
    this.#drainTokens(nowMs);
    return allowance(tokensPerMinute, this.#tokens, (this.#tokens * WINDOW_MS) / tokensPerMinute);
  }

  /** Whether it knows nothing that a new one would not. */
  isIdle(nowMs: number): boolean {
    if (this.running > 0) return false;
    this.#drainRequests(nowMs);
    this.#drainTokens(nowMs);
    return this.#requests === 0 && this.#tokens === 0;
  }

  /** Tokens beyond the limit, with those of one more call. */
  #tokenExcess(tokens: number, nowMs: number): number {
    const { tokensPerMinute } = this.limits;
    if (tokensPerMinute === 0) return 0;
    this.#drainTokens(nowMs);
    return this.#tokens + Math.min(tokens, tokensPerMinute) - tokensPerMinute;
  }

  #tokenWait(tokens: number, nowMs: number): Obstacle {
    const excess = this.#tokenExcess(tokens, nowMs);
    return { name: 'tokens', waitMs: (excess * WINDOW_MS) / this.limits.tokensPerMinute };
  }

  #requestWaitMs(excess: number, nowMs: number): number {
    const { requestsPerMinute } = this.limits;
    return isBucket(requestsPerMinute)
      ? (excess * WINDOW_MS) / requestsPerMinute
      : this.#requestsAtMs + WINDOW_MS - nowMs;
  }

  #drainRequests(nowMs: number): void {
    const { requestsPerMinute } = this.limits;
    const passedMs = nowMs - this.#requestsAtMs;
    if (isBucket(requestsPerMinute)) {
      this.#requests = Math.max(0, this.#requests - (passedMs * requestsPerMinute) / WINDOW_MS);
      this.#requestsAtMs = nowMs;
    } else if (passedMs >= WINDOW_MS || this.#requests === 0) {
      this.#requests = 0;
      this.#requestsAtMs = nowMs;
    }
  }

  #drainTokens(nowMs: number): void {
    const drained = ((nowMs - this.#tokensAtMs) * this.limits.tokensPerMinute) / WINDOW_MS;
    this.#tokens = Math.max(0, this.#tokens - drained);
    this.#tokensAtMs = nowMs;
  }
}

const isBucket = (perMinute: number): boolean => perMinute >= BUCKET_FROM_RPM;

const allowance = (perMinute: number, used: number, resetMs: number): Allowance => ({
  perMinute,
  remaining: Math.max(0, Math.floor(perMinute - used + TOLERANCE)),
  resetSeconds: Math.ceil(resetMs / 1000),
});
