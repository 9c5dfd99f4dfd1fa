import { logType, SUMMED_LOG_ROWS } from '@turnpike/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { UsageCounts, UsageDimension } from '../../db/tables/usage-tables.ts';
import { fieldError } from '../../platform/gateway-error.ts';
import { slicesOf, sumKeys } from '../statistics/key-sums.ts';
import { addCounts, countColumns, noCounts, summedColumns, sumOf } from '../statistics/usage-table.ts';
import { filterByIndex, filterBySearch, filterLogs, type LogFilter, searchedFields } from './log-filter.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;
/** Rows that one statement looks at: the SQLite worker settles calls between two of them. */
const ROWS_A_STATEMENT = 12_500;

/** The sums of log rows, each of which is one call. */
const sumsOfRows = countColumns.map((name) =>
  (name === 'request_count' ? sql<number>`cast(count(*) as bigint)` : sumOf(name)).as(name),
);

interface Stretch {
  start: number;
  /** The first second that is not part of it. */
  end: number;
}

interface RowBounds {
  /** Rows that one statement looks at. */
  atOnce: number;
  /** Rows that a sum looks at in all. */
  most: number;
}

/**
 * Total cost and use of the calls in a time range. Whole hours come from the roll-ups. Hours that the range cuts come from
 * their rows. A filter that no roll-up knows (token, address, end, channel with model) looks at rows one by one.
 * @throws request.invalid naming `end_timestamp` where those would be too many
 */
export async function sumConsumption(
  db: Db,
  filter: LogFilter,
  bounds: RowBounds = { atOnce: ROWS_A_STATEMENT, most: SUMMED_LOG_ROWS },
): Promise<UsageCounts> {
  if (filter.request_id !== undefined) return sumFoundRows(db, filter);
  const range = await rangeOf(db, filter);
  if (range === undefined) return noCounts();
  const { start, end } = range;
  const firstHour = Math.ceil(start / HOUR_SECONDS) * HOUR_SECONDS;
  const lastHour = Math.floor(end / HOUR_SECONDS) * HOUR_SECONDS;
  if (!isRolledUp(filter) || firstHour >= lastHour) return sumRows(db, filter, { ...range, ...bounds });
  const hours = { start: firstHour, end: lastHour };
  const dimensions = dimensionsOf(filter);
  const whole =
    dimensions.length > 1
      ? await sumHoursOfUser(db, filter, hours)
      : await sumHours(db, dimensions[0] ?? ['all', ''], hours);
  const parts = [
    { start, end: firstHour },
    { start: lastHour, end },
  ].filter((part) => part.start < part.end);
  for (const part of parts) addCounts(whole, await sumRows(db, filter, { ...part, ...bounds }));
  return whole;
}

/** The part of the range that has calls at all, so that an open end is not read day by day. */
async function rangeOf(db: Db, filter: LogFilter): Promise<Stretch | undefined> {
  const days = db
    .selectFrom('statistics_key_days')
    .select('day')
    .where('dimension', '=', 'all')
    .where('usage_key', '=', '')
    .limit(1);
  const first = await days.orderBy('day').executeTakeFirst();
  const last = await days.orderBy('day', 'desc').executeTakeFirst();
  if (first === undefined || last === undefined) return undefined;
  const wantedEnd = filter.end_timestamp ? filter.end_timestamp + 1 : Number.POSITIVE_INFINITY;
  const start = Math.max(filter.start_timestamp ?? 0, first.day);
  const end = Math.min(await wholeEnd(db, wantedEnd), last.day + DAY_SECONDS);
  return start < end ? { start, end } : undefined;
}

/** Where nothing has happened since, the hour under way is not cut: a busy gateway has more rows in it than are looked at. */
async function wholeEnd(db: Db, wantedEnd: number): Promise<number> {
  const newest = await db
    .selectFrom('logs')
    .select('created_at')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest === undefined || newest.created_at >= wantedEnd) return wantedEnd;
  return newest.created_at - (newest.created_at % HOUR_SECONDS) + HOUR_SECONDS;
}

/** Fields that roll-ups have sums by. */
const summedFields = { channel_id: 'channel', model_name: 'model' } as const satisfies Partial<
  Record<keyof LogFilter, UsageDimension>
>;
const isSummed = (name: PropertyKey): name is keyof typeof summedFields => name in summedFields;

function dimensionsOf(filter: LogFilter): [UsageDimension, string][] {
  const fields = searchedFields(filter).flatMap(({ name, value }): [UsageDimension, string][] =>
    isSummed(name) ? [[summedFields[name], String(value)]] : [],
  );
  return filter.userId === undefined ? fields : [['user', String(filter.userId)], ...fields];
}

/** Roll-ups have calls alone, so a filter by type changes nothing. */
const isRolledUp = (filter: LogFilter): boolean =>
  searchedFields(filter).every(({ name }) => name === 'log_type' || isSummed(name)) &&
  (filter.userId !== undefined || dimensionsOf(filter).length < 2);

async function sumHours(
  db: Db,
  [dimension, key]: [UsageDimension, string],
  { start, end }: Stretch,
): Promise<UsageCounts> {
  const range = { start, end: end - 1, interval: 'day', timeZone: 'UTC' } as const;
  const sum = noCounts();
  for (const counts of await sumKeys(db, { dimension, keys: [key] }, range)) addCounts(sum, counts);
  return sum;
}

async function sumHoursOfUser(
  db: Db,
  { userId, channel_id, model_name }: LogFilter,
  hours: Stretch,
): Promise<UsageCounts> {
  const sum = noCounts();
  for (const { start, end } of slicesOf(db, hours)) {
    let rows = db
      .selectFrom('statistics_hours')
      .select(summedColumns)
      .where('user_id', '=', userId ?? 0)
      .where('hour', '>=', start)
      .where('hour', '<', end);
    if (channel_id) rows = rows.where('channel_id', '=', channel_id);
    if (model_name !== undefined) rows = rows.where('model_name', '=', model_name);
    addCounts(sum, await rows.executeTakeFirstOrThrow());
  }
  return sum;
}

/** The rows of one request are few, and an index finds them. */
async function sumFoundRows(db: Db, filter: LogFilter): Promise<UsageCounts> {
  const rows = filterLogs(db.selectFrom('logs').select(sumsOfRows), { ...filter, log_type: logType.consume });
  return await rows.executeTakeFirstOrThrow();
}

/**
 * Cost of a user's calls in a range by model, from the log; at most `SUMMED_LOG_ROWS` rows are read.
 */
export async function sumRowsByModel(
  db: Db,
  userId: number,
  { start, end }: Stretch,
): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  const calls = { userId, log_type: logType.consume };
  const bounds = { atOnce: ROWS_A_STATEMENT, most: SUMMED_LOG_ROWS };
  for await (const reach of reachesOf(db, { userId }, { start, end, ...bounds })) {
    if (reach === TOO_MANY) break;
    const rows = filterBySearch(db.selectFrom(reach.selectAll().as('logs')), calls)
      .select(['model_name', sumOf('quota').as('quota')])
      .groupBy('model_name');
    for (const { model_name, quota } of await rows.execute())
      sums.set(model_name, (sums.get(model_name) ?? 0) + quota);
  }
  return sums;
}

async function sumRows(
  db: Db,
  filter: LogFilter,
  { start, end, ...bounds }: Stretch & RowBounds,
): Promise<UsageCounts> {
  const searched = { ...filter, log_type: logType.consume };
  const sum = noCounts();
  for await (const reach of reachesOf(db, filter, { start, end, ...bounds })) {
    if (reach === TOO_MANY) throw fieldError('end_timestamp', 'too_big');
    const rows = filterBySearch(db.selectFrom(reach.selectAll().as('logs')).select(sumsOfRows), searched);
    addCounts(sum, await rows.executeTakeFirstOrThrow());
  }
  return sum;
}

const TOO_MANY = Symbol('more rows than a sum looks at');

/** The rows of a range in parts of one statement each. */
async function* reachesOf(db: Db, filter: LogFilter, { start, end, atOnce, most }: Stretch & RowBounds) {
  const inRange = { ...filter, start_timestamp: start, end_timestamp: end - 1 };
  let seen = 0;
  let after = { created_at: start, id: 0 };
  for (;;) {
    const reach = filterByIndex(db.selectFrom('logs'), inRange)
      .where(sql<boolean>`(created_at, id) > (${after.created_at}, ${after.id})`)
      .orderBy('created_at')
      .orderBy('id')
      .limit(atOnce);
    yield reach;
    const last = await reach
      .select(['created_at', 'id'])
      .offset(atOnce - 1)
      .limit(1)
      .executeTakeFirst();
    if (last === undefined) return;
    seen += atOnce;
    if (seen >= most) {
      yield TOO_MANY;
      return;
    }
    after = last;
  }
}
