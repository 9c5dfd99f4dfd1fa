import type { lookup } from 'node:dns';
import { createServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testCertificate } from '../../../test/support/test-certificate.ts';
import { TestProxy } from '../../../test/support/test-proxy.ts';
import { readSettings } from '../../settings/settings.ts';
import { nextTurn } from '../turns.ts';
import { BreakOff } from './break-off.ts';
import { parseProxy } from './proxy-address.ts';
import type { UpstreamAnswer } from './upstream-answer.ts';
import { createUpstreamClient, type UpstreamClient } from './upstream-client.ts';

const timeouts = { ...readSettings({}).timeouts, connectMs: 1000 };
const trusted = getCACertificates('default');

/** Names of the test's own: as public ones, or as what they say. */
const resolve = ((hostname: string, _options: object, callback: (...told: unknown[]) => void) => {
  const addresses: Record<string, string[]> = {
    'upstream.test': ['1.1.1.1', '2606:4700::1111'],
    'inside.test': ['1.1.1.1', '10.0.0.8'],
  };
  const found = addresses[hostname];
  if (found === undefined) return callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }));
  callback(
    null,
    found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
}) as unknown as typeof lookup;

describe('calls through a proxy', () => {
  let client: UpstreamClient;
  let plain: Server;
  let secure: Server;
  let proxy: TestProxy;
  const answerTo: Parameters<typeof createServer>[1] = (request, response) => {
    response.end(`${request.method} ${request.url} ${request.headers.host} ${request.headers.authorization}`);
  };
  const listen = (server: Server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const portOf = (server: Server): number => (server.address() as AddressInfo).port;

  beforeEach(async () => {
    plain = createServer(answerTo);
    secure = createHttpsServer(testCertificate, answerTo);
    await Promise.all([listen(plain), listen(secure)]);
    setDefaultCACertificates([...trusted, testCertificate.cert]);
    client = createUpstreamClient(timeouts, { resolve });
  });
  afterEach(async () => {
    setDefaultCACertificates(trusted);
    await client.close();
    await proxy.stop();
    for (const server of [plain, secure]) {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    }
  });

  const send = async (origin: string, url = proxy.url(), { allowPrivateNetwork = true } = {}) =>
    client.send(
      {
        ...{ origin, path: '/v1/x?y=1', method: 'POST', body: Buffer.from('{"a":1}') },
        ...{ headers: ['authorization', 'Bearer the-key'], allowPrivateNetwork, proxy: parseProxy(url) },
      },
      new BreakOff(),
    );
  const textOf = (answer: UpstreamAnswer) =>
    new Promise<string>((done, fail) => {
      let text = '';
      answer.consume({ data: (piece) => (text += piece), end: () => done(text), fail });
    });

  describe.each(['http', 'https', 'socks5', 'socks5h'] as const)('by %s', (scheme) => {
    it('reach a plain upstream by a tunnel', async () => {
      proxy = await TestProxy.start(scheme);
      const answer = await send(`http://127.0.0.1:${portOf(plain)}`);
      expect(await textOf(answer)).toBe(`POST /v1/x?y=1 127.0.0.1:${portOf(plain)} Bearer the-key`);
      expect(proxy.asked).toEqual([`127.0.0.1:${portOf(plain)}`]);
    });

    it('say who they are, and show the proxy nothing of what goes to https', async () => {
      proxy = await TestProxy.start(scheme, { username: 'me', password: 'p@ss' });
      const origin = `https://upstream.test:${portOf(secure)}`;
      const answer = await send(origin, proxy.url('me:p%40ss'));
      expect(await textOf(answer)).toContain('Bearer the-key');
      expect(proxy.who).toEqual(['me:p@ss']);
      expect(proxy.asked).toEqual([`${scheme === 'socks5' ? '1.1.1.1' : 'upstream.test'}:${portOf(secure)}`]);
      expect(proxy.passed).not.toContain('the-key');
    });

    it('use one connection one after the other, and none of another proxy', async () => {
      proxy = await TestProxy.start(scheme, { username: 'me', password: 'pw' });
      const origin = `http://127.0.0.1:${portOf(plain)}`;
      for (let i = 0; i < 3; i++) {
        await textOf(await send(origin, proxy.url('me:pw')));
        await nextTurn();
      }
      expect(proxy.asked).toHaveLength(1);
      // Another user is another way.
      await expect(send(origin, proxy.url('me:other'))).rejects.toMatchObject({ fault: 'proxy_refused' });
      await client.close();
      await vi.waitFor(() => expect(proxy.openCount).toBe(0));
    });

    it('fail by themselves where it refuses, says nothing or is not there', async () => {
      const origin = `http://127.0.0.1:${portOf(plain)}`;
      proxy = await TestProxy.start(scheme, { refuses: scheme.startsWith('socks') ? 2 : 403 });
      const refused = await send(origin).catch((error: unknown) => error);
      const url = proxy.url('me:secret');
      expect(refused).toMatchObject({ name: 'UpstreamError', fault: 'proxy_refused' });
      await proxy.stop();
      const gone = await send(origin, url).catch((error: unknown) => error);
      expect(gone).toMatchObject({ fault: 'proxy_unreachable' });
      expect(JSON.stringify([refused, gone, String((gone as Error).cause)])).not.toContain('secret');

      proxy = await TestProxy.start(scheme, { isSilent: true });
      await expect(send(origin)).rejects.toMatchObject({ fault: 'proxy_unreachable' });
      await vi.waitFor(() => expect(proxy.openCount).toBe(0));
    });

    it('are refused where the proxy lies in a private network', async () => {
      proxy = await TestProxy.start(scheme);
      const asked = { allowPrivateNetwork: false };
      for (const url of [
        proxy.url(),
        `${scheme}://127.0.0.1:${proxy.port}`,
        `${scheme}://[::1]:${proxy.port}`,
      ])
        await expect(send('https://upstream.test', url, asked)).rejects.toMatchObject({
          fault: 'private_network',
        });
      expect(proxy.openCount).toBe(0);
    });

    it.each(['http://10.0.0.8', 'http://inside.test', 'http://localhost', 'http://[::1]'])(
      'ask no proxy for %s, which lies in a private network',
      async (origin) => {
        proxy = await TestProxy.start(scheme);
        // A public one, so that it is the upstream that is refused.
        const answer = send(origin, `${scheme}://1.1.1.1:${proxy.port}`, { allowPrivateNetwork: false });
        await expect(answer).rejects.toMatchObject({ fault: 'private_network' });
      },
    );
  });

  it('leave a name that is not known here to the proxy, unless it is asked by address', async () => {
    proxy = await TestProxy.start('http');
    const origin = `http://only-there.test:${portOf(plain)}`;
    expect((await send(origin)).status).toBe(200);
    await proxy.stop();
    proxy = await TestProxy.start('socks5');
    await expect(send(origin)).rejects.toMatchObject({ fault: 'unreachable' });
    expect(proxy.asked).toEqual([]);
  });

  it('trust no certificate that nobody vouches for, neither of an upstream nor of a proxy', async () => {
    setDefaultCACertificates(trusted);
    proxy = await TestProxy.start('http');
    await expect(send(`https://upstream.test:${portOf(secure)}`)).rejects.toMatchObject({
      fault: 'unreachable',
    });
    expect(proxy.passed).not.toContain('the-key');
    await proxy.stop();
    proxy = await TestProxy.start('https');
    await expect(send(`http://127.0.0.1:${portOf(plain)}`)).rejects.toMatchObject({
      fault: 'proxy_unreachable',
    });
  });

  it('trust no certificate of another name', async () => {
    proxy = await TestProxy.start('http');
    const answer = send(`https://other.test:${portOf(secure)}`);
    await expect(answer).rejects.toMatchObject({ fault: 'unreachable' });
  });

  it('are bounded by proxy', async () => {
    await client.close();
    client = createUpstreamClient(timeouts, { maxOpenPerOrigin: 2, resolve });
    proxy = await TestProxy.start('http');
    const origins = ['a.test', 'b.test', 'c.test'].map((name) => `http://${name}:${portOf(plain)}`);
    const [first, second, third] = await Promise.allSettled(origins.map((origin) => send(origin)));
    expect([first?.status, second?.status, third?.status]).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    const another = send(`http://127.0.0.1:${portOf(plain)}`, 'http://localhost:1');
    await expect(another).rejects.toMatchObject({ fault: 'proxy_unreachable' });
  });
});
