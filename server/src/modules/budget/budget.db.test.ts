import {
  budgetCalls,
  channelCalls,
  parseGatewayNote,
  role,
  tokenCalls,
  userGroupCalls,
} from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { inUtc } from '../../../test/support/in-utc.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { type CallBudget, keyOf } from '../../billing/account.ts';
import { periodAt } from './budget-period.ts';

const daily = { period: 'day', model: '', points: 100 } as const;
const monthly = { period: 'month', model: 'gpt-*', points: 500 } as const;
const total = { period: 'total', model: 'm', points: 900 } as const;
const newToken = { name: 'key', expired_time: -1, remain_quota: 0, unlimited_quota: true };

inUtc();

describe.each(databases)('budgets of keys and groups on $name', (engine) => {
  let site: TestManagement;
  let ann: Person;
  let admin: Person;
  beforeAll(async () => {
    site = await startTestManagement(engine);
    ann = await site.seed.person('ann', { quota: 1000 });
    admin = await site.seed.person('admin', { role: role.admin });
  });
  afterAll(() => site.stop());

  const makeToken = async (budgets: object[]) =>
    (await site.ask(tokenCalls.create, { as: ann, input: { ...newToken, budgets } })).body.data;
  const setBudgets = (id: number, budgets: object[], headers: Record<string, string> = {}) =>
    site.ask(tokenCalls.update, { as: ann, input: { id, budgets }, headers });
  const budgetsOf = async (id: number) =>
    (await site.ask(tokenCalls.get, { as: ann, params: { id } })).body.data.budgets;
  /** Stored use of the present period. */
  const use = ({ id, period }: { id: number; period: 'day' }, points: number) =>
    site.db
      .insertInto('budget_uses')
      .values({ budget_id: id, period_start: periodAt({ period, hours: 0 }, site.now()).start, points })
      .execute();

  it('are shown with what is used and held, and when their period begins and ends', async () => {
    const token = await makeToken([daily, monthly, total]);
    const [ofDay, ofMonth] = token.budgets;
    await use(ofDay, 30);
    await use(ofMonth, 7);
    await site.db
      .insertInto('budget_uses')
      .values({
        budget_id: ofDay.id,
        period_start: periodAt({ period: 'day', hours: 0 }, site.now()).start - 86_400,
        points: 99,
      })
      .execute();
    const { start } = periodAt({ period: 'day', hours: 0 }, site.now());
    const period = { budgetId: ofDay.id, periodStart: start };
    const called: CallBudget = { ...period, key: keyOf(period), points: 100, refusal: {} };
    const payers = { userId: ann.id, limitedTokenId: null, budgets: [called] };
    await site.quotaBook.load(payers);
    const hold = await site.quotaBook.reserve(payers, { most: 20, least: 20 });

    const shown = await budgetsOf(token.id);
    site.quotaBook.release(hold);

    expect(shown).toMatchObject([
      { ...daily, id: ofDay.id, used: 30, held: 20, begins_at: start, ends_at: start + 86_400 },
      {
        ...monthly,
        used: 7,
        held: 0,
        begins_at: Date.UTC(2027, 0) / 1000,
        ends_at: Date.UTC(2027, 1) / 1000,
      },
      { ...total, used: 0, held: 0, begins_at: null, ends_at: null },
    ]);
    const listed = (await site.ask(tokenCalls.list, { as: ann })).body.data.data;
    const one = listed.find(({ id }: { id: number }) => id === token.id);
    expect(one.budgets).toMatchObject([{ used: 30 }, { used: 7 }, { used: 0 }]);
  });

  it('go on with what was used when they are changed, or removed and added again', async () => {
    const token = await makeToken([daily]);
    const [{ id }] = token.budgets;
    await use({ id, period: 'day' }, 40);

    const changed = await setBudgets(token.id, [{ ...daily, points: 50 }, monthly]);
    expect(changed.body.data.budgets).toMatchObject([{ id, points: 50, used: 40 }, monthly]);
    expect(site.changed).toContain(`token ${token.id}`);
    expect((await setBudgets(token.id, [])).body.data.budgets).toEqual([]);
    expect(await budgetsOf(token.id)).toEqual([]);
    expect((await setBudgets(token.id, [daily])).body.data.budgets).toMatchObject([{ id, used: 40 }]);

    await site.ask(tokenCalls.update, { as: ann, input: { id: token.id, name: 'other' } });
    expect(await budgetsOf(token.id)).toMatchObject([{ id, points: 100 }]);
  });

  it('are part of the state that a change must know', async () => {
    const token = await makeToken([daily]);
    await use(token.budgets[0], 10);
    const ifMatch = { 'if-match': token.etag };
    expect((await setBudgets(token.id, [{ ...daily, points: 101 }], ifMatch)).status).toBe(200);
    expect((await setBudgets(token.id, [daily], ifMatch)).status).toBe(412);
  });

  it('are given back by an administrator, with a log row, also what is not written yet', async () => {
    const token = await makeToken([daily]);
    const [{ id }] = token.budgets;
    const period = { budgetId: id, periodStart: periodAt({ period: 'day', hours: 0 }, site.now()).start };
    await use({ id, period: 'day' }, 40);
    const reset = (as: Person, params: { id: number }) => site.ask(budgetCalls.reset, { as, params });
    expect((await reset(ann, { id })).status).toBe(403);
    const payers = {
      ...{ userId: ann.id, limitedTokenId: null },
      budgets: [{ ...period, key: keyOf(period), points: 100, refusal: {} }],
    };
    await site.quotaBook.load(payers);
    const hold = await site.quotaBook.reserve(payers, { most: 25, least: 25 });
    site.quotaBook.settle(hold, 25);

    const { status, body } = await reset(admin, { id });

    expect(status).toBe(200);
    expect(body.data).toMatchObject({ ...daily, id, used: 0, held: 0 });
    const stored = await site.db
      .selectFrom('budget_uses')
      .select('points')
      .where('budget_id', '=', id)
      .executeTakeFirst();
    // The settlement of 25 points is still on its way.
    expect(stored?.points).toBe(-25);
    expect(site.quotaBook.left(payers).available).toBe(100);
    const row = await site.db
      .selectFrom('logs')
      .select(['content', 'type'])
      .where('user_id', '=', admin.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(parseGatewayNote(row.content)).toEqual({
      ...{
        about: 'budgetReset',
        owner: 'token',
        ownerId: token.id,
        period: 'day',
        model: '',
        unit: 'points',
      },
      points: 65,
    });
    expect((await reset(admin, { id: 999_999 })).body.code).toBe('budget.not_found');
    await site.db.updateTable('users').set({ role: role.root }).where('id', '=', ann.id).execute();
    expect((await reset(admin, { id })).status).toBe(403);
    await site.db.updateTable('users').set({ role: role.common }).where('id', '=', ann.id).execute();
  });

  it('of a group are the administrators’ to set and to see', async () => {
    const input = { symbol: 'team', name: 'Team', ratio: 1, api_rate: 60, public: true };
    const made = await site.ask(userGroupCalls.create, { as: admin, input: { ...input, budgets: [daily] } });
    const { id, etag } = made.body.data;
    const get = async () => (await site.ask(userGroupCalls.get, { as: admin, params: { id } })).body.data;
    expect((await get()).budgets).toMatchObject([{ ...daily, used: 0 }]);
    const { symbol: _, ...change } = { ...input, id };
    const update = (as: Person, more: object) =>
      site.ask(userGroupCalls.update, { as, input: { ...change, ...more }, headers: { 'if-match': etag } });
    expect((await update(ann, { budgets: [] })).status).toBe(403);
    expect((await update(admin, {})).status).toBe(200);
    expect((await get()).budgets).toHaveLength(1);
    expect((await update(admin, { budgets: [monthly, total] })).status).toBe(200);
    expect((await update(admin, { budgets: [] })).status).toBe(412);
    const listed = (await site.ask(userGroupCalls.list, { as: admin })).body.data.data;
    const one = listed.find(({ symbol }: { symbol: string }) => symbol === 'team');
    expect(one.budgets).toMatchObject([monthly, total]);
    expect((await site.ask(userGroupCalls.map, { as: ann })).body.data.team).not.toHaveProperty('budgets');
  });

  it('of a channel and of a user are the administrators’ to set, each in its state', async () => {
    const channel = await site.ask(channelCalls.create, {
      as: admin,
      input: { type: 1, name: 'free', key: 'sk-free', models: 'm' },
    });
    const owners = [
      { read: budgetCalls.ofChannel, set: budgetCalls.setOfChannel, id: channel.body.data.id as number },
      { read: budgetCalls.ofUser, set: budgetCalls.setOfUser, id: ann.id },
    ];
    const budgets = [
      { period: 'day', model: '', unit: 'requests', points: 50 },
      { period: 'hours', hours: 5, model: '', unit: 'requests', points: 20 },
      { period: 'day', model: '', unit: 'tokens', points: 9000 },
    ];
    for (const { read, set, id } of owners) {
      const params = { id };
      expect((await site.ask(read, { as: ann, params })).status).toBe(403);
      const { etag } = (await site.ask(read, { as: admin, params })).body.data;
      const change = (as: Person, headers = {}) => site.ask(set, { as, params, input: { budgets }, headers });
      expect((await change(ann)).status).toBe(403);
      const made = await change(admin, { 'if-match': etag });
      expect(made.body.data.budgets).toMatchObject(budgets.map((budget) => ({ ...budget, used: 0 })));
      expect((await change(admin, { 'if-match': etag })).status).toBe(412);
      expect((await site.ask(read, { as: admin, params })).body.data).toEqual(made.body.data);
      expect((await site.ask(read, { as: admin, params: { id: 999_999 } })).status).toBe(404);
    }
    expect(site.changed).toEqual(expect.arrayContaining(['routing', `user ${ann.id}`]));
    const other = { as: admin, params: { id: admin.id } };
    expect((await site.ask(budgetCalls.ofUser, other)).body.code).toBe('user.role_too_high');
    expect((await site.ask(budgetCalls.setOfUser, { ...other, input: { budgets } })).status).toBe(403);
  });

  it.each([
    [
      'a wildcard in the middle',
      [{ ...daily, model: 'a*b' }],
      'budgets.0.model',
      'channel.wildcard_not_last',
    ],
    [
      'a period and model twice',
      [daily, monthly, { ...daily, points: 3 }],
      'budgets.2.model',
      'budget.twice',
    ],
    ['nothing', [{ ...daily, points: 0 }], 'budgets.0.points', 'too_small'],
    ['hours of a day', [{ ...daily, hours: 5 }], 'budgets.0.hours', 'budget.hours'],
    ['a window without hours', [{ ...daily, period: 'hours' }], 'budgets.0.hours', 'budget.hours'],
    ['an unknown unit', [{ ...daily, unit: 'calls' }], 'budgets.0.unit', 'invalid_value'],
    ['an unknown period', [{ ...daily, period: 'year' }], 'budgets.0.period', 'invalid_value'],
    [
      'more than ten',
      Array.from({ length: 11 }, (_, n) => ({ ...daily, model: `m${n}` })),
      'budgets',
      'too_big',
    ],
  ])('are refused with %s', async (_, budgets, field, code) => {
    const { status, body } = await site.ask(tokenCalls.create, { as: ann, input: { ...newToken, budgets } });
    expect(status).toBe(400);
    expect(body.fields).toEqual([expect.objectContaining({ field, code })]);
  });
});
