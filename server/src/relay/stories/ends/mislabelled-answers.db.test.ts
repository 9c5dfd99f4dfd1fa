import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import {
  framedEvent,
  recordedEvents,
  recordedMessage,
} from '../../../../test/upstreams/anthropic-messages-upstream.ts';

const chatWhole = {
  ...{ id: 'c1', object: 'chat.completion', created: 1, model: 'm' },
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 },
};
const chatChunk = (choice: object, rest: object = {}) => ({
  ...{ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm' },
  choices: [{ index: 0, delta: {}, finish_reason: null, ...choice }],
  ...rest,
});
const sse = (...chunks: object[]) => chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
const chatStream = `${sse(
  chatChunk({ delta: { role: 'assistant', content: 'Hello' } }),
  chatChunk({ finish_reason: 'stop' }, { usage: chatWhole.usage }),
)}data: [DONE]\n\n`;
const output = [
  {
    ...{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed' },
    content: [{ type: 'output_text', text: 'Hello', annotations: [] }],
  },
];
const response = {
  ...{ id: 'resp_1', object: 'response', created_at: 1, model: 'm', status: 'completed', output },
  usage: { input_tokens: 5, output_tokens: 2, total_tokens: 7 },
};
const responsesStream = [
  {
    type: 'response.created',
    sequence_number: 0,
    response: { ...response, status: 'in_progress', output: [] },
  },
  {
    type: 'response.output_text.delta',
    sequence_number: 1,
    item_id: 'msg_1',
    output_index: 0,
    content_index: 0,
    delta: 'Hello',
  },
  { type: 'response.completed', sequence_number: 2, response },
]
  .map((event) => framedEvent(JSON.stringify(event)))
  .join('');

const say = [{ role: 'user', content: 'Hi' }];
const dialects = [
  {
    name: 'openai-chat',
    path: '/v1/chat/completions',
    body: { messages: say },
    answers: { json: JSON.stringify(chatWhole), events: chatStream },
  },
  {
    name: 'openai-responses',
    path: '/v1/responses',
    body: { input: 'Hi', store: false },
    answers: { json: JSON.stringify(response), events: responsesStream },
  },
  {
    name: 'anthropic-messages',
    path: '/v1/messages',
    body: { messages: say, max_tokens: 16 },
    answers: { json: recordedMessage('anthropic-text'), events: recordedEvents('anthropic-text').join('') },
  },
] as const;
const labels = ['text/event-stream', 'application/json', 'text/plain', 'application/octet-stream', undefined];

describe('answers whose label says something else than their bytes', () => {
  let gateway: TestGateway;
  let user: SeededUser;
  const channels = new Map<string, { id: number }>();
  beforeAll(async () => {
    gateway = await startTestGateway();
    user = await gateway.seed.user({ quota: 1_000_000_000 });
    for (const { name } of dialects) {
      await gateway.seed.price({ model: name, input: 1, output: 1 });
      channels.set(name, await gateway.seed.channel({ model: name, dialects: [name] }));
    }
  });
  afterAll(() => gateway.stop());

  function answers(model: string, text: string, label: string | undefined): void {
    gateway.upstream(channels.get(model) as { id: number }).does((reply) => {
      reply.writeHead(200, label === undefined ? {} : { 'content-type': label });
      // The first piece may hold nothing but a blank.
      reply.write('\n');
      setImmediate(() => reply.end(text));
    });
  }
  const ask = (call: (typeof dialects)[number], model: string, stream: boolean) =>
    gateway.post(user.token, { model, stream, ...call.body }, { path: call.path });

  const cases = dialects.flatMap((asked) =>
    dialects.flatMap((spoken) => (['json', 'events'] as const).map((kind) => ({ asked, spoken, kind }))),
  );
  it.each(cases)(
    'are read by their bytes: $kind of $spoken.name for $asked.name',
    async ({ asked, spoken, kind }) => {
      for (const label of labels)
        for (const stream of [false, true]) {
          // A call that asks for no stream believes the usual label.
          if (!stream && label === 'application/json' && kind === 'events') continue;
          answers(spoken.name, spoken.answers[kind], label);
          const reply = await ask(asked, spoken.name, stream);
          const text = await reply.text();
          expect({ label, stream, status: reply.status, text }).toMatchObject({ label, stream, status: 200 });
          expect(text).toContain('Hello');
          expect(text.includes('data: ')).toBe(stream);
        }
    },
  );

  // Left: to look at the first byte of each whole answer costs every call, and the vendors that were seen label events as such.
  it.fails('are read by their bytes where a call without a stream gets events as JSON', async () => {
    answers('openai-chat', chatStream, 'application/json');
    const reply = await gateway.post(user.token, { model: 'openai-chat', messages: say });
    expect(reply.status).toBe(200);
  });

  it.each([
    ['{"error":{"message":"busy","code":429}}', 429, 'upstream.rate_limited'],
    ['{"error":{"message":"busy","code":503}}', 503, 'upstream.overloaded'],
    [
      '{"choices":null,"base_resp":{"status_code":1002,"status_msg":"rate limit"}}',
      429,
      'upstream.rate_limited',
    ],
    ['{"base_resp":{"status_code":1008,"status_msg":"insufficient balance"}}', 503, 'upstream.out_of_credit'],
  ])('are errors with the status that they say: %s', async (text, status, code) => {
    for (const label of ['application/json', 'text/event-stream'])
      for (const stream of [false, true])
        for (const asked of dialects) {
          answers('openai-chat', text, label);
          const reply = await ask(asked, 'openai-chat', stream);
          const shown = { stream, label, asked: asked.name };
          expect({ ...shown, code: reply.headers.get('x-error-code') }).toEqual({ ...shown, code });
          if (asked.name !== 'anthropic-messages') expect(reply.status).toBe(status);
        }
  });

  it('say their usage inside of the choice, as Moonshot did', async () => {
    const caller = await gateway.seed.user({ quota: 1_000_000 });
    const usage = { prompt_tokens: 100, completion_tokens: 2, total_tokens: 102, cached_tokens: 60 };
    const stream = `${sse(
      chatChunk({ delta: { role: 'assistant', content: 'Hello' } }),
      chatChunk({ finish_reason: 'stop', usage }),
    )}data: [DONE]\n\n`;
    answers('openai-chat', stream, 'text/event-stream');
    await (await gateway.post(caller.token, { model: 'openai-chat', stream: true, messages: say })).text();
    expect(await gateway.logRowsOf(caller)).toMatchObject([
      { prompt_tokens: 100, completion_tokens: 2, metadata: { cached_read_tokens: 60 } },
    ]);
  });
});
