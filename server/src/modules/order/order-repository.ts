import {
  type Currency,
  currencyDecimals,
  type OrderEvent,
  type OrderState,
  type OrderStatus,
  type OrderView,
  type OwnOrderView,
  orderStates,
  type Page,
  type PageQuery,
} from '@turnpike/contract';
import { type Insertable, type Selectable, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { OrderEventTable, OrderTable } from '../../db/tables/selling-tables.ts';
import type { Tables } from '../../db/tables.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { readPage } from '../list-query.ts';

export type OrderRow = Selectable<OrderTable>;

/** The account of a user that orders belong to. It is made with the first order. */
export async function accountOf(
  trx: Transaction<Tables>,
  userId: number,
  nowSeconds: number,
): Promise<number> {
  const find = () => trx.selectFrom('accounts').select('id').where('user_id', '=', userId).executeTakeFirst();
  const known = await find();
  if (known !== undefined) return known.id;
  const made = await trx
    .insertInto('accounts')
    .values({ user_id: userId, created_time: nowSeconds })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  const { id } = made ?? (await find()) ?? {};
  if (id === undefined) throw new Error('an account that was just made is there');
  return id;
}

const openStates: readonly OrderState[] = ['created', 'pending'];

export async function countOpenOrders(
  trx: Transaction<Tables>,
  accountId: number,
  nowSeconds: number,
): Promise<number> {
  const { count } = await trx
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('state', 'in', openStates)
    .where('expires_at', '>', nowSeconds)
    .executeTakeFirstOrThrow();
  return count;
}

export const insertOrder = (trx: Transaction<Tables>, row: Insertable<OrderTable>): Promise<OrderRow> =>
  trx.insertInto('orders').values(row).returningAll().executeTakeFirstOrThrow();

export const findOrder = (db: Db, tradeNo: string): Promise<OrderRow | undefined> =>
  db.selectFrom('orders').selectAll().where('trade_no', '=', tradeNo).executeTakeFirst();

/** @throws entry.not_found */
export async function getOrder(db: Db, id: number): Promise<OrderRow> {
  const row = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new GatewayError('entry.not_found');
  return row;
}

/** @throws entry.not_found, also for an order of another user */
export async function getOwnOrder(db: Db, userId: number, tradeNo: string): Promise<OrderRow> {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('trade_no', '=', tradeNo)
    .where('account_id', '=', ({ selectFrom }) =>
      selectFrom('accounts').select('accounts.id').where('accounts.user_id', '=', userId),
    )
    .executeTakeFirst();
  if (row === undefined) throw new GatewayError('entry.not_found');
  return row;
}

/**
 * Moves an order to another state, from one of some states only.
 * @returns whether it was in one of them
 */
export async function moveOrder(
  db: Db,
  id: number,
  {
    from,
    ...change
  }: { from: readonly OrderState[]; state: OrderState } & Partial<
    Pick<OrderRow, 'gateway_no' | 'page' | 'note' | 'paid_at' | 'credited_at' | 'next_query_at'>
  >,
): Promise<boolean> {
  const row = await db
    .updateTable('orders')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Orders that are due for a question to their gateway. */
export const listDueOrders = (db: Db, nowSeconds: number, limit: number): Promise<OrderRow[]> =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('next_query_at', '<=', nowSeconds)
    .orderBy('next_query_at')
    .limit(limit)
    .execute();

export async function noteQuery(db: Db, id: number, nextQueryAt: number | null): Promise<void> {
  await db
    .updateTable('orders')
    .set((eb) => ({ query_count: eb('query_count', '+', 1), next_query_at: nextQueryAt }))
    .where('id', '=', id)
    .execute();
}

const MAX_CONTENT = 2048;
const MAX_REASON = 300;

export type NewOrderEvent = Omit<Insertable<OrderEventTable>, 'id'>;

/** @returns the number of the event */
export async function insertOrderEvent(db: Db, event: NewOrderEvent): Promise<number> {
  const storable = (text: string, limit: number): string =>
    text.replaceAll('\0', '�').toWellFormed().slice(0, limit).toWellFormed();
  const { id } = await db
    .insertInto('order_events')
    .values({
      ...event,
      trade_no: storable(event.trade_no, 64),
      reason: storable(event.reason, MAX_REASON),
      content: storable(event.content, MAX_CONTENT),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function changeOrderEvent(db: Db, id: number, change: { reason: string }): Promise<void> {
  await db.updateTable('order_events').set(change).where('id', '=', id).execute();
}

export interface OrderFilter {
  user_id?: number | undefined;
  trade_no?: string | undefined;
  gateway_no?: string | undefined;
  gateway_id?: number | undefined;
  status?: OrderStatus | undefined;
  start_timestamp?: number | undefined;
  end_timestamp?: number | undefined;
}

const statesOf = (status: OrderStatus): OrderState[] =>
  (Object.keys(orderStates) as OrderState[]).filter((state) => orderStates[state] === status);

function filterOrders<Row>(
  rows: SelectQueryBuilder<Tables, 'orders', Row>,
  filter: OrderFilter,
): SelectQueryBuilder<Tables, 'orders', Row> {
  let filtered = rows;
  const { user_id, trade_no, gateway_no, gateway_id, status, start_timestamp, end_timestamp } = filter;
  if (user_id !== undefined) {
    filtered = filtered.where('account_id', 'in', ({ selectFrom }) =>
      selectFrom('accounts').select('accounts.id').where('accounts.user_id', '=', user_id),
    );
  }
  if (trade_no !== undefined) filtered = filtered.where('trade_no', '=', trade_no);
  if (gateway_no !== undefined) filtered = filtered.where('gateway_no', '=', gateway_no);
  if (gateway_id !== undefined) filtered = filtered.where('gateway_id', '=', gateway_id);
  if (status !== undefined) filtered = filtered.where('state', 'in', statesOf(status));
  if (start_timestamp) filtered = filtered.where('created_at', '>=', start_timestamp);
  if (end_timestamp) filtered = filtered.where('created_at', '<=', end_timestamp);
  return filtered;
}

export async function listOrders(
  db: Db,
  filter: OrderFilter & Omit<PageQuery, 'keyword'>,
): Promise<Page<OrderView>> {
  const rows = filterOrders(db.selectFrom('orders').selectAll(), filter);
  const page = await readPage(db, rows, filter, { user_id: sql.ref('account_id'), status: sql.ref('state') });
  return { ...page, data: await toOrderViews(db, page.data) };
}

export async function listOwnOrders(
  db: Db,
  userId: number,
  listed: Omit<PageQuery, 'keyword'>,
): Promise<Page<OwnOrderView>> {
  const page = await readPage(
    db,
    filterOrders(db.selectFrom('orders').selectAll(), { user_id: userId }),
    listed,
  );
  return { ...page, data: (await toOrderViews(db, page.data)).map(toOwnOrderView) };
}

/** An order as its buyer sees it. */
export const toOwnOrderView = ({ user_id, username, gateway_no, note, ...shown }: OrderView): OwnOrderView =>
  shown;

/** Rows with the names of their gateways and buyers. */
export async function toOrderViews(db: Db, rows: readonly OrderRow[]): Promise<OrderView[]> {
  if (rows.length === 0) return [];
  const gateways = await db
    .selectFrom('payments')
    .select(['id', 'name', 'type'])
    .where('id', 'in', [...new Set(rows.map(({ gateway_id }) => gateway_id))])
    .execute();
  const buyers = await db
    .selectFrom('accounts')
    .leftJoin('users', 'users.id', 'accounts.user_id')
    .select(['accounts.id as id', 'users.id as user_id', 'users.username as username'])
    .where('accounts.id', 'in', [...new Set(rows.map(({ account_id }) => account_id))])
    .execute();
  const gatewayById = new Map(gateways.map((one) => [one.id, one]));
  const buyerById = new Map(buyers.map((one) => [one.id, one]));
  return rows.map((row) => {
    const gateway = gatewayById.get(row.gateway_id);
    const buyer = buyerById.get(row.account_id);
    return {
      id: row.id,
      trade_no: row.trade_no,
      gateway_id: row.gateway_id,
      gateway_name: gateway?.name ?? '',
      gateway_type: gateway?.type ?? 'epay',
      amount: row.amount,
      order_amount: toMajor(row.pay_minor, row.currency),
      order_currency: row.currency,
      fee: toMajor(row.fee_minor, row.currency),
      discount: toMajor(row.discount_minor, row.currency),
      quota: row.quota,
      bonus_quota: row.bonus_quota,
      status: orderStates[row.state],
      state: row.state,
      refunded_amount: toMajor(row.refunded_minor, row.currency),
      created_at: row.created_at,
      expires_at: row.expires_at,
      paid_at: row.paid_at,
      user_id: buyer?.user_id ?? 0,
      username: buyer?.username ?? '',
      gateway_no: row.gateway_no ?? '',
      note: row.note,
    };
  });
}

export const toMajor = (minor: number, currency: Currency): number =>
  minor / 10 ** currencyDecimals[currency];

export async function listOrderEvents(
  db: Db,
  filter: {
    gateway_id?: number | undefined;
    trade_no?: string | undefined;
    verdict?: OrderEvent['verdict'] | undefined;
    page: number;
    size: number;
  },
): Promise<Page<OrderEvent>> {
  let rows = db.selectFrom('order_events').selectAll();
  if (filter.gateway_id !== undefined) rows = rows.where('gateway_id', '=', filter.gateway_id);
  if (filter.trade_no !== undefined) rows = rows.where('trade_no', '=', filter.trade_no);
  if (filter.verdict !== undefined) rows = rows.where('verdict', '=', filter.verdict);
  return readPage(db, rows, { ...filter, order: undefined });
}
