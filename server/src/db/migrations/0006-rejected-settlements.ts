import type { Kysely } from 'kysely';
import { idColumn, type MigrationEngine } from '../migration-columns.ts';

/** Settlements that the database refuses for their content, kept until somebody repairs them. */
export async function rejectedSettlements(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  const id = idColumn(engine);
  await db.schema
    .createTable('rejected_settlements')
    .addColumn('id', id.type, id.build)
    .addColumn('outbox_id', 'text', (c) => c.notNull())
    .addColumn('number', 'bigint', (c) => c.notNull())
    .addColumn('user_id', 'bigint', (c) => c.notNull())
    .addColumn('token_id', 'bigint', (c) => c.notNull())
    .addColumn('quota', 'bigint', (c) => c.notNull())
    .addColumn('token_quota', 'bigint', (c) => c.notNull())
    .addColumn('settlement', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('created_time', 'bigint', (c) => c.notNull())
    .execute();
  for (const column of ['user_id', 'token_id']) {
    await db.schema
      .createIndex(`rejected_settlements_${column}`)
      .on('rejected_settlements')
      .column(column)
      .execute();
  }
}
