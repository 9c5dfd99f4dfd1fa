import { type Kysely, sql } from 'kysely';
import { idColumn, type MigrationEngine } from '../migration-columns.ts';

/** Work that vendors do after their answers: pictures, music and videos of users, with what is held for them. */
export async function tasks(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  const id = idColumn(engine);
  let table = db.schema
    .createTable('tasks')
    .addColumn('id', id.type, id.build)
    .addColumn('task_id', 'text', (c) => c.notNull().unique());
  for (const name of ['dialect', 'platform', 'action', 'model', 'status', 'request_id', 'terms'])
    table = table.addColumn(name, 'text', (c) => c.notNull());
  for (const name of [
    ...['fail_reason', 'note', 'prompt', 'upstream_id', 'ticket', 'asked', 'request', 'data', 'files'],
    ...['notify_url', 'sealed'],
  ])
    table = table.addColumn(name, 'text', (c) => c.notNull().defaultTo(''));
  for (const name of [
    'user_id',
    'token_id',
    'channel_id',
    'key_id',
    'created_at',
    'updated_at',
    'due_at',
    'held',
  ])
    table = table.addColumn(name, 'bigint', (c) => c.notNull());
  for (const name of [
    ...['progress', 'started_at', 'finished_at', 'looks', 'misses', 'quota', 'settled_at', 'code'],
    ...['is_midjourney', 'notice_tries', 'notice_due_at', 'copy_due_at'],
  ])
    table = table.addColumn(name, 'bigint', (c) => c.notNull().defaultTo(0));
  await table.execute();
  for (const columns of [
    ['id'],
    ['user_id', 'id'],
    ['channel_id', 'id'],
    ['status', 'id'],
    ['platform', 'id'],
    ['action', 'id'],
    ['created_at', 'id'],
    ['finished_at', 'id'],
  ]) {
    const name = `tasks_${columns.join('_').replace(/_id$/, '') || 'id'}`;
    await db.schema
      .createIndex(`${name}_list`)
      .on('tasks')
      .columns(['is_midjourney', ...columns])
      .execute();
  }
  await db.schema.createIndex('tasks_user').on('tasks').columns(['user_id', 'id']).execute();
  await sql`create index tasks_due on tasks (due_at) where due_at > 0`.execute(db);
  await sql`create index tasks_open on tasks (user_id) where settled_at = 0`.execute(db);
  await sql`create index tasks_notice on tasks (notice_due_at) where notice_due_at > 0`.execute(db);
  await sql`create index tasks_copy on tasks (copy_due_at) where copy_due_at > 0`.execute(db);
}
