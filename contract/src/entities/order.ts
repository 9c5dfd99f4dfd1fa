import { z } from 'zod';
import { call, epochSeconds, idParam, queryChoice, queryNumber, querySeconds, queryText } from '../call.ts';
import { currencies } from '../catalogues/currencies.ts';
import { paymentGatewayType } from '../catalogues/payment-gateways.ts';
import { pageOf, pageQuery } from '../page.ts';
import { points, whole } from '../points.ts';
import { line } from '../text.ts';
import { MAX_TOP_UP } from '../top-up-price.ts';

/** The states of one-hub. Source: docs/reference/payments.md, "Orders". */
export const orderStatus = ['pending', 'success', 'failed', 'closed'] as const;
export type OrderStatus = (typeof orderStatus)[number];

/** The states of an order, each with that of one-hub. */
export const orderStates = {
  /** Stored, not yet known to the gateway. */
  created: 'pending',
  /** The gateway waits for the money. */
  pending: 'pending',
  /** The gateway has the money, but the points could not be credited. */
  paid: 'pending',
  credited: 'success',
  /** Nothing was paid in time. A late payment is still credited. */
  closed: 'closed',
  /** The gateway did not accept it. */
  failed: 'failed',
  /** A part or all was paid back. */
  refunded: 'success',
  /** The buyer's bank has taken the money back, or may do so. */
  disputed: 'success',
} as const satisfies Record<string, OrderStatus>;
export type OrderState = keyof typeof orderStates;
const states = Object.keys(orderStates) as [OrderState, ...OrderState[]];

/** How a buyer pays: a page to open, or a code to scan. */
export const payPage = z.object({
  type: z.union([z.literal(1), z.literal(2)]).describe('1: open the address; 2: show it as a QR code'),
  data: z.object({
    url: z.string(),
    method: z.enum(['GET', 'POST']),
    params: z.record(z.string(), z.string()).describe('Fields of the form; empty for a plain address'),
  }),
});

const shown = {
  id: whole(),
  trade_no: z.string(),
  gateway_id: whole(),
  gateway_name: z.string(),
  gateway_type: z.enum(paymentGatewayType),
  amount: z.number().int().describe('Dollars that were bought'),
  order_amount: z.number().describe('To pay, in `order_currency`'),
  order_currency: z.enum(currencies),
  fee: z.number().describe('Part of `order_amount`'),
  discount: z.number().describe('Difference to the same payment without a discount'),
  quota: points().describe('Points for the amount'),
  bonus_quota: points().describe('Points that are given in addition'),
  status: z.enum(orderStatus),
  state: z.enum(states),
  refunded_amount: z.number().describe('Paid back, in `order_currency`'),
  created_at: epochSeconds(),
  expires_at: epochSeconds(),
  paid_at: epochSeconds().describe('0: not paid'),
};

export const ownOrderView = z.object(shown);
export type OwnOrderView = z.output<typeof ownOrderView>;

export const orderView = z.object({
  ...shown,
  user_id: whole(),
  username: z.string(),
  gateway_no: z.string().describe('Number at the gateway'),
  note: z.string().describe('Why it could not be credited or opened'),
});
export type OrderView = z.output<typeof orderView>;

/** The result of a callback. */
export const callbackVerdict = ['credited', 'known', 'waiting', 'ignored', 'refused', 'failed'] as const;
export type CallbackVerdict = (typeof callbackVerdict)[number];

/** A request of a gateway, or an answer to our question. */
export const orderEvent = z.object({
  id: whole(),
  created_at: epochSeconds(),
  gateway_id: whole(),
  trade_no: z.string(),
  source: z.enum(['callback', 'query', 'refund']),
  ip: z.string(),
  verdict: z.enum(callbackVerdict),
  reason: z.string(),
  /** At most 2 KiB, secrets and signatures left out. */
  content: z.string(),
});
export type OrderEvent = z.output<typeof orderEvent>;

export const orderRefund = z.object({
  id: whole(),
  request_no: z.string(),
  kind: z.enum(['refund', 'dispute']).describe('A dispute is a refund that the bank decides on'),
  amount: z.number(),
  quota: points(),
  owed_quota: points().describe('Part of `quota` that the balance still owes'),
  state: z.enum(['pending', 'done', 'failed']),
  reason: z.string(),
  created_at: epochSeconds(),
});

export const orderInput = z.object({
  uuid: z.string().trim().min(1).max(40).describe('Payment gateway'),
  amount: z
    .number('order.whole_amount')
    .int('order.whole_amount')
    .min(1, 'order.whole_amount')
    .max(MAX_TOP_UP, 'too_big')
    .describe('Whole dollars'),
});

const tradeNo = z.object({
  trade_no: z
    .string()
    .regex(/^[a-z0-9]{20,32}$/)
    .describe('Number of the order'),
});

export const orderFilter = {
  user_id: queryNumber().describe('Only orders of this account'),
  trade_no: queryText(50).describe('Number of the order'),
  gateway_no: queryText(100).describe('Number at the gateway'),
  gateway_id: queryNumber().describe('Only orders of this gateway'),
  status: queryChoice(orderStatus).describe('Only orders with this status'),
  start_timestamp: querySeconds().describe('First second, since 1970'),
  end_timestamp: querySeconds().describe('Last second, since 1970'),
};

export const orderOrder = ['id', 'created_at', 'gateway_id', 'user_id', 'status'] as const;

export const orderCalls = {
  create: call('POST /api/user/order', {
    access: 'user',
    summary: 'Order points; returns how to pay',
    input: orderInput,
    output: payPage.extend({ trade_no: z.string() }),
  }),
  status: call('GET /api/user/order/status', {
    access: 'user',
    summary: 'Whether an own order is paid and credited: `success`',
    query: z.object({ trade_no: queryText(50).describe('Number of the order') }),
    beside: z.object({ success: z.boolean() }),
  }),
  listOwn: call('GET /api/user/order/', {
    access: 'user',
    summary: 'List own orders',
    query: pageQuery(['id', 'created_at']).omit({ keyword: true }),
    output: pageOf(ownOrderView),
  }),
  getOwn: call('GET /api/user/order/:trade_no', {
    access: 'user',
    summary: 'Read an own order',
    params: tradeNo,
    output: ownOrderView,
  }),
  page: call('GET /api/user/order/:trade_no/page', {
    access: 'user',
    summary: 'How to pay an own order that waits for its money',
    params: tradeNo,
    output: payPage,
  }),
  form: call('GET /api/user/order/:trade_no/form', {
    access: 'user',
    summary: 'Page that leads on to the payment of an own order, for a window of its own',
    params: tradeNo,
    page: true,
  }),
  queryOwn: call('POST /api/user/order/:trade_no/query', {
    access: 'user',
    summary: 'Ask the gateway whether an own order is paid',
    params: tradeNo,
    output: ownOrderView,
  }),
  closeOwn: call('POST /api/user/order/:trade_no/close', {
    access: 'user',
    summary: 'Close an own order that is not paid',
    params: tradeNo,
    output: ownOrderView,
  }),
  list: call('GET /api/payment/order', {
    access: 'admin',
    summary: 'List orders',
    query: pageQuery(orderOrder).omit({ keyword: true }).extend(orderFilter),
    output: pageOf(orderView),
  }),
  get: call('GET /api/payment/order/:id', {
    access: 'admin',
    summary: 'Read an order with its events and refunds',
    params: idParam,
    output: orderView.extend({ events: z.array(orderEvent), refunds: z.array(orderRefund) }),
  }),
  query: call('POST /api/payment/order/:id/query', {
    access: 'admin',
    summary: 'Ask the gateway about an order, and credit it if it is paid',
    params: idParam,
    output: orderView,
  }),
  refund: call('POST /api/payment/order/:id/refund', {
    access: 'admin',
    summary: 'Pay an order back, in part or whole',
    params: idParam,
    input: z.object({
      request_no: z
        .string()
        .regex(/^[A-Za-z0-9_-]{8,64}$/)
        .describe('Chosen by the caller; a repetition with the same one pays back once'),
      amount: z.number().min(0).max(1e12).describe('In the currency of the order'),
      reason: line().min(1).max(200),
    }),
    output: orderView,
  }),
  settleRefund: call('POST /api/payment/order/:id/refund/settle', {
    access: 'admin',
    summary: 'End a pending refund or dispute by hand, after a look at the gateway',
    params: idParam,
    input: z.object({
      refund_id: whole().min(1),
      is_paid_back: z.boolean().describe('The buyer has the money; otherwise the points return'),
      reason: line().min(1).max(200),
    }),
    output: orderView,
  }),
  events: call('GET /api/payment/event', {
    access: 'admin',
    summary: 'Callbacks of payment gateways and answers to questions, newest first',
    query: pageQuery([])
      .omit({ keyword: true, order: true })
      .extend({
        gateway_id: queryNumber().describe('Only those of this gateway'),
        trade_no: queryText(50).describe('Number of the order'),
        verdict: queryChoice(callbackVerdict).describe('Only those with this verdict'),
      }),
    output: pageOf(orderEvent),
  }),
};
