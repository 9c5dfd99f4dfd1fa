import {
  bonusTable,
  discountTable,
  orderCalls,
  type orderInput,
  parseAmountTable,
  type TopUpTerms,
  topUpPrice,
} from '@turnpike/contract';
import type { z } from 'zod';
import { forChange } from '../../db/row-locks.ts';
import { loadGateway } from '../../payment/gateway-registry.ts';
import {
  type CreatedPayment,
  GatewayUnanswered,
  type PaymentOrder,
  type PaymentPage,
} from '../../payment/payment-gateway.ts';
import { fieldError, GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { isOpenAt, minuteOfDay } from '../payment/open-hours.ts';
import { findPaymentByUuid, type PaymentRow, rateOf, toPaymentAccount } from '../payment/payment-account.ts';
import { notifyUrlOf, toPayWay } from '../payment/payment-repository.ts';
import { accountOf, countOpenOrders, insertOrder, moveOrder, type OrderRow } from './order-repository.ts';
import { MAX_OPEN_ORDERS, newTradeNo, ORDER_SECONDS, orderSubject } from './order-rules.ts';

export interface OrderRequest {
  userId: number;
  input: z.output<typeof orderInput>;
  ip: string;
  userAgent: string;
  signal: AbortSignal;
}

/** A page as the contract has it: type 1 is opened, type 2 is scanned. */
export function toPayPage(page: PaymentPage) {
  switch (page.kind) {
    case 'qr':
      return { type: 2 as const, data: { url: page.text, method: 'GET' as const, params: {} } };
    case 'link':
      return { type: 1 as const, data: { url: page.url, method: 'GET' as const, params: {} } };
    case 'form':
      return { type: 1 as const, data: { url: page.url, method: 'POST' as const, params: page.fields } };
  }
}

export const termsOf = (
  deps: Pick<ModuleDeps, 'options'>,
  payment: Pick<PaymentRow, 'currency' | 'rate' | 'fixed_fee' | 'percent_fee'>,
): TopUpTerms => ({
  currency: payment.currency,
  rate: rateOf(deps, payment),
  fixedFee: Number(payment.fixed_fee),
  percentFee: Number(payment.percent_fee),
  discounts: parseAmountTable(deps.options.text('RechargeDiscount'), discountTable) ?? {},
  bonuses: parseAmountTable(deps.options.text('RechargeBonus'), bonusTable) ?? {},
});

/**
 * Orders points. The order is stored before the gateway hears of it, because its callback may come at once.
 * @throws payment.not_found, payment.no_address, payment.no_answer, order.too_many_open; request.invalid at `amount`
 */
export async function createOrder(deps: ModuleDeps, request: OrderRequest) {
  const { db, secretBox, clock, guardedFetch } = deps;
  const payment = await findOpenPayment(deps, request.input.uuid);
  assertAmount(deps, payment, request.input.amount);
  if (notifyUrlOf(deps, payment) === '') throw new GatewayError('payment.no_address');
  const gateway = await loadGateway(payment.type);
  const account = toPaymentAccount(secretBox, payment);
  const order = await storeOrder(deps, payment, request, gateway.merchantOf(account, request.input));
  let created: CreatedPayment;
  try {
    const context = { guardedFetch, clock, signal: request.signal };
    created = await gateway.create(context, account, toPaymentOrder(deps, payment, { order, ...request }));
  } catch (error) {
    if (!(error instanceof GatewayUnanswered)) throw error;
    // The gateway may know the order, so it is still asked about it.
    await moveOrder(db, order.id, { from: ['created'], state: 'failed', note: error.message });
    throw new GatewayError('payment.no_answer', {}, { cause: error });
  }
  const page = toPayPage(created.page);
  await moveOrder(db, order.id, {
    ...{ from: ['created'], state: 'pending', page: JSON.stringify(page) },
    ...(created.gatewayNo !== '' && { gateway_no: created.gatewayNo }),
  });
  return { ...page, trade_no: order.trade_no };
}

/** An order with the addresses of this site. @param buyer the request that orders, or that opens its page */
export function toPaymentOrder(
  deps: Pick<ModuleDeps, 'options'>,
  payment: PaymentRow,
  { order, ip, userAgent }: { order: OrderRow; ip: string; userAgent: string },
): PaymentOrder {
  const { options } = deps;
  const home = (options.text('ServerAddress') || payment.notify_domain).replace(/\/+$/, '');
  return {
    tradeNo: order.trade_no,
    amount: order.amount,
    minor: order.pay_minor,
    subject: orderSubject(options.text('SystemName'), order.amount),
    notifyUrl: notifyUrlOf(deps, payment),
    returnUrl: `${home}/panel/topup`,
    pageUrl: home + orderCalls.open.path.replace(':trade_no', order.trade_no),
    payerIp: ip,
    isPhone: /mobile|android|iphone/i.test(userAgent),
    expiresAtSeconds: order.expires_at,
  };
}

async function findOpenPayment(
  { db, clock }: Pick<ModuleDeps, 'db' | 'clock'>,
  uuid: string,
): Promise<PaymentRow> {
  const payment = await findPaymentByUuid(db, uuid);
  const isOpen =
    payment !== undefined &&
    payment.enable === 1 &&
    payment.deleted_at === 0 &&
    isOpenAt(payment.open_hours, minuteOfDay(clock.nowMs()));
  if (!isOpen) throw new GatewayError('payment.not_found');
  return payment;
}

function assertAmount(deps: Pick<ModuleDeps, 'options'>, payment: PaymentRow, amount: number): void {
  const { min_amount, max_amount, amounts } = toPayWay(deps, payment);
  if (amounts?.length === 0) throw new GatewayError('payment.not_found');
  if (amount < min_amount) throw fieldError('amount', `too_small|${min_amount}`);
  if (max_amount > 0 && amount > max_amount) throw fieldError('amount', `too_big|${max_amount}`);
  if (amounts !== null && !amounts.includes(amount))
    throw fieldError('amount', `payment.amount_not_sold|${amounts.join(', ')}`);
}

function storeOrder(
  deps: Pick<ModuleDeps, 'db' | 'clock' | 'options'>,
  payment: PaymentRow,
  { userId, input: { amount }, ip }: OrderRequest,
  merchant: string,
): Promise<OrderRow> {
  const { db, clock } = deps;
  const price = topUpPrice(amount, termsOf(deps, payment));
  if (price.payMinor < 1) throw fieldError('amount', 'too_small');
  const created_at = clock.nowSeconds();
  return db.transaction().execute(async (trx) => {
    const account_id = await accountOf(trx, userId, created_at);
    // One of an account's orders is made at a time, so that their number is exact.
    await forChange(trx, trx.selectFrom('accounts').select('id').where('id', '=', account_id)).execute();
    if ((await countOpenOrders(trx, account_id, created_at)) >= MAX_OPEN_ORDERS)
      throw new GatewayError('order.too_many_open');
    return insertOrder(trx, {
      ...{ trade_no: newTradeNo(), account_id, gateway_id: payment.id, gateway_no: null, merchant },
      ...{ state: 'created', amount, currency: payment.currency, pay_minor: price.payMinor },
      ...{ fee_minor: price.feeMinor, discount_minor: price.discountMinor },
      ...{ quota: price.quota, bonus_quota: price.bonusQuota, page: '', note: '', payer_ip: ip },
      ...{ created_at, expires_at: created_at + ORDER_SECONDS, next_query_at: created_at + 30 },
    });
  });
}
