import { logType } from '@turnpike/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/store.ts';
import { filterLogs, type LogFilter } from './log-filter.ts';

const HOUR_SECONDS = 3600;
const END_OF_TIME = Number.MAX_SAFE_INTEGER - HOUR_SECONDS;

const sumOfQuota = sql<number>`cast(coalesce(sum(quota), 0) as bigint)`.as('quota');

/**
 * Points that calls cost in a time range. Whole hours come from the hourly roll-ups, the hours cut by the
 * range's ends from their rows; only a filter that the roll-ups do not know sums rows of the whole range.
 */
export async function sumConsumption(db: Db, filter: LogFilter): Promise<number> {
  const start = filter.start_timestamp ?? 0;
  const end = (filter.end_timestamp || END_OF_TIME) + 1;
  const firstHour = Math.ceil(start / HOUR_SECONDS) * HOUR_SECONDS;
  const lastHour = Math.floor(end / HOUR_SECONDS) * HOUR_SECONDS;
  const isRolledUp =
    filter.token_name === undefined && filter.source_ip === undefined && filter.request_id === undefined;
  if (!isRolledUp || firstHour >= lastHour) return sumRows(db, filter, { start, end });
  const parts = [await sumHours(db, filter, { start: firstHour, end: lastHour })];
  if (start < firstHour) parts.push(await sumRows(db, filter, { start, end: firstHour }));
  if (filter.end_timestamp && lastHour < end) parts.push(await sumRows(db, filter, { start: lastHour, end }));
  return parts.reduce((sum, part) => sum + part, 0);
}

interface Range {
  start: number;
  /** The first second that is not part of it. */
  end: number;
}

async function sumRows(db: Db, filter: LogFilter, { start, end }: Range): Promise<number> {
  const { start_timestamp, end_timestamp, log_type, ...others } = filter;
  const row = await filterLogs(db.selectFrom('logs').select(sumOfQuota), {
    ...others,
    log_type: logType.consume,
  })
    .where('created_at', '>=', start)
    .where('created_at', '<', end)
    .executeTakeFirst();
  return row?.quota ?? 0;
}

async function sumHours(db: Db, filter: LogFilter, { start, end }: Range): Promise<number> {
  let hours = db
    .selectFrom('statistics_hours')
    .select(sumOfQuota)
    .where('hour', '>=', start)
    .where('hour', '<', end);
  if (filter.userId !== undefined) hours = hours.where('user_id', '=', filter.userId);
  if (filter.channel_id) hours = hours.where('channel_id', '=', filter.channel_id);
  if (filter.model_name !== undefined) hours = hours.where('model_name', '=', filter.model_name);
  const row = await hours.executeTakeFirst();
  return row?.quota ?? 0;
}
