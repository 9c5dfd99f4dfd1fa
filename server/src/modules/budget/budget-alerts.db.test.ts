import { budgetCalls, logType, parseGatewayNote, role, tokenCalls, userGroupCalls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { alertBudgets } from './budget-alerts.ts';
import { periodAt } from './budget-period.ts';
import { listBudgets } from './budget-repository.ts';
import { callBudgets, toBudgetRule } from './call-budgets.ts';

const hourly = {
  period: 'hours',
  hours: 1,
  model: '',
  unit: 'requests',
  points: 10,
  alert_percent: 80,
} as const;

describe.each(anyDatabase)('alerts and overrides of budgets on $name', (engine) => {
  let site: TestManagement;
  let ann: Person;
  let admin: Person;
  beforeAll(async () => {
    site = await startTestManagement(engine);
    ann = await site.seed.person('ann', { quota: 1000 });
    admin = await site.seed.person('admin', { role: role.admin });
    await site.db
      .updateTable('users')
      .set({ email: 'ann@site.test', proved_email: 'ann@site.test' })
      .where('id', '=', ann.id)
      .execute();
    await site.options.set('SMTPServer', 'mail.test');
    await site.options.set('SMTPFrom', 'gateway@site.test');
  });
  afterAll(() => site.stop());

  const use = async (id: number, points: number): Promise<void> => {
    await site.db
      .insertInto('budget_uses')
      .values({ budget_id: id, period_start: periodAt(hourly, site.now()).start, points })
      .onConflict((conflict) => conflict.columns(['budget_id', 'period_start']).doUpdateSet({ points }))
      .execute();
  };
  const alert = () => alertBudgets(site.deps, new AbortController().signal);
  const notes = async () => {
    const rows = await site.db
      .selectFrom('logs')
      .select('content')
      .where('type', '=', logType.system)
      .orderBy('id')
      .execute();
    return rows
      .map(({ content }) => parseGatewayNote(content))
      .filter((note) => note?.about === 'budgetAlert');
  };
  const events = () =>
    site.db
      .selectFrom('notifications')
      .select(['kind', 'user_id', 'subject', 'facts'])
      .orderBy('id')
      .execute();
  const mails = async () =>
    (await site.db.selectFrom('mails').select(['address', 'subject']).orderBy('id').execute()).map(
      ({ address, subject }) => `${address}: ${subject}`,
    );

  it('are sent once a period, to the owner of a key or account and to the log', async () => {
    const token = await site.ask(tokenCalls.create, {
      as: ann,
      input: { name: 'laptop', expired_time: -1, remain_quota: 0, unlimited_quota: true, budgets: [hourly] },
    });
    const ofUser = await site.ask(budgetCalls.setOfUser, {
      as: admin,
      params: { id: ann.id },
      input: { budgets: [hourly, { ...hourly, unit: 'tokens', alert_percent: 0 }] },
    });
    const group = { symbol: 'team', name: 'Team', ratio: 1, api_rate: 60, public: true };
    const made = await site.ask(userGroupCalls.create, { as: admin, input: { ...group, budgets: [hourly] } });
    const ofGroup = await site.ask(userGroupCalls.get, { as: admin, params: { id: made.body.data.id } });
    const ids = [
      token.body.data.budgets[0].id,
      ofUser.body.data.budgets[0].id,
      ofGroup.body.data.budgets[0].id,
    ];
    await use(ofUser.body.data.budgets[1].id, 10);
    for (const id of ids) await use(id, 7);
    await alert();
    expect(await notes()).toEqual([]);

    for (const id of ids) await use(id, 8);
    await alert();
    await alert();
    expect(await notes()).toMatchObject(
      ['token', 'user', 'group'].map((owner) => ({ owner, used: 8, points: 10, unit: 'requests' })),
    );
    expect(await mails()).toEqual([
      expect.stringMatching(/^ann@site\.test: .*80/),
      expect.stringMatching(/^ann@site\.test: .*80/),
    ]);
    expect(await events()).toEqual(
      [
        [ann.id, 'laptop'],
        [ann.id, 'ann'],
        [0, 'Team'],
      ].map(([user_id, name], index) => ({
        ...{ kind: 'budget_alert', user_id, subject: String(ids[index]) },
        facts: JSON.stringify({ name, percent: 80 }),
      })),
    );

    site.passTime(3600);
    for (const id of ids) await use(id, 10);
    await alert();
    expect(await notes()).toHaveLength(6);
    expect(await mails()).toHaveLength(4);
  });

  it('an override holds until its end, and is a row of the log', async () => {
    const params = { id: ann.id };
    const set = await site.ask(budgetCalls.setOfUser, { as: admin, params, input: { budgets: [hourly] } });
    const [{ id }] = set.body.data.budgets;
    const until = site.now() + 60;
    const override = (as: Person, input: object, budget = id) =>
      site.ask(budgetCalls.override, { as, params: { id: budget }, input });
    expect((await override(ann, { points: 50, until })).status).toBe(403);
    expect((await override(admin, { points: 0, until })).status).toBe(400);
    expect((await override(admin, { points: 50, until }, 999_999)).body.code).toBe('budget.not_found');

    const changed = await override(admin, { points: 50, until });

    expect(changed.body.data).toMatchObject({ points: 10, limit: 50, override_until: until });
    expect(site.changed).toContain(`user ${ann.id}`);
    const limitNow = async () => {
      const rules = (await listBudgets(site.db, 'user', [ann.id])).map(toBudgetRule);
      const limitOf = (nowSeconds: number) => callBudgets(rules, { model: 'm', nowSeconds })[0]?.points;
      return [limitOf(until - 1), limitOf(until)];
    };
    expect(await limitNow()).toEqual([50, 10]);
    // The form of the limits does not end it.
    const input = { budgets: [{ ...hourly, points: 20 }] };
    const raised = await site.ask(budgetCalls.setOfUser, { as: admin, params, input });
    expect(raised.body.data.budgets).toMatchObject([{ points: 20, limit: 50 }]);
    const row = await site.db
      .selectFrom('logs')
      .select('content')
      .where('user_id', '=', admin.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(parseGatewayNote(row.content)).toMatchObject({ about: 'budgetOverride', points: 50, until });

    // Only root may act on an administrator.
    await site.db.updateTable('users').set({ role: role.admin }).where('id', '=', ann.id).execute();
    expect((await override(admin, { points: 50, until })).body.code).toBe('user.role_too_high');
    const reset = await site.ask(budgetCalls.reset, { as: admin, params: { id } });
    expect(reset.body.code).toBe('user.role_too_high');
    await site.db.updateTable('users').set({ role: role.common }).where('id', '=', ann.id).execute();

    const ended = await override(admin, { points: 50, until: 0 });
    expect(ended.body.data).toMatchObject({ limit: 20, override_until: null });
  });
});
