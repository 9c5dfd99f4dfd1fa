import { orderCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { createOrder } from './create-order.ts';
import { openOrderPage } from './open-order-page.ts';
import {
  findOrder,
  getOrder,
  getOwnOrder,
  listOrderEvents,
  listOrders,
  listOwnOrders,
  type OrderRow,
  toMajor,
  toOrderViews,
  toOwnOrderView,
} from './order-repository.ts';
import { paymentForm } from './payment-form.ts';
import { closeOrder, queryOrder } from './query-order.ts';
import { refundOrder } from './refund-order.ts';
import { settleRefund } from './settle-refund.ts';

export const orderRoutes = routesFor(orderCalls, (deps: ModuleDeps) => {
  const { db } = deps;
  const viewOf = async (row: OrderRow) => {
    const [view] = await toOrderViews(db, [row]);
    if (view === undefined) throw new GatewayError('entry.not_found');
    return view;
  };
  const ownViewOf = async (row: OrderRow) => toOwnOrderView(await viewOf(row));
  return {
    create: ({ user, input, ip, userAgent, signal }) =>
      createOrder(deps, { userId: user.id, input, ip, userAgent, signal }),
    status: async ({ user, query }) => ({
      success: await isCredited(deps, user.id, query.trade_no ?? ''),
    }),
    listOwn: ({ user, query }) => listOwnOrders(db, user.id, query),
    getOwn: async ({ user, params }) => ownViewOf(await getOwnOrder(db, user.id, params.trade_no)),
    page: async ({ user, params }) => pageOf(await getOwnOrder(db, user.id, params.trade_no)),
    form: async ({ user, params }) => paymentForm(pageOf(await getOwnOrder(db, user.id, params.trade_no))),
    open: ({ params, ...request }) => openOrderPage(deps, params.trade_no, request),
    queryOwn: async ({ user, params, signal, ip, requestId }) => {
      const order = await getOwnOrder(db, user.id, params.trade_no);
      if (!deps.orderQuestions.has(order.id))
        await queryOrder(deps, order, { signal, isAsked: true, ip, requestId });
      return ownViewOf(await getOrder(db, order.id));
    },
    closeOwn: async ({ user, params, signal }) => {
      const order = await getOwnOrder(db, user.id, params.trade_no);
      if (!(await closeOrder(deps, order, signal))) throw new GatewayError('order.not_open');
      return ownViewOf(await getOrder(db, order.id));
    },
    list: ({ query }) => listOrders(db, query),
    get: async ({ params }) => {
      const order = await getOrder(db, params.id);
      const events = await listOrderEvents(db, { trade_no: order.trade_no, page: 1, size: 100 });
      return { ...(await viewOf(order)), events: events.data, refunds: await listRefunds(deps, order) };
    },
    query: async ({ params, signal, ip, requestId }) => {
      const order = await getOrder(db, params.id);
      await queryOrder(deps, order, { signal, isAsked: true, ip, requestId });
      return viewOf(await getOrder(db, order.id));
    },
    refund: async ({ params, user, input, signal, ip, requestId }) => {
      const order = await getOrder(db, params.id);
      await refundOrder(deps, order, { ...input, actor: user, signal, ip, requestId });
      return viewOf(await getOrder(db, order.id));
    },
    settleRefund: async ({ params, user, input, ip, requestId }) => {
      const order = await getOrder(db, params.id);
      await settleRefund(deps, order, { ...input, actor: user, ip, requestId });
      return viewOf(await getOrder(db, order.id));
    },
    events: ({ query }) => listOrderEvents(db, query),
  };
});

async function isCredited({ db }: Pick<ModuleDeps, 'db'>, userId: number, tradeNo: string): Promise<boolean> {
  const order = await findOrder(db, tradeNo);
  if (order === undefined || order.credited_at === 0) return false;
  const owner = await db
    .selectFrom('accounts')
    .select('user_id')
    .where('id', '=', order.account_id)
    .executeTakeFirst();
  return owner?.user_id === userId;
}

/** @throws order.not_open for an order that needs no payment */
function pageOf({ state, page }: OrderRow) {
  if (state !== 'pending' || page === '') throw new GatewayError('order.not_open');
  return JSON.parse(page);
}

async function listRefunds({ db }: Pick<ModuleDeps, 'db'>, order: OrderRow) {
  const rows = await db
    .selectFrom('order_refunds')
    .select(['id', 'request_no', 'kind', 'minor', 'quota', 'bonus_quota', 'owed_quota', 'state'])
    .select(['reason', 'created_at'])
    .where('order_id', '=', order.id)
    .orderBy('id')
    .limit(100)
    .execute();
  return rows.map(({ minor, quota, bonus_quota, ...row }) => ({
    ...row,
    ...{ quota: quota + bonus_quota, amount: toMajor(minor, order.currency) },
  }));
}
