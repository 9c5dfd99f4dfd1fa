import { setTimeout as wait } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { post } from '../../db/ledger.ts';
import { forChange } from '../../db/row-locks.ts';
import type { Tables } from '../../db/tables.ts';
import { settleInvoices } from '../invoice/pay-invoice.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { postReversal } from './post-reversal.ts';

/** A call's debt arrives in the database with its settlement, a fraction of a second after its end. */
const TRIES = 5;
const RETRY_MS = 250;

/** Pays what a balance owes from what it has now: points of refunds first, then those of calls. */
export async function payDebt({ db, clock, quotaBook }: ModuleDeps, userId: number): Promise<void> {
  const pay = (most: number): Promise<number> =>
    db.transaction().execute((trx) => payPart(trx, { userId, most, nowSeconds: clock.nowSeconds() }));
  for (let tries = 0; tries < TRIES && quotaBook.debtOf(userId) > 0; tries += 1) {
    if (tries > 0) await wait(RETRY_MS);
    // One refund in each transaction: a transaction locks a counter-account once.
    while ((await quotaBook.payDebt(userId, pay)) > 0);
  }
  await settleInvoices({ db, clock }, userId);
}

async function payPart(
  trx: Transaction<Tables>,
  { userId, most, nowSeconds }: { userId: number; most: number; nowSeconds: number },
): Promise<number> {
  const rows = trx.selectFrom('users').select('debt').where('id', '=', userId);
  const user = await forChange(trx, rows).executeTakeFirst();
  const left = Math.min(user?.debt ?? 0, most);
  if (left === 0) return 0;
  const owed = await findOwed(trx, userId);
  const points = Math.min(left, owed?.owed_quota ?? left);
  await trx
    .updateTable('users')
    .set((eb) => ({ debt: eb('debt', '-', points) }))
    .where('id', '=', userId)
    .execute();
  const isPosted =
    owed === undefined
      ? await postCalls(trx, { userId, points, nowSeconds })
      : await postOwed(trx, owed, { userId, points, nowSeconds });
  if (!isPosted) throw new Error('a debt is paid from what the balance has');
  return points;
}

/** The oldest refund whose points the balance still owes. */
const findOwed = (trx: Transaction<Tables>, userId: number) =>
  trx
    .selectFrom('order_refunds')
    .innerJoin('orders', 'orders.id', 'order_refunds.order_id')
    .innerJoin('accounts', 'accounts.id', 'orders.account_id')
    .select(['order_refunds.id as id', 'orders.trade_no as trade_no', 'order_refunds.reason as reason'])
    .select(['order_refunds.quota as quota', 'order_refunds.bonus_quota as bonus_quota', 'owed_quota'])
    .where('accounts.user_id', '=', userId)
    .where('owed_quota', '>', 0)
    .orderBy('order_refunds.id')
    .limit(1)
    .executeTakeFirst();

type Owed = NonNullable<Awaited<ReturnType<typeof findOwed>>>;
interface Payment {
  userId: number;
  points: number;
  nowSeconds: number;
}

async function postOwed(trx: Transaction<Tables>, owed: Owed, payment: Payment): Promise<boolean> {
  const { userId, points, nowSeconds } = payment;
  await trx
    .updateTable('order_refunds')
    .set((eb) => ({ owed_quota: eb('owed_quota', '-', points) }))
    .where('id', '=', owed.id)
    .execute();
  const taken = owed.quota + owed.bonus_quota - owed.owed_quota;
  const quota = Math.min(points, Math.max(0, owed.quota - taken));
  return postReversal(
    trx,
    {
      ...{ userId, tradeNo: owed.trade_no, reason: owed.reason, by: null },
      ...{ requestId: '', ip: '', createdAt: nowSeconds },
    },
    { quota: -quota, bonus: quota - points },
  );
}

async function postCalls(
  trx: Transaction<Tables>,
  { userId, points, nowSeconds }: Payment,
): Promise<boolean> {
  const posted = await post(trx, {
    user_id: userId,
    kind: 'consumption',
    delta: -points,
    ...{ reference_type: 'debt', reference: '', actor_id: null, note: '' },
    created_at: nowSeconds,
  });
  return posted !== undefined;
}
