import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/support/databases.ts';
import { startTestManagement, type TestManagement } from '../../test/support/test-management.ts';
import { systemClock } from '../platform/clock.ts';
import { familyOf } from '../relay/clients/client-families.ts';
import { readSettings } from '../settings/settings.ts';
import { createHttpServer } from './http-server.ts';

// The carrier does not depend on the engine; one is enough.
const [sqlite] = databases;

describe('the management API over HTTP', () => {
  let site: TestManagement;

  beforeAll(async () => {
    site = await startTestManagement(sqlite);
  });
  afterAll(() => site.stop());

  const login = (
    headers: Record<string, string>,
    payload = '{"username":"owner","password":"correct horse"}',
  ) =>
    site.server.inject({
      method: 'POST',
      url: '/api/user/login',
      payload,
      headers: { host: 'a.test', ...headers },
    });

  it('answers both spellings of a collection, with a request id and security headers', async () => {
    for (const url of ['/api/model_ownedby', '/api/model_ownedby/', '/api/model_ownedby/?page=']) {
      const response = await site.server.inject({ url });
      expect(response.statusCode).toBe(200);
      expect(response.headers['x-request-id']).toMatch(/^req_/);
      expect(response.headers['x-content-type-options']).toBe('nosniff');
      expect(response.headers['content-security-policy']).toContain("script-src 'self'");
      expect(response.headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(response.headers['cache-control']).toBe('no-store');
    }
  });

  it('answers unknown addresses in the envelope below /api, in the shape of OpenAI elsewhere', async () => {
    for (const request of [
      { method: 'GET', url: '/api/nothing' },
      { method: 'GET', url: '/api/set-up' },
      { method: 'PATCH', url: '/api' },
    ] as const) {
      const response = await site.server.inject(request);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ success: false, code: 'request.not_found' });
    }
    const relay = await site.server.inject({ method: 'POST', url: '/v1/nothing' });
    expect(relay.json()).toMatchObject({ error: { type: 'invalid_request_error', code: 'unknown_url' } });
    expect((await site.server.inject({ url: '/api/%zz' })).json()).toMatchObject({ success: false });
  });

  it('names each operation once, and no component that is not there or not used', async () => {
    const text = (await site.server.inject({ url: '/api/openapi.json' })).body;
    const document = JSON.parse(text);
    const operations = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap(
      (path) => Object.values(path).map(({ operationId }) => operationId),
    );
    expect(new Set(operations).size).toBe(operations.length);
    expect(operations.filter((id) => !/^[a-z]+(_[a-z]+)+$/.test(id))).toEqual([]);
    const named = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect([...new Set(named)].sort()).toEqual(Object.keys(document.components.schemas).sort());
  });

  it('refuses a parameter that a call does not declare, naming it and those that it takes', async () => {
    const ask = async (url: string) => {
      const response = await site.server.inject({ url });
      return [response.statusCode, response.json().code ?? '', response.json().message];
    };
    const takesType = 'The address takes no parameter typ; it takes type.';
    expect(await ask('/api/prices?typ=default')).toEqual([400, 'request.unknown_parameter', takesType]);
    expect(await ask('/api/prices?type=db&typ=x&typ=y')).toEqual([
      400,
      'request.unknown_parameter',
      takesType,
    ]);
    const takesNone = 'The address takes no parameter __proto__; it takes none.';
    expect(await ask('/api/status?__proto__=1')).toEqual([400, 'request.unknown_parameter', takesNone]);
    // An unauthenticated caller learns nothing about the parameters.
    expect((await ask('/api/log/?user=x'))[1]).toBe('session.required');
    expect((await ask('/api/prices?typ=&type=default'))[0]).toBe(200);
    const named = await site.server.inject({ url: `/api/status?${'x'.repeat(5000)}=1` });
    expect([named.statusCode, named.json().fields[0].field.length]).toEqual([400, 100]);
  });

  it('tells a wrong method from an unknown address, and which methods there are', async () => {
    const ask = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string) => {
      const response = await site.server.inject({ method, url });
      return [response.statusCode, response.headers.allow, response.json().code];
    };
    expect(await ask('PATCH', '/api/token/')).toEqual([
      405,
      'GET, HEAD, POST, PUT',
      'request.method_not_allowed',
    ]);
    expect(await ask('PUT', '/api/token/7?x=1')).toEqual([
      405,
      'DELETE, GET, HEAD',
      'request.method_not_allowed',
    ]);
    expect(await ask('GET', '/api/token/7/8')).toEqual([404, undefined, 'request.not_found']);
    // Words are no numbers of entries.
    expect(await ask('GET', '/api/user/logout')).toEqual([405, 'POST', 'request.method_not_allowed']);
    for (const url of ['/api/user/orders', '/api/user/invoices', '/api/user/topups', '/api/token/search'])
      for (const method of ['GET', 'POST', 'DELETE'] as const)
        expect(await ask(method, url)).toEqual([404, undefined, 'request.not_found']);
    expect(await ask('POST', '/api/user/7')).toEqual([
      405,
      'DELETE, GET, HEAD',
      'request.method_not_allowed',
    ]);
    expect((await site.server.inject({ url: '/api/nothing?key=x' })).json().message).toBe(
      'There is no address /api/nothing.',
    );
  });

  it('answers every bad request beside /api in the shape of OpenAI, whatever its body', async () => {
    for (const request of [
      { method: 'GET', url: '/v1/models/%E0%A4%A' },
      { method: 'PUT', url: '/v1/nothing', payload: '', headers: { 'content-type': 'application/json' } },
      { method: 'POST', url: '/nothing', payload: '{', headers: { 'content-type': 'application/json' } },
    ] as const) {
      const response = await site.server.inject(request);
      expect([response.statusCode, response.json().error.code]).toEqual([404, 'unknown_url']);
      expect(response.headers['access-control-allow-origin']).toBe('*');
    }
  });

  it('says why a body cannot be read', async () => {
    const send = async (payload: string, url = '/api/user/login') => {
      const response = await site.server.inject({ method: 'POST', url, payload });
      return { status: response.statusCode, code: response.json().code };
    };
    expect(await send('{')).toEqual({ status: 400, code: 'request.malformed_json' });
    expect(await send('{"__proto__":{"a":1}}')).toEqual({ status: 400, code: 'request.malformed_json' });
    expect(await send('')).toEqual({ status: 400, code: 'request.invalid' });
    expect(await send('[]')).toEqual({ status: 400, code: 'request.invalid' });
    expect(await send(`"${'x'.repeat(2 ** 20)}"`)).toEqual({ status: 413, code: 'request.too_large' });
    expect(await send('['.repeat(200_000))).toEqual({ status: 400, code: 'request.malformed_json' });
    expect(await send(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)).toEqual({
      status: 400,
      code: 'request.invalid',
    });
  });

  it('decides access before it reads the body', async () => {
    const response = await site.server.inject({ method: 'POST', url: '/api/token/', payload: '{' });
    expect(response.json()).toMatchObject({ code: 'session.required' });
  });

  it.each([
    ['the same site, as the browser says', { 'sec-fetch-site': 'same-origin', cookie: 'a=b' }, 200],
    ['an address typed by a person', { 'sec-fetch-site': 'none', cookie: 'a=b' }, 200],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'http://a.test' }, 403],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }, 403],
    ['the same origin', { origin: 'http://a.test', cookie: 'a=b' }, 200],
    ['the same origin by TLS before a proxy', { origin: 'https://a.test', cookie: 'a=b' }, 200],
    ['another origin', { origin: 'http://b.test' }, 403],
    ['another port', { origin: 'http://a.test:81' }, 403],
    ['a sandboxed page', { origin: 'null' }, 403],
    ['a script with a cookie', { cookie: 'a=b' }, 403],
    ['a script without a cookie', {}, 200],
  ])('takes a changing call of %s as it should', async (_who, headers, status) => {
    const response = await login(headers as Record<string, string>);
    expect(response.statusCode).toBe(status);
    if (status === 403) expect(response.json().code).toBe('request.cross_origin');
  });

  it('marks the cookie strict, and secure only where TLS ends at a trusted proxy', async () => {
    const plain = await login({ 'x-forwarded-proto': 'https' });
    expect(plain.headers['set-cookie']).toMatch(
      /^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
    );

    const behind = await startTestManagement(sqlite, { env: { TURNPIKE_TRUSTED_PROXIES: '127.0.0.1' } });
    const secure = await behind.server.inject({
      method: 'POST',
      url: '/api/user/login',
      payload: '{"username":"owner","password":"correct horse"}',
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect(secure.headers['set-cookie']).toContain('Secure');
    await behind.stop();
  });

  it('refuses to start with a trusted proxy that is no address', () => {
    const settings = readSettings({ TURNPIKE_TRUSTED_PROXIES: 'a b' });
    const log = { info() {}, warn() {}, error() {} };

    expect(() => createHttpServer({ settings, clock: systemClock, log, clientsOf: familyOf })).toThrow(
      'TURNPIKE_TRUSTED_PROXIES',
    );
  });

  it('keeps an unexpected error to itself and the log', async () => {
    const root = await site.root();
    await site.db.schema.alterTable('channels').renameTo('channels_away').execute();
    const response = await site.ask({ method: 'GET', path: '/api/channel/' }, { as: root });
    await site.db.schema.alterTable('channels_away').renameTo('channels').execute();

    expect(response.status).toBe(500);
    expect(response.body).toEqual({
      success: false,
      message: 'Something went wrong in the gateway.',
      code: 'gateway.internal',
      request_id: response.headers['x-request-id'],
    });
    expect(site.logged.at(-1)?.facts).toMatchObject({ requestId: response.body.request_id });
  });

  it('describes every call in OpenAPI 3.1, with a page that loads nothing from elsewhere', async () => {
    const document = (await site.server.inject({ url: '/api/openapi.json' })).json();
    expect(document.openapi).toBe('3.1.0');
    expect(document.info.version).toBe('0.14.16');
    const { post } = document.paths['/api/token/'];
    expect(post.operationId).toBe('token_create');
    expect(post.requestBody.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/TokenInput',
    });
    expect(document.components.schemas.TokenInput).toMatchObject({
      properties: { name: { type: 'string', maxLength: 30 } },
      required: expect.arrayContaining(['name']),
    });
    expect(document.servers).toMatchObject([{ url: '/' }]);
    expect(document.paths['/api/token/'].get.parameters.map((one: { name: string }) => one.name)).toEqual([
      'page',
      'size',
      'order',
      'keyword',
    ]);

    const page = await site.server.inject({ url: '/api/docs' });
    expect(page.statusCode).toBe(200);
    const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const url = new URL(file, 'http://a.test/api/docs');
      expect(url.host).toBe('a.test');
      expect((await site.server.inject({ url: url.pathname })).statusCode).toBe(200);
    }
    expect((await site.server.inject({ url: '/api/docs/json' })).json().openapi).toBe('3.1.0');
  });
});
