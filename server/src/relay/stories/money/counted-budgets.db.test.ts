import type { BudgetUnit } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../../test/support/databases.ts';
import { inUtc } from '../../../../test/support/in-utc.ts';
import { startTestGateway, type TestGateway } from '../../../../test/support/test-gateway.ts';
import { systemClock } from '../../../platform/clock.ts';

const messages = [{ role: 'user', content: 'Hi' }];
const seconds = (iso: string): number => Date.parse(iso) / 1000;

// One answer of the upstream: 9 input and 2 output tokens, 9*1 + 2*3 = 15 points.
const USE: Record<BudgetUnit, number> = { requests: 1, tokens: 11, points: 15 };

/** A call is held by an estimate that is a little above its use. */
const SPARE: Record<BudgetUnit, number> = { requests: 0, tokens: 4, points: 10 };

interface Site {
  model: string;
  /** The one with the higher priority, and the one behind it. */
  free: { id: number };
  paid: { id: number };
  ask: (user: { token: string }) => Promise<{ status: number; headers: Headers; text: string }>;
}

inUtc();

describe.each(databases)('a budget in another unit or of a channel on $name', ({ open }) => {
  const clock = { now: '' };
  let database: Awaited<ReturnType<typeof open>>;
  let gateway: TestGateway;
  let stories = 0;
  beforeAll(async () => {
    clock.now = '2026-11-20T12:00:00Z';
    database = await open();
    gateway = await startTestGateway({
      databaseUrl: database.url,
      clock: {
        nowMs: () => Date.parse(clock.now),
        nowSeconds: () => seconds(clock.now),
        monotonicMs: () => systemClock.monotonicMs(),
      },
    });
  });
  afterAll(async () => {
    await gateway.stop();
    await database.drop();
  });

  /** Each story has a model with channels of its own. */
  const withSite = async (story: (site: Site) => Promise<void>): Promise<void> => {
    clock.now = '2026-11-20T12:00:00Z';
    stories += 1;
    const model = `m${stories}`;
    await gateway.seed.price({ model, input: 1, output: 3 });
    const free = await gateway.seed.channel({ model, priority: 2 });
    const paid = await gateway.seed.channel({ model, priority: 1 });
    for (const channel of [free, paid])
      gateway.upstream(channel).plays('openai-chat/hello.json', { everyMs: 1 });
    const ask: Site['ask'] = async ({ token }) => {
      const reply = await gateway.post(token, { model, messages, max_tokens: 2 });
      const text = await reply.text();
      return { status: reply.status, headers: reply.headers, text };
    };
    await story({ model, free, paid, ask });
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
  };
  const channelsOf = async (user: { id: number }): Promise<number[]> =>
    (await gateway.logRowsOf(user)).map(({ channel_id }) => channel_id);

  it.each(['requests', 'tokens', 'points'] as const)(
    'of a channel in %s takes as many of 200 parallel calls as fit, and the rest goes to the next channel',
    (unit) =>
      withSite(async ({ free, ask }) => {
        const user = await gateway.seed.user({ quota: 1_000_000 });
        const budget = await gateway.seed.budget(
          { channelId: free.id },
          { unit, period: 'day', points: 50 * USE[unit] + SPARE[unit] },
        );

        const replies = await Promise.all(Array.from({ length: 200 }, () => ask(user)));

        expect(replies.every(({ status }) => status === 200)).toBe(true);
        const taken = (await channelsOf(user)).filter((id) => id === free.id).length;
        expect(taken).toBeLessThanOrEqual(50);
        if (unit === 'requests') expect(taken).toBe(50);
        // A hold may be larger than the use, but later calls find what it gives back.
        for (let call = taken; call < 50; call += 1) await ask(user);
        expect(await gateway.usesOf(budget)).toEqual({ [seconds('2026-11-20')]: 50 * USE[unit] });
        await ask(user);
        expect(await gateway.usesOf(budget)).toEqual({ [seconds('2026-11-20')]: 50 * USE[unit] });
      }),
  );

  it.each(['requests', 'tokens', 'points'] as const)(
    'of a user in %s serves as many of 200 parallel calls with several keys as fit',
    (unit) =>
      withSite(async ({ ask }) => {
        const user = await gateway.seed.user({ quota: 1_000_000 });
        const keys = [user, await gateway.seed.token({ userId: user.id })];
        // In points, a call may hold the last ones that are left, so only whole calls are left.
        const limit = 20 * USE[unit] + (unit === 'points' ? 0 : SPARE[unit]);
        const budget = await gateway.seed.budget({ userId: user.id }, { unit, period: 'day', points: limit });
        const askAs = async (call: number) => (await ask(keys[call % 2] as { token: string })).status;

        const statuses = await Promise.all(Array.from({ length: 200 }, (_, call) => askAs(call)));
        let served = statuses.filter((status) => status === 200).length;
        expect(served).toBeLessThanOrEqual(20);
        expect(statuses.filter((status) => status === 429)).toHaveLength(200 - served);
        for (let call = served; call < 20; call += 1) if ((await askAs(call)) === 200) served += 1;

        expect(served).toBe(20);
        expect(await askAs(0)).toBe(429);
        expect(await gateway.usesOf(budget)).toEqual({ [seconds('2026-11-20')]: 20 * USE[unit] });
      }),
  );

  it('of a key in requests says what is spent, and until when', () =>
    withSite(async ({ ask }) => {
      const user = await gateway.seed.user({ quota: 1_000_000 });
      await gateway.seed.budget(user, { unit: 'requests', period: 'hours', hours: 5, points: 1 });
      expect((await ask(user)).status).toBe(200);
      const refused = await ask(user);
      expect(refused.status).toBe(429);
      expect(refused.headers.get('x-error-code')).toBe('quota.budget_spent');
      expect(refused.text).toContain(
        'The budget of this API key per 5 hours for all models does not pay for this call before 2026-11-20T17:00Z.',
      );
      clock.now = '2026-11-20T17:00:00Z';
      expect((await ask(user)).status).toBe(200);
      expect(await gateway.logRowsOf(user)).toHaveLength(2);
    }));

  it('of a user counts for a group and a user together, and gives back what is not used', () =>
    withSite(async ({ model, free, paid, ask }) => {
      const user = await gateway.seed.user({ quota: 1_000_000 });
      const ofUser = await gateway.seed.budget({ userId: user.id }, { unit: 'requests', points: 5 });
      const ofGroup = await gateway.seed.budget({ group: 'default' }, { unit: 'tokens', model, points: 500 });
      for (const channel of [free, paid]) gateway.upstream(channel).answers(500);
      expect((await ask(user)).status).toBe(502);
      for (const channel of [free, paid]) gateway.upstream(channel).plays('openai-chat/hello.json');
      const other = await gateway.seed.user({ quota: 1 });
      expect((await ask(other)).status).toBe(429);
      expect((await ask(user)).status).toBe(200);

      expect(await gateway.usesOf(ofUser)).toEqual({ 0: 1 });
      expect(await gateway.usesOf(ofGroup)).toEqual({ 0: 11 });
      for (const { id } of [ofUser, ofGroup])
        expect(gateway.core.countBook.useOf({ budgetId: id, periodStart: 0 })?.held).toBe(0);
    }));

  it('with an override takes more calls until it ends by itself', () =>
    withSite(async ({ ask }) => {
      const user = await gateway.seed.user({ quota: 1_000_000 });
      const { id } = await gateway.seed.budget({ userId: user.id }, { unit: 'requests', points: 2 });
      await gateway.store.db
        .updateTable('budgets')
        .set({ override_points: 4, override_until: seconds('2026-11-20T13:00Z') })
        .where('id', '=', id)
        .execute();
      gateway.core.identities.forgetUser(user.id);
      const statuses = [];
      for (let call = 0; call < 3; call += 1) statuses.push((await ask(user)).status);
      clock.now = '2026-11-20T13:00:00Z';
      statuses.push((await ask(user)).status);

      expect(statuses).toEqual([200, 200, 200, 429]);
    }));

  it('of a channel comes back with the next period, and counts what the vendor charges', () =>
    withSite(async ({ free, paid, ask }) => {
      const user = await gateway.seed.user({ quota: 1_000_000 });
      await gateway.store.db
        .updateTable('channels')
        .set({ cost_ratio: '0.5' })
        .where('id', '=', free.id)
        .execute();
      const budget = await gateway.seed.budget({ channelId: free.id }, { period: 'day', points: 15 });
      await ask(user);
      // 15 points at half the list price are 8.
      await ask(user);
      clock.now = '2026-11-21T00:00:00Z';
      await ask(user);

      expect(await channelsOf(user)).toEqual([free.id, paid.id, free.id]);
      expect(await gateway.usesOf(budget)).toEqual({
        [seconds('2026-11-20')]: 8,
        [seconds('2026-11-21')]: 8,
      });
      const [, second] = await gateway.logRowsOf(user);
      expect(second?.metadata?.passed_over).toEqual([
        { channel_id: free.id, reason: 'budget_spent', seconds: 12 * 3600 },
      ]);
    }));

  it('of every channel refuses a call until the first one comes back', () =>
    withSite(async ({ free, paid, ask }) => {
      const user = await gateway.seed.user({ quota: 1_000_000 });
      await gateway.seed.budget({ channelId: free.id }, { unit: 'requests', period: 'month', points: 1 });
      await gateway.seed.budget(
        { channelId: paid.id },
        { unit: 'requests', period: 'hours', hours: 6, points: 1 },
      );
      await ask(user);
      await ask(user);
      const refused = await ask(user);

      expect(refused.status).toBe(429);
      expect(refused.headers.get('x-error-code')).toBe('rate.channels');
      expect(refused.headers.get('retry-after')).toBe(String(6 * 3600));
      expect(gateway.core.quotaBook.heldPoints()).toBe(0);
    }));

  it('of a channel does not count a failed attempt', () =>
    withSite(async ({ free, paid, ask }) => {
      const user = await gateway.seed.user({ quota: 1_000_000 });
      const budgets = await Promise.all(
        [free, paid].map(({ id }) => gateway.seed.budget({ channelId: id }, { unit: 'requests', points: 5 })),
      );
      gateway.upstream(free).answers(500);
      expect((await ask(user)).status).toBe(200);

      const [ofFree, ofPaid] = await Promise.all(budgets.map((budget) => gateway.usesOf(budget)));
      expect(ofFree).toEqual({});
      expect(ofPaid).toEqual({ 0: 1 });
      for (const { id } of budgets)
        expect(gateway.core.countBook.useOf({ budgetId: id, periodStart: 0 })?.held).toBe(0);
    }));
});
