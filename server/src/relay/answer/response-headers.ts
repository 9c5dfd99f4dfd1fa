import type { StreamFraming } from '../../dialects/call-facts.ts';
import type { RequestFacts } from '../../dialects/dialect.ts';
import type { IncomingMessage } from '../../platform/net/http-messages.ts';
import type { CallContext } from '../call/call-context.ts';
import type { CallSearch } from '../call/call-parts.ts';
import type { ClientFamily } from '../clients/client-family.ts';
import { type HeaderLines, limitHeaderNames } from '../limits/limit-headers.ts';

/** Headers that prevent proxies from buffering a stream. */
const unbuffered = ['cache-control', 'no-cache, no-transform', 'x-accel-buffering', 'no'];

const streamHeaders: Record<StreamFraming, Readonly<HeaderLines>> = {
  sse: ['content-type', 'text/event-stream; charset=utf-8', ...unbuffered],
  'json-array': ['content-type', 'application/json; charset=utf-8', ...unbuffered],
};

export const streamHeadersOf = ({ framing }: Pick<RequestFacts, 'framing'>): Readonly<HeaderLines> =>
  streamHeaders[framing];

export const jsonHeaders: Readonly<HeaderLines> = ['content-type', 'application/json'];

/**
 * Headers of every relayed answer. Browsers of any site may call, because a key identifies the caller, not a
 * cookie.
 */
export function commonHeaders({
  requestId,
  use,
  converted,
  leftOut,
  askedModel = null,
  facts = null,
  chargedPoints = null,
  tellsCharge,
  recorder = null,
  replayed = null,
  search = null,
  caller,
}: Pick<CallContext, 'requestId' | 'use'> & {
  caller: { family: ClientFamily; request: Pick<IncomingMessage, 'headers'> };
  converted?: CallContext['converted'];
  askedModel?: CallContext['askedModel'];
  facts?: CallContext['facts'];
  chargedPoints?: CallContext['chargedPoints'];
  tellsCharge?: boolean;
  leftOut?: CallContext['leftOut'];
  recorder?: CallContext['recorder'];
  replayed?: CallContext['replayed'];
  search?: CallContext['search'];
}): HeaderLines {
  const { family, request } = caller;
  const headers = ['x-request-id', requestId, 'access-control-allow-origin', '*'];
  // Only browsers read this header, and they send their origin; it is longer than all others together.
  if (request.headers.origin !== undefined) headers.push('access-control-expose-headers', EXPOSED);
  const { requestIdHeader } = family;
  if (requestIdHeader !== undefined) headers.push(requestIdHeader, requestId);
  const lossText = (converted?.report ?? leftOut)?.header() ?? '';
  if (lossText !== '') headers.push('x-turnpike-conversion', lossText);
  if (askedModel !== null && facts !== null)
    headers.push('x-turnpike-model', facts.model.replace(NOT_ASCII, '?'));
  if (chargedPoints !== null && tellsCharge) headers.push('x-turnpike-charge', String(chargedPoints));
  if (recorder !== null || replayed !== null)
    headers.push('x-turnpike-cache', replayed === null ? 'miss' : 'hit');
  if (search !== null && search.state !== null) headers.push('x-turnpike-search', searchText(search));
  if (use !== null) family.addLimitHeaders(headers, use.allowance());
  return headers;
}

const searchText = ({ state, sources }: CallSearch): string =>
  state === 'used' ? `used; results=${sources.length}` : (state ?? '');

const NOT_ASCII = /[^\x20-\x7e]/g;

const EXPOSED = [
  ...[
    'x-request-id',
    'request-id',
    'x-error-code',
    'x-turnpike-conversion',
    'x-turnpike-count',
    'x-turnpike-charge',
    'x-turnpike-model',
    'x-turnpike-cache',
    'x-turnpike-search',
    'retry-after',
  ],
  ...limitHeaderNames,
].join(', ');
