import { noPriceParts } from '@turnpike/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { sendJson } from '../../../test/support/fake-upstream.ts';
import { startTestGateway, type TestGateway } from '../../../test/support/test-gateway.ts';
import { PlannedPrices } from './planned-prices.ts';

describe.each(databases)('a call whose price changes on the way on $name', (engine) => {
  let gateway: TestGateway;
  let drop: () => Promise<void>;
  afterEach(async () => {
    await gateway.stop();
    await drop();
  });

  it('settles with the price of its quote, the next one with the planned price', async () => {
    const database = await engine.open();
    drop = database.drop;
    gateway = await startTestGateway({ databaseUrl: database.url });
    const user = await gateway.seed.user({ quota: 1_000_000 });
    await gateway.seed.price({ model: 'm', input: 10, output: 10 });
    const channel = await gateway.seed.channel({ model: 'm' });
    let second = 1_800_000_000;
    const plannedPrices = await PlannedPrices.load({
      db: gateway.store.db,
      clock: { nowSeconds: () => second },
      changes: { routingChanged: () => gateway.core.routing.reload() },
    });
    const price = {
      model: 'm',
      type: 'tokens' as const,
      channel_type: 1,
      input: 20,
      output: 30,
      locked: false,
    };
    await plannedPrices.plan(
      {
        valid_from: second + 1,
        price: { ...price, extra_ratios: {}, ...noPriceParts() },
        isConfirmed: false,
      },
      { id: user.id, username: 'ann' },
    );
    const answer = JSON.stringify({
      id: 'c',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 },
    });
    gateway.upstream(channel).does(async (response) => {
      second += 1;
      await plannedPrices.putDueInUse();
      sendJson(response, 200, answer);
    });

    for (const _ of [1, 2]) {
      const body = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 10 };
      expect((await gateway.post(user.token, body)).status).toBe(200);
    }

    const rows = await gateway.logRowsOf(user);
    expect(rows.map(({ quota }) => quota)).toEqual([9 * 10 + 2 * 10, 9 * 20 + 2 * 30]);
  });
});
