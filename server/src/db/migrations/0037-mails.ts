import type { Kysely } from 'kysely';
import { idColumn, type MigrationEngine } from '../migration-columns.ts';

/** Mails that wait to be sent, and the facts about an account that decide which mails it gets. */
export async function mails(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  const id = idColumn(engine);
  await db.schema
    .createTable('mails')
    .addColumn('id', id.type, id.build)
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('attempts', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('next_try_at', 'bigint', (c) => c.notNull())
    .addColumn('last_error', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('created_time', 'bigint', (c) => c.notNull())
    .addColumn('send_until', 'bigint', (c) => c.notNull())
    .addColumn('given_up_time', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex('mails_next_try')
    .on('mails')
    .columns(['given_up_time', 'next_try_at', 'id'])
    .execute();
  await db.schema
    .createIndex('mails_send_until')
    .on('mails')
    .columns(['given_up_time', 'send_until'])
    .execute();

  await db.schema
    .alterTable('users')
    .addColumn('proved_email', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('users')
    .addColumn('low_balance_watch', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
}
