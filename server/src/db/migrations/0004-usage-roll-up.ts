import { type Kysely, sql } from 'kysely';
import type { MigrationEngine } from '../migration-columns.ts';

const DAY_SECONDS = 86_400;
/** Days that one statement fills, so that it stays within a database's timeout. */
const DAYS_A_FILL = 10;

const sums = ['request_count', 'quota', 'prompt_tokens', 'completion_tokens', 'request_time'];
const sumList = sums.map((name) => `sum(${name})`).join(', ');

const keys = {
  all: `''`,
  model: 'model_name',
  channel: 'cast(channel_id as text)',
  user: 'cast(user_id as text)',
  // The group of a past call was not stored, so the user's group at the time of the migration is used.
  group: `coalesce((select users."group" from users where users.id = statistics_hours.user_id), '')`,
};

/**
 * Statements that fill the roll-ups by one key, which are empty, from those that tell everything apart.
 * @param first any second of the first day that has calls
 * @param last any second of the last one
 */
export function fillUsageRollUps(first: number, last: number): string[] {
  const fills: string[] = [];
  for (let day = first - (first % DAY_SECONDS); day <= last; day += DAYS_A_FILL * DAY_SECONDS) {
    const isInside = `hour >= ${day} and hour < ${day + DAYS_A_FILL * DAY_SECONDS}`;
    for (const [dimension, key] of Object.entries(keys)) {
      fills.push(
        `insert into statistics_key_hours (dimension, usage_key, hour, ${sums.join(', ')})
         select '${dimension}', ${key}, hour, ${sumList} from statistics_hours where ${isInside} group by 2, 3`,
      );
      fills.push(
        `insert into statistics_key_days (dimension, day, usage_key, ${sums.join(', ')})
         select '${dimension}', hour - hour % ${DAY_SECONDS}, ${key}, ${sumList}
         from statistics_hours where ${isInside} group by 2, 3`,
      );
    }
  }
  return fills;
}

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
    // The file is in key order, so the rows of one key range are adjacent.
    await (engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table).execute();
  };
  // A few keys over many hours are read from the one, all keys of some days from the other.
  await create('statistics_key_hours', 'hour', ['dimension', 'usage_key', 'hour']);
  await create('statistics_key_days', 'day', ['dimension', 'day', 'usage_key']);

  const ends = await sql<{ first: number | null; last: number | null }>`
    select min(hour) as first, max(hour) as last from statistics_hours`.execute(db);
  const { first, last } = ends.rows[0] ?? { first: null, last: null };
  if (first === null || last === null) return;
  for (const fill of fillUsageRollUps(first, last)) await sql.raw(fill).execute(db);
}
