/** Headers that keep what stands between from holding a stream back. */
export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** Headers of every relayed answer. Browsers of any site may call: the key, not a cookie, says who calls. */
export const commonHeaders = (requestId: string): Record<string, string> => ({
  'x-request-id': requestId,
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-request-id, x-error-code, retry-after',
});
