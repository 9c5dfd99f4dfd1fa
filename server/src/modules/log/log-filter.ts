import { type FilterOf, logFilterFields, setFields } from '@turnpike/contract';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import { filterRows } from '../filter-rows.ts';
import { usernameKey } from '../user/user-names.ts';

/** Filter of log rows; 0 and absent members do not filter. */
export type LogFilter = FilterOf<typeof logFilterFields> & {
  /** Account that `user_id` or `username` names; undefined: everybody's rows. */
  userId?: number | undefined;
};

type LogRows<Row> = SelectQueryBuilder<Tables, 'logs', Row>;

const setByIndex = (filter: LogFilter) =>
  setFields(logFilterFields, filter).filter(({ field }) => field.index === 'own');

/** The set fields that rows are searched for. */
export const searchedFields = (filter: LogFilter) =>
  setFields(logFilterFields, filter).filter(({ field }) => field.index === 'user');

export const filterLogs = <Row>(rows: LogRows<Row>, filter: LogFilter): LogRows<Row> =>
  filterBySearch(filterByIndex(rows, filter), filter);

/** Conditions that an index answers, for any number of rows. */
export function filterByIndex<Row>(rows: LogRows<Row>, filter: LogFilter): LogRows<Row> {
  const { userId, request_id, ended_by, retried } = filter;
  let narrowed = filterRows(rows, setByIndex(filter));
  if (userId !== undefined) {
    // The plus keeps SQLite from going through all rows of the user, which stand in the list's order already.
    narrowed = narrowed.where(
      request_id === undefined ? sql<boolean>`user_id = ${userId}` : sql<boolean>`+user_id = ${userId}`,
    );
  }
  // The conditions of partial indexes, each with one of a user, written as there so that they are recognised.
  if (retried !== undefined) narrowed = narrowed.where(sql<boolean>`tried_channels is not null`);
  if (ended_by === undefined || ended_by === 'completed') return narrowed;
  return narrowed.where(sql<boolean>`ended_by <> 'completed'`);
}

/** Conditions that need a look at each row. */
export function filterBySearch<Row>(rows: LogRows<Row>, filter: LogFilter): LogRows<Row> {
  const narrowed = filterRows(rows, searchedFields(filter));
  const { channel_tried } = filter;
  return channel_tried ? narrowed.where(wasTried(channel_tried)) : narrowed;
}

const wasTried = (channelId: number) =>
  sql<boolean>`(channel_id = ${channelId} or tried_channels like ${`% ${channelId} %`})`;

/** The columns that `filterBySearch` looks at, next to the row's place. */
export const searchedColumns = (filter: LogFilter) => [
  ...new Set([
    'id' as const,
    'created_at' as const,
    ...searchedFields(filter).flatMap(({ name, field }) =>
      name === 'channel_tried' ? triedColumns : (field.column ?? []),
    ),
  ]),
];
const triedColumns = ['channel_id', 'tried_channels'] as const;

/** Whether rows must be searched: a request id leaves too few for that to matter. */
export const isSearch = (filter: LogFilter): boolean =>
  filter.request_id === undefined && searchedFields(filter).length > 0;

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
    .where((eb) => eb.or([eb('username_key', '=', usernameKey(username)), eb('username', '=', username)]))
    .orderBy('deleted_time')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.id ?? NOBODY;
}
