import { type Kysely, sql } from 'kysely';
import type { MigrationEngine } from '../migration-columns.ts';

/** Columns that a search of log rows may use; the index alone answers every search of one user's calls. */
const searched = 'type, channel_id, ended_by, model_name, token_name, source_ip, group_name, tried_channels';

/**
 * The channels of a call with several attempts get a column that lists filter by. Earlier rows stay without it: to fill
 * them would rewrite the whole log. Two indexes have only such calls, so other calls add nothing to them.
 */
export async function triedChannels(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  const covers = (keys: string, columns: string) =>
    engine === 'postgres' ? `(${keys}) include (${columns})` : `(${keys}, ${columns})`;
  await db.schema.alterTable('logs').addColumn('tried_channels', 'text').execute();

  await run('drop index logs_user_time');
  await run(`create index logs_user_time on logs ${covers('user_id, created_at, id', searched)}`);
  const isRetried = 'where tried_channels is not null';
  const tried = 'channel_id, tried_channels';
  await run(`create index logs_retried on logs ${covers('created_at, id', tried)} ${isRetried}`);
  await run(
    `create index logs_user_retried on logs ${covers('user_id, created_at, id', tried)} ${isRetried}`,
  );
}
