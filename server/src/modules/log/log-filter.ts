import type { SelectQueryBuilder } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

/** What log rows are narrowed by; 0 and absent mean: not. */
export interface LogFilter {
  /** Undefined: everybody's rows. */
  userId?: number | undefined;
  log_type?: number | undefined;
  start_timestamp?: number | undefined;
  /** The second itself belongs to the range. */
  end_timestamp?: number | undefined;
  model_name?: string | undefined;
  token_name?: string | undefined;
  request_id?: string | undefined;
  channel_id?: number | undefined;
  source_ip?: string | undefined;
}

type LogRows<Row> = SelectQueryBuilder<Tables, 'logs', Row>;

export const filterLogs = <Row>(rows: LogRows<Row>, filter: LogFilter): LogRows<Row> =>
  filterBySearch(filterByIndex(rows, filter), filter);

/** What an index finds at once, however many rows there are. */
export function filterByIndex<Row>(rows: LogRows<Row>, filter: LogFilter): LogRows<Row> {
  const { userId, start_timestamp, end_timestamp, request_id } = filter;
  let narrowed = rows;
  if (userId !== undefined) narrowed = narrowed.where('user_id', '=', userId);
  if (start_timestamp) narrowed = narrowed.where('created_at', '>=', start_timestamp);
  if (end_timestamp) narrowed = narrowed.where('created_at', '<=', end_timestamp);
  if (request_id !== undefined) narrowed = narrowed.where('request_id', '=', request_id);
  return narrowed;
}

const searchedTexts = ['model_name', 'token_name', 'source_ip'] as const;

/** What row after row must be looked at for. */
export function filterBySearch<Row>(rows: LogRows<Row>, filter: LogFilter): LogRows<Row> {
  const { log_type, channel_id } = filter;
  let narrowed = rows;
  if (log_type) narrowed = narrowed.where('type', '=', log_type);
  if (channel_id) narrowed = narrowed.where('channel_id', '=', channel_id);
  for (const field of searchedTexts) {
    const value = filter[field];
    if (value !== undefined) narrowed = narrowed.where(field, '=', value);
  }
  return narrowed;
}

/** Whether rows must be searched: a request id leaves too few for that to matter. */
export const isSearch = ({ log_type, channel_id, request_id, ...filter }: LogFilter): boolean =>
  request_id === undefined &&
  (Boolean(log_type) || Boolean(channel_id) || searchedTexts.some((field) => filter[field] !== undefined));

/** Number that no account has: its rows are none. */
const NOBODY = 0;

/** Rows are found by their account's number, which has an index; names are looked up first. */
export async function findUserId(db: Db, username: string | undefined): Promise<number | undefined> {
  if (username === undefined) return undefined;
  const row = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.or([eb('username_key', '=', username.toLowerCase()), eb('username', '=', username)]))
    .orderBy('deleted_time')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.id ?? NOBODY;
}
