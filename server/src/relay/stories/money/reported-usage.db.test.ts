import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import { startTestGateway } from '../../../../test/support/test-gateway.ts';

describe.each(anyDatabase)(
  'an upstream that counts reasoning beside the completion, on $name',
  ({ open }) => {
    it.each([
      { stream: false, recording: 'reasoning-beside.json', points: 291 + 3 * (26 + 189) },
      { stream: true, recording: 'reasoning-beside.chunks.txt', points: 291 + 3 * (26 + 196) },
    ])('is paid for both, streamed: $stream', async ({ stream, recording, points }) => {
      const database = await open();
      const gateway = await startTestGateway({ databaseUrl: database.url });
      const user = await gateway.seed.user({ quota: 1_000_000 });
      await gateway.seed.price({ model: 'm', input: 1, output: 3 });
      const channel = await gateway.seed.channel({ model: 'm' });
      gateway.upstream(channel).plays(`openai-chat/${recording}`);

      const chat = { model: 'm', messages: [{ role: 'user', content: 'Weather in Oslo?' }], stream };
      await (await gateway.post(user.token, chat)).text();

      expect(await gateway.logRowsOf(user)).toMatchObject([{ quota: points, ended_by: 'completed' }]);
      expect(await gateway.quotaOf(user)).toBe(1_000_000 - points);
      await gateway.stop();
      await database.drop();
    });
  },
);

it('an answer without usage costs the same whole and streamed, with parts and calls of tools too', async () => {
  const gateway = await startTestGateway();
  const user = await gateway.seed.user({ quota: 1_000_000 });
  await gateway.seed.price({ model: 'm', input: 1, output: 1 });
  const channel = await gateway.seed.channel({ model: 'm' });
  const call = { id: 'call_9pw1qnScqvGrCH58HWCvFH6j', type: 'function' };
  const tool_calls = [{ index: 0, ...call, function: { name: 'weather', arguments: '{"city":"Bern"}' } }];
  const words = 'Ten words are not more than nine and one.';
  const part = { type: 'text', text: words };
  const messages = [
    { content: words },
    { content: null, tool_calls },
    // Mistral
    { content: [part] },
    { content: [{ type: 'thinking', thinking: [part] }] },
    // OpenRouter says it twice.
    { content: '', reasoning: words, reasoning_details: [{ type: 'reasoning.text', text: words, index: 0 }] },
  ];
  for (const message of messages) {
    const said = { role: 'assistant', ...message };
    gateway.upstream(channel).does((response, { body }) => {
      if (body.stream !== true) {
        return sendJson(
          response,
          200,
          JSON.stringify({ choices: [{ message: said, finish_reason: 'stop' }] }),
        );
      }
      const chunk = (delta: object, finish_reason: string | null) =>
        `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`${chunk(said, null)}${chunk({}, 'stop')}data: [DONE]\n\n`);
    });
    for (const stream of [false, true]) {
      const chat = { model: 'm', messages: [{ role: 'user', content: 'Go on' }], stream };
      await (await gateway.post(user.token, chat)).text();
    }
  }

  const charged = (await gateway.logRowsOf(user)).map(({ quota }) => quota);
  const whole = charged.filter((_quota, row) => row % 2 === 0);
  const streamed = charged.filter((_quota, row) => row % 2 === 1);
  expect(whole).toHaveLength(messages.length);
  expect(Math.min(...whole)).toBeGreaterThan(5);
  expect(streamed).toEqual(whole);
  await gateway.stop();
});

it('an answer that takes too long to count is charged by its bytes', async () => {
  const gateway = await startTestGateway();
  gateway.core.relay.tokenCounter.count = async () => null;
  const user = await gateway.seed.user({ quota: 1_000_000 });
  await gateway.seed.price({ model: 'm', input: 1, output: 1 });
  const channel = await gateway.seed.channel({ model: 'm' });
  const content = 'word '.repeat(80);
  gateway
    .upstream(channel)
    .does((response) =>
      sendJson(response, 200, JSON.stringify({ choices: [{ message: { content }, finish_reason: 'stop' }] })),
    );

  await (
    await gateway.post(user.token, { model: 'm', messages: [{ role: 'user', content: 'Go on' }] })
  ).text();

  expect(await gateway.logRowsOf(user)).toMatchObject([{ completion_tokens: content.length / 4 }]);
  await gateway.stop();
});

describe('an upstream whose only usage comes before its text', () => {
  const usage = { prompt_tokens: 9, completion_tokens: 50, total_tokens: 59 };
  const chunk = (delta: object, finish_reason: string | null, more: object = {}) =>
    `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason }], ...more })}\n\n`;
  const chat = {
    model: 'm',
    stream: true,
    max_tokens: 500,
    messages: [{ role: 'user', content: 'Go on' }],
  };

  const calls = [
    { path: '/v1/chat/completions', body: { ...chat, stream_options: { include_usage: true } } },
    { path: '/v1/messages', body: chat },
    { path: '/v1/responses', body: { model: 'm', stream: true, input: 'Go on' } },
    {
      path: '/v1beta/models/m:streamGenerateContent?alt=sse',
      body: { contents: [{ role: 'user', parts: [{ text: 'Go on' }] }] },
    },
  ];

  it.each(calls)('is charged for the text as it is counted, in Anthropic’s dialect: $path', async (call) => {
    const gateway = await startTestGateway();
    const user = await gateway.seed.user({ quota: 1_000_000 });
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
    const channel = await gateway.seed.channel({ model: 'm', dialects: ['anthropic-messages'] });
    const event = (data: { type: string }) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [] };
    const said = 'word '.repeat(100);
    const events = [
      { type: 'message_start', message: { ...message, usage: { input_tokens: 9, output_tokens: 1 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: said } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { input_tokens: 9 } },
      { type: 'message_stop' },
    ];
    gateway.upstream(channel).streams(events.map(event));

    await (await gateway.post(user.token, call.body, { path: call.path })).text();

    expect(await gateway.logRowsOf(user)).toMatchObject([
      { prompt_tokens: 9, completion_tokens: countTokens(said), metadata: { estimated: true } },
    ]);
    await gateway.stop();
  });

  it.each(calls)('is told and charged in the same figure: $path', async ({ path, body }) => {
    const gateway = await startTestGateway();
    const user = await gateway.seed.user({ quota: 1_000_000 });
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
    const channel = await gateway.seed.channel({ model: 'm' });
    const events = [
      chunk({ role: 'assistant', content: 'A ' }, null, { usage }),
      chunk({ content: 'word '.repeat(100) }, null),
      chunk({}, 'stop'),
      'data: [DONE]\n\n',
    ];
    gateway.upstream(channel).streams(events);

    const text = await (await gateway.post(user.token, body, { path })).text();

    const told = text.matchAll(/"(?:completion_tokens|output_tokens|candidatesTokenCount)":(\d+)/g);
    const [row] = await gateway.logRowsOf(user);
    expect(row?.completion_tokens).toBe(50 + 125);
    expect(Number([...told].at(-1)?.[1])).toBe(row?.completion_tokens);
    await gateway.stop();
  });
});
