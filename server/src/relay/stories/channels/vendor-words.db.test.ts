import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeUpstream, sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const KEY = 'vendor-key-1234567890';

// The messages of vendors do not depend on the database.
describe('why an answer ended, in its vendor’s own words', () => {
  let gateway: TestGateway;
  let user: SeededUser;
  let vendor: FakeUpstream;
  beforeEach(async () => {
    gateway = await startTestGateway();
    vendor = await FakeUpstream.start({ refuses: () => null });
    user = await gateway.seed.user({ quota: 1_000_000 });
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
  });
  afterEach(async () => {
    await gateway.stop();
    await vendor.stop();
  });

  const words = `blocked for ${btoa(`Bearer ${KEY}`)} by ${KEY}`;
  const response = {
    ...{ id: 'resp_1', object: 'response', model: 'm', status: 'incomplete', big: 1 },
    output: [
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'Hi', annotations: [] }],
      },
    ],
    error: { code: 'x', message: words },
    incomplete_details: { reason: 'max_output_tokens', message: words },
    usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5 },
  };
  const blocked = {
    promptFeedback: { blockReason: 'OTHER', blockReasonMessage: words },
    usageMetadata: { promptTokenCount: 5, totalTokenCount: 5 },
  };
  const ended = `event: response.incomplete\ndata: ${JSON.stringify({ type: 'response.incomplete', sequence_number: 1, response })}\n\n`;

  it.each([
    {
      what: 'a response',
      dialect: 'openai-responses',
      path: '/v1/responses',
      answer: response,
      events: [ended],
    },
    {
      ...{ what: 'Gemini', dialect: 'gemini', path: '/v1beta/models/m:generateContent' },
      ...{ answer: blocked, events: [`data: ${JSON.stringify(blocked)}\n\n`] },
    },
  ])('reaches its caller without the channel’s key: $what', async ({ dialect, path, answer, events }) => {
    await gateway.seed.channel({ model: 'm', dialects: [dialect], channelKey: KEY, baseUrl: vendor.url });
    const body =
      path === '/v1/responses'
        ? { model: 'm', input: 'Hi' }
        : { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] };

    vendor.does((reply) => sendJson(reply, 200, JSON.stringify(answer)));
    const whole = await (await gateway.post(user.token, body, { path })).text();
    vendor.streams(events);
    const streamed = await (
      await gateway.post(
        user.token,
        { ...body, ...(path === '/v1/responses' && { stream: true }) },
        { path: path.replace('generateContent', 'streamGenerateContent?alt=sse') },
      )
    ).text();

    const clean = JSON.stringify(answer).replaceAll(words, 'blocked for [removed] by [removed]');
    expect(whole).toBe(clean);
    expect(streamed).toContain(clean);
  });

  it.each([
    {
      path: '/v1/chat/completions',
      dialect: 'openai-chat',
      body: { messages: [{ role: 'user', content: 'Hi' }] },
      text: `data: {"id":"${KEY}","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":null}]}\n\n`,
      end: 'data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":3,"total_tokens":4}}\n\ndata: [DONE]\n\n',
    },
    {
      path: '/v1/responses',
      dialect: 'openai-responses',
      body: { input: 'Hi' },
      text: `event: response.output_text.delta\ndata: {"type":"response.output_text.delta","sequence_number":1,"item_id":"msg_1","output_index":0,"content_index":0,"delta":"Hi","obfuscation":"${KEY}"}\n\n`,
      end: ended.replaceAll(words, ''),
    },
  ])('reaches its caller without the key that stands in every event: $path', async (vendors) => {
    const { path, dialect, body, text, end } = vendors;
    await gateway.seed.channel({ model: 'm', dialects: [dialect], channelKey: KEY, baseUrl: vendor.url });
    const comment = `: ${KEY}\n\n`;
    vendor.streams([text, text, `${text}${comment}${text}`, end]);
    const reply = await gateway.post(user.token, { model: 'm', stream: true, ...body }, { path });
    const received = await reply.text();
    expect(received).not.toContain(KEY);
    expect(received).toContain(`: [removed]\n\n`);
  });

  it.each([
    { path: '/v1/messages', body: { max_tokens: 50, messages: [{ role: 'user', content: 'Hi' }] } },
    { path: '/v1/responses', body: { input: 'Hi' } },
  ])('reaches a caller of another API without the key in any event: $path', async ({ path, body }) => {
    await gateway.seed.channel({ model: 'm', channelKey: KEY, baseUrl: vendor.url });
    const head = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' };
    const chunk = (delta: object, finish_reason: string | null = null) =>
      `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
    const hasBegun = Promise.withResolvers<void>();
    vendor.does(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(chunk({ content: 'Hi ' }));
      await hasBegun.promise;
      response.write(chunk({ content: `${KEY} ` }));
      response.end(chunk({}, 'stop'));
    });

    const reply = await gateway.post(user.token, { model: 'm', stream: true, ...body }, { path });
    // Data that arrives before the caller's header is written is also searched.
    hasBegun.resolve();
    const received = await reply.text();

    expect(received).toContain('[removed] ');
    expect(received).not.toContain(KEY);
  });

  it('stays as it came where nothing of the channel is in it', async () => {
    await gateway.seed.channel({
      model: 'm',
      dialects: ['openai-responses'],
      channelKey: KEY,
      baseUrl: vendor.url,
    });
    const plain = JSON.stringify(
      { ...response, error: null, incomplete_details: { reason: 'max_output_tokens' } },
      null,
      1,
    );
    vendor.does((reply) => sendJson(reply, 200, plain));
    const reply = await gateway.post(user.token, { model: 'm', input: 'Hi' }, { path: '/v1/responses' });
    expect(await reply.text()).toBe(plain);
  });
});
