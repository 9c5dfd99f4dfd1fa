import {
  currencies,
  type Page,
  type PageQuery,
  type PaymentDifference,
  type PaymentStatementView,
} from '@turnpike/contract';
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { PaymentStatementTable } from '../../db/tables/selling-tables.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { readPage } from '../list-query.ts';
import { toMajor } from '../order/order-repository.ts';
import { refundNoOf } from '../order/refund-points.ts';
import type {
  ComparedOrder,
  ComparedRefund,
  KnownHere,
  StatementDifference,
} from './statement-comparison.ts';

export type PaymentStatementRow = Selectable<PaymentStatementTable>;

const BATCH = 1000;

const orderColumns = [
  'id',
  'trade_no',
  'gateway_id',
  'gateway_no',
  'currency',
  'pay_minor',
  'credited_at',
] as const;

/** Orders with some numbers, of any gateway, with their refunds. No statement has disputes as such. @param tradeNos some hundreds */
export async function findKnown(db: Db, tradeNos: readonly string[]): Promise<KnownHere> {
  if (tradeNos.length === 0) return { orders: new Map(), refunds: new Map() };
  const orders = await db
    .selectFrom('orders')
    .select(orderColumns)
    .where('trade_no', 'in', tradeNos)
    .execute();
  const refunds = await db
    .selectFrom('order_refunds')
    .innerJoin('orders', 'orders.id', 'order_refunds.order_id')
    .select(['order_refunds.id as id', 'order_id', 'minor', 'order_refunds.state as state', 'trade_no'])
    .where('trade_no', 'in', tradeNos)
    .where('kind', '=', 'refund')
    .execute();
  return {
    orders: new Map(orders.map((order) => [order.trade_no, order])),
    refunds: new Map(refunds.map(({ trade_no, ...refund }) => [refundNoOf({ trade_no }, refund.id), refund])),
  };
}

interface Span {
  gatewayId: number;
  /** Epoch seconds; both belong to it. */
  start: number;
  end: number;
}

/** Orders that were made and credited within a time, some at a time. */
export async function* readCredited(
  db: Db,
  { gatewayId, start, end }: Span,
): AsyncGenerator<ComparedOrder[]> {
  for (let behind = { at: start - 1, id: Number.MAX_SAFE_INTEGER }; ; ) {
    const { at, id } = behind;
    const batch = await db
      .selectFrom('orders')
      .select(orderColumns)
      // All of them: the index begins with the currency.
      .where('currency', 'in', currencies)
      .where('gateway_id', '=', gatewayId)
      .where('credited_at', '>=', at)
      .where('credited_at', '<=', end)
      .where(({ or, and, eb }) => or([eb('credited_at', '>', at), and([eb('id', '>', id)])]))
      .where('created_at', '>=', start)
      .orderBy('credited_at')
      .orderBy('id')
      .limit(BATCH)
      .execute();
    if (batch.length > 0) yield batch;
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH) return;
    behind = { at: last.credited_at, id: last.id };
  }
}

/** Refunds that were made and done within a time, some at a time. */
export async function* readRefunded(
  db: Db,
  { gatewayId, start, end }: Span,
): AsyncGenerator<{ refund: ComparedRefund; order: ComparedOrder }[]> {
  for (let above = 0; ; ) {
    const batch = await db
      .selectFrom('order_refunds')
      .innerJoin('orders', 'orders.id', 'order_refunds.order_id')
      .select([
        'order_refunds.id as refund_id',
        'order_refunds.state as state',
        'order_refunds.minor as minor',
      ])
      .select(orderColumns.map((column) => `orders.${column}` as const))
      .where('order_refunds.created_at', '>=', start)
      .where('order_refunds.created_at', '<=', end)
      .where('order_refunds.id', '>', above)
      .where('order_refunds.kind', '=', 'refund')
      .where('order_refunds.state', '=', 'done')
      .where('done_at', '>', 0)
      .where('done_at', '<=', end)
      .where('orders.gateway_id', '=', gatewayId)
      .orderBy('order_refunds.id')
      .limit(BATCH)
      .execute();
    if (batch.length > 0)
      yield batch.map(({ refund_id, state, minor, ...order }) => ({
        ...{ refund: { id: refund_id, order_id: order.id, minor, state }, order },
      }));
    if (batch.length < BATCH) return;
    above = batch.at(-1)?.refund_id ?? above;
  }
}

/**
 * Stores the result for a gateway and day. A finished one is only replaced by another finished one.
 * @returns what is stored now
 */
export async function storeStatement(
  db: Db,
  row: Omit<Insertable<PaymentStatementTable>, 'id'>,
): Promise<PaymentStatementRow> {
  const { gateway_id, day, ...change } = row;
  const stored = await db
    .insertInto('payment_statements')
    .values(row)
    .onConflict((conflict) => {
      const update = conflict.columns(['gateway_id', 'day']).doUpdateSet(change);
      return row.state === 'done' ? update : update.where('payment_statements.state', '<>', 'done');
    })
    .returningAll()
    .executeTakeFirst();
  return (
    stored ??
    (await db
      .selectFrom('payment_statements')
      .selectAll()
      .where('gateway_id', '=', gateway_id)
      .where('day', '=', day)
      .executeTakeFirstOrThrow())
  );
}

/** Days of a gateway, among the given ones, that are finished. */
export async function listFinished(db: Db, gatewayId: number, days: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_statements')
    .select('day')
    .where('gateway_id', '=', gatewayId)
    .where('day', 'in', days)
    .where('state', '=', 'done')
    .execute();
  return rows.map(({ day }) => day);
}

export async function listStatements(
  db: Db,
  {
    gateway_id,
    with_differences,
    ...listed
  }: Omit<PageQuery, 'keyword'> & { gateway_id?: number | undefined; with_differences: boolean },
): Promise<Page<PaymentStatementView>> {
  let rows = db.selectFrom('payment_statements').selectAll();
  if (gateway_id !== undefined) rows = rows.where('gateway_id', '=', gateway_id);
  if (with_differences)
    rows = rows.where(({ or, eb }) => or([eb('difference_count', '>', 0), eb('state', '=', 'failed')]));
  // Days that were made up for are stored newest first.
  const page = await readPage(db, rows, { ...listed, order: listed.order ?? '-day' });
  return { ...page, data: await toViews(db, page.data) };
}

/** @throws entry.not_found */
export async function getStatement(
  db: Db,
  id: number,
): Promise<PaymentStatementView & { differences: PaymentDifference[] }> {
  const row = await db.selectFrom('payment_statements').selectAll().where('id', '=', id).executeTakeFirst();
  const [view] = row === undefined ? [] : await toViews(db, [row]);
  if (row === undefined || view === undefined) throw new GatewayError('entry.not_found');
  return { ...view, differences: JSON.parse(row.differences).map(toDifference) };
}

async function toViews(db: Db, rows: readonly PaymentStatementRow[]): Promise<PaymentStatementView[]> {
  if (rows.length === 0) return [];
  const gateways = await db
    .selectFrom('payments')
    .select(['id', 'name', 'type'])
    .where('id', 'in', [...new Set(rows.map(({ gateway_id }) => gateway_id))])
    .execute();
  const gatewayById = new Map(gateways.map((one) => [one.id, one]));
  return rows.map((row) => {
    const { id, gateway_id, day, state, checked_at, currency, lines, other_lines } = row;
    const { difference_count, open_count, reason } = row;
    const gateway = gatewayById.get(gateway_id);
    return {
      ...{ id, gateway_id, gateway_name: gateway?.name ?? '', gateway_type: gateway?.type ?? 'epay' },
      ...{ day, state, checked_at, currency, lines, other_lines, difference_count, open_count, reason },
      paid: toMajor(row.paid_minor, currency),
      refunded: toMajor(row.refunded_minor, currency),
      fees: toMajor(row.fee_minor, currency),
      our_paid: toMajor(row.our_paid_minor, currency),
      our_refunded: toMajor(row.our_refunded_minor, currency),
    };
  });
}

function toDifference({
  there_minor,
  here_minor,
  currency,
  ...rest
}: StatementDifference): PaymentDifference {
  const known = currencies.find((one) => one === currency);
  const toAmount = (minor: number | null) =>
    minor === null || known === undefined ? null : toMajor(minor, known);
  return { ...rest, currency, there: toAmount(there_minor), here: toAmount(here_minor) };
}
