import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { type SeededUser, startTestGateway, type TestGateway } from '../../../test/support/test-gateway.ts';

const hello = { model: 'm', messages: [{ role: 'user', content: 'Say hello' }], max_tokens: 16 };

describe.each(databases)('refused calls on $name', ({ open }) => {
  let gateway: TestGateway;
  let user: SeededUser;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await open();
    drop = database.drop;
    gateway = await startTestGateway({ databaseUrl: database.url });
    user = await gateway.seed.user({ quota: 1_000_000 });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    await gateway.seed.channel({ model: 'm' });
  });
  afterEach(async () => {
    await gateway.stop();
    await drop();
  });

  /** Sums over all minutes: the clock may pass one. */
  const sums = async () => {
    await gateway.core.relay.refusedCalls.flush();
    const rows = await gateway.store.db.selectFrom('refused_calls').selectAll().orderBy('id').execute();
    const counts: Record<string, number> = {};
    for (const { user_id, token_id, reason, count } of rows) {
      const name = `${user_id} ${token_id} ${reason}`;
      counts[name] = (counts[name] ?? 0) + count;
    }
    return { rows, counts };
  };
  const call = async (token: string, body: object | string = hello) =>
    (await gateway.post(token, body)).text();

  it('are summed by key and reason with the last as examples, and none that has a log row', async () => {
    await call(user.token);
    await call(user.token, '{');
    await call(user.token, { ...hello, model: 'nothing' });
    await call('sk-wrong');
    expect((await sums()).counts).toEqual({
      [`${user.id} ${user.tokenId} request.malformed_json`]: 1,
      [`${user.id} ${user.tokenId} model.not_found`]: 1,
      '0 0 token.invalid': 1,
    });
    await call(user.token, { ...hello, model: 'nothing' });
    const { rows, counts } = await sums();
    expect(counts[`${user.id} ${user.tokenId} model.not_found`]).toBe(2);
    const examples = rows.filter(({ reason }) => reason === 'model.not_found').map((row) => row.examples);
    expect(JSON.parse(examples.at(-1) ?? '')).toMatchObject([
      { path: '/v1/chat/completions', model: 'nothing', source_ip: '127.0.0.1' },
    ]);
    expect(await gateway.logRowsOf(user)).toHaveLength(1);
  });

  it('a flood writes a few rows', async () => {
    await gateway.store.db.updateTable('tokens').set({ requests_per_minute: 5 }).execute();
    await Promise.all(Array.from({ length: 300 }, () => call(user.token)));
    await Promise.all(Array.from({ length: 50 }, (_, index) => call(`sk-${index}`)));
    const { rows, counts } = await sums();
    expect(counts).toMatchObject({
      [`${user.id} ${user.tokenId} rate.requests`]: expect.any(Number),
      '0 0 token.invalid': 50,
    });
    expect(counts[`${user.id} ${user.tokenId} rate.requests`]).toBeGreaterThanOrEqual(290);
    expect(rows.length).toBeLessThanOrEqual(6);
    for (const { examples } of rows) expect(JSON.parse(examples).length).toBeLessThanOrEqual(3);
  });

  it('a call whose channels are all at their limits writes no log row and holds nothing', async () => {
    await gateway.store.db.updateTable('channels').set({ requests_per_minute: 1 }).execute();
    await gateway.core.routing.reload();
    for (let one = 0; one < 4; one += 1) await call(user.token);
    expect((await sums()).counts).toEqual({ [`${user.id} ${user.tokenId} rate.channels`]: 3 });
    expect(await gateway.logRowsOf(user)).toHaveLength(1);
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
  });
});
