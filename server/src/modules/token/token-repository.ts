import {
  NEVER_EXPIRES,
  type Page,
  type PageQuery,
  type TokenView,
  tokenSetting,
  tokenStatus,
} from '@turnpike/contract';
import { type Insertable, type Selectable, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import { forChange } from '../../db/row-locks.ts';
import type { Db } from '../../db/store.ts';
import { findRejectedOfTokens } from '../../db/stored-amounts.ts';
import type { TokenTable } from '../../db/tables/people-tables.ts';
import type { Tables } from '../../db/tables.ts';
import { etagOf } from '../../platform/etag.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { listBudgets } from '../budget/budget-repository.ts';
import { budgetState, withBudgets } from '../budget/budget-views.ts';
import { anyCase, beginsWith, matches, readPage } from '../list-query.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { statusOf } from './token-rules.ts';

const shownColumns = [
  'id',
  'user_id',
  'key_hint',
  'status',
  'name',
  'created_time',
  'accessed_time',
  'expired_time',
  'remain_quota',
  'unlimited_quota',
  'used_quota',
  'group',
  'spare_groups',
  'setting',
  'requests_per_minute',
  'tokens_per_minute',
  'parallel_calls',
  'allowed_addresses',
  'allowed_models',
] as const;
export type TokenReadDeps = Pick<ModuleDeps, 'db' | 'clock' | 'quotaBook' | 'countBook'>;

const LAST = Number.MAX_SAFE_INTEGER;

type ShownRow = Pick<Selectable<TokenTable>, (typeof shownColumns)[number]>;

const tokensOf = (db: Db, userId: number) =>
  db.selectFrom('tokens').where('user_id', '=', userId).where('deleted_time', '=', 0);

/** The remaining and the used quota change together while calls are charged. */
function stateOf(
  { accessed_time: _, remain_quota, used_quota, ...state }: ShownRow,
  budgets: Parameters<typeof budgetState>[0],
): string {
  const limit = state.unlimited_quota === 1 ? null : remain_quota + used_quota;
  return etagOf([...Object.values(state), limit, budgetState(budgets)]);
}

async function toViews(deps: TokenReadDeps, rows: readonly ShownRow[]): Promise<TokenView[]> {
  const nowSeconds = deps.clock.nowSeconds();
  const views = await withBudgets(deps, 'token', await withWaitingCharges(deps, rows));
  return views.map((row) => toView(row, nowSeconds));
}

/** Charges that are not in the row yet count as used. */
async function withWaitingCharges(
  { db, quotaBook }: TokenReadDeps,
  rows: readonly ShownRow[],
): Promise<ShownRow[]> {
  const unknown = rows.filter(({ id }) => quotaBook.remainderOf(id) === undefined);
  const rejected = await findRejectedOfTokens(
    db,
    unknown.map(({ id }) => id),
  );
  return rows.map((row) => {
    const left = quotaBook.remainderOf(row.id) ?? row.remain_quota - (rejected.get(row.id) ?? 0);
    const waiting = row.remain_quota - left;
    return { ...row, remain_quota: left, used_quota: row.used_quota + waiting };
  });
}

function toView({ budgets, ...row }: ShownRow & Pick<TokenView, 'budgets'>, nowSeconds: number): TokenView {
  const spares = JSON.parse(row.spare_groups) as string[];
  const view = {
    ...row,
    backup_group: spares[0] ?? '',
    spare_groups: spares,
    budgets,
    etag: stateOf(row, budgets),
    unlimited_quota: row.unlimited_quota === 1,
    // A token of an earlier release lacks members.
    setting: tokenSetting.parse(JSON.parse(row.setting)),
    allowed_addresses: JSON.parse(row.allowed_addresses) as string[],
    allowed_models: JSON.parse(row.allowed_models) as string[],
  } as TokenView;
  return { ...view, status: statusOf(view, nowSeconds) };
}

/** As tokens are shown: without an end and without a limit come last, and the status is the one of this moment. */
const shownOrder = (nowSeconds: number) => ({
  name: anyCase('name'),
  expired_time: sql`case when expired_time = ${NEVER_EXPIRES} then ${LAST} else expired_time end`,
  remain_quota: sql`case when unlimited_quota = 1 then ${LAST} else remain_quota end`,
  status: shownStatus(nowSeconds),
});

/** The status of this moment. */
const shownStatus = (nowSeconds: number) =>
  sql<number>`case when status = ${tokenStatus.disabled} then ${tokenStatus.disabled}
    when expired_time <> ${NEVER_EXPIRES} and expired_time <= ${nowSeconds} then ${tokenStatus.expired}
    when unlimited_quota = 0 and remain_quota <= 0 then ${tokenStatus.exhausted}
    else ${tokenStatus.enabled} end`;

/** Tokens that have a status at this moment. */
export const isNow = (status: number, nowSeconds: number) =>
  sql<boolean>`(${shownStatus(nowSeconds)}) = ${status}`;

export async function listTokens(
  deps: TokenReadDeps,
  userId: number,
  { keyword, ...listed }: PageQuery,
): Promise<Page<TokenView>> {
  let rows = tokensOf(deps.db, userId);
  if (keyword !== undefined) rows = rows.where(matches('name', beginsWith(keyword)));
  return readTokens(deps, rows, listed);
}

/** Reads a page of tokens. */
export async function readTokens<Row>(
  deps: TokenReadDeps,
  rows: SelectQueryBuilder<Tables, 'tokens', Row>,
  listed: Omit<PageQuery, 'keyword'>,
): Promise<Page<TokenView>> {
  const { db, clock } = deps;
  const page = await readPage(db, rows.select(shownColumns), listed, shownOrder(clock.nowSeconds()));
  return { ...page, data: await toViews(deps, page.data) };
}

export async function countTokens(db: Db, userId: number): Promise<number> {
  const { count } = await tokensOf(db, userId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** @throws token.not_found, also for the token of somebody else */
export async function getToken(deps: TokenReadDeps, userId: number, id: number): Promise<TokenView> {
  const rows = await tokensOf(deps.db, userId).select(shownColumns).where('id', '=', id).execute();
  const [token] = await toViews(deps, rows);
  if (token === undefined) throw new GatewayError('token.not_found');
  return token;
}

/** @returns number of the account that has a token @throws token.not_found */
export async function getOwnerId(db: Db, id: number): Promise<number> {
  const rows = db.selectFrom('tokens').select('user_id').where('id', '=', id).where('deleted_time', '=', 0);
  const row = await rows.executeTakeFirst();
  if (row === undefined) throw new GatewayError('token.not_found');
  return row.user_id;
}

/** A token in a transaction that changes it. */
export interface LockedToken {
  state: string;
  group: string;
  spareGroups: readonly string[];
}

/**
 * A token that nobody else changes until the transaction ends. Only one in a transaction, as with `lockUser`.
 * @throws token.not_found
 */
export async function lockToken(trx: Transaction<Tables>, id: number): Promise<LockedToken> {
  const rows = trx
    .selectFrom('tokens')
    .select(shownColumns)
    .where('id', '=', id)
    .where('deleted_time', '=', 0);
  const row = await forChange(trx, rows).executeTakeFirst();
  if (row === undefined) throw new GatewayError('token.not_found');
  return {
    state: stateOf(row, await listBudgets(trx, 'token', [id])),
    group: row.group,
    spareGroups: JSON.parse(row.spare_groups) as string[],
  };
}

/** The sealed key, for the few calls that show it. */
export async function getSealedKey(db: Db, userId: number, id: number) {
  const row = await tokensOf(db, userId)
    .select(['id', 'key_hash', 'key_sealed'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new GatewayError('token.not_found');
  return row;
}

/** The oldest token of a name; one that can be used comes first. */
export async function findTokenIdByName(db: Db, userId: number, name: string): Promise<number | undefined> {
  const row = await tokensOf(db, userId)
    .select('id')
    .where('name', '=', name)
    .orderBy((eb) => eb.case().when('status', '=', tokenStatus.enabled).then(0).else(1).end())
    .orderBy('id')
    .executeTakeFirst();
  return row?.id;
}

export type NewToken = Omit<
  Insertable<TokenTable>,
  'id' | 'status' | 'accessed_time' | 'used_quota' | 'deleted_time'
>;

/** @returns the token's number */
export async function insertToken(db: Db, token: NewToken): Promise<number> {
  const { id } = await db
    .insertInto('tokens')
    .values({
      ...token,
      status: tokenStatus.enabled,
      accessed_time: token.created_time,
      used_quota: 0,
      deleted_time: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export type TokenRowChange = Partial<
  Pick<
    Selectable<TokenTable>,
    Exclude<
      (typeof shownColumns)[number],
      'id' | 'user_id' | 'key_hint' | 'created_time' | 'accessed_time' | 'remain_quota' | 'used_quota'
    >
  >
>;

/** @param remainDifference points to add to what the token may still spend */
export async function updateToken(
  db: Db | Transaction<Tables>,
  id: number,
  { change, remainDifference = 0 }: { change: TokenRowChange; remainDifference?: number },
): Promise<void> {
  if (Object.keys(change).length === 0 && remainDifference === 0) return;
  await db
    .updateTable('tokens')
    .set((eb) => ({ ...change, remain_quota: eb('remain_quota', '+', remainDifference) }))
    .where('id', '=', id)
    .execute();
}

/** @throws token.not_found */
export async function deleteToken(db: Db, userId: number, id: number, nowSeconds: number): Promise<void> {
  const row = await db
    .updateTable('tokens')
    .set({ deleted_time: nowSeconds })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deleted_time', '=', 0)
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) throw new GatewayError('token.not_found');
}
