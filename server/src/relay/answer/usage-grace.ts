/**
 * Time to continue reading an answer after its caller has disconnected, in ms. The upstream has already
 * produced it and mostly sends its usage at once. Without the usage, hidden tokens such as reasoning would be
 * free for callers that disconnect early.
 */
export const usageGraceMs = {
  /** All text has been read. */
  atEnd: 1_000,
  /** The end may be about to arrive. */
  beforeEnd: 200,
  none: 0,
} as const;
