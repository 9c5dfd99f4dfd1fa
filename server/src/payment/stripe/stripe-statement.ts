import type Stripe from 'stripe';
import type { PaymentAccount, PaymentContext, StatementLine } from '../payment-gateway.ts';
import { MAX_STATEMENT_LINES, tooManyLines } from '../statement-text.ts';
import { askStripe, stripeClient } from './stripe-client.ts';

/** A page of a hundred has some 10 KB for each of them. */
const PAGE_LIMITS = { limitBytes: 8 * 1024 * 1024, timeoutMs: 15_000 };
const PAGE_SIZE = 100;
const DAY_SECONDS = 86_400;

/** Methods such as bank debits have names of their own. */
const kinds = { charge: 'paid', payment: 'paid', refund: 'refund', payment_refund: 'refund' } as const;

/**
 * Reads the balance transactions of a day in UTC. Each names its charge or refund, and that the payment, whose metadata
 * have the number of the order.
 * Source: docs/reference/payments.md, "Reconciliation".
 */
export async function readStripeStatement(
  context: PaymentContext,
  account: PaymentAccount,
  day: string,
): Promise<StatementLine[]> {
  const stripe = stripeClient(context, account, PAGE_LIMITS);
  const from = Date.parse(`${day}T00:00:00Z`) / 1000;
  const lines: StatementLine[] = [];
  for (const [type, kind] of Object.entries(kinds)) {
    const created = { gte: from, lt: from + DAY_SECONDS };
    const query = { created, type, limit: PAGE_SIZE, expand: ['data.source.payment_intent'] };
    for (let behind = {}; ; ) {
      context.signal.throwIfAborted();
      const page = await askStripe(() => stripe.balanceTransactions.list({ ...query, ...behind }));
      for (const transaction of page.data) lines.push(lineOf(transaction, kind));
      if (lines.length > MAX_STATEMENT_LINES) throw tooManyLines();
      const last = page.data.at(-1);
      if (!page.has_more || last === undefined) break;
      behind = { starting_after: last.id };
    }
  }
  return lines;
}

/** The amount is that of the charge: that of the transaction may be in another currency. */
function lineOf(transaction: Stripe.BalanceTransaction, kind: StatementLine['kind']): StatementLine {
  const { id, amount, currency, fee } = transaction;
  const source = toObject<Stripe.Charge | Stripe.Refund>(transaction.source) ?? {
    ...{ id, amount: Math.abs(amount), currency, payment_intent: null, metadata: null },
  };
  const payment = toObject<Stripe.PaymentIntent>(source.payment_intent);
  return {
    kind,
    tradeNo: payment?.metadata?.trade_no ?? '',
    gatewayNo: payment?.id ?? source.id,
    requestNo: kind === 'refund' ? (source.metadata?.request_no ?? '') : '',
    ...{ minor: source.amount, currency: source.currency.toUpperCase() },
    feeMinor: currency === source.currency ? fee : 0,
  };
}

/** Members that were to be expanded; a charge of another application may be absent. */
const toObject = <Expanded extends object>(member: object | string | null | undefined): Expanded | null =>
  typeof member === 'object' ? (member as Expanded | null) : null;
