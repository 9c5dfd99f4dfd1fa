import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sendJson } from '../../../test/support/fake-upstream.ts';
import { startTestGateway } from '../../../test/support/test-gateway.ts';

const hi = [{ role: 'user', content: 'hi' }];
const chunk = (delta: object, finish: string | null = null) => `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

describe('a call that waits for holds', () => {
  it('is bounded by what was left before it waited', async () => {
    const gateway = await startTestGateway();
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
    const channel = await gateway.seed.channel({ model: 'm' });
    const user = await gateway.seed.user({ quota: 10_000_000 });
    const budget = await gateway.seed.budget({ tokenId: user.tokenId }, { points: 60_000 });
    let go!: () => void;
    const gate = new Promise<void>((r) => { go = r; });
    gateway.upstream(channel).does(async (response, { body }) => {
      if (body.stream !== true) {
        await gate;
        const usage = { prompt_tokens: 9, completion_tokens: 50_000, total_tokens: 50_009 };
        return sendJson(response, 200, JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' }], usage }));
      }
      const tokens = Math.min(Number(body.max_tokens ?? 40_000), 40_000);
      const usage = { prompt_tokens: 9, completion_tokens: tokens, total_tokens: tokens + 9 };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      // Two-byte letters, one token each, as many scripts have; all at once.
      response.end(`${chunk({ content: 'ᚠ'.slice(0, 1).repeat(tokens) })}${chunk({}, 'stop')}data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`);
    });
    const first = gateway.post(user.token, { model: 'm', max_tokens: 57_000, messages: hi });
    await expect.poll(() => gateway.upstream(channel).received.length).toBe(1);
    const second = gateway.post(user.token, { model: 'm', stream: true, messages: hi });
    await wait(300);
    expect(gateway.upstream(channel).received.length).toBe(1);
    go();
    await (await first).text();
    const reply = await second;
    const text = await reply.text();
    console.log(reply.status, text.length, gateway.upstream(channel).received.map(({ body }) => body.max_tokens));
    const rows = await gateway.logRowsOf(user);
    console.log(rows.map((r) => [r.quota, r.completion_tokens, r.metadata?.charged_by, r.ended_by, r.metadata?.reserved]), await gateway.usesOf(budget));
    expect(Object.values(await gateway.usesOf(budget))[0]).toBeLessThanOrEqual(60_000);
    await gateway.stop();
  });

  it('does not go on if its key was revoked meanwhile', async () => {
    const gateway = await startTestGateway();
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
    const channel = await gateway.seed.channel({ model: 'm' });
    const user = await gateway.seed.user({ quota: 1_000 });
    const other = await gateway.seed.token({ userId: user.id });
    let go!: () => void;
    const gate = new Promise<void>((r) => { go = r; });
    gateway.upstream(channel).does(async (response) => {
      await gate;
      sendJson(response, 200, JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' }], usage: { prompt_tokens: 9, completion_tokens: 2 } }));
    });
    const first = gateway.post(user.token, { model: 'm', max_tokens: 900, messages: hi });
    await expect.poll(() => gateway.upstream(channel).received.length).toBe(1);
    const second = gateway.post(other.token, { model: 'm', max_tokens: 900, messages: hi });
    await wait(200);
    await gateway.store.db.updateTable('tokens').set({ status: 2, deleted_time: 1 }).where('id', '=', other.tokenId).execute();
    await gateway.store.db.updateTable('users').set({ status: 2 }).where('id', '=', user.id).execute();
    gateway.core.identities.forgetToken(other.tokenId);
    gateway.core.identities.forgetUser(user.id);
    go();
    await (await first).text();
    const reply = await second;
    console.log('revoked', reply.status, (await reply.text()).slice(0, 200), (await gateway.post(other.token, { model: 'm', messages: hi })).status);
    expect(reply.status).toBe(401);
    await gateway.stop();
  });
});
