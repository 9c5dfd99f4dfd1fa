import { type GatewayStatement, gatewayKindOf } from '@turnpike/contract';
import { loadGateway } from '../../payment/gateway-registry.ts';
import { GatewayUnanswered, type StatementLine } from '../../payment/payment-gateway.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { findOrder } from '../order/order-repository.ts';
import { queryOrder } from '../order/query-order.ts';
import { type PaymentRow, toPaymentAccount } from '../payment/payment-account.ts';
import {
  findKnown,
  type PaymentStatementRow,
  readCredited,
  readRefunded,
  storeStatement,
} from './payment-statement-repository.ts';
import { StatementComparison, type StatementDifference, searchedNumbers } from './statement-comparison.ts';
import { boundsOf, innerBoundsOf } from './statement-days.ts';

/** Downloads and questions of one day end by then. */
const MAX_SECONDS = 600;
/** Lines whose orders are read at a time. */
const BATCH = 500;
const DAY_SECONDS = 86_400;

export const statementOf = ({ type }: Pick<PaymentRow, 'type'>): GatewayStatement | undefined =>
  gatewayKindOf(type)?.statement;

interface Result {
  row: PaymentStatementRow;
  /** Why the statement could not be read now; a finished comparison stays as it was. */
  fault: string | undefined;
}

/**
 * Compares a day of a gateway with its own statement, credits what was missed, and stores what differs. It may run
 * again, and in two processes at once: there is one row for a gateway and day, and an order is credited once.
 * @param day of the gateway's own calendar, in the past
 */
export async function checkStatement(
  deps: ModuleDeps,
  { payment, day, signal }: { payment: PaymentRow; day: string; signal: AbortSignal },
): Promise<Result> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(MAX_SECONDS * 1000)]);
  try {
    const lines = await readStatement(deps, { payment, day, signal: limited });
    const compared =
      lines === 'not_ready' ? undefined : await compare(deps, { payment, day, lines, signal: limited });
    if (compared === undefined)
      return { row: await store(deps, { payment, day, state: 'waiting' }), fault: undefined };
    await askAboutUncredited(deps, compared, limited);
    return { row: await store(deps, { payment, day, state: 'done', compared }), fault: undefined };
  } catch (error) {
    signal.throwIfAborted();
    if (!limited.aborted && !(error instanceof GatewayUnanswered)) throw error;
    const fault = limited.aborted ? 'The gateway took more than ten minutes.' : (error as Error).message;
    return { row: await store(deps, { payment, day, state: 'failed', reason: fault }), fault };
  }
}

interface Checked {
  payment: PaymentRow;
  day: string;
  signal: AbortSignal;
}

async function readStatement(
  { secretBox, guardedFetch, clock }: ModuleDeps,
  { payment, day, signal }: Checked,
): Promise<StatementLine[] | 'not_ready'> {
  const gateway = await loadGateway(payment.type);
  const read = gateway.statement?.(
    { guardedFetch, clock, signal },
    toPaymentAccount(secretBox, payment),
    day,
  );
  if (read === undefined) throw new Error(`gateways of the kind ${payment.type} have no statement`);
  return read;
}

/** @returns undefined for an empty statement of a day with payments: it is late */
async function compare(
  { jobs, clock }: ModuleDeps,
  { payment, day, lines, signal }: Checked & { lines: StatementLine[] },
): Promise<StatementComparison | undefined> {
  const statement = statementOf(payment);
  if (statement === undefined) return undefined;
  const comparison = new StatementComparison(payment.id);
  for (let from = 0; from < lines.length; from += BATCH) {
    signal.throwIfAborted();
    const batch = lines.slice(from, from + BATCH);
    comparison.addLines(batch, await findKnown(jobs, searchedNumbers(batch)));
  }
  const span = { gatewayId: payment.id, ...innerBoundsOf(day, statement) };
  for await (const orders of readCredited(jobs, span)) comparison.addExpectedOrders(orders);
  for await (const refunds of readRefunded(jobs, span)) comparison.addExpectedRefunds(refunds);
  const isLate = lines.length === 0 && comparison.differenceCount > 0;
  const isRecent = clock.nowSeconds() < boundsOf(day, statement).end + DAY_SECONDS;
  return isLate && isRecent ? undefined : comparison;
}

/** The gateway is asked about each order, as its own answer decides. A failure of one leaves the others alone. */
async function askAboutUncredited(
  deps: ModuleDeps,
  comparison: StatementComparison,
  signal: AbortSignal,
): Promise<void> {
  for (const difference of comparison.uncredited) {
    signal.throwIfAborted();
    comparison.settle(difference, await askAbout(deps, difference, signal));
  }
}

async function askAbout(deps: ModuleDeps, { trade_no }: StatementDifference, signal: AbortSignal) {
  const failed = { verdict: 'failed', reason: 'The order could not be checked.', creditedMinor: 0 } as const;
  try {
    const order = await findOrder(deps.db, trade_no);
    if (order === undefined) return failed;
    const { verdict, reason } = await queryOrder(deps, order, {
      signal,
      isAsked: false,
      ip: '',
      requestId: '',
    });
    const after = await findOrder(deps.db, trade_no);
    const isCredited = after !== undefined && after.credited_at > 0;
    // A callback may have been faster.
    if (isCredited) return { verdict: 'credited', reason: '', creditedMinor: order.pay_minor } as const;
    return { verdict, reason: reason.slice(0, 300), creditedMinor: 0 };
  } catch (error) {
    deps.log.error({ err: error, trade_no }, 'an order of a statement could not be checked');
    return failed;
  }
}

const nothing = new StatementComparison(0);

function store(
  { jobs, clock }: Pick<ModuleDeps, 'jobs' | 'clock'>,
  {
    payment,
    day,
    state,
    compared = nothing,
    reason = '',
  }: {
    payment: PaymentRow;
    day: string;
    state: PaymentStatementRow['state'];
    compared?: StatementComparison;
    reason?: string;
  },
): Promise<PaymentStatementRow> {
  return storeStatement(jobs, {
    ...{ gateway_id: payment.id, day, state, checked_at: clock.nowSeconds(), currency: payment.currency },
    ...{ lines: compared.lines, other_lines: compared.otherLines },
    ...{ paid_minor: compared.paidMinor, refunded_minor: compared.refundedMinor },
    ...{ fee_minor: compared.feeMinor },
    ...{ our_paid_minor: compared.ourPaidMinor, our_refunded_minor: compared.ourRefundedMinor },
    ...{ difference_count: compared.differenceCount, open_count: compared.openCount },
    differences: JSON.stringify(compared.differences),
    reason: reason.replaceAll('\0', '').toWellFormed().slice(0, 300).toWellFormed(),
  });
}
