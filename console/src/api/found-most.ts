/** Shown of each kind while somebody types. */
export const FOUND_MOST = 5;

/** What was found is as good as new for as long as a word is typed, deleted and typed again. */
export const FOUND_STALE_MS = 10_000;
