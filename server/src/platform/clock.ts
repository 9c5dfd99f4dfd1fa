/**
 * Time as the product sees it; tests put another one in. Rows keep wall time; limits and timeouts are measured with
 * the monotonic one, because the wall clock of a machine may be set back or forward at any moment.
 */
export interface Clock {
  nowMs(): number;
  nowSeconds(): number;
  /** Whole milliseconds since some moment, never fewer than before; only differences mean something. */
  monotonicMs(): number;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  nowSeconds: () => Math.floor(Date.now() / 1000),
  monotonicMs: () => Math.floor(performance.now()),
};
