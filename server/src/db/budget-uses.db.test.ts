import { logType } from '@turnpike/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../test/support/databases.ts';
import { type Person, startTestManagement, type TestManagement } from '../../test/support/test-management.ts';
import { joinBudgets, keyOf } from '../billing/account.ts';
import { deleteOldBudgetUses } from '../modules/budget/budget-clean-up.ts';
import { drainSettlements } from './drain-settlements.ts';
import { budgets } from './migrations/0015-budgets.ts';
import { retryRejected } from './rejected-settlements.ts';
import { formatSettlement } from './settlement.ts';

const DAY = 86_400;
const NOW = 1_800_000_000;

describe.each(databases)('what is used of budgets on $name', (engine) => {
  let site: TestManagement;
  let ann: Person;
  beforeEach(async () => {
    site = await startTestManagement(engine);
    ann = await site.seed.person('ann', { quota: 1000 });
  });
  afterEach(() => site.stop());

  const use = (budget_id: number, period_start: number) => ({ budget_id, period_start });
  const key = ({ budget_id, period_start }: ReturnType<typeof use>): string =>
    keyOf({ budgetId: budget_id, periodStart: period_start });
  const joined = (used: ReturnType<typeof use>[]): string =>
    joinBudgets(
      used.map(({ budget_id, period_start }) => ({ budgetId: budget_id, periodStart: period_start })),
    );
  const textOf = (
    quota: number,
    used: ReturnType<typeof use>[] | undefined,
    debt?: number,
    counts?: string,
  ): string =>
    formatSettlement(
      {
        ...{ request_id: `req_${quota}`, user_id: ann.id, created_at: NOW, type: logType.consume },
        ...{ content: '', username: 'ann', token_id: 1, token_name: 'laptop', model_name: 'm', quota, debt },
        ...{ prompt_tokens: 1, completion_tokens: 1, channel_id: 0, request_time: 10, is_stream: 0 },
        ...{
          source_ip: '',
          ended_by: 'completed',
          token_quota: 0,
          group_name: null,
          budgets: used && joined(used),
          counts,
        },
      },
      {},
    );
  const drain = (texts: string[]) =>
    drainSettlements(site.db, { outboxId: 'box', firstNumber: 1, texts, nowSeconds: NOW });
  const uses = () =>
    site.db
      .selectFrom('budget_uses')
      .select(['budget_id', 'period_start', 'points'])
      .orderBy('budget_id')
      .orderBy('period_start')
      .execute();

  it('is what their calls cost and owe, in the period of each, written once', async () => {
    const texts = [
      textOf(3, [use(2, 0), use(1, 5 * DAY)]),
      textOf(5, [use(1, 5 * DAY)], 20),
      textOf(4, undefined),
      textOf(6, [use(1, 6 * DAY)]),
      textOf(0, [use(9, 0)]),
    ];
    await drain(texts.slice(0, 2));
    await drain(texts);
    await drain(texts);

    expect(await uses()).toEqual([
      { ...use(1, 5 * DAY), points: 28 },
      { ...use(1, 6 * DAY), points: 6 },
      { ...use(2, 0), points: 3 },
    ]);
  });

  const earlier = [
    { name: 'named by their numbers', listOf: (used: ReturnType<typeof use>[]): unknown[] => used },
    { name: 'named by their accounts', listOf: (used: ReturnType<typeof use>[]): unknown[] => used.map(key) },
  ];
  it.each(earlier)('counts what an earlier version left behind, $name', async ({ listOf }) => {
    const used = [use(2, 0), use(1, 5 * DAY)];
    const text = textOf(3, used);
    const earlier = text.replace(JSON.stringify(joined(used)), JSON.stringify(listOf(used)));
    expect(earlier).not.toBe(text);
    await drain([earlier, textOf(4, [use(2, 0)])]);

    expect(await uses()).toEqual([
      { ...use(1, 5 * DAY), points: 3 },
      { ...use(2, 0), points: 7 },
    ]);
  });

  it('counts a call that was set aside at once, and not again when it is written', async () => {
    await drain([textOf(5000, [use(1, 0)]), textOf(7, [use(1, 0)])]);
    expect(await uses()).toEqual([{ ...use(1, 0), points: 5007 }]);

    expect(await retryRejected(site.db, NOW)).toEqual({ written: 1, failed: 0 });
    expect(await uses()).toEqual([{ ...use(1, 0), points: 5007 }]);
  });

  it('is the amounts that calls count otherwise, also of a call that was set aside', async () => {
    await drain([
      textOf(3, [use(1, 0)], undefined, `7 ${5 * DAY} 12;8 0 1`),
      textOf(5000, undefined, undefined, '8 0 2'),
      textOf(4, undefined, undefined, '8 0 4'),
    ]);
    const all = [
      { ...use(1, 0), points: 3 },
      { ...use(7, 5 * DAY), points: 12 },
      { ...use(8, 0), points: 7 },
    ];
    expect(await uses()).toEqual(all);
    expect(await retryRejected(site.db, NOW)).toEqual({ written: 1, failed: 0 });
    expect(await uses()).toEqual(all);
  });

  it('is kept for two months, in batches, and as long as its owner where there are no periods', async () => {
    const budget = async (
      owner_id: number,
      period: 'day' | 'total',
      removed_time: number,
      owner_type = 'token',
    ) =>
      (
        await site.db
          .insertInto('budgets')
          .values({ owner_type: owner_type as 'token', owner_id, period, model: '', points: 1, removed_time })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    const tokenOf = async (deleted_time: number) => {
      const { id } = (
        await site.ask(
          { method: 'POST', path: '/api/token/' },
          { as: ann, input: { name: 'key', expired_time: -1, remain_quota: 0, unlimited_quota: true } },
        )
      ).body.data;
      await site.db.updateTable('tokens').set({ deleted_time }).where('id', '=', id).execute();
      return id as number;
    };
    const kept = await tokenOf(0);
    const gone = await tokenOf(NOW - 100 * DAY);
    const present = await budget(kept, 'day', 0);
    const removed = await budget(kept, 'total', NOW - 100 * DAY);
    const ofGone = await budget(gone, 'total', 0);
    for (const owner of ['group', 'channel', 'user']) await budget(77, 'total', 0, owner);
    const ofUser = await budget(ann.id, 'total', 0, 'user');
    const removedToday = await budget(kept, 'total', NOW - 1, 'group');
    await site.db.updateTable('budgets').set({ owner_id: 1 }).where('id', '=', removedToday).execute();
    const old = Array.from({ length: 12 }, (_, day) => ({
      ...use(present, NOW - (70 + day) * DAY),
      points: 1,
    }));
    const left = [
      { ...use(present, NOW - 40 * DAY), points: 2 },
      { ...use(present, NOW), points: 3 },
      { ...use(removed, 0), points: 4 },
    ];
    await site.db
      .insertInto('budget_uses')
      .values([...old, ...left, { ...use(ofGone, 0), points: 5 }])
      .execute();

    await deleteOldBudgetUses(site.db, NOW, 5);

    expect(await uses()).toEqual(left);
    const budgetsLeft = await site.db.selectFrom('budgets').select('id').orderBy('id').execute();
    expect(budgetsLeft.map(({ id }) => id)).toEqual([present, removed, ofUser, removedToday]);
  });

  it('has tables of its own from a migration on', async () => {
    await site.db.schema.dropTable('budget_uses').execute();
    await site.db.schema.dropTable('budgets').execute();
    await budgets(site.db as never, site.store.engine);
    await drain([textOf(3, [use(2, 0)])]);
    expect(await uses()).toEqual([{ ...use(2, 0), points: 3 }]);
    const again = sql`insert into budgets (owner_type, owner_id, period, model, points) values ('token', 1, 'day', '', 1)`;
    await again.execute(site.db);
    await expect(again.execute(site.db)).rejects.toThrow(/unique/i);
  });
});
