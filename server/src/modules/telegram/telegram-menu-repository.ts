import type { Page, PageQuery, TelegramMenuView } from '@turnpike/contract';
import { type Selectable, sql, type Transaction } from 'kysely';
import { forChange } from '../../db/row-locks.ts';
import type { Db } from '../../db/store.ts';
import type { TelegramMenuTable } from '../../db/tables/site-tables.ts';
import type { Tables } from '../../db/tables.ts';
import { etagOf } from '../../platform/etag.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { beginsWith, matches, readPage } from '../list-query.ts';

const columns = ['id', 'command', 'description', 'parse_mode', 'reply_message'] as const;

type Row = Selectable<TelegramMenuTable>;
export type MenuFields = Omit<Row, 'id'>;

const toView = ({ id, ...fields }: Row): TelegramMenuView => {
  const { command, description, parse_mode, reply_message } = fields;
  return { id, ...fields, etag: etagOf([command, description, parse_mode, reply_message]) };
};

const menus = (db: Db) => db.selectFrom('telegram_menus').select(columns);

/** At most eighteen digits, which every column of numbers can be compared with. */
const NUMBER = /^\d{1,18}$/;

export async function listMenus(db: Db, { keyword, ...listed }: PageQuery): Promise<Page<TelegramMenuView>> {
  let rows = menus(db);
  if (keyword !== undefined) {
    const isCommand = matches('command', beginsWith(keyword));
    rows = rows.where((eb) =>
      NUMBER.test(keyword) ? eb.or([isCommand, sql<boolean>`id = ${BigInt(keyword)}`]) : isCommand,
    );
  }
  const page = await readPage(db, rows, listed);
  return { ...page, data: page.data.map(toView) };
}

/** Commands as Telegram lists them, the oldest first. */
export const listMenuCommands = (db: Db): Promise<{ command: string; description: string }[]> =>
  db.selectFrom('telegram_menus').select(['command', 'description']).orderBy('id').execute();

export const findMenu = (db: Db, command: string): Promise<Row | undefined> =>
  menus(db).where('command', '=', command).executeTakeFirst();

/** @throws entry.not_found */
export async function getMenu(db: Db, id: number): Promise<TelegramMenuView> {
  return found(await menus(db).where('id', '=', id).executeTakeFirst());
}

/** A command that nobody else changes until the transaction ends. @throws entry.not_found */
export async function lockMenu(trx: Transaction<Tables>, id: number): Promise<TelegramMenuView> {
  return found(await forChange(trx, menus(trx).where('id', '=', id)).executeTakeFirst());
}

function found(row: Row | undefined): TelegramMenuView {
  if (row === undefined) throw new GatewayError('entry.not_found');
  return toView(row);
}

export async function countMenus(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('telegram_menus')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertMenu(trx: Transaction<Tables>, fields: MenuFields): Promise<TelegramMenuView> {
  return toView(
    await trx.insertInto('telegram_menus').values(fields).returning(columns).executeTakeFirstOrThrow(),
  );
}

export async function updateMenu(
  trx: Transaction<Tables>,
  id: number,
  change: Partial<MenuFields>,
): Promise<TelegramMenuView> {
  await trx.updateTable('telegram_menus').set(change).where('id', '=', id).execute();
  return getMenu(trx, id);
}

/** @throws entry.not_found */
export async function deleteMenu(db: Db, id: number): Promise<void> {
  const row = await db.deleteFrom('telegram_menus').where('id', '=', id).returning('id').executeTakeFirst();
  if (row === undefined) throw new GatewayError('entry.not_found');
}
