import type { Transaction } from 'kysely';
import { forChange } from '../../db/row-locks.ts';
import type { Tables } from '../../db/tables.ts';
import type { PaymentFacts } from '../../payment/payment-gateway.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { getOrder, moveOrder, type OrderRow } from './order-repository.ts';
import { creditable, type Verdict } from './order-rules.ts';
import { endRefund } from './refund-order.ts';
import { ownerOf, type RefundCause, type RefundRow, returnPoints, takePoints } from './refund-points.ts';

type Request = Pick<RefundCause, 'ip' | 'requestId'>;

const opened = 'The buyer has disputed the payment.';
const lost = 'The dispute was lost.';
const won = 'The dispute was won.';

/** An order may change between its reading and the dispute, by its credit or by a refund. */
const MAX_TRIES = 5;

interface Report {
  facts: PaymentFacts;
  requestNo: string;
  cause: RefundCause;
}

/**
 * Applies a gateway's report about a dispute. A dispute is a refund that the buyer's bank decides on: the points are
 * taken when it is opened, and come back when it is won. An order that is disputed before its credit is not credited,
 * unless the dispute is won. An order has one open dispute at a time; a report about one that was seen before changes
 * nothing, in whatever order the reports arrive.
 */
export async function applyDispute(
  deps: ModuleDeps,
  order: OrderRow,
  facts: PaymentFacts,
  request: Request,
): Promise<Verdict> {
  const requestNo = `dispute:${facts.disputeNo ?? ''}`.slice(0, 100);
  const cause = { userId: await ownerOf(deps, order), reason: opened, by: null, ...request };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const now = tries === 0 ? order : await getOrder(deps.db, order.id);
    const verdict = await applyNow(deps, now, { facts, requestNo, cause });
    if (verdict !== undefined) return verdict;
  }
  return { verdict: 'failed', reason: 'The order changes just now. The report is needed again.' };
}

/** @returns undefined where the order has changed in the meantime */
async function applyNow(deps: ModuleDeps, order: OrderRow, report: Report): Promise<Verdict | undefined> {
  const { facts, requestNo, cause } = report;
  const known = await findDispute(deps, order, requestNo);
  if (facts.state === 'dispute_won') return endWon(deps, order, { known, ...report });
  const dispute = known ?? (await openDispute(deps, order, report));
  if (dispute === undefined) return undefined;
  if (facts.state === 'disputed') return { verdict: known ? 'known' : 'ignored', reason: opened };
  const isEnded = await endRefund(deps, { order, refund: dispute, userId: cause.userId, isSender: true });
  if (isEnded) await noteAt(deps, order, lost);
  return { verdict: isEnded ? 'ignored' : 'known', reason: lost };
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

/** @returns undefined where the order has changed in the meantime */
async function openDispute(
  deps: ModuleDeps,
  order: OrderRow,
  { facts, requestNo, cause }: Report,
): Promise<RefundRow | undefined> {
  const { pay_minor, refunded_minor, currency } = order;
  const isReadable = facts.currency.toUpperCase() === currency && facts.minor !== null && facts.minor > 0;
  const claimedMinor = Math.min(pay_minor, isReadable ? (facts.minor ?? pay_minor) : pay_minor);
  if (order.credited_at === 0) return disputeUncredited(deps, order, { requestNo, claimedMinor });
  const minor = Math.min(claimedMinor, pay_minor - refunded_minor);
  const missing = deps.options.flag('RefundDebtEnabled') ? 'owe' : 'leave';
  try {
    const dispute = { ...cause, requestNo, kind: 'dispute', minor, claimedMinor, missing } as const;
    const stored = await takePoints(deps, order, dispute);
    await noteAt(deps, order, opened);
    return stored;
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'order.not_refundable') return undefined;
    throw error;
  }
}

/** Keeps an order from being credited. There are no points to take. */
const disputeUncredited = (
  { db, clock }: Pick<ModuleDeps, 'db' | 'clock'>,
  order: OrderRow,
  { requestNo, claimedMinor }: { requestNo: string; claimedMinor: number },
): Promise<RefundRow | undefined> =>
  db.transaction().execute(async (trx) => {
    const orders = trx.selectFrom('orders').select(['state', 'credited_at']).where('id', '=', order.id);
    const now = await forChange(trx, orders).executeTakeFirst();
    const isUncredited = now?.credited_at === 0 && [...creditable, 'disputed'].includes(now.state);
    if (!isUncredited) return undefined;
    await trx
      .updateTable('orders')
      .set({ state: 'disputed', note: opened, next_query_at: null })
      .where('id', '=', order.id)
      .execute();
    return insertDispute(trx, order, {
      ...{ requestNo, state: 'pending', reason: opened },
      ...{ claimed_minor: claimedMinor, created_at: clock.nowSeconds() },
    });
  });

const insertDispute = (
  trx: Transaction<Tables>,
  order: OrderRow,
  {
    requestNo,
    ...dispute
  }: Pick<RefundRow, 'state' | 'reason' | 'created_at' | 'claimed_minor'> & { requestNo: string },
): Promise<RefundRow | undefined> =>
  trx
    .insertInto('order_refunds')
    .values({
      ...{ order_id: order.id, request_no: requestNo, kind: 'dispute', minor: 0, quota: 0, bonus_quota: 0 },
      ...{ actor_id: 0, next_query_at: null, ...dispute },
    })
    .onConflict((conflict) => conflict.columns(['order_id', 'request_no']).doNothing())
    .returningAll()
    .executeTakeFirst();

async function endWon(
  deps: ModuleDeps,
  order: OrderRow,
  { known, requestNo, cause }: Report & { known: RefundRow | undefined },
): Promise<Verdict> {
  if (known === undefined) {
    // The report of its opening may still arrive, and finds it ended.
    const created_at = deps.clock.nowSeconds();
    await deps.db.transaction().execute((trx) =>
      insertDispute(trx, order, {
        ...{ requestNo, state: 'failed', reason: won, created_at, claimed_minor: 0 },
      }),
    );
    return { verdict: 'ignored', reason: won };
  }
  if (known.state !== 'pending') return { verdict: 'known', reason: won };
  await returnPoints(deps, { order, refundId: known.id, isSender: true }, { ...cause, reason: won });
  await moveOrder(deps.db, order.id, { from: ['credited'], state: 'credited', note: '' });
  await moveOrder(deps.db, order.id, { from: ['closed'], state: 'closed', note: won });
  return { verdict: 'ignored', reason: won };
}

async function noteAt({ db }: Pick<ModuleDeps, 'db'>, { id }: OrderRow, note: string): Promise<void> {
  await db
    .updateTable('orders')
    .set({ note })
    .where('id', '=', id)
    .where('state', 'in', ['disputed', 'refunded'])
    .execute();
}
