import { type CheckedModel, channelCalls, channelCheckCalls } from '@turnpike/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import { FakeUpstream, type ReceivedRequest, sendJson } from '../../../test/support/fake-upstream.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { vendorAnswers } from '../../../test/support/vendor-answers.ts';
import { systemClock } from '../../platform/clock.ts';
import { createUpstreamClient, type UpstreamClient } from '../../platform/net/upstream-client.ts';
import { readSettings } from '../../settings/settings.ts';
import { createModelQuestions } from './ask-model.ts';

const CUSTOM = 8;
const KEY = 'vendor-key-1234567890';
const MAX_WAIT_MS = 300;

const usage = { prompt_tokens: 9, completion_tokens: 1, total_tokens: 10 };
const chatOf = (model: string, message: object) => ({
  ...{ id: 'c', object: 'chat.completion', created: 1, model, usage },
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }],
});
const call = (name: string, args: string) => ({
  content: null,
  tool_calls: [{ id: 'call_1', type: 'function', function: { name, arguments: args } }],
});

describe.each(anyDatabase)('the check of models on $name', (engine) => {
  let site: TestManagement;
  let root: Person;
  let upstreams: UpstreamClient;
  let upstream: FakeUpstream;
  let origin: string;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
    upstreams = createUpstreamClient(readSettings({}).timeouts);
    site.fakes.askModel = createModelQuestions({ upstreams, clock: systemClock, maxWaitMs: MAX_WAIT_MS });
    origin = await site.server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await upstreams.close();
    await site.stop();
  });
  beforeEach(async () => {
    upstream = await FakeUpstream.start({ refuses: () => null });
  });
  afterEach(() => upstream.stop());

  const make = async (given: object = {}): Promise<number> => {
    const input = {
      ...{ type: CUSTOM, name: 'checked', key: KEY, models: 'm' },
      ...{ base_url: upstream.url, allow_private_network: true, ...given },
    };
    return (await site.ask(channelCalls.create, { as: root, input })).body.data.id;
  };
  const ask = (input: { id: number; models: string }) =>
    site.ask(channelCheckCalls.check, { as: root, input });
  const eventsOf = (text: unknown) =>
    String(text)
      .split('\n\n')
      .filter((event) => event !== '')
      .map((event) => JSON.parse(event.replace(/^event:message\ndata:/, '')));
  const check = async (input: { id: number; models: string }): Promise<CheckedModel[]> => {
    const { status, body } = await ask(input);
    expect(status).toBe(200);
    const events = eventsOf(body);
    expect(events.at(-1)).toEqual({ type: 'done', data: 'completed' });
    return events.slice(0, -1).map(({ data }) => data);
  };
  const results = ({ process }: CheckedModel) =>
    process.flatMap((step) =>
      step.results.map(({ name, status, remark, code }) => [`${step.name}.${name}`, status, remark || code]),
    );

  /** Serves a model under its own name, streams it and calls the function. */
  const serves = (
    says: (asked: ReceivedRequest['body']) => object = ({ model, tools }) =>
      chatOf(String(model), tools ? call('add', '{"a":2,"b":3}') : { content: 'hi' }),
  ) =>
    upstream.does((response, { body }) => {
      if (body.stream !== true) return sendJson(response, 200, JSON.stringify(says(body)));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const choices = [{ index: 0, delta: { content: 'hi' }, finish_reason: 'stop' }];
      response.end(`data: ${JSON.stringify({ id: 'c', model: 'm', choices })}\n\ndata: [DONE]\n\n`);
    });

  it('makes three small calls for a model that serves all, and reports each', async () => {
    const id = await make({ model_mapping: '{"m":"m-2026-01-01"}' });
    serves();

    const { headers, body } = await ask({ id, models: ' m ' });

    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(String(body)).toMatch(/^event:message\ndata:\{"type":"result"/);
    const [{ data }] = eventsOf(body);
    expect(results(data)).toEqual([
      ['basic.answer', 1, ''],
      ['basic.usage', 1, '9 + 1'],
      ['basic.model', 1, 'm-2026-01-01'],
      ['stream.stream', 1, ''],
      ['function.function', 1, '{"a":2,"b":3}'],
    ]);
    expect(data.process[0].response).toMatchObject({ model: 'm-2026-01-01', usage });
    expect(upstream.received.map(({ body: { model, stream, tools } }) => [model, stream, !!tools])).toEqual([
      ['m-2026-01-01', undefined, false],
      ['m-2026-01-01', true, false],
      ['m-2026-01-01', undefined, true],
    ]);
    for (const { headers: sent } of upstream.received) expect(sent.authorization).toBe(`Bearer ${KEY}`);
  });

  it('finds another model, a missing usage, a whole answer for a stream and a wrong call', async () => {
    const id = await make();
    const { usage: _, ...noUsage } = chatOf('cheap', { content: 'hi' });
    upstream.does((response, { body }) => {
      const said = body.tools ? chatOf('m', call('add', '{"a":1}')) : noUsage;
      sendJson(response, 200, JSON.stringify(said));
    });
    expect((await check({ id, models: 'm' })).map(results)).toEqual([
      [
        ['basic.answer', 1, ''],
        ['basic.usage', 0, 'channel.usage_missing'],
        ['basic.model', 0, 'cheap'],
        ['stream.stream', 0, 'channel.not_streamed'],
        ['function.function', 0, '{"a":1}'],
      ],
    ]);
  });

  it('asks no more where the model does not answer, and says what the provider said', async () => {
    const id = await make();
    upstream.does((response) =>
      sendJson(response, 404, JSON.stringify({ error: { message: `no such model (${KEY})` } })),
    );
    const [model] = await check({ id, models: 'm' });
    expect(model?.process).toEqual([
      {
        ...{ name: 'basic', response: null },
        results: [
          { name: 'answer', status: 0, remark: 'no such model ([removed])', code: 'upstream.model_missing' },
        ],
      },
    ]);
    expect(upstream.received).toHaveLength(1);
  });

  it.each([
    ['an error with a status of success', '{"error":{"message":"no"}}', 'upstream.error'],
    ['a page', '<!doctype html>', 'upstream.broken_answer'],
    ['JSON that is no answer', '{"hello":1}', 'upstream.broken_answer'],
  ])('takes %s for no answer', async (_what, text, code) => {
    const id = await make();
    upstream.does((response) => sendJson(response, 200, text));
    expect((await check({ id, models: 'm' }))[0]?.process[0]?.results).toMatchObject([{ status: 0, code }]);
  });

  it('takes a stream that is cut off for none', async () => {
    const id = await make();
    upstream.does((response, { body }) => {
      if (body.stream !== true)
        return sendJson(response, 200, JSON.stringify(chatOf('m', { content: 'hi' })));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('data: {"id":"c","model":"m","choices":[{"index":0,"delta":{"content":"h"}}]}\n\n');
    });
    const [model] = await check({ id, models: 'm' });
    expect(model?.process[1]?.results).toMatchObject([
      { name: 'stream', status: 0, code: 'upstream.answer_cut' },
    ]);
  });

  it('waits for no upstream that does not answer', async () => {
    const id = await make();
    upstream.does(() => {});
    expect((await check({ id, models: 'm' }))[0]?.process[0]?.results).toMatchObject([
      { status: 0, code: 'upstream.timeout' },
    ]);
  });

  it('asks a model of vectors once', async () => {
    const id = await make({ models: 'text-embedding-3-small' });
    const said = { data: [{ index: 0, embedding: [0.5] }], model: 'text-embedding-3-small', usage };
    upstream.does((response) => sendJson(response, 200, JSON.stringify(said)));
    expect((await check({ id, models: 'text-embedding-3-small' })).map(results)).toEqual([
      [
        ['basic.answer', 1, ''],
        ['basic.usage', 1, '9'],
        ['basic.model', 1, 'text-embedding-3-small'],
      ],
    ]);
  });

  it.each(vendorAnswers)('speaks as $name', async ({ type, dialects, says }) => {
    const id = await make({ type, ...(dialects && { dialects }), key: KEY });
    upstream.does((response, { body, path }) => {
      const stream = body.stream === true || path.includes('stream');
      response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
      response.end(says({ input: 9, output: 1 }, stream));
    });
    const [model] = await check({ id, models: 'm' });
    expect(model && results(model).filter(([name]) => name !== 'basic.model')).toEqual([
      ['basic.answer', 1, ''],
      ['basic.usage', 1, '9 + 1'],
      ['stream.stream', 1, ''],
      ['function.function', 0, 'channel.function_not_called'],
    ]);
    expect(upstream.received[2]?.rawBody).toContain('"add"');
  });

  it('asks three models at a time at most', async () => {
    const id = await make();
    let [open, most] = [0, 0];
    const waiting: (() => void)[] = [];
    upstream.does(async (response) => {
      most = Math.max(most, ++open);
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        // A fourth would arrive meanwhile.
        const release = () => {
          for (const go of waiting.splice(0)) go();
        };
        if (waiting.length === 3 || upstream.received.length > 3) setTimeout(release, 50);
      });
      open -= 1;
      sendJson(response, 404, '{}');
    });
    const checked = await check({ id, models: 'a,b,c,d,e,a' });
    expect(checked.map(({ model }) => model).sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(most).toBe(3);
  });

  it('ends when the caller leaves', async () => {
    const id = await make();
    let arrived = () => {};
    const isAsked = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    upstream.does((response, { body }) => {
      if (body.model === 'a') return sendJson(response, 404, '{}');
      if (upstream.received.length >= 4) arrived();
    });
    const controller = new AbortController();
    const answer = await fetch(`${origin}/api/sse/channel/check`, {
      ...{ method: 'POST', signal: controller.signal },
      headers: { cookie: root.cookie, origin, 'content-type': 'application/json' },
      body: JSON.stringify({ id, models: 'a,b,c,d,e,f' }),
    });
    const first = await answer.body?.getReader().read();
    expect(Buffer.from(first?.value ?? []).toString()).toContain('"model":"a"');
    await isAsked;

    controller.abort();

    await Promise.all(upstream.received.slice(1).map(({ left }) => left));
    expect(upstream.received.map(({ body }) => body.model).sort()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('answers a failure before the first event as every call does', async () => {
    const id = await make();
    expect(await ask({ id: 99_999, models: 'm' })).toMatchObject({
      ...{ status: 404, body: { success: false, code: 'channel.not_found' } },
    });
    const many = Array.from({ length: 51 }, (_, at) => `m${at}`).join();
    for (const [models, code] of [
      ['', 'channel.model_empty'],
      ['a,,b', 'channel.model_empty'],
      ['gpt-*', 'channel.check_wildcard'],
      ['a\nb', 'text.control_characters'],
      [many, 'channel.check_too_many'],
    ] as const)
      expect(await ask({ id, models })).toMatchObject({
        ...{ status: 400, body: { fields: [{ field: 'models', code }] } },
      });
  });
});
