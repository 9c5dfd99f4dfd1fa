import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely';
import { startOfMonth } from './log-months.ts';
import type { LogTable } from './tables/call-tables.ts';
import type {
  StatisticsHourTable,
  StatisticsKeyDayTable,
  StatisticsKeyHourTable,
  StatisticsKeyMonthTable,
  UsageCounts,
  UsageDimension,
} from './tables/usage-tables.ts';
import type { Tables } from './tables.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;
const LARGEST_INSERT = 64;

const countColumns = [
  'request_count',
  'quota',
  'prompt_tokens',
  'completion_tokens',
  'request_time',
] as const;
const keyColumns = {
  statistics_hours: ['user_id', 'hour', 'channel_id', 'model_name'],
  statistics_key_hours: ['dimension', 'usage_key', 'hour'],
  statistics_key_days: ['dimension', 'usage_key', 'day'],
  statistics_key_months: ['dimension', 'month', 'usage_key'],
} as const;
type RollUp = keyof typeof keyColumns;

type SettledCall = Omit<UsageCounts, 'request_count'> &
  Pick<LogTable, 'user_id' | 'channel_id' | 'model_name' | 'created_at'>;

interface UsageContext {
  /** Users' groups by their numbers. */
  groups: ReadonlyMap<number, string>;
  /** The database that statements' texts are kept for. */
  texts: Kysely<Tables>;
}

/**
 * Adds settled calls to the roll-ups: by hour with every dimension, and by hour, UTC day and UTC month with
 * one dimension each. Rows are written in key order, so they are always locked in the same order.
 */
export async function writeUsage(
  trx: Transaction<Tables>,
  calls: readonly SettledCall[],
  { groups, texts }: UsageContext,
): Promise<void> {
  const hours = new Map<string, StatisticsHourTable>();
  const keyHours = new Map<string, StatisticsKeyHourTable>();
  const keyDays = new Map<string, StatisticsKeyDayTable>();
  const keyMonths = new Map<string, StatisticsKeyMonthTable>();

  for (const one of calls) {
    const { user_id, channel_id, model_name } = one;
    const hour = one.created_at - (one.created_at % HOUR_SECONDS);
    const place = { hour, user_id, channel_id, model_name };
    addTo(hours, `${hour} ${user_id} ${channel_id} ${model_name}`, place, { ...one, request_count: 1 });
  }
  for (const row of hours.values()) {
    const byKey: [UsageDimension, string][] = [
      ['all', ''],
      ['model', row.model_name],
      ['channel', String(row.channel_id)],
      ['user', String(row.user_id)],
      ['group', groups.get(row.user_id) ?? ''],
    ];
    for (const [dimension, usage_key] of byKey) {
      const place = { dimension, usage_key, hour: row.hour };
      addTo(keyHours, `${dimension} ${usage_key} ${row.hour}`, place, row);
    }
  }
  for (const row of keyHours.values()) {
    const { dimension, usage_key } = row;
    const day = row.hour - (row.hour % DAY_SECONDS);
    addTo(keyDays, `${dimension} ${usage_key} ${day}`, { dimension, usage_key, day }, row);
  }
  for (const row of keyDays.values()) {
    const { dimension, usage_key } = row;
    const month = startOfMonth(row.day);
    addTo(keyMonths, `${dimension} ${month} ${usage_key}`, { dimension, usage_key, month }, row);
  }
  await upsert(trx, 'statistics_hours', { rows: inOrder(hours), texts });
  await upsert(trx, 'statistics_key_hours', { rows: inOrder(keyHours), texts });
  await upsert(trx, 'statistics_key_days', { rows: inOrder(keyDays), texts });
  await upsert(trx, 'statistics_key_months', { rows: inOrder(keyMonths), texts });
}

function addTo<Place extends object>(
  rows: Map<string, Place & UsageCounts>,
  key: string,
  place: Place,
  counts: UsageCounts,
): void {
  const row = rows.get(key);
  if (row === undefined) {
    const { request_count, quota, prompt_tokens, completion_tokens, request_time } = counts;
    rows.set(key, { ...place, request_count, quota, prompt_tokens, completion_tokens, request_time });
    return;
  }
  for (const name of countColumns) (row as UsageCounts)[name] += counts[name];
}

const inOrder = <Row>(rows: Map<string, Row>): Row[] =>
  [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);

async function upsert(
  trx: Transaction<Tables>,
  table: RollUp,
  { rows, texts }: { rows: readonly object[]; texts: Kysely<Tables> },
): Promise<void> {
  const columns: readonly string[] = [...keyColumns[table], ...countColumns];
  let start = 0;
  let count = LARGEST_INSERT;
  while (start < rows.length) {
    // Powers of two: seven texts serve every batch.
    while (count > rows.length - start) count /= 2;
    const parameters: unknown[] = [];
    for (const row of rows.slice(start, start + count)) {
      for (const name of columns) parameters.push((row as Record<string, unknown>)[name]);
    }
    await trx.executeQuery(CompiledQuery.raw(upsertText(texts, table, count), parameters));
    start += count;
  }
}

/** Texts of the statements by database: to build one takes longer than to run it. */
const upsertTexts = new WeakMap<Kysely<Tables>, Map<string, string>>();

function upsertText(db: Kysely<Tables>, table: RollUp, count: number): string {
  const known = upsertTexts.get(db) ?? new Map<string, string>();
  upsertTexts.set(db, known);
  const name = `${table} ${count}`;
  let text = known.get(name);
  if (text === undefined) {
    const columns = [...keyColumns[table], ...countColumns];
    const row = Object.fromEntries(columns.map((column) => [column, 0]));
    const sums = countColumns.map((column) => [
      column,
      sql`${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`,
    ]);
    text = db
      .insertInto(table)
      .values(Array.from({ length: count }, () => row) as never)
      .onConflict((conflict) =>
        conflict.columns(keyColumns[table] as never).doUpdateSet(Object.fromEntries(sums) as never),
      )
      .compile().sql;
    known.set(name, text);
  }
  return text;
}
