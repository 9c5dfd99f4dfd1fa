import { type Kysely, sql } from 'kysely';

/** Names of periods that begin at midnight. */
const PERIODS = ['day', 'week', 'month'] as const;

/** Periods begin at midnight of the site's zone, no longer of UTC, and each can be alerted of once. */
export async function budgetPeriods(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('budget_uses')
    .addColumn('alerted_time', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`create index budgets_alerts on budgets (id) where alert_percent > 0`.execute(db);
  await moveUses(db, Temporal.Now.zonedDateTimeISO());
}

/** The use of the present periods goes on, so that a limit does not begin anew with the update. */
export async function moveUses(db: Kysely<unknown>, now: Temporal.ZonedDateTime): Promise<void> {
  for (const period of PERIODS) {
    const before = startOf(period, now.withTimeZone('UTC'));
    const after = startOf(period, now);
    if (before === after) continue;
    await sql`update budget_uses set period_start = ${after} where period_start = ${before}
      and budget_id in (select id from budgets where period = ${period})`.execute(db);
  }
}

function startOf(period: (typeof PERIODS)[number], now: Temporal.ZonedDateTime): number {
  const today = now.startOfDay();
  const start =
    period === 'day'
      ? today
      : period === 'week'
        ? today.subtract({ days: today.dayOfWeek - 1 })
        : today.with({ day: 1 });
  return Math.floor(start.startOfDay().epochMilliseconds / 1000);
}
