import {
  COUNT_LIMIT,
  type CursorPage,
  type LogView,
  logMetadata,
  logType,
  type PageQuery,
} from '@turnpike/contract';
import { type Selectable, sql } from 'kysely';
import { traitsOf } from '../../db/engine-traits.ts';
import type { Db } from '../../db/store.ts';
import type { LogTable } from '../../db/tables/call-tables.ts';
import { fieldError } from '../../platform/gateway-error.ts';
import { countRows, parseOrder } from '../list-query.ts';
import { type LogPlace, parseCursor, toCursor } from './log-cursor.ts';
import { filterByIndex, filterBySearch, isSearch, type LogFilter, searchedColumns } from './log-filter.ts';

const shownColumns = [
  'id',
  'request_id',
  'user_id',
  'created_at',
  'type',
  'content',
  'username',
  'token_id',
  'token_name',
  'model_name',
  'quota',
  'prompt_tokens',
  'completion_tokens',
  'channel_id',
  'request_time',
  'is_stream',
  'source_ip',
  'ended_by',
  'metadata',
] as const;
type ShownRow = Pick<Selectable<LogTable>, (typeof shownColumns)[number]>;

/** Rows that one page may look at for a filter without an index; a cursor goes on where it stopped. */
const SEARCHED_ROWS = 50_000;
/** Rows of one user, or failed or retried calls; each of them is in another page of the table. */
const SEARCHED_SCATTERED_ROWS = 8_000;

const searchedRows = ({ userId, ended_by, retried }: LogFilter): number =>
  userId !== undefined || retried !== undefined || (ended_by !== undefined && ended_by !== 'completed')
    ? SEARCHED_SCATTERED_ROWS
    : SEARCHED_ROWS;

export type LogListQuery = PageQuery & { cursor?: string | undefined };

/**
 * One page of log rows by time, newest first unless `order` says otherwise. A cursor continues after a row at
 * the same cost anywhere; pages by number reach as far as rows are counted. A filter without an index searches
 * a bounded number of rows a page: a page may be short, even empty, and still have a cursor to go on with.
 * @throws request.invalid for a page beyond that, or a cursor that is none
 */
export async function listLogs(
  db: Db,
  filter: LogFilter,
  { page, size, order, cursor }: LogListQuery,
): Promise<CursorPage<LogView>> {
  const offset = cursor === undefined ? (page - 1) * size : 0;
  if (offset >= COUNT_LIMIT) throw fieldError('page', 'too_big');
  // Rows are numbered as they are written, so both names of the order mean: by time.
  const direction = parseOrder(order)[0]?.direction ?? 'desc';
  if (isSearch(filter)) return searchLogs(db, filter, { page, size, offset, direction, cursor });
  const matching = filterByIndex(db.selectFrom('logs').select(shownColumns), filter);
  const rows = cursor === undefined ? matching : matching.where(isAfter(cursor, direction));
  const found = await rows
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(size + 1)
    .offset(offset)
    .execute();
  const shown = found.slice(0, size);
  const last = shown.at(-1);
  return {
    data: shown.map(toView),
    page,
    size,
    total_count: await countRows(db, matching),
    next_cursor: found.length > size && last !== undefined ? toCursor(last) : null,
  };
}

interface Search {
  page: number;
  size: number;
  offset: number;
  direction: 'asc' | 'desc';
  cursor: string | undefined;
}

/**
 * First finds the positions of matching rows from the filtered columns. An index of a user's rows has these columns, so
 * only the shown rows are read themselves.
 */
async function searchLogs(
  db: Db,
  filter: LogFilter,
  { page, size, offset, direction, cursor }: Search,
): Promise<CursorPage<LogView>> {
  const reach = searchReach(db, filter, { direction, cursor });
  const matching = filterBySearch(db.selectFrom(reach.as('logs')).select(['created_at', 'id']), filter);
  const found = await matching
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(size + 1)
    .offset(offset)
    .execute();
  const shown = found.slice(0, size);
  const place = found.length > size ? shown.at(-1) : await endOfReach(reach, searchedRows(filter));
  return {
    data: (await readPlaces(db, shown)).map(toView),
    page,
    size,
    total_count: await countRows(db, matching),
    next_cursor: place === undefined ? null : toCursor(place),
  };
}

/** The rows at some places, in their order. */
async function readPlaces(db: Db, places: readonly LogPlace[]): Promise<ShownRow[]> {
  if (places.length === 0) return [];
  const ids = places.map(({ id }) => id);
  const rows = traitsOf(db).hasLogMonths
    ? await rowsAt(db, { ids, times: places.map(({ created_at }) => created_at) }).execute()
    : await db.selectFrom('logs').select(shownColumns).where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Each place is looked for in the key of its month: `limit` keeps it from reading whole months instead. */
const rowsAt = (db: Db, { ids, times }: { ids: number[]; times: number[] }) =>
  db
    .selectFrom(
      sql<{ at: number; number: number }>`unnest(${times}::bigint[], ${ids}::bigint[])`.as<'place'>(
        sql`place(at, number)`,
      ),
    )
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('logs')
          .select(shownColumns)
          .whereRef('created_at', '=', 'place.at')
          .whereRef('id', '=', 'place.number')
          .limit(1)
          .as('row'),
      (join) => join.onTrue(),
    )
    .select(shownColumns);

/** The rows that one search looks at: those from the cursor on, a bounded number of them. */
function searchReach(
  db: Db,
  filter: LogFilter,
  { direction, cursor }: { direction: 'asc' | 'desc'; cursor: string | undefined },
) {
  let rows = filterByIndex(db.selectFrom('logs').select(searchedColumns(filter)), filter);
  if (cursor !== undefined) rows = rows.where(isAfter(cursor, direction));
  return rows.orderBy('created_at', direction).orderBy('id', direction).limit(searchedRows(filter));
}

/** Last row that a search looked at, where there are more behind it: the next page goes on from there. */
function endOfReach(reach: ReturnType<typeof searchReach>, count: number): Promise<LogPlace | undefined> {
  return reach
    .clearSelect()
    .select(['created_at', 'id'])
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst();
}

function isAfter(cursor: string, direction: 'asc' | 'desc') {
  const { created_at, id } = parseCursor(cursor);
  const comparison = sql.raw(direction === 'desc' ? '<' : '>');
  return sql<boolean>`(created_at, id) ${comparison} (${created_at}, ${id})`;
}

function toView(row: ShownRow): LogView {
  return { ...row, is_stream: row.is_stream === 1, metadata: readMetadata(row.metadata), channel: null };
}

/** Rows of another version may hold what this one cannot read; they are shown without it. */
export const readMetadata = (text: string): LogView['metadata'] =>
  logMetadata.safeParse(JSON.parse(text)).data ?? null;

/** Adds the channels' names, also to the attempts; null where the channel is gone. */
export async function withChannels(db: Db, rows: LogView[]): Promise<LogView[]> {
  const named = rows.flatMap(({ channel_id, metadata }) => [
    channel_id,
    ...(metadata?.attempts ?? []).map((attempt) => attempt.channel_id),
  ]);
  const ids = [...new Set(named)].filter((id) => id !== 0);
  if (ids.length === 0) return rows;
  const channels = await db
    .selectFrom('channels')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where('deleted_time', '=', 0)
    .execute();
  const byId = new Map(channels.map((channel) => [channel.id, channel]));
  return rows.map((row) => ({
    ...row,
    channel: byId.get(row.channel_id) ?? null,
    metadata: row.metadata?.attempts
      ? {
          ...row.metadata,
          attempts: row.metadata.attempts.map((attempt) => ({
            ...attempt,
            channel_name: byId.get(attempt.channel_id)?.name,
          })),
        }
      : row.metadata,
  }));
}

/**
 * A row as its own user sees it: no row number, no attempts on channels; not which administrator changed the
 * balance, nor from which address. Source: docs/reference/compatibility.md, "Log rows".
 */
export function toOwnView(row: LogView): LogView {
  const source_ip = ownAddress(row);
  if (row.metadata === null) return { ...row, id: 0, source_ip };
  const { attempts, passed_over, error_note, cost, balance, ...metadata } = row.metadata;
  if (balance === undefined) return { ...row, id: 0, source_ip, metadata };
  const { by, ...amounts } = balance;
  return { ...row, id: 0, source_ip, metadata: { ...metadata, balance: amounts } };
}

/** The address of a row's request for the row's own user: what others did came from theirs. */
export const ownAddress = (row: Pick<LogView, 'type' | 'quota' | 'source_ip'>): string =>
  row.type !== logType.consume && row.quota !== 0 ? '' : row.source_ip;
