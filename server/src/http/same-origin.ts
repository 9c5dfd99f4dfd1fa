import type { FastifyRequest } from 'fastify';
import { GatewayError } from '../platform/gateway-error.ts';

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A changing call must come from this site's own pages. Browsers prove that by headers that no page can forge:
 * `Sec-Fetch-Site` where they send it (never without TLS, except to this machine), else `Origin`. A script that
 * sends neither passes without a cookie; with one it must name its origin.
 * @throws request.cross_origin
 */
export function assertSameOrigin({ method, headers, host }: FastifyRequest): void {
  if (readingMethods.has(method)) return;
  if (!isSameOrigin(headers, host)) throw new GatewayError('request.cross_origin');
}

function isSameOrigin(headers: FastifyRequest['headers'], host: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  if (headers.origin === undefined) return headers.cookie === undefined;
  const origin = URL.parse(headers.origin);
  // The scheme only serves to drop its default port: behind a proxy the two ends see different ones.
  return origin !== null && origin.host === URL.parse(`${origin.protocol}//${host}`)?.host;
}
