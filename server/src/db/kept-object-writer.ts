import { type Insertable, sql, type Transaction } from 'kysely';
import type { Settlement } from './settlement.ts';
import type { KeptObjectTable } from './tables/call-tables.ts';
import type { Tables } from './tables.ts';

const ROWS_PER_INSERT = 100;

/** Writes down what vendors keep of finished calls, and removes about as much of what has expired. */
export async function writeKeptObjects(
  trx: Transaction<Tables>,
  settlements: readonly Settlement[],
  nowSeconds: number,
): Promise<void> {
  const rows = rowsOf(settlements);
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    await trx
      .insertInto('kept_objects')
      .values(rows.slice(start, start + ROWS_PER_INSERT))
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'name']).doUpdateSet((eb) => ({
          channel_id: eb.ref('excluded.channel_id'),
          key_id: eb.ref('excluded.key_id'),
          tokens: eb.ref('excluded.tokens'),
          expires_at: eb.ref('excluded.expires_at'),
          model: eb.ref('excluded.model'),
        })),
      )
      .execute();
  }
  if (rows.length === 0) return;
  await sql`delete from kept_objects where (user_id, name) in (
    select user_id, name from kept_objects where expires_at < ${nowSeconds}
    order by expires_at, user_id, name limit ${2 * rows.length})`.execute(trx);
}

/** Each once, in rising order: rows are always locked in the same order. */
function rowsOf(settlements: readonly Settlement[]): Insertable<KeptObjectTable>[] {
  const rows = new Map<string, Insertable<KeptObjectTable>>();
  for (const { user_id, channel_id, key_tries, kept = [] } of settlements) {
    const key_id = key_tries?.at(-1)?.key_id ?? 0;
    for (const object of kept)
      rows.set(`${user_id} ${object.name}`, { user_id, channel_id, key_id, model: '', ...object });
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
