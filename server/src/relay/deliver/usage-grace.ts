/**
 * How long an answer is read on whose caller has left, in ms. The upstream has made it already and mostly says its
 * usage at once; without that, tokens that no text shows, such as reasoning, would be free for who leaves in time.
 */
export const usageGraceMs = {
  /** The last word has been read. */
  atEnd: 1_000,
  /** The end may be on its way. */
  beforeEnd: 200,
  none: 0,
} as const;
