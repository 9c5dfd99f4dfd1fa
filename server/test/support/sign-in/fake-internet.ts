import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGuardedFetch, type GuardedFetch } from '../../../src/platform/net/guarded-fetch.ts';
import { PrivateAddressError, publicOnlyLookup } from '../../../src/platform/net/private-network.ts';

export interface AskedPage {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
}
export interface Page {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}
/** Undefined: no page at this address. */
export type Site = (asked: AskedPage) => Page | undefined;

/** Shorter than the gateway's own wait, so that tests of silence are short. */
const WAIT_MS = 400;

export const json = (value: unknown, status = 200): Page => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});
export const redirect = (location: string): Page => ({ status: 302, headers: { location } });

/**
 * Sites under their real addresses, on one server of this machine. The gateway asks it through the real guarded fetch,
 * and a browser through `forward`.
 */
export async function startFakeInternet(sites: Record<string, Site | RequestListener>) {
  const asked: string[] = [];
  const server = createServer(async (request, reply) => {
    const origin = `https://${request.headers['x-forwarded-host'] ?? request.headers.host}`;
    const site = sites[origin];
    const url = new URL(origin + request.url);
    asked.push(`${request.method} ${origin}${url.pathname}`);
    if (site === undefined) return void reply.writeHead(404).end();
    if (site.length === 2) return void (site as RequestListener)(request, reply);
    let body = '';
    for await (const piece of request) body += piece;
    const { method = '', headers } = request;
    const page = (site as Site)({ method, url, headers, body });
    // A page with the status 0 never comes.
    if (page?.status === 0) return;
    reply.writeHead(page?.status ?? (page === undefined ? 404 : 200), page?.headers).end(page?.body ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const local = createGuardedFetch({
    assertHost: (hostname) => {
      if (hostname !== '127.0.0.1') throw new PrivateAddressError('private');
    },
    lookup: publicOnlyLookup,
    ports: new Set([port]),
  });
  const forwarded = ({ host }: URL) => ({ 'x-forwarded-host': host, 'x-forwarded-proto': 'https' });
  const moved = ({ pathname, search }: URL) => `http://127.0.0.1:${port}${pathname}${search}`;

  const guardedFetch: GuardedFetch = (address, limits) => {
    const url = new URL(address);
    const { method = 'GET', headers = {}, body } = limits.request ?? {};
    return local(moved(url), {
      ...limits,
      timeoutMs: Math.min(limits.timeoutMs, WAIT_MS),
      request: { method, headers: { ...headers, ...forwarded(url) }, body },
    });
  };

  return {
    sites,
    /** Host and port of the server, for programs that are given an address. Its site has the origin `https://<host>`. */
    host: `127.0.0.1:${port}`,
    /** Method and address of each request. */
    asked,
    guardedFetch,
    /** As a browser asks: redirects are its own matter, and servers of this machine have no other address. */
    forward: (address: string, headers: Record<string, string> = {}): Promise<Response> => {
      const url = new URL(address);
      if (url.protocol === 'http:') return fetch(url, { redirect: 'manual', headers });
      return fetch(moved(url), { redirect: 'manual', headers: { ...headers, ...forwarded(url) } });
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type FakeInternet = Awaited<ReturnType<typeof startFakeInternet>>;
