import { logType } from '@turnpike/contract';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { LogTable } from '../../db/tables/call-tables.ts';
import { EXPORT_BATCH } from '../list-query.ts';
import type { LogPlace } from './log-cursor.ts';
import { filterByIndex, filterBySearch, type LogFilter } from './log-filter.ts';
import { ownAddress, readMetadata } from './log-repository.ts';

const exportedColumns = [
  'id',
  'created_at',
  'type',
  'request_id',
  'user_id',
  'username',
  'token_name',
  'model_name',
  'prompt_tokens',
  'completion_tokens',
  'quota',
  'request_time',
  'is_stream',
  'source_ip',
  'ended_by',
  'group_name',
  'content',
  'channel_id',
  'metadata',
] as const;
type StoredRow = Pick<Selectable<LogTable>, (typeof exportedColumns)[number]>;
type ExportedRow = Omit<StoredRow, 'metadata'> & {
  balance_before: number | null;
  balance_after: number | null;
  balance_by: string | null;
};

/** Rows that one query may look at; a filter without an index leaves some batches short, even empty. */
const SEARCHED_ROWS = 20_000;

/** Every row that a filter shows, newest first, some at a time: no query takes long, however far back it goes. */
export async function* exportLogs(db: Db, filter: LogFilter): AsyncGenerator<ExportedRow[]> {
  let place: LogPlace | undefined;
  for (;;) {
    const reach = reachFrom(db, filter, place);
    const rows = await filterBySearch(db.selectFrom(reach.as('logs')).select(exportedColumns), filter)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(EXPORT_BATCH)
      .execute();
    yield rows.map(toExportedRow);
    place =
      rows.length === EXPORT_BATCH
        ? rows.at(-1)
        : await reach
            .clearSelect()
            .select(['created_at', 'id'])
            .offset(SEARCHED_ROWS - 1)
            .limit(1)
            .executeTakeFirst();
    if (place === undefined) return;
  }
}

function toExportedRow({ metadata, ...row }: StoredRow): ExportedRow {
  const balance = row.type === logType.consume ? undefined : readMetadata(metadata)?.balance;
  return {
    ...row,
    balance_before: balance?.before ?? null,
    balance_after: balance?.after ?? null,
    balance_by: balance?.by?.username ?? null,
    // Earlier versions kept it in the metadata alone.
    group_name:
      row.group_name ?? (row.type === logType.consume ? (readMetadata(metadata)?.group_name ?? null) : null),
  };
}

/** As `exportLogs`, for the user whose rows they are. */
export async function* exportOwnLogs(db: Db, filter: LogFilter): AsyncGenerator<ExportedRow[]> {
  for await (const rows of exportLogs(db, filter)) {
    yield rows.map((row) => ({ ...row, source_ip: ownAddress(row) }));
  }
}

function reachFrom(db: Db, filter: LogFilter, place: LogPlace | undefined) {
  let rows = filterByIndex(db.selectFrom('logs').select([...exportedColumns, 'tried_channels']), filter);
  if (place !== undefined) {
    rows = rows.where(sql<boolean>`(created_at, id) < (${place.created_at}, ${place.id})`);
  }
  return rows.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(SEARCHED_ROWS);
}
