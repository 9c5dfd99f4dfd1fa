import type { CallLimits } from '../../modules/routing/call-limits.ts';

/**
 * Below this rate a one-minute window counts requests; from this rate on, a bucket does.
 * Source: docs/reference/compatibility.md, "Relay".
 */
const BUCKET_FROM_RPM = 60;
const WINDOW_MS = 60_000;
/** Suggested wait for a parallel call: the end of a running call is unknown. */
const PARALLEL_WAIT_MS = 1_000;
/** Sums of fractions are not exact. */
const TOLERANCE = 1e-6;

export type LimitName = 'requests' | 'tokens' | 'parallel';

/** The limit that refuses a call, and the time until it may pass. */
export interface Obstacle {
  name: LimitName;
  waitMs: number;
}

/** The remaining part of a limit, as reported to clients. */
export interface Allowance {
  perMinute: number;
  remaining: number;
  /** Seconds until the full minute's limit is available again. */
  resetSeconds: number;
}

/**
 * Use of the limits of one user, key, channel or group, in constant memory. Use drains evenly, so limits may
 * change at any time.
 */
export class RateCounter {
  limits: CallLimits;
  /** Calls in flight. */
  running = 0;
  #requests = 0;
  /** Start of the window, or time of the bucket's last drain. */
  #requestsAtMs: number;
  #tokens = 0;
  #tokensAtMs: number;
  /** Tokens of the last two calls with a known number; 0: none. */
  #lastCallTokens = 0;
  #tokensBefore = 0;

  constructor(limits: CallLimits, nowMs: number) {
    this.limits = limits;
    this.#requestsAtMs = nowMs;
    this.#tokensAtMs = nowMs;
  }

  /**
   * Checks whether one more call may start.
   * @param tokens of the call. If unknown, it may start when one token is free; its wait is computed from the
   * smaller of the last two calls
   * @returns the limit that refuses the call; null if it may start
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

  /** Checks a call with this many tokens. A call above a minute's limit may pass if no tokens are in use. */
  tokenObstacle(tokens: number, nowMs: number): Obstacle | null {
    this.#tokensBefore = this.#lastCallTokens === 0 ? tokens : this.#lastCallTokens;
    this.#lastCallTokens = tokens;
    return this.#tokenExcess(tokens, nowMs) > TOLERANCE ? this.#tokenWait(tokens, nowMs) : null;
  }

  /** Counts a call that starts; only valid if no limit refuses it. */
  start(): void {
    this.#requests += 1;
    this.running += 1;
  }

  end(): void {
    this.running -= 1;
  }

  /** @param tokens a negative number gives unused tokens back */
  addTokens(tokens: number, nowMs: number): void {
    if (this.limits.tokensPerMinute === 0) return;
    this.#drainTokens(nowMs);
    this.#tokens = Math.max(0, this.#tokens + tokens);
  }

  /** @returns null if requests are not limited */
  requestAllowance(nowMs: number): Allowance | null {
    const { requestsPerMinute } = this.limits;
    if (requestsPerMinute === 0) return null;
    this.#drainRequests(nowMs);
    const resetMs = isBucket(requestsPerMinute)
      ? (this.#requests * WINDOW_MS) / requestsPerMinute
      : Math.max(1, this.#requestsAtMs + WINDOW_MS - nowMs);
    return allowance(requestsPerMinute, this.#requests, resetMs);
  }

  /** @returns null if tokens are not limited */
  tokenAllowance(nowMs: number): Allowance | null {
    const { tokensPerMinute } = this.limits;
    if (tokensPerMinute === 0) return null;
    this.#drainTokens(nowMs);
    return allowance(tokensPerMinute, this.#tokens, (this.#tokens * WINDOW_MS) / tokensPerMinute);
  }

  /** Whether it is equivalent to a new meter. */
  isIdle(nowMs: number): boolean {
    if (this.running > 0) return false;
    this.#drainRequests(nowMs);
    this.#drainTokens(nowMs);
    return this.#requests === 0 && this.#tokens === 0;
  }

  /** Tokens above the limit, including those of one more call. */
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
