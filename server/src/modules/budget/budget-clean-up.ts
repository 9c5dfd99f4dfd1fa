import { sql } from 'kysely';
import type { Db } from '../../db/store.ts';

/** Every period that began so long ago has ended; a settlement that comes later still finds its budget. */
const KEPT_SECONDS = 62 * 86_400;
/** Rows that one statement deletes: settlements are written between two of them. */
const ROWS_A_BATCH = 500;

/**
 * Deletes the use of periods that ended long ago, and budgets that were removed long ago or whose owner was. The use of a
 * budget without periods stays as long as its owner, because it counts again if the budget returns.
 * @returns rows deleted
 */
export async function deleteOldBudgetUses(
  db: Db,
  nowSeconds: number,
  atOnce = ROWS_A_BATCH,
): Promise<number> {
  const before = nowSeconds - KEPT_SECONDS;
  const repeat = async (deleteSome: () => Promise<number>): Promise<number> => {
    let deleted = 0;
    for (;;) {
      const count = await deleteSome();
      deleted += count;
      if (count < atOnce) return deleted;
    }
  };
  const periods = await repeat(() => deletePeriods(db, before, atOnce));
  const budgets = await repeat(() => deleteBudgets(db, before, atOnce));
  const orphans = await repeat(() => deleteOrphans(db, atOnce));
  return periods + budgets + orphans;
}

async function deletePeriods(db: Db, before: number, atOnce: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('budget_uses')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('budget_id', 'period_start'),
        'in',
        selectFrom('budget_uses')
          .select(['budget_id', 'period_start'])
          .where('period_start', '>', 0)
          .where('period_start', '<', before)
          .orderBy('period_start')
          .limit(atOnce)
          .$asTuple('budget_id', 'period_start'),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

async function deleteBudgets(db: Db, before: number, atOnce: number): Promise<number> {
  const hasOwner = sql<boolean>`case owner_type
    when 'token' then exists (select 1 from tokens where tokens.id = budgets.owner_id
      and (tokens.deleted_time = 0 or tokens.deleted_time >= ${before}))
    when 'channel' then exists (select 1 from channels where channels.id = budgets.owner_id
      and (channels.deleted_time = 0 or channels.deleted_time >= ${before}))
    when 'user' then exists (select 1 from users where users.id = budgets.owner_id
      and (users.deleted_time = 0 or users.deleted_time >= ${before}))
    else exists (select 1 from user_groups where user_groups.id = budgets.owner_id) end`;
  const isUsed = sql<boolean>`exists (select 1 from budget_uses where budget_uses.budget_id = budgets.id)`;
  const { numDeletedRows } = await db
    .deleteFrom('budgets')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('budgets')
        .select('budgets.id')
        .where(({ and, eb, not, or }) =>
          or([
            not(hasOwner),
            and([eb('removed_time', '>', 0), eb('removed_time', '<', before), not(isUsed)]),
          ]),
        )
        .orderBy('budgets.id')
        .limit(atOnce),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

async function deleteOrphans(db: Db, atOnce: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('budget_uses')
    .where('budget_id', 'in', ({ selectFrom }) =>
      selectFrom('budget_uses as one')
        .select('one.budget_id')
        .where(({ exists, not, selectFrom: from }) =>
          not(exists(from('budgets').select('budgets.id').whereRef('budgets.id', '=', 'one.budget_id'))),
        )
        .orderBy('one.budget_id')
        .limit(atOnce),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
