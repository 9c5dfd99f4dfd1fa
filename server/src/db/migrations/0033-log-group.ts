import { type Kysely, sql } from 'kysely';
import type { MigrationEngine } from '../migration-columns.ts';

/** Columns that a search of log rows may use; the index alone answers every search of one user's calls. */
const searched = 'type, channel_id, ended_by, model_name, token_name, source_ip, group_name';

/**
 * The group of a call leaves the metadata for a column that lists filter by. Earlier rows stay without it: to
 * fill them would rewrite the whole log. The indexes have each column that a filter names, because the examples of
 * refused calls and the metadata of log rows make their rows long.
 */
export async function logGroup(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await db.schema.alterTable('logs').addColumn('group_name', 'text').execute();
  await db.schema
    .alterTable('refused_calls')
    .addColumn('group_name', 'text', (c) => c.notNull().defaultTo(''))
    .execute();

  await run('drop index logs_user_time');
  const keys = 'user_id, created_at, id';
  await run(
    `create index logs_user_time on logs (${engine === 'postgres' ? `${keys}) include (${searched}` : `${keys}, ${searched}`})`,
  );
  await run('drop index refused_calls_user');
  await run('create index refused_calls_user on refused_calls (user_id, id, reason, group_name)');
  await run('create index refused_calls_reason on refused_calls (reason, id, user_id, group_name)');
  await run('create index refused_calls_group on refused_calls (group_name, id, user_id, reason)');
}
