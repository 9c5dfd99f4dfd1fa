import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { readSettings } from '../settings/settings.ts';
import { registerConsoleFiles } from './console-files.ts';
import { createHttpServer } from './http-server.ts';

describe('the console over HTTP', () => {
  let folder: string;
  let dist: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'turnpike-console-'));
    dist = join(folder, 'dist');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const build = () => {
    mkdirSync(join(dist, 'assets'), { recursive: true });
    writeFileSync(join(dist, 'index.html'), '<html>console</html>');
    writeFileSync(join(dist, 'mark.svg'), '<svg/>');
    writeFileSync(join(dist, 'assets/index-Cx81_9aZ.js'), 'run()');
    writeFileSync(join(folder, 'beside.txt'), 'not ours');
  };
  const serve = async ({ hasTurnstile = false } = {}) => {
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const server = createHttpServer({
      settings: readSettings({}),
      clock: systemClock,
      log,
      clientsOf: () => ({
        errors: {
          statusOf: ({ entry }) => entry.status,
          body: ({ code }) => JSON.stringify({ code }),
        },
      }),
    });
    await registerConsoleFiles(server, { folder: dist, hasTurnstile: () => hasTurnstile });
    return server;
  };
  const page = { accept: 'text/html,*/*' };

  it('serves the page for every address that a browser opens, and files by their names', async () => {
    build();
    const server = await serve();
    for (const url of ['/', '/panel/token', '/panel/token/?page=2', '/playground']) {
      const response = await server.inject({ url, headers: page });
      expect(response.body).toBe('<html>console</html>');
      expect(response.headers['cache-control']).toBe('no-cache');
      expect(response.headers['content-security-policy']).toContain("default-src 'self'");
    }
    expect(await server.inject({ method: 'HEAD', url: '/', headers: page })).toMatchObject({
      statusCode: 200,
      body: '',
    });
    const script = await server.inject({ url: '/assets/index-Cx81_9aZ.js' });
    expect(script.headers['content-type']).toContain('javascript');
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await server.inject({ url: '/mark.svg' })).headers['cache-control']).toBe('no-cache');
  });

  it('lets the pages with a check by Turnstile load it while it is on, and no other page', async () => {
    build();
    const policiesOf = async (server: Awaited<ReturnType<typeof serve>>, urls: string[]) =>
      Promise.all(
        urls.map(async (url) => {
          const { headers } = await server.inject({ url, headers: page });
          return { url, policy: String(headers['content-security-policy']), cache: headers['cache-control'] };
        }),
      );
    const checked = ['/register', '/register/', '/register?aff=ab', '/reset'];
    const others = ['/', '/login', '/panel/profile', '/user/reset', '/register/x', '/Register', '/mark.svg'];

    for (const { url, policy, cache } of await policiesOf(await serve({ hasTurnstile: true }), checked)) {
      const named = policy.split('; ').filter((part) => part.includes('cloudflare'));
      expect({ url, named, cache }).toEqual({
        url,
        named: [
          "script-src 'self' https://challenges.cloudflare.com",
          'frame-src https://challenges.cloudflare.com',
        ],
        cache: 'no-store',
      });
    }
    const without = [
      ...(await policiesOf(await serve({ hasTurnstile: true }), others)),
      ...(await policiesOf(await serve(), [...checked, ...others])),
    ];
    for (const { url, policy } of without) {
      expect(`${url} ${policy}`).toMatch(/default-src 'self'/);
      expect(`${url} ${policy}`).not.toContain('cloudflare');
    }
  });

  it('answers neither missing files nor the API nor what lies beside it with the page', async () => {
    build();
    const server = await serve();
    for (const url of [
      '/assets/gone-12345678.js',
      '/../beside.txt',
      '/..%2fbeside.txt',
      '/v1/nothing',
      '/v1beta/nothing',
      '/models',
    ]) {
      const response = await server.inject({ url });
      expect(response.statusCode).toBe(404);
      expect(response.json().code).toBe('request.not_found');
    }
    for (const url of ['/v1beta/models/nothing', '/gemini', '/gemini/v1/nothing'])
      expect((await server.inject({ url, headers: page })).statusCode).toBe(404);
    for (const url of ['/api/nothing', '/api']) {
      const response = await server.inject({ url, headers: page });
      expect(response.json()).toMatchObject({ success: false, code: 'request.not_found' });
    }
    expect((await server.inject({ method: 'POST', url: '/panel', headers: page })).statusCode).toBe(404);
  });

  it('answers the page at the root to whoever does not ask for JSON', async () => {
    build();
    const server = await serve();
    for (const accept of ['*/*', '', 'image/avif,*/*']) {
      const response = await server.inject({ url: '/?from=monitor', headers: { accept } });
      expect([response.statusCode, response.headers['content-type']]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
    }
    expect((await server.inject({ method: 'HEAD', url: '/' })).statusCode).toBe(200);
    const json = await server.inject({ url: '/', headers: { accept: 'application/json' } });
    expect(json.json().code).toBe('request.not_found');
    expect((await server.inject({ url: '/panel', headers: { accept: '*/*' } })).statusCode).toBe(404);
  });

  it('sends what was compressed when it was built, to who takes that', async () => {
    build();
    writeFileSync(join(dist, 'assets/index-Cx81_9aZ.js.br'), 'brotli');
    writeFileSync(join(dist, 'assets/index-Cx81_9aZ.js.gz'), 'gzip');
    const server = await serve();
    const url = '/assets/index-Cx81_9aZ.js';
    for (const [accepted, encoding, body] of [
      ['gzip, deflate, br, zstd', 'br', 'brotli'],
      ['gzip', 'gzip', 'gzip'],
      ['br;q=0, gzip;q=0.5', 'gzip', 'gzip'],
      ['identity', undefined, 'run()'],
      ['', undefined, 'run()'],
    ]) {
      const reply = await server.inject({ url, headers: { 'accept-encoding': accepted } });
      expect([reply.headers['content-encoding'], reply.body]).toEqual([encoding, body]);
      expect(reply.headers).toMatchObject({
        'content-type': 'application/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
      });
    }
  });

  it('is not sent again to who has it, and in part to who asks for a part', async () => {
    build();
    const server = await serve();
    const { etag } = (await server.inject({ url: '/mark.svg' })).headers;
    const again = await server.inject({ url: '/mark.svg', headers: { 'if-none-match': String(etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const part = await server.inject({ url: '/mark.svg', headers: { range: 'bytes=1-3' } });
    expect([part.statusCode, part.body]).toEqual([206, 'svg']);
  });

  it.each([
    { headers: { range: 'bytes=99999999-' }, status: 416, range: 'bytes */5' },
    { headers: { 'if-match': '"other"' }, status: 412, range: undefined },
  ])('says nothing of a file that it does not send: $status', async ({ headers, status, range }) => {
    build();
    writeFileSync(join(dist, 'assets/index-Cx81_9aZ.js.br'), 'brotl');
    const server = await serve();
    const url = '/assets/index-Cx81_9aZ.js';

    const reply = await server.inject({ url, headers: { 'accept-encoding': 'br', ...headers } });

    expect([reply.statusCode, reply.body]).toEqual([status, '']);
    expect(reply.headers['content-range']).toBe(range);
    expect(reply.headers['content-encoding']).toBeUndefined();
    expect(reply.headers['content-type']).toBeUndefined();
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it('says in plain words that it is not built yet', async () => {
    const response = await (await serve()).inject({ url: '/', headers: page });
    expect(response.statusCode).toBe(503);
    expect(response.body).toContain('not built');
  });
});
