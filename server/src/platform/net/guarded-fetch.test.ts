import type { LookupAddress, lookup } from 'node:dns';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { insideAddresses, insideUrls } from '../../../test/support/inside-addresses.ts';
import { type AddressError, createGuardedFetch, type Fetched, guardedFetch } from './guarded-fetch.ts';
import {
  assertPublicHost,
  createGuardedLookup,
  isPrivateAddress,
  PrivateAddressError,
} from './private-network.ts';

let server: Server | undefined;

/** A server on this machine that may be read here, as if it were a public one; 127.0.0.2 may not. */
async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server?.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers every question about a name with these in turn, the last one for ever. */
const resolverOf = (...answers: string[]) => {
  const left = [...answers];
  return ((_name, _options, callback) => {
    const address = (left.length > 1 ? left.shift() : left[0]) ?? '';
    const answer = callback as unknown as (error: null, addresses: LookupAddress[]) => void;
    answer(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
  }) as typeof lookup;
};

/** Here 127.0.0.1 counts as public, and all else as private. */
const fetchHere = (...resolved: string[]) =>
  createGuardedFetch({
    assertHost: (hostname) => {
      if (hostname !== '127.0.0.1' && !hostname.endsWith('.test')) throw new PrivateAddressError('private');
    },
    lookup: createGuardedLookup({
      resolve: resolverOf(...resolved),
      isRefused: (address) => address !== '127.0.0.1',
    }),
    ports: null,
  });
const readHere = async (url: string, given = limits) => (await fetchHere()(url, given)).bytes.toString();
const limits = { limitBytes: 100, timeoutMs: 5000, signal: new AbortController().signal };

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

describe('the guarded fetch', () => {
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
    await expect(guardedFetch(url, limits)).rejects.toMatchObject({ fault: 'private_network' });
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

  it('asks without credentials, and answers bytes with the type that the server names', async () => {
    let asked: object = {};
    const origin = await serve(({ headers }, reply) => {
      asked = headers;
      reply.setHeader('content-type', 'Image/PNG').setHeader('X-Proof', 'Of This');
      reply.end(Buffer.from([137, 80]));
    });
    expect(await fetchHere()(origin, limits)).toEqual<Fetched>({
      status: 200,
      bytes: Buffer.from([137, 80]),
      contentType: 'image/png',
      headers: expect.objectContaining({ 'x-proof': 'Of This' }),
    });
    expect(Object.keys(asked).toSorted()).toEqual(['accept-encoding', 'connection', 'host', 'user-agent']);
  });

  it('sends a given request with its secret to its address only, and answers any status', async () => {
    const asked: object[] = [];
    const origin = await serve(async (request, reply) => {
      const { method, url, headers } = request;
      asked.push({ method, url, secret: headers.authorization, body: await request.toArray() });
      reply.writeHead(url === '/moved' ? 307 : 401, { location: '/elsewhere' }).end('why');
    });
    const request = { method: 'POST', headers: { authorization: 'secret' }, body: 'a=b' } as const;

    expect(await fetchHere()(`${origin}/moved`, { ...limits, request })).toMatchObject({ status: 307 });
    expect(await fetchHere()(`${origin}/refused`, { ...limits, request })).toMatchObject({
      ...{ status: 401, bytes: Buffer.from('why') },
    });
    const sent = { method: 'POST', secret: 'secret', body: [Buffer.from('a=b')] };
    expect(asked).toEqual(['/moved', '/refused'].map((url) => ({ ...sent, url })));
    await expect(guardedFetch(`${origin}/private`, { ...limits, request })).rejects.toMatchObject({
      fault: 'private_network',
    });
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('unpacks %s, and counts what comes out', async (encoding, pack) => {
    const origin = await serve(({ url }, reply) => {
      reply.setHeader('content-encoding', encoding).end(pack(url === '/bomb' ? 'x'.repeat(1e6) : 'prices'));
    });
    expect(await readHere(origin)).toBe('prices');
    await expect(readHere(`${origin}/bomb`)).rejects.toMatchObject({ fault: 'too_large' });
  });

  it.each(['gzip', 'compress'])('refuses a body that is not the %s that it says', async (encoding) => {
    const origin = await serve((_request, reply) =>
      reply.setHeader('content-encoding', encoding).end('plain'),
    );
    await expect(readHere(origin)).rejects.toMatchObject({ fault: 'unreachable' });
  });

  it('refuses user info, also in a redirect, and more than three redirects', async () => {
    let hops = 0;
    const origin = await serve(({ url }, reply) => {
      hops++;
      const location = url === '/info' ? origin.replace('//', '//me:secret@') : '/round';
      reply.writeHead(302, { location }).end();
    });
    for (const address of [origin.replace('//', '//me@'), `${origin}/info`]) {
      await expect(readHere(address)).rejects.toMatchObject({ fault: 'unreachable' });
    }
    expect(hops).toBe(1);
    await expect(readHere(`${origin}/round`)).rejects.toMatchObject({ fault: 'unreachable' });
    expect(hops).toBe(5);
  });

  it('checks a name again after a redirect, so that an answer that changes gains nothing', async () => {
    const asked: (string | undefined)[] = [];
    const origin = await serve(({ url }, reply) => {
      asked.push(url);
      reply.writeHead(302, { location: '/second', connection: 'close' }).end();
    });
    const { port } = new URL(origin);
    const outcome = fetchHere('127.0.0.1', '127.0.0.2')(`http://turning.test:${port}/first`, limits);
    await expect(outcome).rejects.toMatchObject({ fault: 'private_network' });
    expect(asked).toEqual(['/first']);
  });

  it('asks web ports only', async () => {
    for (const port of [22, 25, 6379, 5432, 11_211, 9200, 2375, 10_250]) {
      await expect(guardedFetch(`http://8.8.8.8:${port}/`, limits)).rejects.toMatchObject({
        fault: 'unreachable',
        cause: 'port',
      });
    }
  });
});

describe('a guarded fetch that root has allowed to ask private networks', () => {
  const open = { ...limits, allowPrivateNetwork: true };

  it('asks them on any port, by name too', async () => {
    const { port } = new URL(await serve((_request, reply) => void reply.end('inside')));
    for (const host of ['127.0.0.1', 'localhost'])
      expect((await guardedFetch(`http://${host}:${port}/`, open)).bytes.toString()).toBe('inside');
  });

  it('follows no redirect to a metadata service, and asks none', async () => {
    const origin = await serve((_request, reply) => {
      reply.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
    });
    for (const url of [origin, 'http://169.254.169.254/', 'http://[::ffff:a9fe:a9fe]/', 'http://2852039166/'])
      await expect(guardedFetch(url, open)).rejects.toMatchObject({ fault: 'private_network' });
  });
});

describe('addresses that lead inside', () => {
  let asked = 0;
  let canary: Server;
  let port = 0;
  const rules = { assertHost: assertPublicHost, ports: null };
  beforeAll(async () => {
    canary = createServer((_request, reply) => {
      asked++;
      reply.end('inside');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => canary.once('listening', resolve));
    ({ port } = canary.address() as AddressInfo);
  });
  afterAll(() => {
    canary.closeAllConnections();
    canary.close();
  });

  it('would be reached without the guard', async () => {
    const lookup = createGuardedLookup({ resolve: resolverOf('127.0.0.1'), isRefused: () => false });
    const open = createGuardedFetch({ assertHost: () => undefined, lookup, ports: null });
    for (const host of ['127.0.0.1', 'name.example', '2130706433', '0x7f.1']) {
      expect((await open(`http://${host}:${port}/`, limits)).bytes.toString()).toBe('inside');
    }
    expect(asked).toBe(4);
    asked = 0;
  });

  it.each(insideUrls)('%s is refused', async (url) => {
    // A name that is not refused by itself resolves to the canary.
    const lookup = createGuardedLookup({ resolve: resolverOf('127.0.0.1'), isRefused: isPrivateAddress });
    const address = url.replace('PORT', String(port));
    const error = await createGuardedFetch({ ...rules, lookup })(address, limits).catch((fault) => fault);
    expect((error as AddressError).name).toBe('AddressError');
    expect(['private_network', 'unreachable']).toContain((error as AddressError).fault);
    // Refused before a connection, not by somebody who does not answer.
    expect(String((error as AddressError).cause)).not.toMatch(/ECONN|EHOST|ENET|ETIMEDOUT|timeout/i);
    expect(asked).toBe(0);
  });

  it.each(insideAddresses)('a name that resolves to %s is refused', async (address) => {
    const lookup = createGuardedLookup({ resolve: resolverOf(address), isRefused: isPrivateAddress });
    await expect(
      createGuardedFetch({ ...rules, lookup })(`http://name.example:${port}/`, limits),
    ).rejects.toMatchObject({ fault: 'private_network' });
    expect(asked).toBe(0);
  });

  it('are more than 150 together', () => {
    expect(new Set([...insideUrls, ...insideAddresses]).size).toBeGreaterThan(150);
  });
});
