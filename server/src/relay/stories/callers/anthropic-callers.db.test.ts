import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AnthropicSite, say, startAnthropicSite } from '../../../../test/support/anthropic-site.ts';
import { recordedMessage } from '../../../../test/upstreams/anthropic-messages-upstream.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

// Callers are identified from memory; one database is enough.
describe('a client of Anthropic', () => {
  let site: AnthropicSite;
  beforeEach(async () => {
    site = await startAnthropicSite();
  });
  afterEach(() => site.gateway.stop());

  const get = (path: string, headers: Record<string, string> = { 'anthropic-version': '2023-06-01' }) =>
    site.ask(null, { path, method: 'GET', headers: { 'x-api-key': site.user.token, ...headers } });

  it.each([
    '/v1/messages',
    '/claude/v1/messages',
    '/anthropic/v1/messages',
    '/v1/messages?beta=true',
    '/v1/messages/',
  ])('calls at %s', async (path) => {
    const reply = await site.ask(say, { path });
    expect(await reply.text()).toBe(recordedMessage('anthropic-text'));
    expect(reply.headers.get('request-id')).toBe(reply.headers.get('x-request-id'));
    const streamed = await site.ask({ ...say, stream: true }, { path });
    expect(streamed.headers.get('request-id')).toMatch(/\S{10,}/);
    await streamed.text();
    // The question is the gateway's, not the upstream's.
    expect(site.upstream.received.map(({ path: asked }) => asked)).toEqual(['/v1/messages', '/v1/messages']);
  });

  it.each([
    ['x-api-key', (key: string) => ({ 'x-api-key': key })],
    ['a bearer', (key: string) => ({ authorization: `Bearer ${key}` })],
    ['a bare authorization', (key: string) => ({ authorization: key })],
    ['api-key', (key: string) => ({ 'api-key': key })],
    ['x-goog-api-key', (key: string) => ({ 'x-goog-api-key': key })],
    ['x-api-key before a bearer', (key: string) => ({ 'x-api-key': key, authorization: 'Bearer sk-wrong' })],
    ['a bearer before api-key', (key: string) => ({ authorization: `Bearer ${key}`, 'api-key': 'sk-wrong' })],
  ])('is known by %s', async (_carrier, headersOf) => {
    const headers = { ...JSON_TYPE, ...headersOf(site.user.token) };
    expect((await site.ask(say, { headers })).status).toBe(200);
  });

  it('is known by ?key=, which stands in no report and no error', async () => {
    const { user, gateway } = site;
    expect((await site.ask(say, { path: `/v1/messages?key=${user.token}`, headers: JSON_TYPE })).status).toBe(
      200,
    );
    await site.upstream.stop();
    const failed = await site.ask(say, { path: `/v1/messages?key=${user.token}`, headers: JSON_TYPE });
    const unknown = await site.ask(say, { path: `/v1/messages/no?key=${user.token}`, headers: JSON_TYPE });
    expect([failed.status, unknown.status]).toEqual([502, 404]);
    expect((await failed.text()) + (await unknown.text()) + gateway.reports.join()).not.toContain(
      user.token.slice(3, 20),
    );
  });

  it('says its version and beta features, and nothing else reaches the upstream', async () => {
    const { token } = site.user;
    await site.ask(say, {
      headers: {
        ...{ ...JSON_TYPE, 'x-api-key': token, authorization: `Bearer ${token}`, cookie: 'a=b' },
        ...{
          'anthropic-version': '2023-01-01',
          'anthropic-beta': 'one-2026-01-01,two',
          'x-stainless-os': 'Linux',
        },
      },
    });
    const sent = site.upstream.received[0]?.headers ?? {};
    expect(sent).toMatchObject({
      ...{ 'x-api-key': 'upstream-key', 'anthropic-version': '2023-01-01' },
      'anthropic-beta': 'one-2026-01-01,two',
    });
    expect(Object.keys(sent).sort()).toEqual([
      'accept-encoding',
      'anthropic-beta',
      'anthropic-version',
      'connection',
      'content-length',
      'content-type',
      'host',
      'x-api-key',
    ]);
    expect(JSON.stringify(site.upstream.received)).not.toContain(token.slice(3, 20));
  });

  it('who says no version gets the provider’s', async () => {
    await site.ask(say, { headers: { ...JSON_TYPE, 'x-api-key': site.user.token } });
    const [{ headers } = { headers: {} }] = site.upstream.received;
    expect(headers).toMatchObject({ 'anthropic-version': '2023-06-01' });
    expect(headers).not.toHaveProperty('anthropic-beta');
  });

  it('cannot take the channel’s key out of a call by the value of a header', async () => {
    const headers = { ...JSON_TYPE, 'x-api-key': site.user.token, 'anthropic-beta': 'x-api-key' };
    expect((await site.ask(say, { headers })).status).toBe(200);
    expect(site.upstream.received[0]?.headers['x-api-key']).toBe('upstream-key');
  });

  it('lists what its key may use, and reads one model', async () => {
    await site.gateway.seed.price({ model: 'a-model', input: 1, output: 1 });
    await site.gateway.seed.channel({ model: 'a-model' });
    for (const path of ['/v1/models', '/claude/v1/models', '/anthropic/v1/models']) {
      const reply = await get(path);
      expect(reply.headers.get('request-id')).toMatch(/\S{10,}/);
      expect(await reply.json()).toMatchObject({
        data: [
          { type: 'model', id: 'a-model', display_name: 'a-model' },
          { type: 'model', id: 'claude-1' },
        ],
        ...{ has_more: false, first_id: 'a-model', last_id: 'claude-1' },
      });
      expect(await (await get(`${path}?limit=1&after_id=a-model`)).json()).toMatchObject({
        data: [{ id: 'claude-1' }],
      });
      expect(await (await get(`${path}/claude-1`)).json()).toMatchObject({ type: 'model', id: 'claude-1' });
      const missing = await get(`${path}/nothing`);
      expect(missing.status).toBe(404);
      expect(await missing.json()).toMatchObject({ type: 'error', error: { type: 'not_found_error' } });
      const odd = await get(`${path}?limit=x`);
      expect([odd.status, await odd.json()]).toMatchObject([
        400,
        { error: { type: 'invalid_request_error' } },
      ]);
    }
    expect(await (await get('/v1/models', {})).json()).toMatchObject({ object: 'list' });
    expect(await (await get('/claude/v1/models', {})).json()).toMatchObject({ has_more: false });
    const refused = await get('/v1/models', { 'x-api-key': 'sk-wrong', 'anthropic-version': '2023-06-01' });
    expect([refused.status, await refused.json()]).toMatchObject([
      401,
      { error: { type: 'authentication_error' } },
    ]);
  });

  it('may be a page of another site', async () => {
    for (const path of [
      '/v1/messages',
      '/claude/v1/messages',
      '/anthropic/v1/messages',
      '/claude/v1/models',
    ]) {
      const asked = await fetch(site.gateway.url + path, { method: 'OPTIONS' });
      expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
      expect(asked.headers.get('access-control-allow-headers')).toContain('*');
    }
    const reply = await site.ask(say);
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  });
});
