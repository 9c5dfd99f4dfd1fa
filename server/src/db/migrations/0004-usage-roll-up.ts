import { type Kysely, sql } from 'kysely';
import type { MigrationEngine } from '../migration-columns.ts';

const sums = ['request_count', 'quota', 'prompt_tokens', 'completion_tokens', 'request_time'];
const sumList = sums.map((name) => `sum(${name})`).join(', ');

const keys = {
  all: `''`,
  model: 'model_name',
  channel: 'cast(channel_id as text)',
  user: 'cast(user_id as text)',
  // Nobody kept the group of a past call: it counts for the one that the user is in at the migration.
  group: `coalesce((select users."group" from users where users.id = statistics_hours.user_id), '')`,
};

/** Fills the roll-ups by one key from those that tell everything apart; the benchmark fills its own with it. */
export const fillUsageRollUps: string[] = [
  ...Object.entries(keys).map(
    ([dimension, key]) =>
      `insert into statistics_key_hours (dimension, usage_key, hour, ${sums.join(', ')})
       select '${dimension}', ${key}, hour, ${sumList} from statistics_hours group by 2, 3`,
  ),
  `insert into statistics_key_days (dimension, day, usage_key, ${sums.join(', ')})
   select dimension, hour - hour % 86400, usage_key, ${sumList} from statistics_key_hours group by 1, 2, 3`,
];

/** Use by one key alone: what a chart of a year reads instead of every user's every hour. */
export async function usageRollUp(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  const create = async (
    name: string,
    time: 'hour' | 'day',
    key: ('dimension' | 'usage_key' | typeof time)[],
  ) => {
    let table = db.schema
      .createTable(name)
      .addColumn('dimension', 'text', (c) => c.notNull())
      .addColumn('usage_key', 'text', (c) => c.notNull())
      .addColumn(time, 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint(`${name}_key`, key);
    for (const sum of sums) table = table.addColumn(sum, 'bigint', (c) => c.notNull());
    // The key's order is the order in the file: a stretch of one key lies together.
    await (engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table).execute();
  };
  // A few keys over many hours are read from the one, all keys of some days from the other.
  await create('statistics_key_hours', 'hour', ['dimension', 'usage_key', 'hour']);
  await create('statistics_key_days', 'day', ['dimension', 'day', 'usage_key']);
  for (const fill of fillUsageRollUps) await sql.raw(fill).execute(db);
}
