import { type Kysely, sql } from 'kysely';

/** Batches under way by their user: their number is bounded, and what they hold is shown next to the balance. */
export async function openBatches(db: Kysely<unknown>): Promise<void> {
  await sql`create index batches_open on batches (user_id) where settled_at = 0`.execute(db);
}
