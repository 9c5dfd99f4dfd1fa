import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { type SeededUser, startTestGateway, type TestGateway } from '../../../test/support/test-gateway.ts';

const DOLLAR = 500_000;
const hello = { model: 'm', messages: [{ role: 'user', content: 'Say hello' }], max_tokens: 16 };

describe.each(databases)('asking for one’s balance on $name', ({ open }) => {
  let gateway: TestGateway;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await open();
    drop = database.drop;
    gateway = await startTestGateway({ databaseUrl: database.url });
    await gateway.seed.price({ model: 'm', input: 1000, output: 1000 });
    await gateway.seed.channel({ model: 'm' });
  });
  afterEach(async () => {
    await gateway.stop();
    await drop();
  });

  const ask = async (path: string, { token }: Pick<SeededUser, 'token'>) => {
    const reply = await fetch(gateway.url + path, { headers: { authorization: `Bearer ${token}` } });
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
  };
  const figure = async (path: string, user: SeededUser, name: string) =>
    Number((await ask(path, user)).body[name]);

  it.each(['', '/v1'])('limit less usage is what is left below %s/dashboard/billing', async (version) => {
    const user = await gateway.seed.user({ quota: 10 * DOLLAR });
    await (await gateway.post(user.token, hello)).text();
    const left = await gateway.quotaOf(user);

    const subscription = await ask(`${version}/dashboard/billing/subscription`, user);
    const usage = await figure(
      `${version}/dashboard/billing/usage?start_date=2030-01-01&end_date=2030-01-02`,
      user,
      'total_usage',
    );

    expect(left).toBeLessThan(10 * DOLLAR);
    expect(subscription).toEqual({
      status: 200,
      body: {
        ...{ object: 'billing_subscription', has_payment_method: true, access_until: 0 },
        ...{ soft_limit_usd: 10, hard_limit_usd: 10, system_hard_limit_usd: 10 },
      },
    });
    expect(10 - usage / 100).toBeCloseTo(left / DOLLAR, 9);
  });

  it('a key with a limit tells that limit and when it ends', async () => {
    const user = await gateway.seed.user({ quota: 10 * DOLLAR, tokenQuota: 2 * DOLLAR });
    await gateway.store.db.updateTable('tokens').set({ expired_time: 4_000_000_000 }).execute();
    await (await gateway.post(user.token, hello)).text();
    const left = (await gateway.remainderOf(user)) / DOLLAR;

    expect(left).toBeLessThan(2);
    expect((await ask('/dashboard/billing/subscription', user)).body).toMatchObject({
      ...{ hard_limit_usd: 2, access_until: 4_000_000_000 },
    });
    expect((await ask('/v1/usage', user)).body).toEqual({
      ...{ mode: 'quota_limited', isValid: true, status: 'active', remaining: left, unit: 'USD' },
      quota: { limit: 2, used: expect.closeTo(2 - left, 9), remaining: left, unit: 'USD' },
    });
    expect((await ask('/user/balance', user)).body).toEqual({ is_active: true, balance: left });
  });

  it('a limit beyond the balance is worth the balance', async () => {
    const user = await gateway.seed.user({ quota: DOLLAR, tokenQuota: 5 * DOLLAR });
    expect(await figure('/user/balance', user, 'balance')).toBe(1);
  });

  it('what budgets of the key and its group leave is all that is left', async () => {
    const user = await gateway.seed.user({ quota: 9 * DOLLAR });
    await gateway.seed.budget(user, { period: 'day', points: 2 * DOLLAR });
    await gateway.seed.budget(user, { period: 'day', model: 'other', points: 1 });
    await gateway.seed.budget({ group: 'default' }, { period: 'month', points: 4 * DOLLAR });
    expect(await figure('/user/balance', user, 'balance')).toBe(2);

    await (await gateway.post(user.token, hello)).text();
    const used = 9 - (await gateway.quotaOf(user)) / DOLLAR;
    expect(used).toBeGreaterThan(0);
    expect(await figure('/v1/usage', user, 'remaining')).toBeCloseTo(2 - used, 9);

    await gateway.seed.budget(user, { period: 'total', points: 0 });
    expect((await ask('/v1/usage', user)).body).toMatchObject({ status: 'quota_exhausted', remaining: 0 });
    expect((await ask('/user/balance', user)).body).toEqual({ is_active: false, balance: 0 });
  });

  it('a wallet tells its balance, and an empty one that it is exhausted', async () => {
    const rich = await gateway.seed.user({ quota: 3 * DOLLAR });
    const poor = await gateway.seed.user({ quota: 0 });
    const wallet = { mode: 'unrestricted', isValid: true, unit: 'USD' };
    expect((await ask('/v1/usage', rich)).body).toEqual({
      ...wallet,
      ...{ status: 'active', remaining: 3, balance: 3 },
    });
    expect((await ask('/v1/usage', poor)).body).toEqual({
      ...wallet,
      ...{ status: 'quota_exhausted', remaining: 0, balance: 0 },
    });
    expect((await ask('/user/balance', poor)).body).toEqual({ is_active: false, balance: 0 });
  });

  it.each(['/dashboard/billing/subscription', '/v1/dashboard/billing/usage', '/v1/usage', '/user/balance'])(
    '%s refuses a wrong key as OpenAI’s clients read it',
    async (path) => {
      const { status, body } = await ask(path, { token: 'sk-wrong' });
      expect(status).toBe(401);
      expect(body.error).toMatchObject({ type: 'invalid_request_error', code: 'invalid_api_key' });
    },
  );
});
