import type { Db } from '../../db/store.ts';

/** Sums of the calls of an hour by model, as the relay hands them over. */
export interface StoredModelHour {
  model: string;
  /** Start of the hour, seconds. */
  hour: number;
  sums: { calls: number; failures: number; firstByteMs: number };
}

const ROWS_PER_STATEMENT = 100;
/** Rows that one look reads, the newest hours first. */
const MAX_ROWS = 50_000;

/** Adds sums to those that are stored, all or none. */
export async function addModelHours(db: Db, hours: readonly StoredModelHour[]): Promise<void> {
  // In one order, so that no other transaction waits for this one in turn.
  const rows = hours
    .toSorted((a, b) => a.hour - b.hour || (a.model < b.model ? -1 : 1))
    .map(({ model, hour, sums }) => ({
      ...{ hour, model, calls: sums.calls, failures: sums.failures },
      first_byte_ms: Math.round(sums.firstByteMs),
    }));
  await db.transaction().execute(async (trx) => {
    for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
      await trx
        .insertInto('model_health_hours')
        .values(rows.slice(start, start + ROWS_PER_STATEMENT))
        .onConflict((conflict) =>
          conflict.columns(['hour', 'model']).doUpdateSet((eb) => ({
            calls: eb('model_health_hours.calls', '+', eb.ref('excluded.calls')),
            failures: eb('model_health_hours.failures', '+', eb.ref('excluded.failures')),
            first_byte_ms: eb('model_health_hours.first_byte_ms', '+', eb.ref('excluded.first_byte_ms')),
          })),
        )
        .execute();
    }
  });
}

/** Stored hours since a time. */
export const listModelHours = (db: Db, since: number) =>
  db
    .selectFrom('model_health_hours')
    .select(['hour', 'model', 'calls', 'failures', 'first_byte_ms'])
    .where('hour', '>=', since)
    .orderBy('hour', 'desc')
    .limit(MAX_ROWS)
    .execute();

export async function deleteModelHours(db: Db, before: number): Promise<void> {
  await db.deleteFrom('model_health_hours').where('hour', '<', before).execute();
}
