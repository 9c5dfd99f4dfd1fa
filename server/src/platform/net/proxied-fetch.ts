import { lookup } from 'node:dns';
import { parseProxy } from './proxy-address.ts';
import { createProxyConnector } from './proxy-connector.ts';

const CONNECT_MS = 10_000;
const MAX_ANSWER_BYTES = 8 * 2 ** 20;

export interface ProxiedFetch {
  /** As the platform's `fetch`, with the parts of it that a JSON API needs. */
  fetch(
    url: string | URL,
    init?: { body?: unknown; signal?: unknown },
  ): Promise<{ json(): Promise<unknown> }>;
  close(): Promise<void>;
}

/**
 * Posts JSON to one known service, through a proxy where root has set one. Addresses of somebody's choice go through
 * `guardedFetch` instead.
 * @param proxy empty: straight
 */
export async function openProxiedFetch(proxy: string): Promise<ProxiedFetch> {
  // Few sites need it, so the module is not kept ready.
  const { Agent, request } = await import('undici');
  const address = parseProxy(proxy);
  if (proxy !== '' && address === null) throw new Error('the proxy is no address');
  const rules = { connectMs: CONNECT_MS, isPublicOnly: false, lookup: undefined, resolve: lookup };
  const agent = new Agent({
    maxResponseSize: MAX_ANSWER_BYTES,
    connect: address === null ? { timeout: CONNECT_MS } : createProxyConnector(address, rules),
  });
  return {
    async fetch(url, { body, signal } = {}) {
      const { body: answer } = await request(url, {
        dispatcher: agent,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'Turnpike' },
        body: typeof body === 'string' ? body : null,
        signal: signal as AbortSignal,
      });
      return { json: () => answer.json() };
    },
    close: () => agent.destroy(),
  };
}
