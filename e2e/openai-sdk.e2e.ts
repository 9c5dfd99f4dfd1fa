import OpenAI, { type APIError } from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeUpstream, framedEvents, sendJson } from '../server/test/support/fake-upstream.ts';
import { eventually, startSite, type Visitor } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';

const hello = 'openai-chat/hello.chunks.txt';
const say = { model: 'm', messages: [{ role: 'user' as const, content: 'Say hello' }] };

describe.each([{ prefix: '/v1' }, { prefix: '' }])('the openai package at "$prefix"', ({ prefix }) => {
  let turnpike: TurnpikeProcess;
  let root: Visitor;
  let upstream: FakeUpstream;
  let tokenKey: string;
  let openai: OpenAI;
  /** Requests that the package sent, its own repetitions among them. */
  let sent = 0;

  beforeAll(async () => {
    ({ turnpike, root } = await startSite({ env: { TURNPIKE_BODY_LIMIT: '100000' } }));
    upstream = await FakeUpstream.start();
    await root.createChannel({ base_url: upstream.url, models: 'm,embed', disabled_stream: ['embed'] });
    await root.createPrice('m', 1, 3);
    await root.createPrice('embed', 1, 0);
    tokenKey = (await root.createToken()).key;
  });
  afterAll(async () => {
    await turnpike.stop();
    await upstream.stop();
  });
  beforeEach(() => {
    upstream.received.length = 0;
    openai = clientWith(tokenKey);
  });

  const clientWith = (apiKey: string, options: ConstructorParameters<typeof OpenAI>[0] = {}) => {
    sent = 0;
    return new OpenAI({
      apiKey,
      baseURL: turnpike.url + prefix,
      fetch: (...call) => {
        sent += 1;
        return fetch(...call);
      },
      ...options,
    });
  };

  const failureOf = (call: PromiseLike<unknown>): Promise<APIError> =>
    Promise.resolve(call).then(
      () => {
        throw new Error('it succeeded');
      },
      (error: APIError) => error,
    );

  it('chats, whole', async () => {
    upstream.plays('openai-chat/hello.json');

    const answer = await openai.chat.completions.create(say);

    expect(answer.choices[0]?.message.content).toBe('Hello!');
    expect(answer.usage).toMatchObject({ prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 });
    expect(answer._request_id).toMatch(/\S{10,}/);
    expect(upstream.received).toMatchObject([{ path: '/v1/chat/completions' }]);
    const [row] = await eventually(async () => {
      const rows = await root.callRows();
      return rows.some((one) => one.request_id === answer._request_id) && rows;
    });
    expect(row).toMatchObject({ quota: 15, prompt_tokens: 9, completion_tokens: 2 }); // 9*1 + 2*3
  });

  it.each([
    { asked: 'not asked for', options: {}, usageChunks: 0 },
    { asked: 'asked for', options: { stream_options: { include_usage: true } }, usageChunks: 1 },
  ])('chats, streamed, with usage $asked', async ({ options, usageChunks }) => {
    upstream.plays(hello);

    const stream = await openai.chat.completions.create({ ...say, ...options, stream: true });
    const chunks = await allOf(stream);

    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('Hello!');
    expect(chunks.filter(({ choices }) => choices.length === 0)).toHaveLength(usageChunks);
    expect(chunks.filter(({ usage }) => usage)).toHaveLength(usageChunks);
  });

  it('assembles tool calls out of a stream', async () => {
    upstream.plays('openai-chat/tools.chunks.txt');
    const tools = ['get_weather', 'get_time'].map((name) => ({
      type: 'function' as const,
      function: { name, parameters: { type: 'object', properties: {} } },
    }));

    const answer = await openai.chat.completions.stream({ ...say, tools }).finalChatCompletion();

    expect(answer.choices[0]?.finish_reason).toBe('tool_calls');
    expect(answer.choices[0]?.message.tool_calls).toMatchObject([
      { id: 'call_aA1', function: { name: 'get_weather', arguments: '{"city":"Paris"}' } },
      { id: 'call_bB2', function: { name: 'get_time', arguments: '{"zone":"CET"}' } },
    ]);
  });

  it('embeds, as numbers and as the base64 that the package asks for by itself', async () => {
    const vectors = [
      [0.0125, -0.75, 0.5],
      [0.25, 0.125, -0.0625],
    ];
    upstream.does((response, { body }) => {
      const data = vectors.map((vector, index) => ({
        object: 'embedding',
        index,
        embedding:
          body.encoding_format === 'base64'
            ? Buffer.from(Float32Array.from(vector).buffer).toString('base64')
            : vector,
      }));
      const usage = { prompt_tokens: 8, total_tokens: 8 };
      sendJson(response, 200, JSON.stringify({ object: 'list', data, model: 'embed', usage }));
    });
    const input = ['one text', 'another'];

    const plain = await openai.embeddings.create({ model: 'embed', input, encoding_format: 'float' });
    const packed = await openai.embeddings.create({ model: 'embed', input });

    expect(plain.data.map(({ embedding }) => embedding)).toEqual(vectors);
    expect(packed.data.map(({ embedding }) => embedding.map((n) => Number(n.toPrecision(6))))).toEqual(
      vectors,
    );
    expect(upstream.received.map(({ body }) => body.encoding_format)).toEqual(['float', 'base64']);
  });

  it('lists the models, and reads one', async () => {
    const models = await allOf(await openai.models.list());

    expect(models.map(({ id }) => id)).toEqual(['embed', 'm']);
    expect(await openai.models.retrieve('m')).toMatchObject({ id: 'm', object: 'model' });
    expect(await failureOf(openai.models.retrieve('nothing'))).toBeInstanceOf(OpenAI.NotFoundError);
  });

  it('aborts a stream, and the upstream sees its connection close', async () => {
    upstream.streams([...framedEvents(hello).slice(0, 3), ...Array(1000).fill(framedEvents(hello)[1])], {
      everyMs: 20,
    });

    const stream = await openai.chat.completions.create({ ...say, stream: true });
    for await (const _chunk of stream) break;
    const abortedAt = performance.now();
    stream.controller.abort();
    await upstream.received[0]?.left;

    expect(performance.now() - abortedAt).toBeLessThan(10_000);
  });

  describe('errors', () => {
    it('a wrong key: AuthenticationError', async () => {
      const error = await failureOf(clientWith('sk-wrong').chat.completions.create(say));

      expect(error).toBeInstanceOf(OpenAI.AuthenticationError);
      expect(error).toMatchObject({ status: 401, code: 'invalid_api_key' });
      expect(error.requestID).toMatch(/\S{10,}/);
    });

    it('a disabled key: PermissionDeniedError', async () => {
      const { id, key } = await root.createToken();
      await root.call('PUT', '/api/token/?status_only=true', { id, status: 2 });

      const error = await failureOf(clientWith(key).chat.completions.create(say));

      expect(error).toBeInstanceOf(OpenAI.PermissionDeniedError);
      expect(error).toMatchObject({ status: 403, code: 'api_key_disabled' });
      expect(error.requestID).toMatch(/\S{10,}/);
    });

    it('an expired key: AuthenticationError', async () => {
      const { key } = await root.createToken({ expiresAtSeconds: 1_700_000_000 });

      const error = await failureOf(clientWith(key).chat.completions.create(say));

      expect(error).toBeInstanceOf(OpenAI.AuthenticationError);
      expect(error).toMatchObject({ status: 401, code: 'api_key_expired' });
      expect(error.requestID).toMatch(/\S{10,}/);
    });

    it('an exhausted key: RateLimitError, which the package does not try again', async () => {
      const { key } = await root.createToken({ quota: 1 });

      const error = await failureOf(clientWith(key).chat.completions.create({ ...say, max_tokens: 100 }));

      expect(error).toBeInstanceOf(OpenAI.RateLimitError);
      expect(error).toMatchObject({ status: 429, code: 'insufficient_quota', type: 'insufficient_quota' });
      expect(error.requestID).toMatch(/\S{10,}/);
      expect(sent).toBe(1);
      expect(upstream.received).toHaveLength(0);
    });

    it('an unknown model: NotFoundError', async () => {
      const error = await failureOf(openai.chat.completions.create({ ...say, model: 'nothing' }));

      expect(error).toBeInstanceOf(OpenAI.NotFoundError);
      expect(error).toMatchObject({ status: 404, code: 'model_not_found' });
      expect(error.requestID).toMatch(/\S{10,}/);
    });

    it.each([
      { what: 'without messages', body: { model: 'm' } },
      { what: 'with a text for a number', body: { ...say, max_tokens: 'many' } },
      { what: 'that is a list', body: [] },
    ])('a body $what: BadRequestError', async ({ body }) => {
      const error = await failureOf(openai.chat.completions.create(body as never));

      expect(error).toBeInstanceOf(OpenAI.BadRequestError);
      expect(error).toMatchObject({ status: 400, type: 'invalid_request_error' });
      expect(error.requestID).toMatch(/\S{10,}/);
    });

    it('a body that is too large: APIError 413', async () => {
      const messages = [{ role: 'user' as const, content: 'x'.repeat(150_000) }];

      const error = await failureOf(openai.chat.completions.create({ model: 'm', messages }));

      expect(error).toBeInstanceOf(OpenAI.APIError);
      expect(error).toMatchObject({ status: 413, code: 'request_too_large' });
      expect(error.requestID).toMatch(/\S{10,}/);
    });

    it('no channel that can serve: InternalServerError 503', async () => {
      const client = clientWith(tokenKey, { maxRetries: 0 });

      const error = await failureOf(client.chat.completions.create({ ...say, model: 'embed', stream: true }));

      expect(error).toBeInstanceOf(OpenAI.InternalServerError);
      expect(error).toMatchObject({ status: 503, code: 'no_channel_available' });
      expect(error.requestID).toMatch(/\S{10,}/);
    });

    it('an upstream that fails: InternalServerError, without its words', async () => {
      upstream.answers(500, { message: 'secret of the upstream', type: 'x', code: null });
      const client = clientWith(tokenKey, { maxRetries: 0 });

      const error = await failureOf(client.chat.completions.create(say));

      expect(error).toBeInstanceOf(OpenAI.InternalServerError);
      expect(error).toMatchObject({ status: 502, code: 'upstream_error' });
      expect(error.message).not.toContain('secret');
      expect(error.requestID).toMatch(/\S{10,}/);
    });

    it('an upstream that fails inside a stream: APIError while reading', async () => {
      upstream.does(async (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (const event of framedEvents(hello).slice(0, 2)) response.write(event);
        response.end('data: {"error":{"message":"secret of the upstream","type":"server_error"}}\n\n');
      });

      const texts: string[] = [];
      const stream = await openai.chat.completions.create({ ...say, stream: true });
      const error = await failureOf(
        (async () => {
          for await (const { choices } of stream) texts.push(choices[0]?.delta.content ?? '');
        })(),
      );

      expect(texts.join('')).toBe('Hello');
      expect(error).toBeInstanceOf(OpenAI.APIError);
      expect(error).toMatchObject({ code: 'upstream_error' });
      expect(error.message).not.toContain('secret');
      expect(error.headers?.get('x-request-id')).toMatch(/\S{10,}/);
    });
  });
});

async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
