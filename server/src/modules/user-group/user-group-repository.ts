import type { GroupStrategy, Page, PageQuery, UserGroupView } from '@turnpike/contract';
import { type Insertable, type Selectable, sql, type Transaction } from 'kysely';
import { forChange, forReference } from '../../db/row-locks.ts';
import type { Db } from '../../db/store.ts';
import type { UserGroupTable } from '../../db/tables/people-tables.ts';
import type { Tables } from '../../db/tables.ts';
import { etagOf } from '../../platform/etag.ts';
import { fieldError, GatewayError } from '../../platform/gateway-error.ts';
import { readStoredRatio } from '../../platform/json/stored-values.ts';
import { type BudgetRow, listBudgets } from '../budget/budget-repository.ts';
import { budgetState, byOwner } from '../budget/budget-views.ts';
import { anyCase, beginsWith, matches, readPage } from '../list-query.ts';
import { type CountedGroup, keyOwnersOf, withUse } from './group-use.ts';
import { assertIsNotDefault, assertIsUnused, DEFAULT_GROUP, namesSpareGroup } from './user-group-rules.ts';

const columns = [
  'id',
  'symbol',
  'name',
  'ratio',
  'api_rate',
  'tokens_per_minute',
  'parallel_calls',
  'promotion_points',
  'strategy',
  'hedge_seconds',
  'hedge_percent',
  'public',
  'enable',
] as const;
type GroupRow = Selectable<UserGroupTable>;

const groups = (db: Db) => db.selectFrom('user_groups').select(columns);

/** The state of a group covers its budgets, which not everybody sees. */
async function toViews(db: Db, rows: readonly GroupRow[]): Promise<UserGroupView[]> {
  const budgets = byOwner(
    await listBudgets(
      db,
      'group',
      rows.map(({ id }) => id),
    ),
  );
  return rows.map((row) => toView(row, budgets.get(row.id) ?? []));
}

const toView = (row: GroupRow, budgets: readonly BudgetRow[]): UserGroupView => ({
  ...row,
  etag: etagOf([...Object.values(row), budgetState(budgets)]),
  ratio: readStoredRatio(row.ratio),
  strategy: row.strategy as GroupStrategy,
  public: row.public === 1,
  enable: row.enable === 1,
});

export async function listGroups(db: Db, { keyword, ...listed }: PageQuery): Promise<Page<CountedGroup>> {
  let rows = groups(db);
  if (keyword !== undefined) {
    const pattern = beginsWith(keyword);
    rows = rows.where((eb) => eb.or([matches('symbol', pattern), matches('name', pattern)]));
  }
  const page = await readPage(db, rows, listed, { symbol: anyCase('symbol'), name: anyCase('name') });
  return { ...page, data: await withUse(db, await toViews(db, page.data)) };
}

/** @throws user_group.not_found */
export async function getGroup(db: Db, id: number): Promise<UserGroupView> {
  const [group] = await toViews(db, await groups(db).where('id', '=', id).execute());
  if (group === undefined) throw new GatewayError('user_group.not_found');
  return group;
}

/**
 * A group that nobody else changes until the transaction ends.
 * @throws user_group.not_found
 */
export async function lockGroup(trx: Transaction<Tables>, id: number): Promise<UserGroupView> {
  const [group] = await toViews(trx, await forChange(trx, groups(trx).where('id', '=', id)).execute());
  if (group === undefined) throw new GatewayError('user_group.not_found');
  return group;
}

/** @throws user_group.not_found */
export async function getUsedGroup(db: Db, id: number): Promise<CountedGroup> {
  const [used] = await withUse(db, [await getGroup(db, id)]);
  if (used === undefined) throw new GatewayError('user_group.not_found');
  return used;
}

export async function listEnabledSymbols(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('user_groups')
    .select('symbol')
    .where('enable', '=', 1)
    .orderBy('id')
    .execute();
  return rows.map(({ symbol }) => symbol);
}

/** Enabled groups that are public, and the reader's own. */
export async function listVisibleGroups(db: Db, ownSymbol: string | undefined): Promise<UserGroupView[]> {
  const rows = await groups(db)
    .where('enable', '=', 1)
    .where((eb) => eb.or([eb('public', '=', 1), eb('symbol', '=', ownSymbol ?? '')]))
    .orderBy('id')
    .execute();
  return toViews(db, rows);
}

/** Lets a group use every channel that serves the default group. */
export async function openDefaultChannels(trx: Transaction<Tables>, symbol: string): Promise<void> {
  const rows = trx.selectFrom('channels').select(['id', 'group']).where('deleted_time', '=', 0).orderBy('id');
  const channels = await forChange(trx, rows).execute();
  for (const { id, group } of channels) {
    const symbols = group.split(',');
    if (!symbols.includes('default') || symbols.includes(symbol)) continue;
    await trx
      .updateTable('channels')
      .set({ group: [...symbols, symbol].join(',') })
      .where('id', '=', id)
      .execute();
  }
}

/**
 * Groups that a row of the same transaction will name; none of them is deleted before that is written.
 * @throws user_group.not_found, naming the form's field
 */
export async function assertGroupExists(trx: Transaction<Tables>, ...symbols: string[]): Promise<void> {
  const rows = trx.selectFrom('user_groups').select('symbol').where('symbol', 'in', symbols).orderBy('id');
  const found = await forReference(trx, rows).execute();
  if (found.length < new Set(symbols).size) throw groupError('user_group.not_found');
}

/**
 * A token may use a group that is enabled, and public or its owner's own. It is not deleted before the transaction
 * has written the token.
 * @throws user_group.not_found or user_group.not_allowed, naming the form's field
 */
export async function assertGroupIsOpen(
  trx: Transaction<Tables>,
  symbol: string,
  ownSymbol: string,
  field = 'group',
): Promise<void> {
  const rows = groups(trx).where('symbol', '=', symbol).where('enable', '=', 1);
  const row = await forReference(trx, rows).executeTakeFirst();
  if (row === undefined) throw groupError('user_group.not_found', field);
  if (row.public !== 1 && symbol !== ownSymbol) throw groupError('user_group.not_allowed', field);
}

const groupError = (code: 'user_group.not_found' | 'user_group.not_allowed', field = 'group') =>
  new GatewayError(code, {}, { fields: [{ field, code }] });

/** @throws user_group.symbol_taken */
export async function insertGroup(db: Db, group: Insertable<UserGroupTable>): Promise<number> {
  const row = await db
    .insertInto('user_groups')
    .values(group)
    .onConflict((conflict) => conflict.column('symbol').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row !== undefined) return row.id;
  const code = 'user_group.symbol_taken';
  throw new GatewayError(code, {}, { fields: [{ field: 'symbol', code }] });
}

export async function updateGroup(
  db: Db,
  id: number,
  change: Partial<Omit<GroupRow, 'id' | 'symbol'>>,
): Promise<void> {
  await db.updateTable('user_groups').set(change).where('id', '=', id).execute();
}

/**
 * Turns a group on or off.
 * @throws user_group.not_found; user_group.is_default
 */
export async function toggleGroup(db: Db, id: number): Promise<void> {
  const row = await db
    .updateTable('user_groups')
    .set((eb) => ({ enable: sql<0 | 1>`1 - ${eb.ref('enable')}` }))
    .where('id', '=', id)
    .where((eb) => eb.or([eb('symbol', '!=', DEFAULT_GROUP), eb('enable', '=', 0)]))
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) assertIsNotDefault(await getGroup(db, id));
}

/**
 * Deletes a group that nothing uses. One who gives it away at this moment comes before, or finds it gone.
 * @param moveTo symbol of the group that its tokens name afterwards; undefined: they keep it from being deleted
 * @returns tokens that were moved
 * @throws user_group.not_found, user_group.is_default or user_group.in_use; request.invalid, naming `move_to`
 */
export async function deleteGroup(db: Db, id: number, moveTo?: string): Promise<number[]> {
  return db.transaction().execute(async (trx) => {
    const { symbol } = await getGroup(trx, id);
    // As a change of a token does: first the token, then its group.
    if (moveTo !== undefined) await forChange(trx, tokensNaming(trx, symbol)).execute();
    const both = groups(trx).where((eb) => eb.or([eb('id', '=', id), eb('symbol', '=', moveTo ?? '')]));
    const locked = await forChange(trx, both.orderBy('id')).execute();
    assertIsNotDefault(await getGroup(trx, id));
    if (moveTo === symbol) throw fieldError('move_to', 'invalid_value');
    if (moveTo !== undefined && !locked.some((group) => group.symbol === moveTo))
      throw groupError('user_group.not_found', 'move_to');
    const moved = moveTo === undefined ? [] : await moveTokens(trx, symbol, moveTo);
    assertIsUnused(await getUsedGroup(trx, id), await keyOwnersOf(trx, symbol));
    await trx.deleteFrom('user_groups').where('id', '=', id).execute();
    return moved;
  });
}

const tokensNaming = (trx: Transaction<Tables>, symbol: string) =>
  trx
    .selectFrom('tokens')
    .select('id')
    .where((eb) => eb.or([eb('group', '=', symbol), namesSpareGroup(symbol)]))
    .where('deleted_time', '=', 0)
    .orderBy('id');

/** @returns the tokens that named a group */
async function moveTokens(trx: Transaction<Tables>, symbol: string, target: string): Promise<number[]> {
  const group = sql<string>`case when "group" = ${symbol} then ${target} else "group" end`;
  const rows = await trx
    .updateTable('tokens')
    .set({ group, spare_groups: sparesMoved(symbol, target) })
    .where((eb) => eb.or([eb('group', '=', symbol), namesSpareGroup(symbol)]))
    .where('deleted_time', '=', 0)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** A list of spare groups with another symbol; without the old one where it has the other already. */
function sparesMoved(symbol: string, target: string) {
  const spares = sql.ref('spare_groups');
  const old = `"${symbol}"`;
  return sql<string>`case when ${namesSpareGroup(target)}
    then replace(replace(${spares}, ${`${old},`}, ''), ${`,${old}`}, '')
    else replace(${spares}, ${old}, ${`"${target}"`}) end`;
}
