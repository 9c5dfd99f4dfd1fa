import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { FakeUpstream, sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const GEMINI = 25;
const REPLICATE = 52;
const BALANCE = 1_000_000;
const picture = {
  candidates: [{ content: { parts: [{ inlineData: { mimeType: 'image/png', data: 'QUJD' } }] } }],
  usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 1120 },
};

describe.each(anyDatabase)('a vendor that shapes an operation otherwise on $name', ({ open }) => {
  let gateway: TestGateway;
  let user: SeededUser;
  let drop: () => Promise<void>;
  const upstreams: FakeUpstream[] = [];

  beforeEach(async () => {
    const database = await open();
    drop = database.drop;
    gateway = await startTestGateway({ databaseUrl: database.url });
    user = await gateway.seed.user({ quota: BALANCE });
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
  });
  afterEach(async () => {
    await gateway.stop();
    await Promise.all(upstreams.splice(0).map((upstream) => upstream.stop()));
    await drop();
  });

  const addChannel = async (type: number, answer: object, priority = 0) => {
    const upstream = await FakeUpstream.start({ refuses: () => null });
    upstreams.push(upstream);
    upstream.does((response) => sendJson(response, 200, JSON.stringify(answer)));
    const mapping = { m: type === GEMINI ? '+gemini-3.1-flash-image' : '+a/b' };
    await gateway.seed.channel({ model: 'm', type, mapping, priority, baseUrl: upstream.url });
    return upstream;
  };
  const ask = (members: object = {}) =>
    gateway.post(user.token, { model: 'm', prompt: 'A cat', ...members }, { path: '/v1/images/generations' });

  it('names what it has no word for, and is charged by its own count', async () => {
    await addChannel(GEMINI, picture);
    const reply = await ask({ quality: 'high', background: 'transparent' });

    expect(await reply.json()).toMatchObject({ data: [{ b64_json: 'QUJD' }] });
    expect(reply.headers.get('x-turnpike-conversion')).toBe('dropped=quality,background');
    expect(await gateway.logRowsOf(user)).toMatchObject([{ prompt_tokens: 5, completion_tokens: 1120 }]);
    expect(await gateway.quotaOf(user)).toBe(BALANCE - 1125);
  });

  it('sends a whole picture where a stream was asked for', async () => {
    await addChannel(GEMINI, picture);
    const reply = await ask({ stream: true });

    expect(reply.headers.get('content-type')).toContain('text/event-stream');
    const text = await reply.text();
    expect(text).toContain('event: image_generation.completed');
    expect(text).toContain('"b64_json":"QUJD"');
    expect(await gateway.logRowsOf(user)).toMatchObject([{ completion_tokens: 1120, is_stream: 1 }]);
  });

  it('is not asked for more pictures than a call makes', async () => {
    const upstream = await addChannel(GEMINI, picture);
    const reply = await ask({ n: 2 });

    expect([reply.status, reply.headers.get('x-error-code')]).toEqual([400, 'request.invalid']);
    expect(upstream.received).toEqual([]);
    expect(await gateway.quotaOf(user)).toBe(BALANCE);
  });

  it('that filters a picture refuses the call, and nothing is paid', async () => {
    await addChannel(GEMINI, { candidates: [{ finishReason: 'IMAGE_SAFETY' }] });
    const reply = await ask();

    expect([reply.status, reply.headers.get('x-error-code')]).toEqual([400, 'upstream.content_filter']);
    expect(await gateway.quotaOf(user)).toBe(BALANCE);
  });

  it('that is not finished is asked for its work until it is', async () => {
    const upstream = await addChannel(REPLICATE, { id: 'p1', status: 'starting', output: null });
    upstream.does((response, { method }) => {
      const output = method === 'GET' ? ['https://a/1.png'] : null;
      sendJson(
        response,
        200,
        JSON.stringify({ id: 'p1', status: output ? 'succeeded' : 'starting', output }),
      );
    });
    const reply = await ask();

    expect(await reply.json()).toMatchObject({ data: [{ url: 'https://a/1.png' }] });
    expect(upstream.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/models/a/b/predictions',
      'GET /v1/predictions/p1',
    ]);
    expect(await gateway.logRowsOf(user)).toHaveLength(1);
  });

  it.each([429, 500, 'cut'] as const)(
    'whose work could not be asked for once is asked again: %s',
    async (failure) => {
      const upstream = await addChannel(REPLICATE, { id: 'p1', status: 'starting', output: null }, 1);
      const other = await addChannel(REPLICATE, { status: 'succeeded', output: 'https://b/1.png' });
      upstream.does((response, { method }) => {
        const polls = upstream.received.filter((one) => one.method === 'GET').length;
        if (method === 'GET' && polls === 1) {
          if (failure === 'cut') response.destroy();
          else sendJson(response, failure, '{"detail":"busy"}');
          return;
        }
        const output = method === 'GET' ? ['https://a/1.png'] : null;
        sendJson(
          response,
          200,
          JSON.stringify({ id: 'p1', status: output ? 'succeeded' : 'starting', output }),
        );
      });
      const reply = await ask();

      expect(await reply.json()).toMatchObject({ data: [{ url: 'https://a/1.png' }] });
      expect(upstream.received.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET']);
      expect(other.received).toEqual([]);
    },
  );

  it('that fails after its success leaves the call to another channel', async () => {
    const failing = await addChannel(REPLICATE, { status: 'failed', error: 'CUDA out of memory' }, 1);
    await addChannel(REPLICATE, { status: 'succeeded', output: 'https://a/1.png' });
    const reply = await ask();

    expect(await reply.json()).toMatchObject({ data: [{ url: 'https://a/1.png' }] });
    expect(failing.received).toHaveLength(1);
  });
});
