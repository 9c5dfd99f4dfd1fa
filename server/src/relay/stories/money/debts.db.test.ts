import { describe, expect, it } from 'vitest';
import { databases } from '../../../../test/support/databases.ts';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import { startTestGateway } from '../../../../test/support/test-gateway.ts';

describe.each(databases)('a call that costs more than is left, on $name', ({ open }) => {
  it.each([
    { debtLimit: 0, debt: 0, shortfall: 105 },
    { debtLimit: 40, debt: 40, shortfall: 65 },
    { debtLimit: 1_000, debt: 105, shortfall: 0 },
  ])('leaves a debt of $debt where $debtLimit are allowed, and is the last one', async (expected) => {
    const database = await open();
    const { debtLimit, debt, shortfall } = expected;
    const gateway = await startTestGateway({ databaseUrl: database.url, relayOptions: { debtLimit } });
    const user = await gateway.seed.user({ quota: 100 });
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
    const channel = await gateway.seed.channel({ model: 'm' });
    gateway.upstream(channel).does((response) => {
      const message = { role: 'assistant', content: 'Hello' };
      const usage = { prompt_tokens: 5, completion_tokens: 200 };
      sendJson(response, 200, JSON.stringify({ choices: [{ message, finish_reason: 'stop' }], usage }));
    });
    const ask = () =>
      gateway.post(user.token, { model: 'm', max_tokens: 50, messages: [{ role: 'user', content: 'Hi' }] });

    expect((await ask()).status).toBe(200);
    const [row] = await gateway.logRowsOf(user);
    expect(row).toMatchObject({ quota: 100 });
    expect([row?.metadata?.debt ?? 0, row?.metadata?.shortfall ?? 0]).toEqual([debt, shortfall]);
    expect(await gateway.amountsOf(user)).toEqual({ quota: 0, debt });
    expect((await ask()).status).toBe(429);
    await gateway.stop();
    await database.drop();
  });
});
