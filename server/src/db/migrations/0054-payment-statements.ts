import type { Kysely } from 'kysely';
import { idColumn, type MigrationEngine } from '../migration-columns.ts';

/** Days of orders as compared with the statements of their gateways, and the time at which a refund was done. */
export async function paymentStatements(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  const id = idColumn(engine);
  await db.schema
    .createTable('payment_statements')
    .addColumn('id', id.type, id.build)
    .addColumn('gateway_id', 'bigint', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('checked_at', 'bigint', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('lines', 'bigint', (c) => c.notNull())
    .addColumn('other_lines', 'bigint', (c) => c.notNull())
    .addColumn('paid_minor', 'bigint', (c) => c.notNull())
    .addColumn('refunded_minor', 'bigint', (c) => c.notNull())
    .addColumn('fee_minor', 'bigint', (c) => c.notNull())
    .addColumn('our_paid_minor', 'bigint', (c) => c.notNull())
    .addColumn('our_refunded_minor', 'bigint', (c) => c.notNull())
    .addColumn('difference_count', 'bigint', (c) => c.notNull())
    .addColumn('open_count', 'bigint', (c) => c.notNull())
    .addColumn('differences', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addUniqueConstraint('payment_statements_day', ['gateway_id', 'day'])
    .execute();
  await db.schema
    .createIndex('payment_statements_newest')
    .on('payment_statements')
    .columns(['day', 'id'])
    .execute();
  await db.schema
    .alterTable('order_refunds')
    .addColumn('done_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
}
