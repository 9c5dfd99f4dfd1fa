import { type CallEndChoice, failedEnds } from '@turnpike/contract';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

/** Filter of log rows; 0 and absent members do not filter. */
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
  ended_by?: CallEndChoice | undefined;
  /** Symbol of the group that paid. */
  group_name?: string | undefined;
}

type LogRows<Row> = SelectQueryBuilder<Tables, 'logs', Row>;

export const filterLogs = <Row>(rows: LogRows<Row>, filter: LogFilter): LogRows<Row> =>
  filterBySearch(filterByIndex(rows, filter), filter);

/** Conditions that an index answers, for any number of rows. */
export function filterByIndex<Row>(rows: LogRows<Row>, filter: LogFilter): LogRows<Row> {
  const { userId, start_timestamp, end_timestamp, request_id, ended_by } = filter;
  let narrowed = rows;
  if (start_timestamp) narrowed = narrowed.where('created_at', '>=', start_timestamp);
  if (end_timestamp) narrowed = narrowed.where('created_at', '<=', end_timestamp);
  if (request_id !== undefined) {
    narrowed = narrowed.where('request_id', '=', request_id);
    // The plus keeps SQLite from going through all rows of the user, which stand in the list's order already.
    if (userId !== undefined) narrowed = narrowed.where(sql<boolean>`+user_id = ${userId}`);
  } else if (userId !== undefined) narrowed = narrowed.where('user_id', '=', userId);
  if (ended_by === undefined || ended_by === 'completed') return narrowed;
  // The condition of the indexes `logs_unfinished` and `logs_user_unfinished`, written as there so that it is recognised.
  return narrowed.where(sql<boolean>`ended_by <> 'completed'`);
}

const searchedTexts = ['model_name', 'token_name', 'source_ip', 'group_name'] as const;

/** Conditions that need a look at each row. */
export function filterBySearch<Row>(rows: LogRows<Row>, filter: LogFilter): LogRows<Row> {
  const { log_type, channel_id, ended_by } = filter;
  let narrowed = rows;
  if (log_type) narrowed = narrowed.where('type', '=', log_type);
  if (channel_id) narrowed = narrowed.where('channel_id', '=', channel_id);
  if (ended_by === 'failed') narrowed = narrowed.where('ended_by', 'in', failedEnds);
  else if (ended_by !== undefined) narrowed = narrowed.where('ended_by', '=', ended_by);
  for (const field of searchedTexts) {
    const value = filter[field];
    if (value !== undefined) narrowed = narrowed.where(field, '=', value);
  }
  return narrowed;
}

/** The columns that `filterBySearch` looks at, next to the row's place. */
export function searchedColumns(filter: LogFilter) {
  const { log_type, channel_id, ended_by } = filter;
  return [
    'id' as const,
    'created_at' as const,
    ...(log_type ? ['type' as const] : []),
    ...(channel_id ? ['channel_id' as const] : []),
    ...(ended_by === undefined ? [] : ['ended_by' as const]),
    ...searchedTexts.filter((field) => filter[field] !== undefined),
  ];
}

/** Whether rows must be searched: a request id leaves too few for that to matter. */
export const isSearch = ({ log_type, channel_id, request_id, ended_by, ...filter }: LogFilter): boolean =>
  request_id === undefined &&
  (Boolean(log_type) ||
    Boolean(channel_id) ||
    ended_by !== undefined ||
    searchedTexts.some((field) => filter[field] !== undefined));

/** Number that no account has: its rows are none. */
const NOBODY = 0;

/**
 * The account of the requested rows: the given number, or the number of the account with the name now, or else of the last
 * deleted one with that name.
 */
export async function findUserId(
  db: Db,
  { user_id, username }: { user_id?: number | undefined; username?: string | undefined },
): Promise<number | undefined> {
  if (user_id) return user_id;
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
