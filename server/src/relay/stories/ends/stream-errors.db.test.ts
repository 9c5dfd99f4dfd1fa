import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeUpstream, sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const body = { messages: [{ role: 'user', content: 'Hi' }], max_tokens: 5 };
const google = (code: number, status: string, message: string) => ({ error: { code, status, message } });

let gateway: TestGateway;
let user: SeededUser;
let upstream: FakeUpstream;
beforeEach(async () => {
  gateway = await startTestGateway();
  user = await gateway.seed.user({ quota: 1_000_000 });
  for (const model of ['inside', 'instead']) await gateway.seed.price({ model, input: 1, output: 3 });
  upstream = await FakeUpstream.start({ refuses: () => null });
});
afterEach(async () => {
  await gateway.stop();
  await upstream.stop();
});

describe.each([
  ['anthropic-messages', 529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }],
  ['anthropic-messages', 429, { type: 'error', error: { type: 'rate_limit_error', message: 'Slow down' } }],
  ['anthropic-messages', 400, { type: 'error', error: { type: 'invalid_request_error', message: 'Bad' } }],
  ['gemini', 400, google(400, 'INVALID_ARGUMENT', 'The input token count exceeds the maximum')],
  ['gemini', 429, google(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded')],
  ['gemini', 503, google(503, 'UNAVAILABLE', 'The model is overloaded')],
  ['openai-chat', 429, { error: { message: 'Slow down', type: 'requests', code: 'rate_limit_exceeded' } }],
  ['openai-chat', 402, { error: { message: 'No credits', code: 402 } }],
  [
    'openai-responses',
    400,
    { type: 'error', error: { code: 'context_length_exceeded', message: 'Too long' } },
  ],
] as const)('an error of %s, %d %j', (dialect, status, error) => {
  it.each([
    { stream: false, path: '/v1/chat/completions' },
    { stream: true, path: '/v1/chat/completions' },
    { stream: true, path: '/v1/messages' },
  ])('is the same as an event, $path, stream $stream', async ({ stream, path }) => {
    await gateway.seed.channel({ model: 'inside,instead', dialects: [dialect], baseUrl: upstream.url });
    // A channel pauses for the model that failed.
    const ask = async (model: string) => {
      const reply = await gateway.post(user.token, { ...body, model, stream }, { path });
      return { status: reply.status, code: reply.headers.get('x-error-code') };
    };
    upstream.streams([`data: ${JSON.stringify(error)}\n\n`]);
    const inside = await ask('inside');
    upstream.does((response) => sendJson(response, status, JSON.stringify(error)));
    expect(inside).toEqual(await ask('instead'));
    expect(inside.code).not.toBe('upstream.broken_answer');
  });
});
