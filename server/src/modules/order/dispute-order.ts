import type { PaymentFacts } from '../../payment/payment-gateway.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { moveOrder, type OrderRow } from './order-repository.ts';
import type { Verdict } from './order-rules.ts';
import { endRefund } from './refund-order.ts';
import { ownerOf, type RefundCause, type RefundRow, returnPoints, takePoints } from './refund-points.ts';

type Request = Pick<RefundCause, 'ip' | 'requestId'>;

const opened = 'The buyer has disputed the payment.';

/**
 * Applies a gateway's report about a dispute. A dispute is a refund that the buyer's bank decides on: the points are
 * taken when it is opened, and come back when it is won. An order has one open dispute at a time; a report about one
 * that was seen before changes nothing, in whatever order the reports arrive.
 */
export async function applyDispute(
  deps: ModuleDeps,
  order: OrderRow,
  facts: PaymentFacts,
  request: Request,
): Promise<Verdict> {
  if (order.credited_at === 0) return { verdict: 'ignored', reason: 'The order has no credit to dispute.' };
  const requestNo = `dispute:${facts.disputeNo ?? ''}`.slice(0, 100);
  const cause = { userId: await ownerOf(deps, order), reason: opened, by: null, ...request };
  const known = await findDispute(deps, order, requestNo);
  if (facts.state === 'dispute_won') return endWon(deps, { order, known, requestNo, cause });
  const dispute = known ?? (await openDispute(deps, order, { facts, requestNo, cause }));
  if (dispute === undefined) return { verdict: 'known', reason: opened };
  if (facts.state === 'disputed') return { verdict: known ? 'known' : 'ignored', reason: opened };
  const isEnded = await endRefund(deps, { order, refund: dispute, userId: cause.userId });
  const reason = 'The dispute was lost.';
  if (isEnded) await moveOrder(deps.db, order.id, { from: ['disputed'], state: 'disputed', note: reason });
  return { verdict: isEnded ? 'ignored' : 'known', reason };
}

/** The dispute of a report: the one with its number, or else the one that is open. */
async function findDispute(
  { db }: Pick<ModuleDeps, 'db'>,
  order: OrderRow,
  requestNo: string,
): Promise<RefundRow | undefined> {
  const rows = await db
    .selectFrom('order_refunds')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('kind', '=', 'dispute')
    .where((eb) => eb.or([eb('request_no', '=', requestNo), eb('state', '=', 'pending')]))
    .limit(2)
    .execute();
  return rows.find((row) => row.request_no === requestNo) ?? rows[0];
}

/** @returns undefined where the order was disputed or changed in the meantime */
async function openDispute(
  deps: ModuleDeps,
  order: OrderRow,
  { facts, requestNo, cause }: { facts: PaymentFacts; requestNo: string; cause: RefundCause },
): Promise<RefundRow | undefined> {
  const rest = order.pay_minor - order.refunded_minor;
  const isOurs = facts.currency.toUpperCase() === order.currency;
  const minor = Math.min(rest, isOurs && facts.minor !== null && facts.minor > 0 ? facts.minor : rest);
  const missing = deps.options.flag('RefundDebtEnabled') ? 'owe' : 'leave';
  try {
    const dispute = await takePoints(deps, order, { ...cause, requestNo, kind: 'dispute', minor, missing });
    await moveOrder(deps.db, order.id, { from: ['disputed'], state: 'disputed', note: opened });
    return dispute;
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'order.not_refundable') return undefined;
    throw error;
  }
}

async function endWon(
  deps: ModuleDeps,
  {
    order,
    known,
    requestNo,
    cause,
  }: { order: OrderRow; known: RefundRow | undefined; requestNo: string; cause: RefundCause },
): Promise<Verdict> {
  const reason = 'The dispute was won.';
  if (known === undefined) {
    // The report of its opening may still arrive, and finds it ended.
    await storeEnded(deps, order, { requestNo, reason });
    return { verdict: 'ignored', reason };
  }
  if (known.state !== 'pending') return { verdict: 'known', reason };
  await returnPoints(deps, { order, refundId: known.id }, { ...cause, reason });
  await moveOrder(deps.db, order.id, { from: ['credited'], state: 'credited', note: '' });
  return { verdict: 'ignored', reason };
}

async function storeEnded(
  { db, clock }: Pick<ModuleDeps, 'db' | 'clock'>,
  order: OrderRow,
  { requestNo, reason }: { requestNo: string; reason: string },
): Promise<void> {
  await db
    .insertInto('order_refunds')
    .values({
      ...{ order_id: order.id, request_no: requestNo, kind: 'dispute', minor: 0, quota: 0, bonus_quota: 0 },
      ...{ state: 'failed', reason, actor_id: 0, created_at: clock.nowSeconds(), next_query_at: null },
    })
    .onConflict((conflict) => conflict.columns(['order_id', 'request_no']).doNothing())
    .execute();
}
