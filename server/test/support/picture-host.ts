import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGuardedFetch, type GuardedFetch } from '../../src/platform/net/guarded-fetch.ts';
import { PrivateAddressError, publicOnlyLookup } from '../../src/platform/net/private-network.ts';

/** One red pixel. */
export const redPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * Another host, with pictures at its paths.
 *
 *     const host = await startPictureHost({ '/logo.png': redPng });
 */
export async function startPictureHost(files: Record<string, Buffer | string>) {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, reply) => {
    asked.push(url);
    const file = files[url];
    // A content type that nothing may rely on.
    reply.writeHead(file === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const guardedFetch: GuardedFetch = createGuardedFetch({
    assertHost: (hostname) => {
      if (hostname !== '127.0.0.1') throw new PrivateAddressError('private');
    },
    lookup: publicOnlyLookup,
    ports: new Set([port]),
  });
  return {
    url: `http://127.0.0.1:${port}`,
    files,
    /** Paths in the order they were asked for. */
    asked,
    /** As the gateway's own, but this host counts as public and every other one as private. */
    guardedFetch,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
