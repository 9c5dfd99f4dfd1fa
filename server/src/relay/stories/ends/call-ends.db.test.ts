import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { framedEvents, sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const events = framedEvents('openai-chat/hello.chunks.txt');
const chat = { model: 'm', messages: [{ role: 'user', content: 'Say hello' }], max_tokens: 100 };

describe('the ends of a call', () => {
  let gateway: TestGateway;
  let user: SeededUser;
  let channel: { id: number };

  beforeEach(async () => {
    gateway = await startTestGateway({
      env: { TURNPIKE_IDLE_TIMEOUT: '1', TURNPIKE_HEADER_TIMEOUT: '1', TURNPIKE_BODY_LIMIT: '1000000' },
    });
    user = await gateway.seed.user({ quota: 1_000_000 });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    channel = await gateway.seed.channel({ model: 'm' });
  });
  afterEach(() => gateway.stop());

  const upstream = () => gateway.upstream(channel);
  const lastRow = async () => (await gateway.logRowsOf(user)).at(-1);

  it.each([
    { what: 'refuses the key', status: 401, seen: 503, code: 'upstream_unavailable' },
    { what: 'is overloaded', status: 503, seen: 503, code: 'upstream_overloaded' },
    { what: 'has no credit', status: 402, seen: 503, code: 'upstream_unavailable' },
    { what: 'does not know the model', status: 404, seen: 503, code: 'upstream_model_missing' },
    { what: 'refuses the request', status: 400, seen: 400, code: 'upstream_bad_request', end: 'request' },
    { what: 'cannot use it', status: 422, seen: 422, code: 'upstream_unprocessable', end: 'request' },
    { what: 'has no room for it', status: 413, seen: 413, code: 'upstream_too_large', end: 'request' },
    { what: 'is busy', status: 429, seen: 429, code: 'rate_limit_exceeded' },
    { what: 'fails', status: 500, seen: 502, code: 'upstream_error' },
  ])(
    'an upstream that $what: an error of the catalogue, nothing charged',
    async ({ status, seen, code, end = 'upstream' }) => {
      upstream().answers(status, {
        message: 'secret upstream-key at http://127.0.0.1:1',
        type: 'x',
        code: 'y',
      });

      const reply = await gateway.post(user.token, chat);

      const text = await reply.text();
      expect(reply.status).toBe(seen);
      expect(JSON.parse(text)).toMatchObject({ error: { code } });
      expect(text).not.toContain('upstream-key');
      expect(text).not.toContain('127.0.0.1');
      expect(await lastRow()).toMatchObject({
        quota: 0,
        ended_by: end,
        metadata: { charged_by: 'nothing', attempts: [{ status }] },
      });
      expect(await gateway.quotaOf(user)).toBe(1_000_000);
      expect(gateway.core.quotaBook.heldPoints()).toBe(0);
    },
  );

  it.each([
    { status: 400, seen: 400, code: 'upstream_bad_request' },
    { status: 404, seen: 404, code: 'model_not_found' },
  ])(
    'a model that its last upstream refuses with $status: its status and words',
    async ({ status, seen, code }) => {
      upstream().answers(status, {
        message: 'The model `m` does not exist at http://127.0.0.1:1.',
        type: 'invalid_request_error',
        code: 'model_not_found',
      });

      const reply = await gateway.post(user.token, chat);

      expect(reply.status).toBe(seen);
      const { error } = (await reply.json()) as { error: { message: string } };
      expect(error).toMatchObject({ type: 'invalid_request_error', code });
      expect(error.message).toContain('The model `m` does not exist');
      expect(error.message).not.toContain('127.0.0.1');
      expect(await lastRow()).toMatchObject({ quota: 0, ended_by: 'upstream' });
    },
  );

  const broken = {
    'closes at once': (response) => void response.destroy(),
    'sends no JSON': (response) => sendJson(response, 200, '<html>busy</html>'),
    'sends half an answer': (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
      response.write('{"id":"x","choices":[');
      setTimeout(() => response.destroy(), 20);
    },
    'sends JSON of another kind': (response) => sendJson(response, 200, '{"hello":"world"}'),
    'sends choices that are none': (response) => sendJson(response, 200, '{"choices":null}'),
    'sends choices of another kind': (response) => sendJson(response, 200, '{"choices":"abc"}'),
    'sends endless headers': (response) => {
      response.socket?.write('HTTP/1.1 200 OK\r\n');
      const line = `x-filler: ${'a'.repeat(1000)}\r\n`;
      const timer = setInterval(() => response.socket?.write(line.repeat(20)), 1);
      response.socket?.on('close', () => clearInterval(timer));
    },
    'is silent': () => {},
    'is silent after its header': (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.flushHeaders();
    },
  } satisfies Record<string, Parameters<ReturnType<typeof upstream>['does']>[0]>;

  it.each(Object.keys(broken))('an upstream that %s: a gateway error, nothing charged', async (kind) => {
    upstream().does(broken[kind as keyof typeof broken]);

    for (const stream of [false, true]) {
      const reply = await gateway.post(user.token, { ...chat, stream });
      expect([502, 504]).toContain(reply.status);
      expect(await reply.json()).toMatchObject({ error: { type: 'server_error' } });
    }

    expect(await gateway.quotaOf(user)).toBe(1_000_000);
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
  });

  it.each([
    ['an empty choice', '[null]'],
    ['a message nested ten thousand deep', `[{"message":${'['.repeat(10_000)}${']'.repeat(10_000)}}]`],
  ])('an answer without usage and with %s is delivered, and nothing stays held', async (_what, choices) => {
    upstream().does((response) => sendJson(response, 200, `{"choices":${choices}}`));

    const reply = await gateway.post(user.token, chat);

    expect(reply.status).toBe(200);
    expect(await lastRow()).toMatchObject({ ended_by: 'completed', metadata: { charged_by: 'nothing' } });
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
  });

  it('an event of 50 MB ends the stream with an error, not the process', async () => {
    upstream().does(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(events[0]);
      response.write(events[1]);
      response.write('data: {"x":"');
      for (let i = 0; i < 800 && !response.destroyed; i += 1) {
        if (!response.write('a'.repeat(65_536))) await wait(1);
      }
      response.end();
    });

    const reply = await gateway.post(user.token, { ...chat, stream: true });
    const text = await reply.text();

    expect(text).toContain('"Hello"');
    expect(text).toMatch(/data: \{"error":.*upstream_broken_answer.*\}\n\n$/);
    expect(text.length).toBeLessThan(10_000);
    expect(await lastRow()).toMatchObject({ ended_by: 'upstream', metadata: { estimated: true } });
  });

  it.each([
    ['/v1/messages', { messages: chat.messages, max_tokens: 50 }],
    ['/v1/responses', { input: 'Say hello' }],
    ['/v1beta/models/m:streamGenerateContent?alt=sse', { contents: [{ parts: [{ text: 'Say hello' }] }] }],
  ])('a stream cut by a closed socket was broken off: %s', async (path, body) => {
    upstream().does(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(events[0]);
      response.write(events[1]);
      await wait(20);
      response.destroy();
    });
    await (await gateway.post(user.token, { model: 'm', stream: true, ...body }, { path })).text();
    expect((await lastRow())?.metadata?.error_code).toBe('upstream.answer_cut');
  });

  it.each([1, 2, 3])(
    'a stream cut after %i events: charged for what was delivered, ends with an error',
    async (count) => {
      upstream().does(async (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (const event of events.slice(0, count)) response.write(event);
        await wait(20);
        response.destroy();
      });

      const reply = await gateway.post(user.token, { ...chat, stream: true });
      const text = await reply.text();

      expect(text).toContain('upstream_answer_cut');
      expect(text).not.toContain('[DONE]');
      const row = await lastRow();
      expect(row?.ended_by).toBe('upstream');
      if (count === 1) expect(row?.quota).toBe(0);
      else expect(row?.quota).toBeGreaterThan(0);
      expect(row?.quota).toBeLessThan(50);
      expect(await gateway.quotaOf(user)).toBe(1_000_000 - (row?.quota ?? 0));
    },
  );

  it('an error inside the stream is told without the upstream’s words', async () => {
    upstream().streams([
      events[0],
      events[1],
      'data: {"error":{"message":"upstream-key is out of money"}}\n\n',
    ] as string[]);

    const reply = await gateway.post(user.token, { ...chat, stream: true });
    const text = await reply.text();

    expect(text).toMatch(/data: \{"error":.*upstream_error/);
    expect(text).not.toContain('out of money');
  });

  it.each([0, 1, 2, 3])('a caller who leaves after %i events: upstream cancelled', async (count) => {
    let isOver = false;
    upstream().does(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      for (const event of events.slice(0, count)) response.write(event);
      await wait(10_000, undefined, { ref: false });
      isOver = true;
    });
    const leaver = new AbortController();
    const call = gateway.post(user.token, { ...chat, stream: true }, { signal: leaver.signal });
    const reading = call.then((reply) => reply.text()).catch(() => 'left');
    while (upstream().received.length === 0) await wait(5);
    await wait(100);

    leaver.abort();
    await upstream().received[0]?.left;

    expect(isOver).toBe(false);
    expect(await reading).toBe('left');
    while ((await gateway.logRowsOf(user)).length === 0) await wait(5);
    const row = await lastRow();
    expect(row?.ended_by).toBe('client');
    expect(row?.quota).toBeGreaterThan(0);
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
  });

  it('an upstream that names the key as a wrong field: the caller does not see it', async () => {
    upstream().answers(400, { message: 'x', param: 'sk-upstream-key-0123456789' });
    expect(await (await gateway.post(user.token, chat)).json()).toMatchObject({ error: { param: null } });
    upstream().answers(400, { message: 'x', param: 'messages[0].tool_calls.1.id' });
    expect(await (await gateway.post(user.token, chat)).json()).toMatchObject({
      error: { param: 'messages[0].tool_calls.1.id' },
    });
  });

  it('a whole answer of two megabytes without usage: charged for its text', async () => {
    const content = 'word '.repeat(400_000);
    upstream().does((response) =>
      sendJson(response, 200, JSON.stringify({ choices: [{ message: { content } }] })),
    );

    await (await gateway.post(user.token, chat)).text();

    const row = await lastRow();
    expect(row?.metadata?.estimated).toBe(true);
    expect(row?.completion_tokens).toBeGreaterThan(300_000);
  });

  it('a whole answer cut inside a long text: charged for the part that left, not for what was held back', async () => {
    upstream().does(async (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"choices":[{"message":{"content":"');
      for (let sent = 0; sent < 400; sent += 1) {
        response.write('word '.repeat(2000));
        if (sent % 20 === 0) await wait(1);
      }
      response.destroy();
    });

    const reply = await gateway.post(user.token, chat);
    let bytes = 0;
    await (async () => {
      for await (const piece of reply.body ?? []) bytes += piece.length;
    })().catch(() => {});

    while ((await gateway.logRowsOf(user)).length === 0) await wait(5);
    const row = await lastRow();
    expect(bytes).toBeGreaterThan(1_000_000);
    expect(row?.metadata?.charged_by).toBe('delivered_part');
    expect(row?.completion_tokens).toBeLessThanOrEqual(Math.ceil(bytes / 4) + 100_000);
    expect(row?.completion_tokens).toBeGreaterThan(250_000);
  });

  it('a stream that says its usage first: text that comes after it is charged too', async () => {
    const usage = { prompt_tokens: 9, completion_tokens: 1 };
    const delta = (content: string) => ({ choices: [{ index: 0, delta: { content } }] });
    upstream().does(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify({ ...delta(''), usage })}\n\n`);
      await wait(20);
      response.write(`data: ${JSON.stringify(delta('word '.repeat(800)))}\n\n`);
      await wait(20);
      response.destroy();
    });

    // The estimate does not exceed the limit that the upstream was given.
    await (await gateway.post(user.token, { ...chat, max_tokens: 4_000, stream: true })).text();

    expect(await lastRow()).toMatchObject({ prompt_tokens: 9, completion_tokens: 801 });
  });

  it('two limits of output: the larger one is held, whichever the upstream follows', async () => {
    await (await gateway.post(user.token, { ...chat, max_tokens: 4000, max_completion_tokens: 1 })).text();

    const row = await lastRow();
    expect(row?.metadata?.reserved).toBeGreaterThanOrEqual(4000 * 3);
  });

  it('a whole answer and a stream without usage are counted exactly', async () => {
    const text = 'The quick brown fox jumps over the lazy dog. '.repeat(20);
    upstream().does((response, { body }) => {
      const delta = { choices: [{ index: 0, delta: { content: text }, finish_reason: null }] };
      const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
      if (body.stream === true) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(`data: ${JSON.stringify(delta)}\n\ndata: ${JSON.stringify(end)}\n\ndata: [DONE]\n\n`);
      } else {
        const message = { role: 'assistant', content: text };
        sendJson(response, 200, JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }));
      }
    });

    await (await gateway.post(user.token, { ...chat, max_tokens: 400 })).text();
    await (await gateway.post(user.token, { ...chat, max_tokens: 400, stream: true })).text();

    const rows = await gateway.logRowsOf(user);
    expect(rows.map(({ metadata }) => metadata?.estimated)).toEqual([true, true]);
    for (const row of rows) expect(Math.abs(row.completion_tokens - 201)).toBeLessThan(5);
  });
});

it('a call that takes longer than any may is broken off, and what was delivered is charged', async () => {
  const gateway = await startTestGateway({ env: { TURNPIKE_TOTAL_TIMEOUT: '1' } });
  const user = await gateway.seed.user({ quota: 1_000_000 });
  await gateway.seed.price({ model: 'm', input: 1, output: 3 });
  const channel = await gateway.seed.channel({ model: 'm' });
  let leftAtMs = 0;
  gateway.upstream(channel).does((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const timer = setInterval(() => response.write(events[1]), 50);
    response.on('close', () => {
      leftAtMs = Date.now();
      clearInterval(timer);
    });
  });

  const startedAtMs = Date.now();
  const text = await (await gateway.post(user.token, { ...chat, stream: true })).text();

  expect(text).toContain('upstream_timeout');
  expect(leftAtMs - startedAtMs).toBeGreaterThan(900);
  expect(leftAtMs - startedAtMs).toBeLessThan(4_000);
  const [row] = await gateway.logRowsOf(user);
  expect(row).toMatchObject({ ended_by: 'timeout', metadata: { estimated: true } });
  expect(row?.quota).toBeGreaterThan(0);
  expect(gateway.core.quotaBook.heldPoints()).toBe(0);
  await gateway.stop();
});

it('reads away what is left of a refused body, so that the refusal arrives and the connection goes on', async () => {
  const gateway = await startTestGateway({ env: { TURNPIKE_BODY_LIMIT: '1000000' } });
  const user = await gateway.seed.user({ quota: 1_000_000 });
  await gateway.seed.price({ model: 'm', input: 1, output: 3 });
  await gateway.seed.channel({ model: 'm' });
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  let answers = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answers += text;
  });
  const head = (bytes: number) =>
    `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${user.token}\r\n` +
    `content-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`;

  socket.write(head(3_000_000));
  await vi.waitFor(() => expect(answers).toContain('HTTP/1.1 413'));
  socket.write('a'.repeat(3_000_000));
  socket.write(`${head(2)}[]`);

  await vi.waitFor(() => expect(answers).toContain('HTTP/1.1 400'));
  socket.destroy();
  await gateway.stop();
});

describe('bad requests', () => {
  it.each([
    ['no JSON', '{"model":"m",', 400],
    ['a list', '[]', 400],
    ['a number', '12', 400],
    ['nothing', '', 400],
    ['too deep', `{"model":"m","messages":[${'['.repeat(300)}${']'.repeat(300)}]}`, 400],
    ['a model that is a number', '{"model":1,"messages":[]}', 400],
    ['messages that are text', '{"model":"m","messages":"hi"}', 400],
    ['a huge n', '{"model":"m","messages":[],"n":1e308}', 400],
    ['a negative limit', '{"model":"m","messages":[],"max_tokens":-1}', 400],
    ['a fraction', '{"model":"m","messages":[],"max_tokens":1.5}', 400],
    ['two models', '{"model":"m","messages":[],"model":"dear"}', 400],
    ['stream options without a stream', '{"model":"m","messages":[],"stream_options":{}}', 400],
    ['broken UTF-8 escapes', '{"model":"m","messages":["\\u12"]}', 400],
    ['an unknown model', '{"model":"other","messages":[]}', 404],
    ['too much', `{"model":"m","messages":["${'a'.repeat(1_100_000)}"]}`, 413],
  ])('%s', async (_what, body, status) => {
    const gateway = await startTestGateway({ env: { TURNPIKE_BODY_LIMIT: '1000000' } });
    const user = await gateway.seed.user({ quota: 1000 });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    const channel = await gateway.seed.channel({ model: 'm' });

    const reply = await gateway.post(user.token, body);

    expect(reply.status).toBe(status);
    expect(await reply.json()).toMatchObject({ error: { message: expect.any(String) } });
    expect(gateway.upstream(channel).received).toHaveLength(0);
    expect(await gateway.quotaOf(user)).toBe(1000);
    await gateway.stop();
  });
});
