import type { Kysely } from 'kysely';
import { idColumn, type MigrationEngine } from '../migration-columns.ts';

const limits = ['requests_per_minute', 'tokens_per_minute', 'parallel_calls'] as const;

/**
 * Adds call limits of users, keys, channels and groups, which had only requests per minute before. Adds the
 * permitted uses of a key, the refused calls, and the dismissal of an account's balance reminder.
 */
export async function callLimits(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  const id = idColumn(engine);
  for (const [table, columns] of [
    ['users', limits],
    ['tokens', limits],
    ['channels', limits],
    ['user_groups', limits.slice(1)],
  ] as const) {
    for (const column of columns) {
      await db.schema
        .alterTable(table)
        .addColumn(column, 'bigint', (c) => c.notNull().defaultTo(0))
        .execute();
    }
  }
  for (const [column, usual] of [
    ['allowed_addresses', '[]'],
    ['allowed_models', '[]'],
    ['backup_group', ''],
  ] as const) {
    await db.schema
      .alterTable('tokens')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(usual))
      .execute();
  }
  await db.schema
    .alterTable('users')
    .addColumn('reminder_dismissed', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('refused_calls')
    .addColumn('id', id.type, id.build)
    .addColumn('minute', 'bigint', (c) => c.notNull())
    .addColumn('user_id', 'bigint', (c) => c.notNull())
    .addColumn('token_id', 'bigint', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addColumn('examples', 'text', (c) => c.notNull())
    .addUniqueConstraint('refused_calls_key', ['minute', 'user_id', 'token_id', 'reason'])
    .execute();
  await db.schema.createIndex('refused_calls_user').on('refused_calls').columns(['user_id', 'id']).execute();
}
