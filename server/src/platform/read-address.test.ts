import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { PrivateAddressError } from './private-network.ts';
import { createAddressReader, readPublicAddress } from './read-address.ts';

let server: Server | undefined;

/** A server on this machine that may be read here, as if it were a public one; 127.0.0.2 may not. */
async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server?.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const readHere = createAddressReader((hostname) => {
  if (hostname !== '127.0.0.1') throw new PrivateAddressError('private address');
});
const limits = { limitBytes: 100, timeoutMs: 5000, signal: new AbortController().signal };

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

describe('reading an address', () => {
  it('follows a redirect and answers the text', async () => {
    const origin = await serve(({ url }, reply) => {
      if (url === '/old') reply.writeHead(302, { location: '/new' }).end('moved');
      else reply.end('prices');
    });

    expect(await readHere(`${origin}/old`, limits)).toBe('prices');
  });

  it.each([
    'http://127.0.0.1:1/',
    'http://[::1]/',
    'http://10.0.0.1/x',
    'http://169.254.169.254/latest',
    'http://localhost:1/',
  ])('refuses %s as private', async (url) => {
    await expect(readPublicAddress(url, limits)).rejects.toMatchObject({ fault: 'private_network' });
  });

  it.each([
    ['http://127.0.0.2/', 'private_network'],
    ['file:///etc/passwd', 'unreachable'],
    ['/again', 'unreachable'],
  ])('does not follow a redirect to %s', async (location, fault) => {
    const origin = await serve((_request, reply) => void reply.writeHead(302, { location }).end());

    await expect(readHere(`${origin}/again`, limits)).rejects.toMatchObject({ fault });
  });

  it('stops at the size limit, even when the answer never ends', async () => {
    const origin = await serve((_request, reply) => void reply.write('x'.repeat(101)));

    await expect(readHere(origin, limits)).rejects.toMatchObject({ fault: 'too_large' });
  });

  it('gives up after the time limit, and on what is no answer', async () => {
    const silent = await serve(() => {});
    await expect(readHere(silent, { ...limits, timeoutMs: 50 })).rejects.toMatchObject({
      fault: 'unreachable',
    });
    server?.closeAllConnections();
    server?.close();
    const refusing = await serve((_request, reply) => void reply.writeHead(404).end('[]'));
    await expect(readHere(refusing, limits)).rejects.toMatchObject({ fault: 'unreachable' });
  });
});
