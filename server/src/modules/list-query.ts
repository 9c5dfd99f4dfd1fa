import { COUNT_LIMIT, type Page, type PageQuery } from '@turnpike/contract';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '../db/store.ts';

type Listed = Pick<PageQuery, 'page' | 'size' | 'order'> & {
  /** Rank of a row before all others, the lowest first; it counts only without `order`. */
  rank?: RawBuilder<unknown> | undefined;
};
type Order = { field: string; direction: 'asc' | 'desc' };

/** Fields that `order` names; every name is already known to be allowed. */
export function parseOrder(order: string | undefined): Order[] {
  if (order === undefined) return [];
  return order.split(',').map((text) => {
    const name = text.trim();
    return name.startsWith('-')
      ? { field: name.slice(1), direction: 'desc' }
      : { field: name, direction: 'asc' };
  });
}

/**
 * Reads one page of a list: newest rows first unless `order` says otherwise. The number is the last key, in the
 * direction of the one before, so equal rows keep their places and an index of column and number gives the order.
 * @param rows the list's rows with their filters, no order yet
 * @param shown what a field is sorted by where that is not its column as it is stored
 */
export async function readPage<Database, Name extends keyof Database, Row>(
  db: Db,
  rows: SelectQueryBuilder<Database, Name, Row>,
  { page, size, order, rank }: Listed,
  shown: Readonly<Record<string, RawBuilder<unknown>>> = {},
): Promise<Page<Row>> {
  const keys = parseOrder(order);
  let ordered = keys.length === 0 && rank !== undefined ? rows.orderBy(rank) : rows;
  for (const { field, direction } of keys) {
    ordered = ordered.orderBy(shown[field] ?? sql.ref(field), direction);
  }
  const data = await ordered
    .orderBy(sql.ref('id'), keys.at(-1)?.direction ?? 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { data, page, size, total_count: await countRows(db, rows) };
}

/** Rows that an export reads at a time. */
export const EXPORT_BATCH = 1000;

/**
 * Reads a whole list for an export, newest row first, some at a time: each batch goes on below the last number,
 * at the same cost anywhere.
 * @param rows the list's rows with their filters, no order yet; `id` is among the columns
 */
export async function* readBatches<Database, Name extends keyof Database, Row extends { id: number }>(
  rows: SelectQueryBuilder<Database, Name, Row>,
): AsyncGenerator<Row[]> {
  let below = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const batch = await rows
      .where(sql<boolean>`${sql.ref('id')} < ${below}`)
      .orderBy(sql.ref('id'), 'desc')
      .limit(EXPORT_BATCH)
      .execute();
    if (batch.length > 0) yield batch;
    if (batch.length < EXPORT_BATCH) return;
    below = batch.at(-1)?.id ?? 0;
  }
}

/** Counts rows up to the bound of the contract. */
export async function countRows<Database, Name extends keyof Database>(
  db: Db,
  rows: SelectQueryBuilder<Database, Name, unknown>,
): Promise<number> {
  const bounded = rows.clearSelect().select(sql<number>`1`.as('one')).limit(COUNT_LIMIT).as('bounded');
  const counted = await db
    .selectFrom(bounded as never)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst();
  return counted?.count ?? 0;
}

/** Sorts a text without regard to case, as its readers do. */
export const anyCase = (column: string): RawBuilder<string> => sql`lower(${sql.ref(column)})`;

/** A pattern for `matches`: texts that begin with `text`. */
export const beginsWith = (text: string): string => `${escapeLike(text.toLowerCase())}%`;

/** A pattern for `matches`: texts that contain `text`. */
export const contains = (text: string): string => `%${escapeLike(text.toLowerCase())}%`;

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Compares without regard to case, on both databases. */
export const matches = (column: string | RawBuilder<string>, pattern: string) =>
  sql<boolean>`${typeof column === 'string' ? anyCase(column) : column} like ${pattern} escape '\\'`;
