import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { framedEvents, sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const BALANCE = 1_000_000;
const events = framedEvents('openai-chat/hello.chunks.txt');
const chat = { model: 'm', messages: [{ role: 'user', content: 'Say hello' }] };
const usage = { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 };
const answer = {
  ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1_700_000_000, model: 'm-1' },
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello!' }, finish_reason: 'stop' }],
  usage,
};

let gateway: TestGateway;
let user: SeededUser;
let channel: { id: number };
beforeEach(async () => {
  gateway = await startTestGateway();
  user = await gateway.seed.user({ quota: BALANCE });
  await gateway.seed.price({ model: 'm', input: 1, output: 3 });
  channel = await gateway.seed.channel({ model: 'm' });
});
afterEach(() => gateway.stop());

const post = (body: object, path = '/v1/chat/completions') =>
  gateway.post(user.token, { ...chat, ...body }, { path });
const chunksOf = (text: string): Record<string, unknown>[] =>
  text
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .map((event) => JSON.parse(event.slice(6)) as Record<string, unknown>);

describe('an upstream that compresses, though nobody asked it to', () => {
  const encodings = {
    gzip: gzipSync,
    br: brotliCompressSync,
    deflate: deflateSync,
    zstd: zstdCompressSync,
  };

  it.each(Object.entries(encodings))('is read: %s', async (encoding, compress) => {
    gateway.upstream(channel).does((response, { body }) => {
      const stream = body.stream === true;
      const type = stream ? 'text/event-stream' : 'application/json';
      response.writeHead(200, { 'content-type': type, 'content-encoding': encoding });
      response.end(compress(stream ? events.join('') : JSON.stringify(answer)));
    });

    const whole = await post({});
    expect(await whole.json()).toEqual(answer);
    expect(whole.headers.get('content-encoding')).toBeNull();
    const streamed = await (await post({ stream: true })).text();
    expect(streamed).toContain('"Hello"');
    expect(streamed).toMatch(/data: \[DONE\]\n\n$/);
    expect(await gateway.quotaOf(user)).toBe(BALANCE - 2 * 15);
  });

  it.each(Object.entries(encodings))(
    'is not so with its callers: a body in %s',
    async (encoding, compress) => {
      const reply = await fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${user.token}`,
          ...{ 'content-type': 'application/json', 'content-encoding': encoding },
        },
        body: compress('{"model":"m"}'),
      });
      expect({ status: reply.status, code: reply.headers.get('x-error-code') }).toEqual({
        ...{ status: 415, code: 'request.compressed' },
      });
    },
  );

  it('is read to the end where an answer of three megabytes flows through', async () => {
    const content = 'word '.repeat(600_000);
    const long = JSON.stringify({ ...answer, choices: [{ index: 0, message: { content } }] });
    gateway.upstream(channel).does((response) => {
      const body = gzipSync(long);
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        'content-length': body.length,
      });
      response.end(body);
    });

    expect(await (await post({})).text()).toBe(long);
    expect(await gateway.quotaOf(user)).toBe(BALANCE - 15);
  });

  it('tells its errors', async () => {
    gateway.upstream(channel).does((response) => {
      response.writeHead(400, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync('{"error":{"message":"messages: too many pictures"}}'));
    });

    expect(await (await post({})).text()).toContain('messages: too many pictures');
  });

  it.each([
    ['an encoding that is not known', 'rot13', Buffer.from('{}')],
    ['a body that is not what its header says', 'gzip', Buffer.from(JSON.stringify(answer))],
    ['half of a body', 'gzip', gzipSync(JSON.stringify(answer)).subarray(0, 60)],
  ])('costs nothing and another channel is tried: %s', async (_what, encoding, body) => {
    await gateway.seed.channel({ model: 'm', priority: -1 });
    gateway.upstream(channel).does((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding });
      response.end(body);
    });

    expect((await post({})).status).toBe(200);

    const [row] = await gateway.logRowsOf(user);
    expect(row?.metadata?.attempts).toMatchObject([{ code: 'upstream.broken_answer' }, { code: '' }]);
    expect(row?.quota).toBe(15);
  });
});

describe('a stream that is answered with JSON', () => {
  it('is told as the stream that it would have been', async () => {
    gateway.upstream(channel).does((response) => sendJson(response, 200, JSON.stringify(answer)));

    const reply = await post({ stream: true, stream_options: { include_usage: true } });

    expect(reply.headers.get('content-type')).toContain('text/event-stream');
    const text = await reply.text();
    const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', model: 'm-1' };
    expect(chunksOf(text)).toEqual([
      expect.objectContaining({
        ...head,
        choices: [{ index: 0, delta: { role: 'assistant', content: 'Hello!' }, finish_reason: null }],
      }),
      expect.objectContaining({ ...head, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
      expect.objectContaining({ ...head, choices: [], usage }),
    ]);
    expect(text).toMatch(/data: \[DONE\]\n\n$/);
    expect(await gateway.quotaOf(user)).toBe(BALANCE - 15);
  });

  it('gives each call of a tool its place', async () => {
    const call = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } });
    const message = { role: 'assistant', content: null, tool_calls: [call('a'), call('b')] };
    const choices = [{ index: 0, message, finish_reason: 'tool_calls' }];
    gateway
      .upstream(channel)
      .does((response) => sendJson(response, 200, JSON.stringify({ ...answer, choices })));

    const [chunk] = chunksOf(await (await post({ stream: true })).text());

    expect(chunk).toMatchObject({
      choices: [
        {
          delta: {
            tool_calls: [
              { index: 0, id: 'a' },
              { index: 1, id: 'b' },
            ],
          },
        },
      ],
    });
  });

  it.each(['{"error":{"message":"busy"}}', '{"choices":null}', '{"choices":[]}', '[]', '{"choices":[{}'])(
    'is tried on another channel where it is no answer: %s',
    async (body) => {
      const other = await gateway.seed.channel({ model: 'm', priority: -1 });
      gateway.upstream(other).plays('openai-chat/hello.chunks.txt');
      gateway.upstream(channel).does((response) => sendJson(response, 200, body));

      expect(await (await post({ stream: true })).text()).toContain('"Hello"');
      expect(await gateway.quotaOf(user)).toBe(BALANCE - 15);
    },
  );
});

describe('JSON behind a byte order mark', () => {
  const mark = Buffer.from([0xef, 0xbb, 0xbf]);
  const content = 'word '.repeat(600_000);
  const long = JSON.stringify({ ...answer, choices: [{ index: 0, message: { content } }] });

  it.each([
    { what: 'in one piece', text: JSON.stringify(answer), cut: 0 },
    { what: 'in pieces', text: JSON.stringify(answer), cut: 1 },
    { what: 'of three megabytes', text: long, cut: 0 },
  ])('is passed on without it, $what', async ({ text, cut }) => {
    gateway.upstream(channel).does(async (response) => {
      const body = Buffer.concat([mark, Buffer.from(text)]);
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
      if (cut > 0) await new Promise((sent) => response.write(body.subarray(0, cut), sent));
      response.end(body.subarray(cut));
    });

    const reply = await post({});
    expect(reply.status).toBe(200);
    expect(await reply.text()).toBe(text);
    if (text !== long) expect((await post({ max_tokens: 50 }, '/v1/messages')).status).toBe(200);
  });

  it('is read of errors too', async () => {
    const error = `${mark}${JSON.stringify({ error: { message: 'no', code: 'context_length_exceeded' } })}`;
    gateway.upstream(channel).does((response) => sendJson(response, 400, error));
    expect(await (await post({})).json()).toMatchObject({ error: { code: 'context_length_exceeded' } });
  });
});

describe('a list without any choice is no answer', () => {
  it.each(['/v1/chat/completions', '/v1/messages', '/v1/responses'])(
    'another channel is tried for %s',
    async (path) => {
      const other = await gateway.seed.channel({ model: 'm', priority: -1 });
      gateway.upstream(other).does((response) => sendJson(response, 200, JSON.stringify(answer)));
      gateway.upstream(channel).does((response) => sendJson(response, 200, '{"id":"x","choices":[]}'));
      const reply = await post({ max_tokens: 50, input: 'Hi' }, path);
      expect(reply.status).toBe(200);
      const [row] = await gateway.logRowsOf(user);
      expect(row?.metadata?.attempts).toMatchObject([{ code: 'upstream.broken_answer' }, { code: '' }]);
    },
  );
});

describe('a stream whose upstream does not say the usage', () => {
  const withoutUsage = events.filter((event) => !event.includes('"choices":[],"usage"'));
  const play = () =>
    gateway.upstream(channel).does((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(withoutUsage.join(''));
    });

  it('tells a caller who asked what the gateway counted and charged', async () => {
    play();
    const text = await (await post({ stream: true, stream_options: { include_usage: true } })).text();

    const chunks = chunksOf(text);
    const [row] = await gateway.logRowsOf(user);
    expect(row?.quota).toBeGreaterThan(0);
    expect(chunks.at(-1)).toEqual({
      ...{ id: chunks[0]?.id, created: chunks[0]?.created, model: chunks[0]?.model },
      ...{ object: 'chat.completion.chunk', choices: [] },
      usage: {
        prompt_tokens: row?.prompt_tokens,
        completion_tokens: row?.completion_tokens,
        total_tokens: Number(row?.prompt_tokens) + Number(row?.completion_tokens),
      },
    });
    expect(text).toMatch(/data: \[DONE\]\n\n$/);
  });

  it('tells nobody else', async () => {
    play();
    const text = await (await post({ stream: true })).text();
    expect(chunksOf(text).filter(({ usage }) => usage !== undefined && usage !== null)).toEqual([]);
  });
});
