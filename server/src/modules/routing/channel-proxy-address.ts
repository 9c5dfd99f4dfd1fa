import { createHash } from 'node:crypto';
import { type ProxyAddress, parseProxy } from '../../platform/net/proxy-address.ts';

/**
 * A proxy's address with each `%s` replaced by a name that stays the same for a key: vendors of proxies keep one way out
 * for such a session. Source: docs/reference/compatibility.md, "Channels".
 */
export function withSession(proxyUrl: string, channelKey: string): string {
  if (!proxyUrl.includes('%s')) return proxyUrl;
  return proxyUrl.replaceAll('%s', createHash('sha256').update(channelKey).digest('hex').slice(0, 16));
}

/**
 * @returns null where there is none
 * @throws an error where it cannot be read: a channel with a proxy is never called without it
 */
export function toChannelProxy(proxyUrl: string, channelKey: string): ProxyAddress | null {
  if (proxyUrl === '') return null;
  const proxy = parseProxy(withSession(proxyUrl, channelKey));
  if (proxy === null) throw new Error('the proxy cannot be read');
  return proxy;
}
