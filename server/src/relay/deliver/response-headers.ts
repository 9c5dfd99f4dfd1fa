/** Header lines as Node takes them fastest: name, value, name, value, … */
export type HeaderLines = string[];

/** Headers that keep what stands between from holding a stream back. */
export const streamHeaders: Readonly<HeaderLines> = [
  'content-type',
  'text/event-stream; charset=utf-8',
  'cache-control',
  'no-cache, no-transform',
  'x-accel-buffering',
  'no',
];

export const jsonHeaders: Readonly<HeaderLines> = ['content-type', 'application/json'];

/** Headers of every relayed answer. Browsers of any site may call: the key, not a cookie, says who calls. */
export const commonHeaders = (requestId: string): HeaderLines => [
  'x-request-id',
  requestId,
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  'x-request-id, x-error-code, retry-after',
];
