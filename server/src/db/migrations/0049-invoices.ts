import type { Kysely } from 'kysely';
import { idColumn, type MigrationEngine } from '../migration-columns.ts';

/** Monthly invoices, their lines, and the months that were made. */
export async function invoices(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  const id = idColumn(engine);
  await db.schema
    .createTable('invoices')
    .addColumn('id', id.type, id.build)
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('account_id', 'bigint', (c) => c.notNull())
    .addColumn('user_id', 'bigint', (c) => c.notNull())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('date', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('request_count', 'bigint', (c) => c.notNull())
    .addColumn('quota', 'bigint', (c) => c.notNull())
    .addColumn('prompt_tokens', 'bigint', (c) => c.notNull())
    .addColumn('completion_tokens', 'bigint', (c) => c.notNull())
    .addColumn('request_time', 'bigint', (c) => c.notNull())
    .addColumn('opening', 'bigint', (c) => c.notNull())
    .addColumn('credits', 'bigint', (c) => c.notNull())
    .addColumn('closing', 'bigint', (c) => c.notNull())
    .addColumn('time_zone', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('paid_at', 'bigint', (c) => c.notNull())
    .addColumn('paid_by', 'bigint')
    .addColumn('paid_note', 'text', (c) => c.notNull())
    .addUniqueConstraint('invoices_month', ['account_id', 'date'])
    .execute();
  await db.schema.createIndex('invoices_date').on('invoices').columns(['date', 'id']).execute();
  await db.schema.createIndex('invoices_status').on('invoices').columns(['status', 'account_id']).execute();
  await db.schema.createIndex('invoices_user').on('invoices').columns(['user_id', 'date']).execute();

  await db.schema
    .createTable('invoice_lines')
    .addColumn('id', id.type, id.build)
    .addColumn('invoice_id', 'bigint', (c) => c.notNull())
    .addColumn('model_name', 'text', (c) => c.notNull())
    .addColumn('request_count', 'bigint', (c) => c.notNull())
    .addColumn('quota', 'bigint', (c) => c.notNull())
    .addColumn('prompt_tokens', 'bigint', (c) => c.notNull())
    .addColumn('completion_tokens', 'bigint', (c) => c.notNull())
    .addColumn('request_time', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('invoice_lines_invoice').on('invoice_lines').column('invoice_id').execute();

  await db.schema
    .createTable('invoice_months')
    .addColumn('date', 'text', (c) => c.primaryKey())
    .addColumn('invoice_count', 'bigint', (c) => c.notNull())
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .execute();
}
