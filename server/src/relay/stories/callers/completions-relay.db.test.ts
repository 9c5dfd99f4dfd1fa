import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertCompletionStream } from '../../../../test/grammars/openai-completions-grammar.ts';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { framedEvents, sendJson } from '../../../../test/support/fake-upstream.ts';
import { startTestGateway, type TestGateway } from '../../../../test/support/test-gateway.ts';
import { systemClock } from '../../../platform/clock.ts';
import { createChannelTest } from '../../own-calls/test-channel.ts';

const OPENAI = 1;
const CUSTOM = 8;
const INSTRUCT = 'gpt-3.5-turbo-instruct';
const say = { model: INSTRUCT, prompt: 'Invent a new holiday.' };
const streamed = { ...say, stream: true };
const wanted = { ...streamed, stream_options: { include_usage: true } };
const events = framedEvents('openai-completions/text.chunks.txt');
/** 14 tokens in, 16 out, at one point and three. */
const POINTS = 14 + 16 * 3;
const isUsage = (event: string): boolean => event.includes('"choices":[]');
const chunk = (choice: object): string =>
  `data: ${JSON.stringify({
    ...{ id: 'cmpl-1', object: 'text_completion', created: 1, model: INSTRUCT },
    choices: [{ logprobs: null, ...choice }],
  })}\n\n`;

describe.each(anyDatabase)('legacy completions on $name', ({ open }) => {
  let database: Awaited<ReturnType<typeof open>>;
  let gateway: TestGateway;
  let channel: { id: number };
  beforeAll(async () => {
    database = await open();
    gateway = await startTestGateway({ databaseUrl: database.url });
    for (const model of [INSTRUCT, 'davinci-002', 'two', 'm', 'e'])
      await gateway.seed.price({ model, input: 1, output: 3 });
    channel = await gateway.seed.channel({ model: `${INSTRUCT},davinci-002`, type: OPENAI });
  });
  afterAll(async () => {
    await gateway.stop();
    await database.drop();
  });

  const upstream = () => gateway.upstream(channel);
  const user = () => gateway.seed.user({ quota: 1_000_000 });
  const ask = (token: string, body: object | string = say, path = '/v1/completions') =>
    gateway.post(token, body, { path });

  it.each(['/v1/completions', '/completions'])(
    '%s passes a whole answer as it came, and charges it',
    async (path) => {
      upstream().plays('openai-completions/text.json');
      const caller = await user();

      const reply = await ask(caller.token, { ...say, echo: false, logprobs: 2, suffix: null }, path);

      expect(await reply.json()).toMatchObject({
        object: 'text_completion',
        choices: [{ text: expect.stringContaining('Gratitude Day'), finish_reason: 'length' }],
      });
      expect(reply.headers.get('x-turnpike-conversion')).toBeNull();
      expect(upstream().received.at(-1)).toMatchObject({
        path: '/v1/completions',
        rawBody: JSON.stringify({ ...say, echo: false, logprobs: 2, suffix: null }),
      });
      expect(await gateway.logRowsOf(caller)).toMatchObject([
        { quota: POINTS, prompt_tokens: 14, completion_tokens: 16, ended_by: 'completed' },
      ]);
    },
  );

  describe('of an answer that repeats its prompt', () => {
    const prompt = 'A sentence of thirty-two bytes. '.repeat(10);
    const completes = (text: string, usage?: object) =>
      upstream().does((response) => {
        const choices = [{ index: 0, text, logprobs: null, finish_reason: 'length' }];
        sendJson(response, 200, JSON.stringify({ object: 'text_completion', choices, usage }));
      });
    const rowOf = async (body: object) => {
      const caller = await user();
      await (await ask(caller.token, { ...say, prompt, echo: true, ...body })).text();
      return (await gateway.logRowsOf(caller)).at(-1);
    };

    it('charges no output where none was wanted', async () => {
      completes(prompt, { prompt_tokens: 71, completion_tokens: 0, total_tokens: 71 });
      expect(await rowOf({ max_tokens: 0 })).toMatchObject({ prompt_tokens: 71, completion_tokens: 0 });

      completes(prompt);
      expect(await rowOf({ max_tokens: 0 })).toMatchObject({ completion_tokens: 0 });
    });

    it('charges a text far beyond its limit as it is', async () => {
      completes('One two three four. '.repeat(100));

      const row = await rowOf({ prompt: 'Count.', max_tokens: 1 });

      expect(row?.completion_tokens).toBeGreaterThan(400);
    });

    it('estimates no more than the rest, whole and streamed', async () => {
      completes(`${prompt} One two three four.`);
      const whole = await rowOf({ max_tokens: 100 });
      upstream().streams([
        chunk({ index: 0, text: `${prompt} One two three four.`, finish_reason: 'stop' }),
        'data: [DONE]\n\n',
      ]);
      const stream = await rowOf({ max_tokens: 100, stream: true });

      for (const row of [whole, stream]) {
        expect(row?.completion_tokens).toBeGreaterThan(0);
        expect(row?.completion_tokens).toBeLessThan(20);
      }
    });
  });

  it('charges a text without usage as it is where the request names no limit: vendors have other defaults', async () => {
    const [model, caller] = ['davinci-002', await user()];
    upstream().plays('openai-completions/text.chunks.txt');
    await (await ask(caller.token, { ...streamed, model })).text();
    const text = 'A sentence of thirty-two bytes. '.repeat(10);
    upstream().streams([chunk({ index: 0, text, finish_reason: 'stop' }), 'data: [DONE]\n\n']);

    await (await ask(caller.token, { ...streamed, model })).text();

    expect((await gateway.logRowsOf(caller)).at(-1)).toMatchObject({
      completion_tokens: text.length / 4,
      metadata: { estimated: true },
    });
  });

  it.each([
    { what: 'without the usage that it did not ask for', body: streamed, shown: false },
    { what: 'with the usage that it asked for', body: wanted, shown: true },
  ])('passes a stream $what, and charges it', async ({ body, shown }) => {
    upstream().plays('openai-completions/text.chunks.txt');
    const caller = await user();

    const text = await (await ask(caller.token, body)).text();

    expect(text).toBe(events.filter((event) => shown || !isUsage(event)).join(''));
    assertCompletionStream(text);
    expect(upstream().received.at(-1)?.body).toEqual(wanted);
    expect(await gateway.logRowsOf(caller)).toMatchObject([{ quota: POINTS, is_stream: 1 }]);
  });

  it('counts an answer whose upstream says no usage, whole and streamed, and tells who asked', async () => {
    const whole = { object: 'text_completion', choices: [{ text: 'one two three four', index: 0 }] };
    const silent = await gateway.seed.channel({ model: 'e', dialects: ['openai-completions'] });
    gateway.upstream(silent).does((response, { body }) => {
      if (body.stream !== true) return sendJson(response, 200, JSON.stringify(whole));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const words = ['one', ' two', ' three', ' four'];
      const said = words.map((text) => chunk({ index: 0, text, finish_reason: null }));
      response.end(said.join('') + chunk({ index: 0, text: '', finish_reason: 'stop' }));
    });
    const caller = await user();

    await (await ask(caller.token, { ...say, model: 'e' })).text();
    const text = await (await ask(caller.token, { ...wanted, model: 'e' })).text();

    assertCompletionStream(text);
    expect(await gateway.logRowsOf(caller)).toMatchObject([
      { prompt_tokens: 5, completion_tokens: 4, metadata: { estimated: true } },
      { prompt_tokens: 5, completion_tokens: 4, metadata: { estimated: true } },
    ]);
    expect(text).toContain('"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":4,"total_tokens":9}');
  });

  it('counts the tokens of a prompt of numbers one by one', async () => {
    const whole = { object: 'text_completion', choices: [{ text: 'one', index: 0 }] };
    upstream().does((response) => sendJson(response, 200, JSON.stringify(whole)));
    const caller = await user();

    await (await ask(caller.token, { ...say, prompt: [[1, 22, 333], [4444]] })).text();

    expect(await gateway.logRowsOf(caller)).toMatchObject([{ prompt_tokens: 4, completion_tokens: 1 }]);
  });

  it('holds what all answers to all prompts can cost', async () => {
    upstream().plays('openai-completions/text.json');
    const caller = await user();

    await (await ask(caller.token, { ...say, prompt: ['a', 'b'], n: 2, best_of: 5, max_tokens: 100 })).text();

    const [row] = await gateway.logRowsOf(caller);
    expect(Number(row?.metadata?.reserved)).toBeGreaterThanOrEqual(2 * 5 * 100 * 3);
    expect(Number(row?.metadata?.reserved)).toBeLessThan(2 * 5 * 100 * 3 + 100);
  });

  it('is whole when the answers to all prompts are', async () => {
    const first = chunk({ index: 0, text: 'a', finish_reason: 'stop' });
    const caller = await user();
    const prompts = { ...streamed, prompt: ['a', 'b'] };

    upstream().streams([first]);
    const cut = await (await ask(caller.token, prompts)).text();
    upstream().streams([first, chunk({ index: 1, text: 'b', finish_reason: 'length' })]);
    const both = await (await ask(caller.token, prompts)).text();

    expect(cut).toContain('"code":"upstream_answer_cut"');
    assertCompletionStream(both);
    const rows = await gateway.logRowsOf(caller);
    expect(rows.map((row) => row.ended_by)).toEqual(['upstream', 'completed']);
  });

  it('tries another channel where a stream fails before any text, and tells of a failure after it', async () => {
    const first = await gateway.seed.channel({
      ...{ model: 'two', type: CUSTOM, dialects: ['openai-completions'], priority: 2 },
    });
    const second = await gateway.seed.channel({
      ...{ model: 'two', type: CUSTOM, dialects: ['openai-completions'], priority: 1 },
    });
    const failing = 'data: {"error":{"message":"secret","type":"server_error"}}\n\n';
    const empty = chunk({ index: 0, text: '', finish_reason: null });
    gateway.upstream(first).streams([empty, failing]);
    gateway.upstream(second).streams([chunk({ index: 0, text: 'Hi', finish_reason: null }), failing]);
    const caller = await user();

    const text = await (await ask(caller.token, { ...streamed, model: 'two' })).text();

    expect(gateway.upstream(first).received).toHaveLength(1);
    expect(text).toContain('"text":"Hi"');
    expect(text).toContain('"code":"upstream_error"');
    expect(text).not.toContain('secret');
    expect(await gateway.logRowsOf(caller)).toMatchObject([{ channel_id: second.id, ended_by: 'upstream' }]);
  });

  it('plays an answer as the stream that was asked for, where a model answers with JSON', async () => {
    upstream().plays('openai-completions/text.json');
    const caller = await user();

    const text = await (await ask(caller.token, wanted)).text();

    assertCompletionStream(text);
    expect(text).toContain('Gratitude Day');
    expect(text).toContain('"choices":[],"usage":{"prompt_tokens":14');
    expect(await gateway.logRowsOf(caller)).toMatchObject([{ quota: POINTS }]);
  });

  it('tells OpenAI’s words of a refusal', async () => {
    const error = { message: 'This is too long.', type: 'invalid_request_error', param: null, code: null };
    upstream().answers(400, error);
    const caller = await user();

    const reply = await ask(caller.token);

    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ error: { message: expect.stringContaining('too long') } });
    expect(await gateway.quotaOf(caller)).toBe(1_000_000);
  });

  it('beats while nothing comes, before a stream and before a whole answer', async () => {
    const caller = await gateway.seed.user({ quota: 1_000_000, heartbeatSeconds: 0.05 });
    upstream().does(async (response, { body }) => {
      await wait(300);
      const choices = [{ index: 0, text: 'Hi', finish_reason: 'stop' }];
      const answer = { choices, usage: { prompt_tokens: 5 } };
      if (body.stream !== true) return sendJson(response, 200, JSON.stringify(answer));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(events.join(''));
    });

    const stream = await (await ask(caller.token, streamed)).text();
    const whole = await (await ask(caller.token)).text();

    expect(stream.startsWith('::PING\n\ndata: {')).toBe(true);
    expect(whole.startsWith('\n{')).toBe(true);
  });

  it('stops its upstream when its caller leaves, and charges what has left', async () => {
    upstream().streams([...events.slice(0, 3), ...Array(200).fill(events[1])], { everyMs: 20 });
    const caller = await user();
    const abort = new AbortController();

    const reply = await gateway.post(caller.token, streamed, {
      ...{ path: '/v1/completions', signal: abort.signal },
    });
    await reply.body?.getReader().read();
    abort.abort();
    await upstream().received.at(-1)?.left;

    await expect
      .poll(() => gateway.logRowsOf(caller))
      .toMatchObject([{ ended_by: 'client', metadata: { estimated: true } }]);
  });

  it.each([
    { what: 'malformed JSON', body: '{"model"', status: 400, error: {} },
    { what: 'a number as prompt', body: { ...say, prompt: 5 }, status: 400, error: { param: 'prompt' } },
    { what: 'a text as n', body: { ...say, n: '2' }, status: 400, error: { param: 'n' } },
    {
      what: 'an unknown model',
      body: { ...say, model: 'x' },
      status: 404,
      error: { code: 'model_not_found' },
    },
  ])('refuses $what', async ({ body, status, error }) => {
    const caller = await user();
    const before = upstream().received.length;

    const reply = await ask(caller.token, body);

    expect(reply.status).toBe(status);
    expect(await reply.json()).toMatchObject({ error: { message: expect.any(String), ...error } });
    expect(upstream().received).toHaveLength(before);
  });

  describe('of a custom channel', () => {
    it('pass where it says that its upstream has them, beside its chat', async () => {
      const both = await gateway.seed.channel({
        model: 'm',
        dialects: ['openai-chat', 'openai-completions'],
      });
      gateway.upstream(both).plays('openai-completions/text.json');
      const caller = await user();
      await (await ask(caller.token, { ...say, model: 'm', suffix: 'z' })).text();
      gateway.upstream(both).plays('openai-chat/hello.json');
      await gateway.post(caller.token, { model: 'm', messages: [{ role: 'user', content: 'Hi' }] });

      expect(gateway.upstream(both).received.map(({ path }) => path)).toEqual([
        '/v1/completions',
        '/v1/chat/completions',
      ]);
    });
  });

  describe('a model that has no chat', () => {
    it.each([
      ['/v1/chat/completions', { messages: [{ role: 'user', content: 'Hi' }] }],
      ['/v1/responses', { input: 'Hi' }],
      ['/v1/messages', { messages: [{ role: 'user', content: 'Hi' }], max_tokens: 9 }],
    ])('is never asked for callers of %s', async (path, body) => {
      const before = upstream().received.length;
      const caller = await user();

      const reply = await gateway.post(caller.token, { model: INSTRUCT, ...body }, { path });

      expect(reply.status).toBe(404);
      expect(await reply.text()).toContain('is not offered by this API');
      expect(await gateway.logRowsOf(caller)).toEqual([]);
      expect(upstream().received).toHaveLength(before);
    });

    it.each([INSTRUCT, 'davinci-002', 'ft:babbage-002:org::id'])(
      '%s is tested all the same',
      async (model) => {
        upstream().received.length = 0;
        upstream().plays('openai-completions/text.json');
        const test = createChannelTest({ upstreams: gateway.core.relay.upstreams, clock: systemClock });

        await test(
          {
            ...{ id: 0, type: OPENAI, name: 'c', channelKey: 'upstream-key', weight: 1, priority: 0, model },
            ...{ base_url: upstream().url, other: '', models: model, group: 'default', model_mapping: '' },
            ...{ disabled_stream: '[]', only_chat: 0, allow_private_network: 1, dialects: '[]' },
          },
          new AbortController().signal,
        );

        expect(upstream().received).toMatchObject([
          { path: '/v1/completions', body: { model, max_tokens: 16 } },
        ]);
      },
    );
  });
});
