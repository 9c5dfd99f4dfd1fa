import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sendJson } from '../../../test/support/fake-upstream.ts';
import { startTestGateway } from '../../../test/support/test-gateway.ts';

const hi = [{ role: 'user', content: 'hi' }];
const chunk = (delta: object, finish: string | null = null) => `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

describe('bursts', () => {
  it.each(['at once', 'as JSON', 'flowing'])('streams whose vendor answers %s keep a budget', async (how) => {
    const gateway = await startTestGateway();
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
    const channel = await gateway.seed.channel({ model: 'm' });
    const user = await gateway.seed.user({ quota: 100_000_000 });
    const budget = await gateway.seed.budget({ tokenId: user.tokenId }, { points: 60_000 });
    gateway.upstream(channel).does(async (response, { body }) => {
      await wait(300);
      const tokens = Math.min(Number(body.max_tokens ?? 16_000), 16_000);
      const content = 'word '.repeat(tokens);
      const usage = { prompt_tokens: 9, completion_tokens: tokens, total_tokens: tokens + 9 };
      if (how === 'as JSON') return sendJson(response, 200, JSON.stringify({ id: 'x', object: 'chat.completion', choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }], usage }));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (how === 'flowing') for (let i = 0; i < tokens; i += 50) response.write(chunk({ content: 'word '.repeat(50) }));
      response.end(`${how === 'flowing' ? '' : chunk({ content })}${chunk({}, 'stop')}data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`);
    });
    const statuses = await Promise.all(Array.from({ length: 30 }, async () => { const r = await gateway.post(user.token, { model: 'm', stream: true, messages: hi }); await r.text(); return r.status; }));
    const use = Object.values(await gateway.usesOf(budget))[0];
    console.log(how, 'used of 60000:', use, statuses.filter((s) => s === 200).length, gateway.upstream(channel).received.map(({ body }) => body.max_tokens).slice(0, 4));
    expect(use).toBeLessThanOrEqual(60_000);
    await gateway.stop();
  });

  it('text after an early reason for the end is paid for', async () => {
    const gateway = await startTestGateway();
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
    const channel = await gateway.seed.channel({ model: 'm' });
    gateway.upstream(channel).does(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (let i = 0; i < 400; i += 1) { response.write(chunk({ content: 'word '.repeat(50) }, 'stop')); if (i % 20 === 0) await wait(5); }
      response.end('data: [DONE]\n\n');
    });
    const user = await gateway.seed.user({ quota: 3_000 });
    const r = await gateway.post(user.token, { model: 'm', stream: true, messages: hi });
    const t = await r.text();
    const [row] = await gateway.logRowsOf(user);
    console.log('early end', t.length, row?.quota, row?.metadata?.shortfall, row?.ended_by, row?.metadata?.charged_by);
    expect(row?.metadata?.shortfall ?? 0).toBe(0);
    await gateway.stop();
  });

  it('usage twice: the second smaller', async () => {
    const gateway = await startTestGateway();
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
    const channel = await gateway.seed.channel({ model: 'm' });
    for (const [a, b] of [[5000, 10], [10, 5000], [10, 10]] as const) {
      gateway.upstream(channel).does(async (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const u = (n: number) => `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 9, completion_tokens: n } })}\n\n`;
        response.write(chunk({ content: 'word '.repeat(5000) }) + u(a) + chunk({}, 'stop') + u(b));
        response.end('data: [DONE]\n\n');
      });
      const user = await gateway.seed.user({ quota: 1_000_000 });
      await (await gateway.post(user.token, { model: 'm', stream: true, messages: hi })).text();
      const [row] = await gateway.logRowsOf(user);
      console.log('usage', a, b, row?.quota, row?.metadata?.charged_by, row?.metadata?.usage_flags);
    }
    await gateway.stop();
  });
});
