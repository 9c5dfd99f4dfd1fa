import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/test-management.ts';
import { budgets } from './0015-budgets.ts';
import { budgetUnits } from './0062-budget-units.ts';
import { budgetPeriods, moveUses } from './0063-budget-periods.ts';

const seconds = (iso: string): number => Date.parse(iso) / 1000;

describe.each(databases)('budgets of earlier versions on $name', (engine) => {
  let site: TestManagement;
  beforeAll(async () => {
    site = await startTestManagement(engine);
  });
  afterAll(() => site.stop());

  it('count points, keep their numbers, and go on with what was used in the present period', async () => {
    const db = site.db as never;
    await site.db.schema.dropTable('budget_uses').execute();
    await site.db.schema.dropTable('budgets').execute();
    await budgets(db, site.store.engine);
    for (const period of ['day', 'week', 'month', 'total'])
      await sql`insert into budgets (owner_type, owner_id, period, model, points)
        values ('token', 1, ${period}, '', 9)`.execute(site.db);
    const [day, week, month, total] = (
      await sql<{ id: number }>`select id from budgets order by id`.execute(site.db)
    ).rows.map(({ id }) => Number(id));
    await sql`delete from budgets where id = ${total}`.execute(site.db);
    for (const [id, start] of [
      [day, '2026-11-20'],
      [day, '2026-11-19'],
      [week, '2026-11-16'],
      [month, '2026-11-01'],
    ] as const)
      await sql`insert into budget_uses values (${id}, ${seconds(start)}, 5)`.execute(site.db);

    await budgetUnits(db, site.store.engine);
    await budgetPeriods(db);
    // It is 21 November there already.
    await moveUses(db, Temporal.ZonedDateTime.from('2026-11-21T02:00+08:00[Asia/Shanghai]'));

    const kept = await site.db.selectFrom('budgets').select(['id', 'unit', 'hours', 'points']).execute();
    expect(kept).toEqual([day, week, month].map((id) => ({ id, unit: 'points', hours: 0, points: 9 })));
    const added = await site.db
      .insertInto('budgets')
      .values({ owner_type: 'token', owner_id: 1, period: 'day', model: '', unit: 'tokens', points: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(added.id).toBeGreaterThan(total as number);
    const uses = await site.db
      .selectFrom('budget_uses')
      .select(['budget_id', 'period_start'])
      .orderBy('budget_id')
      .orderBy('period_start')
      .execute();
    expect(uses).toEqual(
      [
        [day, '2026-11-19T00:00Z'],
        [day, '2026-11-20T16:00Z'],
        [week, '2026-11-15T16:00Z'],
        [month, '2026-10-31T16:00Z'],
      ].map(([id, start]) => ({ budget_id: id, period_start: seconds(String(start)) })),
    );
  });
});
