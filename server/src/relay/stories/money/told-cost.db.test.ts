import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import { startTestGateway, type TestGateway } from '../../../../test/support/test-gateway.ts';
import {
  askShortly,
  seedVendor,
  shortRequests,
  vendorAnswers,
} from '../../../../test/support/vendor-answers.ts';

const USD_PER_POINT = 0.000002;

describe.each(vendorAnswers)('a caller who asks is told what a call costs by $name', (vendor) => {
  let gateway: TestGateway;
  let upstream: Awaited<ReturnType<typeof seedVendor>>;

  beforeAll(async () => {
    gateway = await startTestGateway();
    await gateway.seed.price({ model: 'm', input: 1.5, output: 4, parts: { tiers: { flex: 0.5 } } });
    upstream = await seedVendor(gateway, vendor);
  });
  afterAll(async () => {
    await gateway.stop();
    await upstream.stop();
  });

  async function seedUser({ tellsCost }: { tellsCost: boolean }) {
    const user = await gateway.seed.user({ quota: 1_000_000 });
    const setting = JSON.stringify({ usage_cost: tellsCost });
    await gateway.store.db.updateTable('tokens').set({ setting }).where('id', '=', user.tokenId).execute();
    gateway.core.identities.forgetToken(user.tokenId);
    return user;
  }

  it.each(shortRequests.flatMap((request) => [false, true].map((stream) => ({ ...request, stream }))))(
    'in $name, streamed: $stream: as its key says, in each usage',
    async ({ stream, ...request }) => {
      upstream.says({ input: 33, output: 7 }, stream);
      const user = await seedUser({ tellsCost: true });

      const reply = await askShortly(gateway, user, { ...request, stream });
      const text = await reply.text();

      const [row] = await gateway.logRowsOf(user);
      expect(row?.quota).toBe(Math.ceil((33 * 1.5 + 7 * 4) / 2));
      const costs = [...text.matchAll(/"cost":([\d.]+)/g)].map(([, cost]) => Number(cost));
      expect(costs.at(-1)).toBeCloseTo((row?.quota ?? 0) * USD_PER_POINT, 12);
      for (const data of stream ? [...text.matchAll(/^data: (\{.*)$/gm)].map(([, json]) => json) : [text])
        expect(() => JSON.parse(data ?? '')).not.toThrow();
      expect(reply.headers.get('x-turnpike-charge')).toBe(stream ? null : String(row?.quota));
    },
  );

  it.each(shortRequests)('in a header, asked in $name; the answer stays as it came', async (request) => {
    upstream.says({ input: 33, output: 7 }, false);
    const user = await seedUser({ tellsCost: false });

    const asked = await askShortly(gateway, user, {
      ...{ ...request, stream: false },
      headers: { 'x-turnpike-charge': 'true' },
    });
    const unasked = await askShortly(gateway, user, { ...request, stream: false });

    const [row] = await gateway.logRowsOf(user);
    expect(asked.headers.get('x-turnpike-charge')).toBe(String(row?.quota));
    expect(unasked.headers.get('x-turnpike-charge')).toBeNull();
    for (const reply of [asked, unasked]) expect(await reply.text()).not.toContain('"cost"');
  });

  it('of which the balance pays but a part: that part alone', async () => {
    upstream.says({ input: 33, output: 700 }, false);
    const user = await gateway.seed.user({ quota: 300 });

    const [{ name: _, ...request }] = shortRequests;
    const reply = await askShortly(gateway, user, {
      ...{ ...request, stream: false },
      headers: { 'x-turnpike-charge': 'true' },
    });
    await reply.text();

    expect(reply.headers.get('x-turnpike-charge')).toBe('300');
    expect(await gateway.logRowsOf(user)).toMatchObject([{ quota: 300, metadata: { shortfall: 1125 } }]);
  });
});

describe('what the upstream takes', () => {
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const costs = { cost: 0.00123, cost_details: { upstream_inference_cost: 0.00111 } };
  const event = (data: object) => `data: ${JSON.stringify({ id: 'x', model: 'm', ...data })}\n\n`;
  const choice = { index: 0, finish_reason: 'stop' };

  it.each([false, true])('is told to no caller, streamed: %s', async (stream) => {
    const gateway = await startTestGateway();
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    const upstream = gateway.upstream(await gateway.seed.channel({ model: 'm' }));
    upstream.streams([
      event({ choices: [{ index: 0, delta: { role: 'assistant', content: 'Hi' } }] }),
      event({ choices: [{ ...choice, delta: {} }] }),
      event({ choices: [], usage: { ...usage, ...costs } }),
      'data: [DONE]\n\n',
    ]);
    if (!stream) {
      const message = { role: 'assistant', content: 'Hi' };
      const whole = { id: 'x', model: 'm', choices: [{ ...choice, message }], usage: { ...usage, ...costs } };
      upstream.does((response) => sendJson(response, 200, JSON.stringify(whole)));
    }
    const user = await gateway.seed.user({ quota: 1_000_000 });
    const messages = [{ role: 'user', content: 'hi' }];

    const reply = await gateway.post(user.token, {
      ...{ model: 'm', messages, stream },
      ...(stream && { stream_options: { include_usage: true } }),
    });

    const text = await reply.text();
    expect(text).toContain('"cost":0.00005,"cost_details":null');
    expect(text).not.toContain('0.0012');
    expect(text).not.toContain('0.0011');
    await gateway.stop();
  });
});
