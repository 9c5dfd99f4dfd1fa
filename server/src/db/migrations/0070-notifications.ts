import type { Kysely } from 'kysely';
import { idColumn, type MigrationEngine } from '../migration-columns.ts';

/** Events, the places where people receive them, and their deliveries. */
export async function notifications(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  const id = idColumn(engine);
  await db.schema
    .createTable('notification_targets')
    .addColumn('id', id.type, id.build)
    .addColumn('uuid', 'text', (c) => c.notNull())
    .addColumn('user_id', 'bigint', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('config', 'text', (c) => c.notNull())
    .addColumn('secrets_sealed', 'text', (c) => c.notNull())
    .addColumn('kinds', 'text', (c) => c.notNull())
    .addColumn('hears_site', 'bigint', (c) => c.notNull())
    .addColumn('enabled', 'bigint', (c) => c.notNull())
    .addColumn('allow_private', 'bigint', (c) => c.notNull())
    .addColumn('quiet_from', 'bigint')
    .addColumn('quiet_to', 'bigint')
    .addColumn('time_zone', 'text', (c) => c.notNull())
    .addColumn('digest_at', 'bigint', (c) => c.notNull())
    .addColumn('failing_since', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('last_answer', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('last_time', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('turn_minute', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('turn_count', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('created_time', 'bigint', (c) => c.notNull())
    .execute();
  await index(db, 'notification_targets', 'user', ['user_id', 'id']);
  await index(db, 'notification_targets', 'site', ['hears_site', 'id']);
  await index(db, 'notification_targets', 'digest', ['digest_at']);

  await db.schema
    .createTable('notifications')
    .addColumn('id', id.type, id.build)
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('user_id', 'bigint', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('period', 'text', (c) => c.notNull())
    .addColumn('facts', 'text', (c) => c.notNull())
    .addColumn('created_time', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('notifications_once', ['kind', 'user_id', 'subject', 'period'])
    .execute();
  await index(db, 'notifications', 'time', ['created_time']);

  await db.schema
    .createTable('notification_deliveries')
    .addColumn('notification_id', 'bigint', (c) => c.notNull())
    .addColumn('target_id', 'bigint', (c) => c.notNull())
    .addColumn('user_id', 'bigint', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('next_try_at', 'bigint', (c) => c.notNull())
    .addColumn('give_up_at', 'bigint', (c) => c.notNull())
    .addColumn('claim', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('last_error', 'text', (c) => c.notNull().defaultTo(''))
    .addPrimaryKeyConstraint('notification_deliveries_key', ['notification_id', 'target_id'])
    .execute();
  await index(db, 'notification_deliveries', 'due', ['state', 'next_try_at']);
  await index(db, 'notification_deliveries', 'target', ['target_id', 'state', 'next_try_at']);
  await index(db, 'notification_deliveries', 'user', ['user_id', 'notification_id']);
}

const index = (db: Kysely<unknown>, table: string, name: string, columns: string[]): Promise<void> =>
  db.schema.createIndex(`${table}_${name}`).on(table).columns(columns).execute();
