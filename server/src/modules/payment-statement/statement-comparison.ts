import {
  type CallbackVerdict,
  MAX_KEPT_DIFFERENCES,
  type PaymentDifferenceKind,
  paymentDifferenceKind,
} from '@turnpike/contract';
import type { OrderRefundTable } from '../../db/tables/selling-tables.ts';
import { GatewayUnanswered, type StatementLine } from '../../payment/payment-gateway.ts';
import type { OrderRow } from '../order/order-repository.ts';
import { isTradeNo } from '../order/order-rules.ts';
import { refundNoOf } from '../order/refund-points.ts';

export type ComparedOrder = Pick<
  OrderRow,
  'id' | 'trade_no' | 'gateway_id' | 'gateway_no' | 'currency' | 'pay_minor' | 'credited_at'
>;

export interface ComparedRefund {
  id: number;
  order_id: number;
  minor: number;
  state: OrderRefundTable['state'];
}

/** Orders and refunds that lines of a statement name. */
export interface KnownHere {
  /** By trade number. */
  orders: ReadonlyMap<string, ComparedOrder>;
  /** By the number that the gateway knows. */
  refunds: ReadonlyMap<string, ComparedRefund>;
}

export interface StatementDifference {
  kind: PaymentDifferenceKind;
  trade_no: string;
  gateway_no: string;
  request_no: string;
  order_id: number | null;
  currency: string;
  there_minor: number | null;
  here_minor: number | null;
  verdict: CallbackVerdict | null;
  reason: string;
}

/** Numbers of orders in lines, each once. Those that no database stores, such as with a NUL, are numbers of no order. */
export function searchedNumbers(lines: readonly StatementLine[]): string[] {
  const numbers = new Set(lines.map(({ tradeNo }) => tradeNo));
  return [...numbers].filter((number) => number === cut(number));
}

/** Compares a statement with the orders and refunds of a gateway, some at a time. It asks nobody. */
export class StatementComparison {
  readonly #gatewayId: number;
  readonly #seenOrders = new Set<number>();
  readonly #seenRefunds = new Set<number>();
  readonly #kept = new Map<PaymentDifferenceKind, StatementDifference[]>();
  #settled = 0;
  lines = 0;
  /** Lines of other shops, and of other gateways of the same merchant. */
  otherLines = 0;
  paidMinor = 0;
  refundedMinor = 0;
  feeMinor = 0;
  ourPaidMinor = 0;
  ourRefundedMinor = 0;
  differenceCount = 0;

  constructor(gatewayId: number) {
    this.#gatewayId = gatewayId;
  }

  get openCount(): number {
    return this.differenceCount - this.#settled;
  }

  /** At most 200, the most urgent first. */
  get differences(): StatementDifference[] {
    const all = paymentDifferenceKind.flatMap((kind) => this.#kept.get(kind) ?? []);
    return all.slice(0, MAX_KEPT_DIFFERENCES);
  }

  get uncredited(): readonly StatementDifference[] {
    return this.#kept.get('not_credited') ?? [];
  }

  /** @throws GatewayUnanswered for sums that are too large to be true */
  addLines(lines: readonly StatementLine[], known: KnownHere): void {
    for (const line of lines) {
      const order = known.orders.get(line.tradeNo);
      const isOurs = order === undefined ? isTradeNo(line.tradeNo) : order.gateway_id === this.#gatewayId;
      if (!isOurs) {
        this.otherLines += 1;
        continue;
      }
      this.lines += 1;
      this.feeMinor = add(this.feeMinor, line.feeMinor);
      if (line.kind === 'paid') this.paidMinor = add(this.paidMinor, line.minor ?? 0);
      else this.refundedMinor = add(this.refundedMinor, line.minor ?? 0);
      if (order === undefined) this.#differ('unknown_order', line, { here_minor: null });
      else if (line.kind === 'paid') this.#comparePayment(line, order);
      else this.#compareRefund(line, order, known.refunds.get(line.requestNo));
    }
  }

  /** @param orders credited ones whose payment must be in the statement */
  addExpectedOrders(orders: readonly ComparedOrder[]): void {
    for (const order of orders) {
      if (this.#seenOrders.has(order.id)) continue;
      this.ourPaidMinor = add(this.ourPaidMinor, order.pay_minor);
      this.#miss('not_there', order, { minor: order.pay_minor, request_no: '' });
    }
  }

  /** @param refunds done ones that must be in the statement */
  addExpectedRefunds(refunds: readonly { refund: ComparedRefund; order: ComparedOrder }[]): void {
    for (const { refund, order } of refunds) {
      if (this.#seenRefunds.has(refund.id)) continue;
      this.ourRefundedMinor = add(this.ourRefundedMinor, refund.minor);
      if (this.#takeMadeThere(refund, order)) continue;
      const request_no = refundNoOf(order, refund.id);
      this.#miss('refund_not_there', order, { minor: refund.minor, request_no });
    }
  }

  /** The gateway was asked about an order that was not credited. @param creditedMinor 0: it still is not */
  settle(
    difference: StatementDifference,
    { verdict, reason, creditedMinor }: { verdict: CallbackVerdict; reason: string; creditedMinor: number },
  ): void {
    difference.verdict = verdict;
    difference.reason = reason;
    if (creditedMinor === 0) return;
    difference.here_minor = creditedMinor;
    this.ourPaidMinor = add(this.ourPaidMinor, creditedMinor);
    this.#settled += 1;
  }

  #comparePayment(line: StatementLine, order: ComparedOrder): void {
    const isRepeated = this.#seenOrders.has(order.id);
    this.#seenOrders.add(order.id);
    if (isRepeated) {
      this.#differ('amount', line, { order, here_minor: null, reason: 'The order was paid twice.' });
      return;
    }
    if (order.credited_at === 0) {
      this.#differ('not_credited', line, { order, here_minor: null });
      return;
    }
    this.ourPaidMinor = add(this.ourPaidMinor, order.pay_minor);
    const isSame = line.minor === order.pay_minor && line.currency === order.currency;
    if (!isSame) this.#differ('amount', line, { order, here_minor: order.pay_minor });
  }

  #compareRefund(line: StatementLine, order: ComparedOrder, refund: ComparedRefund | undefined): void {
    if (refund === undefined || refund.order_id !== order.id) {
      this.#differ('refund_not_here', line, { order, here_minor: null });
      return;
    }
    this.#seenRefunds.add(refund.id);
    if (refund.state !== 'done') {
      this.#differ('refund_not_here', line, { order, here_minor: null, reason: unfinished[refund.state] });
      return;
    }
    this.ourRefundedMinor = add(this.ourRefundedMinor, refund.minor);
    const isSame = line.minor === refund.minor && line.currency === order.currency;
    if (!isSame) this.#differ('amount', line, { order, here_minor: refund.minor });
  }

  /** An administrator may pay a refund back at the gateway and settle it here; the statement then has another number. */
  #takeMadeThere(refund: ComparedRefund, { currency }: ComparedOrder): boolean {
    const kept = this.#kept.get('refund_not_here') ?? [];
    const place = kept.findIndex(
      (one) =>
        one.order_id === refund.order_id &&
        one.there_minor === refund.minor &&
        one.currency === currency &&
        one.reason === '',
    );
    if (place < 0) return false;
    kept.splice(place, 1);
    this.differenceCount -= 1;
    return true;
  }

  #differ(
    kind: PaymentDifferenceKind,
    { tradeNo, gatewayNo, requestNo, currency, minor }: StatementLine,
    { order, here_minor, reason = '' }: { order?: ComparedOrder; here_minor: number | null; reason?: string },
  ): void {
    this.#keep({
      ...{ kind, trade_no: cut(tradeNo), gateway_no: cut(gatewayNo), request_no: cut(requestNo) },
      ...{ order_id: order?.id ?? null, currency: currency.slice(0, 3) },
      ...{ there_minor: minor, here_minor, verdict: null, reason },
    });
  }

  #miss(
    kind: 'not_there' | 'refund_not_there',
    { id, trade_no, gateway_no, currency }: ComparedOrder,
    { minor, request_no }: { minor: number; request_no: string },
  ): void {
    this.#keep({
      ...{ kind, trade_no, gateway_no: gateway_no ?? '', request_no, order_id: id, currency },
      ...{ there_minor: null, here_minor: minor, verdict: null, reason: '' },
    });
  }

  #keep(difference: StatementDifference): void {
    this.differenceCount += 1;
    const kept = this.#kept.get(difference.kind) ?? [];
    this.#kept.set(difference.kind, kept);
    if (kept.length < MAX_KEPT_DIFFERENCES) kept.push(difference);
  }
}

const unfinished = {
  pending: 'The refund is still pending here. Send it again.',
  failed: 'The gateway had refused this refund, and the points were given back.',
} as const;

const MAX_NUMBER_LENGTH = 64;
const cut = (text: string): string =>
  text.replaceAll('\0', '').toWellFormed().slice(0, MAX_NUMBER_LENGTH).toWellFormed();

function add(sum: number, minor: number): number {
  const total = sum + minor;
  if (!Number.isSafeInteger(total))
    throw new GatewayUnanswered('The amounts of the statement are too large.');
  return total;
}
