import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import { inUtc } from '../../../../test/support/in-utc.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { systemClock } from '../../../platform/clock.ts';

// One answer of the upstream: 9 input and 2 output tokens, 9*1 + 2*3 = 15 points.
const CALL_POINTS = 15;
const QUOTA = 1_000_000;
const answer = { choices: [{}], usage: { prompt_tokens: 9, completion_tokens: 2 } };
const messages = [{ role: 'user', content: 'Hi' }];

const seconds = (iso: string): number => Date.parse(iso) / 1000;

interface Site {
  gateway: TestGateway;
  channel: { id: number };
  clock: { now: string };
  statusOf: (user: Pick<SeededUser, 'token'>, model?: string) => Promise<number>;
}

inUtc();

describe.each(anyDatabase)('a budget on $name', ({ open }) => {
  const withSite = async (story: (site: Site) => Promise<void>): Promise<void> => {
    const database = await open();
    const clock = { now: '2026-11-20T12:00:00Z' };
    const gateway = await startTestGateway({
      databaseUrl: database.url,
      clock: {
        nowMs: () => Date.parse(clock.now),
        nowSeconds: () => seconds(clock.now),
        monotonicMs: () => systemClock.monotonicMs(),
      },
    });
    try {
      for (const model of ['m', 'gpt-*', 'gpt-5-mini'])
        await gateway.seed.price({ model, input: 1, output: 3 });
      const channel = await gateway.seed.channel({ model: 'm,gpt-*' });
      gateway.upstream(channel).plays('openai-chat/hello.json');
      const statusOf: Site['statusOf'] = async ({ token }, model = 'm') => {
        const reply = await gateway.post(token, { model, messages, max_tokens: 2 });
        await reply.text();
        return reply.status;
      };
      await story({ gateway, channel, clock, statusOf });
      expect(gateway.core.quotaBook.heldPoints()).toBe(0);
    } finally {
      await gateway.stop();
      await database.drop();
    }
  };

  it.each([
    // Each with its last second, its next first one, and what is left of it when it is spent.
    { period: 'day', start: '2026-11-20', last: '2026-11-20T23:59:59Z', next: '2026-11-21', wait: 12 * 3600 },
    { period: 'week', start: '2026-11-16', last: '2026-11-22T23:59:59Z', next: '2026-11-23', wait: 216_000 },
    { period: 'month', start: '2026-11-01', last: '2026-11-30T23:59:59Z', next: '2026-12-01', wait: 907_200 },
  ] as const)('of a $period is spent until the next one begins', ({ period, start, last, next, wait }) =>
    withSite(async ({ gateway, clock, statusOf }) => {
      const user = await gateway.seed.user({ quota: QUOTA });
      const budget = await gateway.seed.budget(user, { period, points: 2 * CALL_POINTS });
      expect([await statusOf(user), await statusOf(user)]).toEqual([200, 200]);

      const refused = await gateway.post(user.token, { model: 'm', messages, max_tokens: 2 });
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe(String(wait));
      expect(refused.headers.get('x-should-retry')).toBe('false');
      expect(refused.headers.get('x-error-code')).toBe('quota.budget_spent');
      expect(await refused.json()).toMatchObject({
        error: {
          code: 'insufficient_quota',
          message: expect.stringContaining(
            `The budget of this API key per ${period} for all models does not pay for this call before ${next}T00:00Z.`,
          ),
        },
      });
      clock.now = last;
      expect(await statusOf(user)).toBe(429);
      clock.now = `${next}T00:00:00Z`;
      expect(await statusOf(user)).toBe(200);

      expect(await gateway.usesOf(budget)).toEqual({
        [seconds(start)]: 2 * CALL_POINTS,
        [seconds(next)]: CALL_POINTS,
      });
    }),
  );

  it('without periods stays spent, and says no time to try again', () =>
    withSite(async ({ gateway, clock, statusOf }) => {
      const user = await gateway.seed.user({ quota: QUOTA });
      await gateway.seed.budget(user, { period: 'total', model: 'm', points: CALL_POINTS });
      expect(await statusOf(user)).toBe(200);
      clock.now = '2036-01-01T00:00:00Z';
      const refused = await gateway.post(user.token, { model: 'm', messages, max_tokens: 2 });
      expect(refused.headers.get('retry-after')).toBeNull();
      expect(await refused.text()).toContain(
        'The budget of this API key in total for m does not pay for this call.',
      );
    }));

  it('of a model or of a beginning counts its calls and no others', () =>
    withSite(async ({ gateway, statusOf }) => {
      const user = await gateway.seed.user({ quota: QUOTA });
      const ofOne = await gateway.seed.budget(user, { model: 'gpt-5', points: CALL_POINTS });
      const ofMany = await gateway.seed.budget(user, { model: 'gpt-*', points: 3 * CALL_POINTS });
      const ofAll = await gateway.seed.budget(user, { period: 'month', points: 5 * CALL_POINTS });

      const called = ['gpt-5', 'gpt-5', 'gpt-5-mini', 'gpt-4o', 'gpt-4o', 'm', 'm', 'm'];
      const statuses: number[] = [];
      for (const model of called) statuses.push(await statusOf(user, model));

      expect(statuses).toEqual([200, 429, 200, 200, 429, 200, 200, 429]);
      expect(await gateway.usesOf(ofOne)).toEqual({ 0: CALL_POINTS });
      expect(await gateway.usesOf(ofMany)).toEqual({ 0: 3 * CALL_POINTS });
      expect(await gateway.usesOf(ofAll)).toEqual({ [seconds('2026-11-01')]: 5 * CALL_POINTS });
    }));

  it('of a group is that of all its members together, and of nobody else', () =>
    withSite(async ({ gateway, statusOf }) => {
      await gateway.store.db
        .insertInto('user_groups')
        .values({ symbol: 'vip', name: 'VIP', ratio: '1', api_rate: 1_000_000, public: 1, enable: 1 })
        .execute();
      await gateway.store.db.updateTable('channels').set({ group: 'default,vip' }).execute();
      await gateway.seed.budget({ group: 'vip' }, { period: 'day', points: 2 * CALL_POINTS });
      const [ann, ben] = [
        await gateway.seed.user({ quota: QUOTA, group: 'vip' }),
        await gateway.seed.user({ quota: QUOTA, group: 'vip' }),
      ];
      const other = await gateway.seed.user({ quota: QUOTA });

      expect([await statusOf(ann), await statusOf(ben), await statusOf(ann)]).toEqual([200, 200, 429]);
      expect(await statusOf(other)).toBe(200);
      const refused = await gateway.post(ben.token, { model: 'm', messages, max_tokens: 2 });
      expect(await refused.text()).toContain('The budget of this group per day for all models');
    }));

  it('with plenty, used by others at this moment, does not stand between a caller and the last call of his balance', () =>
    withSite(async ({ gateway, channel }) => {
      await gateway.seed.budget({ group: 'default' }, { period: 'day', points: QUOTA });
      const [other, poor] = [
        await gateway.seed.user({ quota: QUOTA }),
        await gateway.seed.user({ quota: 5 * CALL_POINTS }),
      ];
      const { promise: bothAsked, resolve: letBothGo } = Promise.withResolvers<void>();
      const asked = gateway.upstream(channel).received;
      gateway.upstream(channel).does(async (response) => {
        if (asked.length === 2) letBothGo();
        await bothAsked;
        sendJson(response, 200, JSON.stringify(answer));
      });
      const call = { model: 'm', messages, max_tokens: 30 };
      const whileOtherCalls = gateway.post(other.token, call);
      await vi.waitFor(() => expect(asked).toHaveLength(1));

      const reply = await gateway.post(poor.token, call);
      letBothGo();

      expect([reply.status, (await whileOtherCalls).status]).toEqual([200, 200]);
      expect(await gateway.quotaOf(poor)).toBe(4 * CALL_POINTS);
    }));

  it.each([2, 30, undefined])('for ten serves ten of 60 parallel calls, with max_tokens %s', (max_tokens) =>
    withSite(async ({ gateway, channel }) => {
      gateway.upstream(channel).plays('openai-chat/hello.json', { everyMs: 5 });
      const user = await gateway.seed.user({ quota: QUOTA });
      const budget = await gateway.seed.budget(user, { period: 'day', model: 'm', points: 10 * CALL_POINTS });
      const replies = await Promise.all(
        Array.from({ length: 60 }, async () => {
          const reply = await gateway.post(user.token, { model: 'm', messages, max_tokens });
          await reply.text();
          return reply.status;
        }),
      );
      expect(replies.filter((status) => status === 200)).toHaveLength(10);
      expect(replies.filter((status) => status === 429)).toHaveLength(50);
      expect(Object.values(await gateway.usesOf(budget))).toEqual([10 * CALL_POINTS]);
    }),
  );

  it('counts a call in the period in which it was held, under the limit of that moment', () =>
    withSite(async ({ gateway, channel, clock, statusOf }) => {
      const user = await gateway.seed.user({ quota: QUOTA });
      const budget = await gateway.seed.budget(user, { period: 'day', points: CALL_POINTS });
      gateway.upstream(channel).does(async (response) => {
        clock.now = '2026-11-21T00:00:00Z';
        await gateway.store.db.updateTable('budgets').set({ points: 1 }).execute();
        gateway.core.identities.forgetToken(user.tokenId);
        sendJson(response, 200, JSON.stringify(answer));
      });
      expect(await statusOf(user)).toBe(200);
      expect(await gateway.usesOf(budget)).toEqual({ [seconds('2026-11-20')]: CALL_POINTS });
      expect(await gateway.quotaOf(user)).toBe(QUOTA - CALL_POINTS);
      expect(await statusOf(user)).toBe(429);
    }));

  it('that has nothing left refuses a large body before it is read', () =>
    withSite(async ({ gateway, statusOf }) => {
      const user = await gateway.seed.user({ quota: QUOTA });
      await gateway.seed.budget(user, { points: CALL_POINTS });
      expect(await statusOf(user)).toBe(200);
      // Announced, and never sent.
      const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
      socket.write(
        `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${user.token}\r\n` +
          'content-type: application/json\r\ncontent-length: 2000000\r\n\r\n{',
      );
      const [head] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      expect(head.toString()).toMatch(/^HTTP\/1.1 429 .*x-error-code: quota.budget_spent/is);
    }));
});

// Envelopes do not depend on the database.
it.each([
  {
    path: '/v1/messages',
    body: { model: 'gpt-5', max_tokens: 2, messages },
    status: 429,
    error: { type: 'error', error: { type: 'rate_limit_error', message: expect.stringMatching(/per week/) } },
  },
  {
    path: '/v1beta/models/gpt-5:generateContent',
    body: { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }], generationConfig: { maxOutputTokens: 2 } },
    status: 429,
    error: { error: { code: 429, message: expect.stringMatching(/per week for gpt-\*/) } },
  },
  {
    path: '/v1/responses',
    body: { model: 'gpt-5', input: 'Hi', max_output_tokens: 16 },
    status: 429,
    error: { error: { code: 'insufficient_quota', message: expect.stringMatching(/per week for gpt-\*/) } },
  },
])('a spent budget is told at $path as its clients expect it', async ({ path, body, status, error }) => {
  const gateway = await startTestGateway();
  await gateway.seed.price({ model: 'gpt-5', input: 1, output: 3 });
  await gateway.seed.channel({ model: 'gpt-5' });
  const user = await gateway.seed.user({ quota: QUOTA });
  await gateway.seed.budget(user, { period: 'week', model: 'gpt-*', points: 1 });

  const refused = await gateway.post(user.token, body, { path });

  expect(refused.status).toBe(status);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(7 * 86_400);
  expect(await refused.json()).toMatchObject(error);
  await gateway.stop();
});
