import type { Kysely } from 'kysely';
import { bytesType, type MigrationEngine } from '../migration-columns.ts';

/** Copies of the pictures of other hosts that the site shows. */
export async function pictures(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  await db.schema
    .createTable('pictures')
    .addColumn('address', 'text', (c) => c.primaryKey().notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('content_type', 'text', (c) => c.notNull())
    .addColumn('fetched_time', 'bigint', (c) => c.notNull())
    // Last, so that SQLite reads the others without it.
    .addColumn('bytes', bytesType(engine), (c) => c.notNull())
    .execute();
  await db.schema.createIndex('pictures_hash').on('pictures').column('hash').execute();
}
