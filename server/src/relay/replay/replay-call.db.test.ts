import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeUpstream, sendJson } from '../../../test/support/fake-upstream.ts';
import { type SeededUser, startTestGateway, type TestGateway } from '../../../test/support/test-gateway.ts';
import { MemoryStore } from '../cached/memory-store.ts';

const usage = { prompt_tokens: 90, completion_tokens: 15, total_tokens: 105 };
const hello = (more: object = {}) => ({
  ...{ model: 'm', max_tokens: 50, messages: [{ role: 'user', content: 'Say hello' }] },
  ...more,
});

describe('a key that caches', () => {
  let gateway: TestGateway;
  let user: SeededUser;
  let upstream: FakeUpstream;
  const options = { cacheSeconds: 3600, cacheHitPercent: 0 };
  let said: number;
  beforeAll(async () => {
    gateway = await startTestGateway({
      relayOptions: {
        get cacheSeconds() {
          return options.cacheSeconds;
        },
        get cacheHitPercent() {
          return options.cacheHitPercent;
        },
      },
    });
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
    upstream = gateway.upstream(await gateway.seed.channel({ model: 'm' }));
  });
  afterAll(() => gateway.stop());
  beforeEach(async () => {
    said = 0;
    options.cacheSeconds = 3600;
    options.cacheHitPercent = 0;
    user = await cachingUser();
    upstream.does((response, { body }) => {
      said += 1;
      const base = { id: `c${said}`, created: 1, model: 'm' };
      if (body.input !== undefined) {
        const data = [{ object: 'embedding', index: 0, embedding: [said] }];
        return sendJson(response, 200, JSON.stringify({ object: 'list', model: 'm', data, usage }));
      }
      const content = `Hello ${said}`;
      if (body.stream !== true) {
        const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
        return sendJson(response, 200, JSON.stringify({ ...base, choices, usage }));
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const send = (rest: object) => response.write(`data: ${JSON.stringify({ ...base, ...rest })}\n\n`);
      send({ choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }] });
      send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
      send({ choices: [], usage });
      response.end('data: [DONE]\n\n');
    });
  });

  async function cachingUser(quota = 1_000_000): Promise<SeededUser> {
    const seeded = await gateway.seed.user({ quota });
    await gateway.store.db
      .updateTable('tokens')
      .set({ setting: JSON.stringify({ cache: true }) })
      .where('id', '=', seeded.tokenId)
      .execute();
    return seeded;
  }

  const ask = async (
    body: object,
    { path, token = user.token, headers = {} }: { path?: string; token?: string; headers?: object } = {},
  ) => {
    const reply = await fetch(`${gateway.url}${path ?? '/v1/chat/completions'}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: reply.status, cache: reply.headers.get('x-turnpike-cache'), text: await reply.text() };
  };
  const cacheOf = async (...given: Parameters<typeof ask>) => (await ask(...given)).cache;

  const gemini = '/v1beta/models/m';
  it.each([
    ['a chat', undefined, hello()],
    ['a streamed chat', undefined, hello({ stream: true, stream_options: { include_usage: true } })],
    ['a message', '/v1/messages', hello()],
    ['a streamed message', '/v1/messages', hello({ stream: true })],
    ['a response', '/v1/responses', { model: 'm', input: 'Hi', store: false }],
    ['a streamed response', '/v1/responses', { model: 'm', input: 'Hi', store: false, stream: true }],
    ['a content', `${gemini}:generateContent`, { contents: [{ parts: [{ text: 'Hi' }] }] }],
    [
      'a streamed content',
      `${gemini}:streamGenerateContent?alt=sse`,
      { contents: [{ parts: [{ text: 'Hi' }] }] },
    ],
    ['an embedding', '/v1/embeddings', { model: 'm', input: 'Hi' }],
  ])('gets %s again, byte for byte', async (_, path, body) => {
    const at = path === undefined ? {} : { path };
    const first = await ask(body, at);
    const second = await ask(body, at);
    expect([first.status, first.cache, second.status, second.cache]).toEqual([200, 'miss', 200, 'hit']);
    expect(second.text).toBe(first.text);
    expect(said).toBe(1);
    const rows = await gateway.logRowsOf(user);
    expect(rows.map(({ quota, channel_id }) => [quota > 0, channel_id > 0])).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(rows[1]).toMatchObject({
      ...{ prompt_tokens: 90, model_name: 'm', ended_by: 'completed' },
      metadata: { charged_by: 'cached', cached: { request_id: rows[0]?.request_id, percent: 0 } },
    });
  });

  it.each([
    [0, 0],
    [10, 11],
    [100, 105],
  ])('pays %s %% of the price for it', async (percent, points) => {
    await ask(hello());
    options.cacheHitPercent = percent;
    await ask(hello());
    const [, row] = await gateway.logRowsOf(user);
    expect(row).toMatchObject({ quota: points, metadata: { cached: { percent } } });
    expect(await gateway.quotaOf(user)).toBe(1_000_000 - 105 - points);
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
  });

  it('is refused a cached answer that its balance does not pay for', async () => {
    user = await cachingUser(200);
    options.cacheHitPercent = 100;
    await ask(hello());
    expect(await ask(hello())).toMatchObject({ status: 429 });
    expect(await gateway.quotaOf(user)).toBe(95);
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
  });

  it('gets the same for members in another order, and another answer for any other difference', async () => {
    await ask(hello({ temperature: 0 }));
    const { model, ...rest } = hello();
    expect(await cacheOf({ temperature: 0, ...rest, model })).toBe('hit');
    for (const more of [
      { temperature: 1 },
      { temperature: 0, seed: 1 },
      { temperature: 0, stream: true },
      { temperature: 0, user: 'x' },
      { temperature: 0, messages: [{ role: 'user', content: 'Say hello!' }] },
    ])
      expect(await cacheOf(hello(more))).toBe('miss');
    expect(await cacheOf(hello({ temperature: 0 }), { headers: { 'x-turnpike-strict': 'true' } })).toBe(
      'miss',
    );
    expect(await cacheOf(hello({ seed: 9007199254740993n.toString() }))).toBe('miss');
  });

  it('gets no answer of another key or account', async () => {
    await ask(hello());
    const other = await cachingUser();
    expect(await cacheOf(hello(), { token: other.token })).toBe('miss');
  });

  it('may ask for a new answer, and for none to be kept', async () => {
    const noCache = { headers: { 'cache-control': 'no-cache' } };
    const noStore = { headers: { 'cache-control': 'no-store' } };
    expect(await cacheOf(hello(), noStore)).toBeNull();
    expect(await cacheOf(hello())).toBe('miss');
    expect(await cacheOf(hello(), noCache)).toBe('miss');
    expect(await ask(hello())).toMatchObject({ cache: 'hit', text: expect.stringContaining('Hello 3') });
    options.cacheSeconds = 0;
    expect(await cacheOf(hello())).toBeNull();
  });

  it.each([
    ['/v1/chat/completions', { store: true }],
    ['/v1/responses', { input: 'Hi', messages: undefined }],
    ['/v1/responses', { input: 'Hi', messages: undefined, store: false, background: true }],
  ])('caches nothing that the vendor stores at %s', async (path, more) => {
    expect(await cacheOf(hello(more), { path })).toBeNull();
  });

  it('keeps no answer that its balance has bounded', async () => {
    user = await cachingUser(200);
    upstream.does((response) => {
      const choices = [{ index: 0, message: { role: 'assistant', content: 'Hel' }, finish_reason: 'length' }];
      const few = { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 };
      sendJson(response, 200, JSON.stringify({ id: 'c', created: 1, model: 'm', choices, usage: few }));
    });
    const { max_tokens: _, ...unlimited } = hello();
    expect(await cacheOf(unlimited)).toBe('miss');
    expect(JSON.parse(upstream.received.at(-1)?.rawBody ?? '')).toHaveProperty('max_tokens');
    expect(await cacheOf(unlimited)).toBe('miss');
  });

  it('keeps no failed, cut or filtered answer', async () => {
    upstream.answers(500);
    expect((await ask(hello())).status).toBe(502);
    upstream.does((response) => {
      const choices = [
        { index: 0, message: { role: 'assistant', content: '' }, finish_reason: 'content_filter' },
      ];
      sendJson(response, 200, JSON.stringify({ id: 'c', created: 1, model: 'm', choices, usage }));
    });
    await ask(hello());
    upstream.plays('openai-chat/hello.json');
    expect(await cacheOf(hello())).toBe('miss');
    upstream.streams(['data: {"choices":[{"index":0,"delta":{"content":"Hal"}}]}\n\n']);
    expect(await cacheOf(hello({ stream: true }))).toBe('miss');
    // The connection of a broken stream is closed.
    await expect.poll(() => cacheOf(hello({ stream: true })).catch(() => null)).toBe('miss');
  });
});

describe('answers in memory', () => {
  let nowMs = 0;
  const clock = { monotonicMs: () => nowMs };
  const answer = (length: number) => ({
    ...{ bytes: Buffer.alloc(length), usage: {} as never, requestId: '', madeAt: 0 },
  });

  it('stay within their bytes, also where each has a mebibyte', async () => {
    const store = new MemoryStore(clock, { capacityBytes: 8 * 2 ** 20 });
    for (let index = 0; index < 50; index += 1) {
      store.keep(`n${index}`, answer(2 ** 20), 60);
      await store.find('n0');
      expect(store.bytes).toBeLessThanOrEqual(8 * 2 ** 20);
    }
    expect(await store.find('n0')).not.toBeNull();
    expect(await store.find('n49')).not.toBeNull();
    expect(await store.find('n10')).toBeNull();
    store.keep('large', answer(9 * 2 ** 20), 60);
    expect(await store.find('large')).toBeNull();
  });

  it('end with their time', async () => {
    const store = new MemoryStore(clock, { capacityBytes: 10_000 });
    store.keep('n', answer(1), 60);
    nowMs += 59_999;
    expect(await store.find('n')).not.toBeNull();
    nowMs += 1;
    expect(await store.find('n')).toBeNull();
    expect(store.bytes).toBe(0);
  });

  it('count each byte once, whatever is kept and found', async () => {
    const step = fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 3000 }));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const store = new MemoryStore(clock, { capacityBytes: 10_000 });
        for (const [name, length] of steps) {
          if (length % 2 === 0) store.keep(`${name}`, answer(length), 60);
          else await store.find(`${name}`);
        }
        let bytes = 0;
        for (let name = 0; name <= 5; name += 1) {
          const kept = await store.find(`${name}`);
          if (kept !== null) bytes += kept.bytes.length + 1024;
        }
        expect(store.bytes).toBe(bytes);
        expect(bytes).toBeLessThanOrEqual(10_000);
      }),
    );
  });
});
