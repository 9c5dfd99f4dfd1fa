import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeUpstream, sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

/** An id as large sites give them: a number of 64 bits holds it, one of JavaScript does not. */
const ID = '1234567890123456789';
const INPUT = `{"id":${ID},"ids":[${ID},7]}`;
const models = { chat: 'by-chat', responses: 'by-responses', messages: 'by-messages', gemini: 'by-gemini' };
type Dialect = keyof typeof models;

let gateway: TestGateway;
let user: SeededUser;
let upstream: FakeUpstream;

beforeEach(async () => {
  gateway = await startTestGateway();
  upstream = await FakeUpstream.start({ refuses: () => null });
  user = await gateway.seed.user({ quota: 1_000_000 });
  const forms = {
    chat: { type: 8 },
    responses: { type: 8, dialects: ['openai-responses'] },
    messages: { type: 14 },
    gemini: { type: 25 },
  };
  for (const [dialect, form] of Object.entries(forms)) {
    const model = models[dialect as Dialect];
    await gateway.seed.price({ model, input: 1, output: 3 });
    await gateway.seed.channel({ model, baseUrl: upstream.url, ...form });
  }
});
afterEach(async () => {
  await gateway.stop();
  await upstream.stop();
});

/** Digits do not survive JSON.parse: bodies are written with a 7 in place of the input, and read as text. */
const withInput = (value: object): string =>
  JSON.stringify(value).replaceAll('"{7}"', JSON.stringify(INPUT)).replaceAll('{"seven":7}', INPUT);
const INSIDE = { seven: 7 };
const AS_TEXT = '{7}';

async function post(path: string, body: object): Promise<string> {
  const reply = await fetch(gateway.url + path, {
    method: 'POST',
    headers: { 'x-api-key': user.token, 'content-type': 'application/json' },
    body: withInput(body),
  });
  expect(reply.status).toBe(200);
  return reply.text();
}

const schema = { type: 'object', properties: { id: { type: 'object', default: INSIDE } } };
const asked = (dialect: Dialect, model: string): [string, object] => {
  switch (dialect) {
    case 'chat':
      return [
        '/v1/chat/completions',
        {
          model,
          tools: [{ type: 'function', function: { name: 'f', parameters: schema } }],
          messages: [
            { role: 'user', content: 'Hi' },
            {
              role: 'assistant',
              tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: AS_TEXT } }],
            },
            { role: 'tool', tool_call_id: 'a', content: 'x' },
          ],
        },
      ];
    case 'responses':
      return [
        '/v1/responses',
        {
          model,
          tools: [{ type: 'function', name: 'f', parameters: schema }],
          input: [
            { role: 'user', content: 'Hi' },
            { type: 'function_call', call_id: 'a', name: 'f', arguments: AS_TEXT },
            { type: 'function_call_output', call_id: 'a', output: 'x' },
          ],
        },
      ];
    case 'messages':
      return [
        '/v1/messages',
        {
          ...{ model, max_tokens: 100, tools: [{ name: 'f', input_schema: schema }] },
          messages: [
            { role: 'user', content: 'Hi' },
            { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: INSIDE }] },
            { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'x' }] },
          ],
        },
      ];
    default:
      return [
        `/v1beta/models/${model}:generateContent`,
        {
          tools: [{ functionDeclarations: [{ name: 'f', parametersJsonSchema: schema }] }],
          contents: [
            { role: 'user', parts: [{ text: 'Hi' }] },
            { role: 'model', parts: [{ functionCall: { id: 'a', name: 'f', args: INSIDE } }] },
            { role: 'user', parts: [{ functionResponse: { id: 'a', name: 'f', response: { x: INSIDE } } }] },
          ],
        },
      ];
  }
};

const chatCall = { id: 'a', type: 'function', function: { name: 'f', arguments: AS_TEXT } };
const candidate = {
  index: 0,
  finishReason: 'STOP',
  content: { role: 'model', parts: [{ functionCall: { name: 'f', args: INSIDE } }] },
};
const answered: Record<Dialect, object> = {
  chat: {
    ...{ id: 'c', object: 'chat.completion', created: 1, model: 'm' },
    choices: [
      { index: 0, finish_reason: 'tool_calls', message: { role: 'assistant', tool_calls: [chatCall] } },
    ],
  },
  responses: {
    ...{ id: 'resp_1', object: 'response', created_at: 1, status: 'completed', model: 'm' },
    output: [{ type: 'function_call', id: 'fc', call_id: 'a', name: 'f', arguments: AS_TEXT }],
  },
  messages: {
    ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_reason: 'tool_use' },
    content: [{ type: 'tool_use', id: 'a', name: 'f', input: INSIDE }],
    usage: { input_tokens: 9, output_tokens: 2 },
  },
  gemini: { candidates: [candidate], modelVersion: 'm', responseId: 'r' },
};
const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' };
const streamed: Partial<Record<Dialect, object[]>> = {
  chat: [
    { ...chunk, choices: [{ index: 0, delta: { tool_calls: [{ index: 0, ...chatCall }] } }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
  ],
  gemini: [{ candidates: [candidate], modelVersion: 'm', responseId: 'r' }],
};

const dialects = Object.keys(models) as Dialect[];
const pairs = dialects.flatMap((from) =>
  dialects.filter((to) => to !== from).map((to) => [from, to] as const),
);
/** The input as it stands in an object, and as a text inside of a text; pieces of a text may be quoted once more. */
const inputsIn = (text: string): number =>
  text.split(INPUT).length + text.split(JSON.stringify(INPUT).slice(1, -1)).length - 2;

describe('an integer beyond 2^53', () => {
  it.each(pairs)('in a call, a result and a schema goes from a caller of %s to %s', async (from, to) => {
    upstream.does((response) => sendJson(response, 200, withInput(answered[to])));
    await post(...asked(from, models[to]));

    const sent = upstream.received.at(-1)?.rawBody ?? '';
    const [, body] = asked(from, '');
    expect(inputsIn(sent)).toBe(inputsIn(withInput(body)));
  });

  it.each(pairs)('comes back to a caller of %s from %s', async (from, to) => {
    upstream.does((response) => sendJson(response, 200, withInput(answered[to])));

    expect(inputsIn(await post(...asked(from, models[to])))).toBe(1);
  });

  it.each([
    ['gemini', 'chat'],
    ['chat', 'gemini'],
    ['messages', 'gemini'],
    ['responses', 'gemini'],
  ] as const)('comes back in a stream to a caller of %s from %s', async (from, to) => {
    const events = (streamed[to] ?? []).map((event) => `data: ${withInput(event)}\n\n`);
    upstream.streams(to === 'chat' ? [...events, 'data: [DONE]\n\n'] : events);
    const [path, body] = asked(from, models[to]);
    const text =
      from === 'gemini'
        ? await post(path.replace(':generateContent', ':streamGenerateContent?alt=sse'), body)
        : await post(path, { ...body, stream: true });

    expect(inputsIn(text)).toBeGreaterThan(0);
  });
});
