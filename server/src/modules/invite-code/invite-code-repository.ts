import type { InviteCodeView, Page, PageQuery } from '@turnpike/contract';
import type { Selectable, Transaction } from 'kysely';
import { forChange } from '../../db/row-locks.ts';
import type { Db } from '../../db/store.ts';
import type { InviteCodeTable } from '../../db/tables/people-tables.ts';
import type { Tables } from '../../db/tables.ts';
import { etagOf } from '../../platform/etag.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { beginsWith, matches, readPage } from '../list-query.ts';

const columns = [
  'id',
  'code',
  'name',
  'max_uses',
  'used_count',
  'starts_at',
  'expires_at',
  'group',
  'gift_quota',
  'enable',
  'created_time',
] as const;

type Row = Selectable<InviteCodeTable>;
export type InviteCodeFields = Omit<Row, 'id' | 'code' | 'used_count' | 'created_time'>;

const toView = ({ enable, ...row }: Row): InviteCodeView => {
  const { name, max_uses, starts_at, expires_at, group, gift_quota } = row;
  const etag = etagOf([name, max_uses, starts_at, expires_at, group, gift_quota, enable]);
  return { ...row, enable: enable === 1, etag };
};

const codes = (db: Db) => db.selectFrom('invite_codes').select(columns);

export async function listInviteCodes(
  db: Db,
  { keyword, ...listed }: PageQuery,
): Promise<Page<InviteCodeView>> {
  let rows = codes(db);
  if (keyword !== undefined) {
    const pattern = beginsWith(keyword);
    rows = rows.where((eb) => eb.or([matches('code', pattern), matches('name', pattern)]));
  }
  const page = await readPage(db, rows, listed);
  return { ...page, data: page.data.map(toView) };
}

/** @throws entry.not_found */
export async function getInviteCode(db: Db, id: number): Promise<InviteCodeView> {
  return found(await codes(db).where('id', '=', id).executeTakeFirst());
}

/** A code that nobody else changes until the transaction ends. @throws entry.not_found */
export async function lockInviteCode(trx: Transaction<Tables>, id: number): Promise<InviteCodeView> {
  return found(await forChange(trx, codes(trx).where('id', '=', id)).executeTakeFirst());
}

function found(row: Row | undefined): InviteCodeView {
  if (row === undefined) throw new GatewayError('entry.not_found');
  return toView(row);
}

/** @throws invite_code.taken */
export async function insertInviteCode(
  trx: Transaction<Tables>,
  row: InviteCodeFields & Pick<Row, 'code' | 'created_time'>,
): Promise<InviteCodeView> {
  const made = await trx
    .insertInto('invite_codes')
    .values(row)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning(columns)
    .executeTakeFirst();
  if (made !== undefined) return toView(made);
  const code = 'invite_code.taken';
  throw new GatewayError(code, {}, { fields: [{ field: 'code', code }] });
}

export async function updateInviteCode(
  trx: Transaction<Tables>,
  id: number,
  change: InviteCodeFields,
): Promise<InviteCodeView> {
  const row = await trx
    .updateTable('invite_codes')
    .set(change)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return found(row);
}

/** @throws entry.not_found */
export async function deleteInviteCode(db: Db, id: number): Promise<void> {
  const row = await db.deleteFrom('invite_codes').where('id', '=', id).returning('id').executeTakeFirst();
  if (row === undefined) throw new GatewayError('entry.not_found');
}
