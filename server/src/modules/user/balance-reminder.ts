import type { Transaction } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import type { ModuleDeps } from '../module-deps.ts';

type Deps = Pick<ModuleDeps, 'db' | 'options'>;

/** Whether the owner should be reminded of a low balance. */
export async function hasReminder({ db, options }: Deps, id: number): Promise<boolean> {
  const reminded = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('reminder_dismissed', '=', 0)
    .where('quota', '<', options.number('QuotaRemindThreshold'))
    .executeTakeFirst();
  return reminded !== undefined;
}

export async function dismissReminder(db: Db, id: number): Promise<void> {
  await db.updateTable('users').set({ reminder_dismissed: 1 }).where('id', '=', id).execute();
}

/** Lets a balance that rises above the threshold be reminded of when it falls again. Before the points are posted. */
export async function renewReminder(
  trx: Transaction<Tables>,
  { options }: Pick<Deps, 'options'>,
  { userId, delta }: { userId: number; delta: number },
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ reminder_dismissed: 0 })
    .where('id', '=', userId)
    .where('reminder_dismissed', '=', 1)
    .where('quota', '>=', options.number('QuotaRemindThreshold') - delta)
    .execute();
}
