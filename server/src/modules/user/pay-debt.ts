import { setTimeout as wait } from 'node:timers/promises';
import { post } from '../../db/ledger.ts';
import { forChange } from '../../db/row-locks.ts';
import { settleInvoices } from '../invoice/pay-invoice.ts';
import type { ModuleDeps } from '../module-deps.ts';

/** A call's debt arrives in the database with its settlement, a fraction of a second after its end. */
const TRIES = 5;
const RETRY_MS = 250;

/** Pays what a balance owes from what it has now. */
export async function payDebt({ db, clock, quotaBook }: ModuleDeps, userId: number): Promise<void> {
  const pay = (most: number): Promise<number> =>
    db.transaction().execute(async (trx) => {
      const rows = trx.selectFrom('users').select('debt').where('id', '=', userId);
      const user = await forChange(trx, rows).executeTakeFirst();
      const points = Math.min(user?.debt ?? 0, most);
      if (points === 0) return 0;
      await trx
        .updateTable('users')
        .set((eb) => ({ debt: eb('debt', '-', points) }))
        .where('id', '=', userId)
        .execute();
      const posted = await post(trx, {
        user_id: userId,
        kind: 'consumption',
        delta: -points,
        ...{ reference_type: 'debt', reference: '', actor_id: null, note: '' },
        created_at: clock.nowSeconds(),
      });
      if (posted === undefined) throw new Error('a debt is paid from what the balance has');
      return points;
    });
  for (let tries = 0; tries < TRIES && quotaBook.debtOf(userId) > 0; tries += 1) {
    if (tries > 0) await wait(RETRY_MS);
    await quotaBook.payDebt(userId, pay);
  }
  await settleInvoices({ db, clock }, userId);
}
