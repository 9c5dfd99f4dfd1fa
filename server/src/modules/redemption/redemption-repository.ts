import {
  type Page,
  type PageQuery,
  type RedemptionUse,
  type RedemptionView,
  redemptionStatus,
} from '@turnpike/contract';
import { type Selectable, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import { traitsOf } from '../../db/engine-traits.ts';
import { forChange } from '../../db/row-locks.ts';
import type { Db } from '../../db/store.ts';
import type { RedemptionTable } from '../../db/tables/selling-tables.ts';
import type { Tables } from '../../db/tables.ts';
import { etagOf } from '../../platform/etag.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { anyCase, beginsWith, matches, readBatches, readPage } from '../list-query.ts';

const columns = [
  'id',
  'user_id',
  'key_hint',
  'name',
  'status',
  'quota',
  'max_uses',
  'used_count',
  'expires_at',
  'group',
  'created_time',
  'redeemed_time',
] as const;

type Row = Selectable<RedemptionTable>;
type Shown = Pick<Row, (typeof columns)[number]>;
export type RedemptionFields = Pick<Row, 'name' | 'quota' | 'max_uses' | 'expires_at' | 'group'>;
export type RedemptionFilter = { keyword?: string | undefined; status?: number | undefined };

function toView({ key_hint, ...row }: Shown): RedemptionView {
  const { name, status, quota, max_uses, expires_at, group } = row;
  return { ...row, key: key_hint, etag: etagOf([name, status, quota, max_uses, expires_at, group]) };
}

/** At most eighteen digits, which every column of numbers can be compared with. */
const NUMBER = /^\d{1,18}$/;

/** The batches of a shop have long common names, so a list by name has to come out of the index that filters it. */
const nameOf = (db: Db) => traitsOf(db).byBytes(anyCase('name'));

function filterCodes<Chosen>(
  db: Db,
  rows: SelectQueryBuilder<Tables, 'redemptions', Chosen>,
  { keyword, status }: RedemptionFilter,
): SelectQueryBuilder<Tables, 'redemptions', Chosen> {
  let filtered = rows;
  if (status !== undefined) filtered = filtered.where('status', '=', status);
  if (keyword === undefined) return filtered;
  const isName = matches(nameOf(db), beginsWith(keyword));
  return filtered.where((eb) =>
    NUMBER.test(keyword) ? eb.or([isName, sql<boolean>`id = ${BigInt(keyword)}`]) : isName,
  );
}

export async function listRedemptions(
  db: Db,
  { keyword, status, ...listed }: PageQuery & RedemptionFilter,
): Promise<Page<RedemptionView>> {
  const rows = filterCodes(db, db.selectFrom('redemptions').select(columns), { keyword, status });
  const page = await readPage(db, rows, listed, { name: nameOf(db) });
  return { ...page, data: page.data.map(toView) };
}

/** The same list with the sealed codes, some rows at a time. */
export const exportRedemptions = (db: Db, filter: RedemptionFilter) =>
  readBatches(
    filterCodes(db, db.selectFrom('redemptions').select([...columns, 'key_hash', 'key_sealed']), filter),
  );

/** @throws entry.not_found */
export async function getRedemption(db: Db, id: number): Promise<RedemptionView> {
  return found(await db.selectFrom('redemptions').select(columns).where('id', '=', id).executeTakeFirst());
}

/** A code that no other request changes until the transaction ends. @throws entry.not_found */
export async function lockRedemption(trx: Transaction<Tables>, id: number): Promise<RedemptionView> {
  const rows = trx.selectFrom('redemptions').select(columns).where('id', '=', id);
  return found(await forChange(trx, rows).executeTakeFirst());
}

/** @throws entry.not_found */
export async function getSealedRedemption(db: Db, id: number): Promise<Pick<Row, 'key_hash' | 'key_sealed'>> {
  const row = await db
    .selectFrom('redemptions')
    .select(['key_hash', 'key_sealed'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new GatewayError('entry.not_found');
  return row;
}

function found(row: Shown | undefined): RedemptionView {
  if (row === undefined) throw new GatewayError('entry.not_found');
  return toView(row);
}

/** A statement takes a bounded number of parameters. */
const ROWS_PER_INSERT = 200;

export async function insertRedemptions(
  trx: Transaction<Tables>,
  rows: Omit<Row, 'id' | 'used_count' | 'redeemed_time'>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    await trx
      .insertInto('redemptions')
      .values(rows.slice(start, start + ROWS_PER_INSERT))
      .execute();
  }
}

export async function updateRedemption(
  trx: Transaction<Tables>,
  id: number,
  change: Partial<RedemptionFields & Pick<Row, 'status'>>,
): Promise<RedemptionView> {
  const row = await trx
    .updateTable('redemptions')
    .set(change)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return found(row);
}

/** @throws entry.not_found */
export async function deleteRedemption(db: Db, id: number): Promise<void> {
  const row = await db.deleteFrom('redemptions').where('id', '=', id).returning('id').executeTakeFirst();
  if (row === undefined) throw new GatewayError('entry.not_found');
}

export async function listRedemptionUses(
  db: Db,
  id: number,
  listed: Pick<PageQuery, 'page' | 'size'>,
): Promise<Page<RedemptionUse>> {
  const uses = db
    .selectFrom('redemption_uses')
    .leftJoin('users', 'users.id', 'redemption_uses.user_id')
    .select([
      'redemption_uses.id as id',
      'redemption_uses.user_id as user_id',
      'users.username as username',
      'redemption_uses.points as quota',
      'redemption_uses.redeemed_time as redeemed_time',
    ])
    .where('redemption_uses.redemption_id', '=', id);
  const page = await readPage(db, db.selectFrom(uses.as('uses')).selectAll('uses'), {
    ...listed,
    order: undefined,
  });
  return {
    ...page,
    data: page.data.map(({ user_id, username, ...use }) => ({
      ...use,
      user: { id: user_id, username: username ?? '' },
    })),
  };
}

/** A code that can be redeemed now, without using it. */
export function findRedeemable(db: Db, keyHash: string) {
  return db
    .selectFrom('redemptions')
    .select(['id', 'quota', 'status', 'max_uses', 'used_count', 'expires_at'])
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
}

/**
 * Uses a code once. The condition is part of the change, so parallel uses of the last one find it used up.
 * @param quota points that the caller has prepared to credit; a code that brings other points now is not used
 */
export function useRedemption(
  trx: Transaction<Tables>,
  { id, quota, nowSeconds }: { id: number; quota: number; nowSeconds: number },
): Promise<Pick<Row, 'group'> | undefined> {
  return trx
    .updateTable('redemptions')
    .set((eb) => ({
      used_count: eb('used_count', '+', 1),
      redeemed_time: nowSeconds,
      status: eb
        .case()
        .when(eb('used_count', '+', 1), '>=', eb.ref('max_uses'))
        .then(redemptionStatus.used)
        .else(eb.ref('status'))
        .end(),
    }))
    .where('id', '=', id)
    .where('quota', '=', quota)
    .where('status', '=', redemptionStatus.enabled)
    .where('used_count', '<', sql<number>`max_uses`)
    .where((eb) => eb.or([eb('expires_at', '=', 0), eb('expires_at', '>', nowSeconds)]))
    .returning('group')
    .executeTakeFirst();
}

/** @returns whether the account had not used the code before */
export async function noteRedemptionUse(
  trx: Transaction<Tables>,
  use: { redemption_id: number; user_id: number; points: number; redeemed_time: number },
): Promise<boolean> {
  const row = await trx
    .insertInto('redemption_uses')
    .values(use)
    .onConflict((conflict) => conflict.columns(['redemption_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
