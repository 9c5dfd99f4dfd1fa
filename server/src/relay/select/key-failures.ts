/** Failures of one key's account: another key of the channel may serve the call. */
export const keyFailures: ReadonlySet<string> = new Set([
  'upstream.key_refused',
  'upstream.out_of_credit',
  'upstream.rate_limited',
]);
