import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLong } from '../../../../test/support/long-tests.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { seedVendor, type VendorAnswers, vendorAnswers } from '../../../../test/support/vendor-answers.ts';
import { chargeOf } from '../../../billing/charge.ts';
import { ONE } from '../../../billing/decimal.ts';
import { noUsage, type Usage } from '../../../billing/usage.ts';
import { createQuoting } from '../../quote/quote-for-key.ts';

const text = { role: 'user', content: 'What is the capital of Switzerland, please?' };
const chat = { model: 'm', messages: [text] };

describe('what a call would cost', () => {
  let gateway: TestGateway;
  let user: SeededUser;
  let ask: (body: object, path?: string) => ReturnType<ReturnType<typeof createQuoting>>;

  beforeAll(async () => {
    gateway = await startTestGateway();
    user = await gateway.seed.user({ quota: 1_000_000 });
    const parts = { steps: [{ above: 300, input: 3, output: 9 }], tiers: { priority: 2, flex: 0.5 } };
    await gateway.seed.price({ model: 'm', input: 1.5, output: 4, parts });
    const quote = createQuoting(gateway.core.relay, gateway.store.db);
    ask = (body, path = '/v1/chat/completions') =>
      quote({ userId: user.id, tokenId: user.tokenId, path, body });
    await seedVendor(gateway, vendorAnswers[0] as VendorAnswers);
  });
  afterAll(() => gateway.stop());

  it('is what is held for it, by the price and group that count, and calls and charges nobody', async () => {
    const quote = await ask({ ...chat, max_tokens: 50 });

    expect(quote).toMatchObject({
      ...{ model: 'm', group: 'default', price_model: 'm', price_version: 1, group_ratio: 1 },
      ...{ is_bound: true, unbound_by: [], output_tokens: 50 },
    });
    expect(quote.most).toBeGreaterThan(quote.likely);
    expect(quote.likely).toBeGreaterThan(50 * 4);
    const held = await gateway.post(user.token, { ...chat, max_tokens: 50 });
    await held.text();
    const [row] = await gateway.logRowsOf(user);
    // The text is not counted for a caller with enough points.
    expect(row?.metadata?.reserved).toBeGreaterThanOrEqual(quote.most);
    expect(await gateway.logRowsOf(user)).toHaveLength(1);
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
  });

  it('takes an answer for as long as those of the model were in the last month', async () => {
    // That of the call above.
    await gateway.store.db.deleteFrom('statistics_key_days').execute();
    const { nowSeconds } = gateway.core.relay.clock;
    const sums = { dimension: 'model', usage_key: 'm', quota: 1, prompt_tokens: 1, request_time: 1 } as const;
    const day = (ago: number) => Math.floor(nowSeconds() / 86_400 - ago) * 86_400;
    await gateway.store.db
      .insertInto('statistics_key_days')
      .values([
        { ...sums, day: day(1), request_count: 3, completion_tokens: 320 },
        { ...sums, day: day(40), request_count: 10, completion_tokens: 90_000 },
      ])
      .execute();

    expect(await ask(chat)).toMatchObject({ output_tokens: 107 });
    expect(await ask({ ...chat, max_tokens: 20 })).toMatchObject({ output_tokens: 20 });
    await gateway.store.db.deleteFrom('statistics_key_days').execute();
  });

  it.each([
    { body: chat, path: undefined, why: ['no_output_limit'] },
    { body: { ...chat, max_tokens: 9, web_search_options: {} }, path: undefined, why: ['upstream_tools'] },
    {
      body: { ...chat, max_tokens: 9, tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
      path: '/v1/messages',
      why: ['upstream_tools'],
    },
    {
      body: { ...chat, max_tokens: 9, tools: [{ name: 'f', input_schema: { type: 'object' } }] },
      path: '/v1/messages',
      why: [],
    },
    {
      body: { ...chat, max_tokens: 9, search_parameters: { mode: 'on' }, plugins: [{ id: 'web' }] },
      path: undefined,
      why: ['other_members'],
    },
    {
      body: { ...chat, max_tokens: 9, mcp_servers: [{ type: 'url', url: 'https://example.com' }] },
      path: '/v1/messages',
      why: ['other_members'],
    },
    {
      body: { model: 'm', input: [{ type: 'item_reference', id: 'msg_1' }], max_output_tokens: 16 },
      path: '/v1/responses',
      why: ['kept_input'],
    },
    {
      body: { model: 'm', input: [{ id: 'msg_1' }], max_output_tokens: 16 },
      path: '/v1/responses',
      why: ['kept_input'],
    },
    {
      body: { model: 'm', messages: [{ role: 'assistant', audio: { id: 'audio_1' } }], max_tokens: 16 },
      path: '/v1/chat/completions',
      why: ['kept_input'],
    },
    {
      body: { model: 'm', input: [{ image: 'https://a.example/b.png' }] },
      path: '/v1/embeddings',
      why: ['other_members'],
    },
    ...['https://a.example/b.png', 'data:image/png;base64,AAAA'].map((input) => ({
      body: { model: 'm', input: ['Hi', input] },
      path: '/v1/embeddings',
      why: ['other_members'],
    })),
    {
      body: { model: 'm', input: 'Hi', messages: [{ image: 'https://a.example/b.png' }] },
      path: '/v1/embeddings',
      why: ['other_members'],
    },
    ...[
      { type: 'video', video: ['https://a.example/1.png', 'https://a.example/2.png'] },
      { image: 'https://a.example/b.png' },
      { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } },
      { type: 'audio', audio: { id: 'a1' } },
    ].map((part) => ({
      body: { ...chat, max_tokens: 9, messages: [{ role: 'user', content: [part] }] },
      path: undefined,
      why: ['other_members'],
    })),
    ...[
      { source: { type: 'url', url: 'https://a.example/b.pdf' } },
      { type: 'container_upload', file_id: 'file_1' },
      { type: 'tool_result', tool_use_id: 'a', content: [{ image: 'https://a.example/b.png' }] },
    ].map((part) => ({
      body: { ...chat, max_tokens: 9, messages: [{ role: 'user', content: [part] }] },
      path: '/v1/messages',
      why: ['other_members'],
    })),
    ...[
      { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } },
      { type: 'text', text: 'https://a.example', cache_control: { type: 'ephemeral' } },
    ].map((part) => ({
      body: { ...chat, max_tokens: 9, messages: [{ role: 'user', content: [part] }] },
      path: '/v1/messages',
      why: [],
    })),
    {
      body: {
        ...{ model: 'm', input: 'Hi', max_output_tokens: 16 },
        tools: [{ type: 'namespace', name: 'a', tools: [{ type: 'web_search' }] }],
      },
      path: '/v1/responses',
      why: ['upstream_tools'],
    },
    {
      body: { model: 'm', input: 'Hi', max_output_tokens: 16, previous_response_id: 'resp_1' },
      path: '/v1/responses',
      why: ['kept_input'],
    },
    {
      body: {
        contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
        generationConfig: { maxOutputTokens: 9 },
        tools: [{ functionDeclarations: [{ name: 'f' }] }, { googleSearch: {} }],
      },
      path: '/v1beta/models/m:generateContent',
      why: ['upstream_tools'],
    },
  ])('says why it may cost more: $why', async ({ body, path, why }) => {
    expect(await ask(body, path)).toMatchObject({ is_bound: why.length === 0, unbound_by: why });
  });

  it.each(['1 2 3 ', '\u{1F600}', 'word '])('counts a text of nothing but %j', async (piece) => {
    const messages = [{ role: 'user', content: piece.repeat(3_000) }];
    const quote = await ask({ ...chat, messages, max_tokens: 50 });

    const usage: Usage = { ...noUsage(), textInput: quote.input_tokens, textOutput: 50 };
    const [route] = gateway.core.routing.current.routesFor('default', 'm').routes;
    if (route === undefined) throw new Error('no route');
    expect(quote.most).toBeGreaterThanOrEqual(chargeOf(usage, route.price, ONE).points);
    expect(quote.input_tokens).toBeGreaterThan(piece === '1 2 3 ' ? 15_000 : 2_900);
  });

  it('is refused as the call would be: another model, another path, no body, a key of somebody else', async () => {
    const other = await gateway.seed.user({ quota: 1 });
    await expect(ask({ ...chat, model: 'unknown' })).rejects.toMatchObject({ code: 'model.not_found' });
    await expect(ask(chat, '/v1/unknown')).rejects.toMatchObject({ code: 'request.not_found' });
    const gemini = { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] };
    await expect(ask(gemini, '/v1beta/models/%E0%A4%A:generateContent')).rejects.toMatchObject({
      code: 'model.not_found',
    });
    await expect(ask({ model: 'm' })).rejects.toMatchObject({ code: 'request.invalid' });
    const quote = createQuoting(gateway.core.relay, gateway.store.db);
    await expect(
      quote({ userId: other.id, tokenId: user.tokenId, path: '/v1/messages', body: chat }),
    ).rejects.toMatchObject({ code: 'token.not_found' });
  });

  it('is never below the charge of an answer within its limit whose input is at most a token for three bytes', async () => {
    const [route] = gateway.core.routing.current.routesFor('default', 'm').routes;
    if (route === undefined) throw new Error('no route');
    const calls = fc.record({
      words: fc.string({ minLength: 1, maxLength: 600, unit: 'grapheme' }),
      max_tokens: fc.integer({ min: 1, max: 4_000 }),
      service_tier: fc.constantFrom(undefined, 'flex', 'priority', 'auto'),
      used: fc.double({ min: 0, max: 1, noNaN: true }),
      cached: fc.double({ min: 0, max: 1, noNaN: true }),
      thought: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(calls, async ({ words, max_tokens, service_tier, used, cached, thought }) => {
        const quote = await ask({
          ...chat,
          messages: [{ role: 'user', content: words }],
          max_tokens,
          service_tier,
        });
        const input = Math.ceil(Buffer.byteLength(JSON.stringify(words)) / 3);
        const output = Math.floor(max_tokens * used);
        const usage: Usage = {
          ...noUsage(),
          cacheRead: Math.floor(input * cached),
          textInput: input - Math.floor(input * cached),
          reasoningOutput: Math.floor(output * thought),
          textOutput: output - Math.floor(output * thought),
          tier: service_tier === 'auto' ? 'priority' : (service_tier ?? null),
        };
        expect(quote.is_bound).toBe(true);
        expect(quote.most).toBeGreaterThanOrEqual(chargeOf(usage, route.price, ONE).points);
      }),
      { numRuns: isLong ? 10_000 : 1_000 },
    );
  });
});
