import { afterEach, beforeEach, expect, it } from 'vitest';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import { startTestGateway, type TestGateway } from '../../../../test/support/test-gateway.ts';

const CALLS = 40;
const POINTS = 30_000;
const LONG = 4_000;

const message = (text: string) => ({
  ...{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed' },
  content: [{ type: 'output_text', text, annotations: [] }],
});
const ofResponse = (object: string) => (tokens: number) => ({
  ...{ id: 'resp_1', object, created_at: 1, status: 'completed' },
  output: [message('word '.repeat(tokens)), { id: 'cmp_1', type: 'compaction', encrypted_content: 'x' }],
  usage: { input_tokens: 20, output_tokens: tokens, total_tokens: tokens + 20 },
});
const completion = (tokens: number) => ({
  ...{ id: 'cmpl-1', object: 'text_completion', created: 1, model: 'm' },
  choices: [{ index: 0, text: 'word '.repeat(tokens), logprobs: null, finish_reason: 'stop' }],
  usage: { prompt_tokens: 20, completion_tokens: tokens, total_tokens: tokens + 20 },
});

const kinds = {
  'a compaction': {
    path: '/v1/responses/compact',
    body: { model: 'm', input: [{ role: 'user', content: 'hi' }] },
    answer: ofResponse('response.compaction'),
    short: { path: '/v1/responses', body: { model: 'm', input: 'hi' } },
  },
  'a completion without a limit, at a vendor with another default': {
    path: '/v1/completions',
    body: { model: 'm', prompt: 'hi' },
    answer: completion,
    short: { path: '/v1/completions', body: { model: 'm', prompt: 'hi', max_tokens: 16 } },
  },
  'a stream of it': {
    path: '/v1/completions',
    body: { model: 'm', prompt: 'hi', stream: true },
    answer: completion,
    short: { path: '/v1/completions', body: { model: 'm', prompt: 'hi', max_tokens: 16 } },
  },
};

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startTestGateway();
  await gateway.seed.price({ model: 'm', input: 1, output: 1 });
});
afterEach(() => gateway.stop());

it.each(Object.entries(kinds))(
  '%s: parallel calls take no multiple of what there is',
  async (_what, { path, body, answer, short }) => {
    const dialects = ['openai-chat', 'openai-completions', 'openai-responses'];
    const channel = await gateway.seed.channel({ model: 'm', dialects });
    let tokens = 2;
    gateway.upstream(channel).does((response) => sendJson(response, 200, JSON.stringify(answer(tokens))));
    const rich = await gateway.seed.user({ quota: 10_000_000 });
    for (let call = 0; call < 8; call += 1)
      await (await gateway.post(rich.token, short.body, { path: short.path })).text();
    tokens = LONG;
    const user = await gateway.seed.user({ quota: POINTS });

    const texts = await Promise.all(
      Array.from({ length: CALLS }, async () => (await gateway.post(user.token, body, { path })).text()),
    );

    expect(texts.some((text) => text.includes('word word'))).toBe(true);
    expect(texts.join('')).not.toContain('"delta"');
    const rows = await gateway.logRowsOf(user);
    const cost = rows.reduce((sum, row) => sum + row.quota + (row.metadata?.shortfall ?? 0), 0);
    expect(cost).toBeLessThanOrEqual(POINTS + LONG);
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
  },
);

it('a compaction holds what compactions took, and answers of chats hold what those took', async () => {
  const channel = await gateway.seed.channel({ model: 'm', dialects: ['openai-responses'] });
  const user = await gateway.seed.user({ quota: 1_000_000_000 });
  const ask = async (path: string, tokens: number, body: object) => {
    gateway
      .upstream(channel)
      .does((response) => sendJson(response, 200, JSON.stringify(ofResponse('response')(tokens))));
    await (await gateway.post(user.token, { model: 'm', ...body }, { path })).text();
    return (await gateway.logRowsOf(user)).at(-1)?.metadata?.reserved ?? 0;
  };
  const compact = { input: [{ role: 'user', content: 'hi' }] };
  for (let call = 0; call < 5; call += 1) {
    await ask('/v1/responses/compact', 200_000, compact);
    await ask('/v1/responses', 10, { input: 'hi' });
  }

  expect(await ask('/v1/responses/compact', 10, compact)).toBeGreaterThanOrEqual(200_000);
  expect(await ask('/v1/responses', 10, { input: 'hi' })).toBeLessThan(140_000);
});
