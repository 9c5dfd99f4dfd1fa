import { describe, expect, it } from 'vitest';
import { type AnthropicSite, say, startAnthropicSite } from '../../../../test/support/anthropic-site.ts';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import { recordedMessage, refusesMessage } from '../../../../test/upstreams/anthropic-messages-upstream.ts';
import { systemClock } from '../../../platform/clock.ts';
import { createChannelTest } from '../../own-calls/test-channel.ts';

const IMAGE_TOKENS = 4_784;
const OUTPUT_TOKENS = 10;
const CALL_POINTS = IMAGE_TOKENS + 9 + 3 * OUTPUT_TOKENS;

/** Answers as if each picture were the largest one. */
function countsPictures({ upstream }: AnthropicSite): void {
  const usage = { input_tokens: IMAGE_TOKENS + 9, output_tokens: OUTPUT_TOKENS };
  const message = JSON.parse(recordedMessage('anthropic-text')) as object;
  upstream.does((response) => sendJson(response, 200, JSON.stringify({ ...message, usage })));
}

describe.each(anyDatabase)('money for three calls with a picture, on $name', ({ open }) => {
  it('pays for three, asked for twenty times at once and then until one is refused', async () => {
    const database = await open();
    const site = await startAnthropicSite({ databaseUrl: database.url, quota: 3 * CALL_POINTS });
    countsPictures(site);
    const content = [{ type: 'image', source: { type: 'url', url: 'https://example.com/cat.png' } }];
    const ask = async () => {
      const reply = await site.ask({
        ...say,
        max_tokens: OUTPUT_TOKENS,
        messages: [{ role: 'user', content }],
      });
      await reply.text();
      return reply.status;
    };

    await Promise.all(Array.from({ length: 20 }, ask));
    while ((await ask()) === 200);

    expect(await ask()).toBe(402);
    const paid = (await site.gateway.logRowsOf(site.user)).filter(({ quota }) => quota > 0);
    expect(paid.map(({ quota }) => quota)).toEqual(new Array(3).fill(CALL_POINTS));
    expect(paid.every(({ metadata }) => metadata?.shortfall === undefined)).toBe(true);
    expect(await site.gateway.quotaOf(site.user)).toBe(0);
    expect(site.gateway.core.quotaBook.heldPoints()).toBe(0);
    await site.gateway.stop();
    await database.drop();
  });
});

it('a call that only another one stands in the way of may be tried again', async () => {
  const site = await startAnthropicSite({ quota: 250 });
  let answer = (): void => {};
  site.upstream.does((response) => {
    answer = () => sendJson(response, 200, recordedMessage('anthropic-text'));
  });
  const first = site.ask(say);
  await expect.poll(() => site.upstream.received.length).toBe(1);

  const second = await site.ask(say);

  expect([second.status, second.headers.get('retry-after')]).toEqual([429, '1']);
  expect(await second.json()).toMatchObject({ error: { type: 'rate_limit_error' } });
  answer();
  expect((await first).status).toBe(200);
  await site.gateway.stop();
});

it('a small balance gets an answer as long as it pays for, unless its bound is needed for thinking', async () => {
  const site = await startAnthropicSite({ quota: 200 });
  const thinking = { type: 'enabled', budget_tokens: 2_000 };
  expect((await site.ask({ ...say, max_tokens: 4_096, thinking })).status).toBe(402);
  expect(site.upstream.received).toHaveLength(0);

  expect((await site.ask({ ...say, max_tokens: 4_096 })).status).toBe(200);
  const [received] = site.upstream.received;
  expect(received?.body.max_tokens).toBeGreaterThanOrEqual(16);
  expect(received?.body.max_tokens).toBeLessThan(67);
  await site.gateway.stop();
});

describe('the test of a channel of Anthropic', () => {
  const row = (base_url: string) => ({
    ...{
      id: 1,
      type: 14,
      name: 'claude',
      channelKey: 'upstream-key',
      weight: 1,
      priority: 0,
      other: '',
      base_url,
    },
    ...{ models: 'claude-1', group: 'default', model_mapping: '', disabled_stream: '[]' },
    ...{
      only_chat: 0 as const,
      allow_private_network: 1 as const,
      dialects: '["openai-chat"]',
      model: 'claude-1',
    },
  });

  it.each(['', '/v1', '/'])('asks a strict server for one word at "%s"', async (path) => {
    const site = await startAnthropicSite();
    const test = createChannelTest({ upstreams: site.gateway.core.relay.upstreams, clock: systemClock });

    const { timeSeconds } = await test(row(site.upstream.url + path), new AbortController().signal);

    expect(timeSeconds).toBeGreaterThan(0);
    expect(site.upstream.received).toMatchObject([
      { path: '/v1/messages', body: { model: 'claude-1' }, headers: { 'x-api-key': 'upstream-key' } },
    ]);
    await site.gateway.stop();
  });

  it('says what the vendor refused', async () => {
    const site = await startAnthropicSite();
    const test = createChannelTest({ upstreams: site.gateway.core.relay.upstreams, clock: systemClock });
    refusesMessage(site.upstream, 401, { type: 'authentication_error', message: 'invalid x-api-key' });
    await expect(test(row(site.upstream.url), new AbortController().signal)).rejects.toMatchObject({
      code: 'upstream.key_refused',
    });
    await site.gateway.stop();
  });
});
