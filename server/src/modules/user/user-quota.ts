import { logType, MAX_POINTS } from '@turnpike/contract';
import { appendLedgerEntry } from '../../db/ledger.ts';
import type { SignedIn } from '../../http/contract-routes.ts';
import { fieldError, GatewayError } from '../../platform/gateway-error.ts';
import { insertLogNote } from '../log/log-note.ts';
import type { ModuleNeeds } from '../module-needs.ts';
import { changeAccount } from './change-account.ts';
import { assertMayActOn } from './user-rules.ts';

export interface QuotaChange {
  caller: SignedIn;
  userId: number;
  username: string;
  /** Points with a sign, not zero. */
  delta: number;
  remark: string;
  requestId: string;
  ip: string;
}

/**
 * Changes a balance by hand: balance, ledger and log row in one transaction, the quota book in step with it.
 * @throws user.quota_too_low when more would be taken away than the balance has beyond what calls hold
 */
export async function changeQuota(needs: ModuleNeeds, change: QuotaChange): Promise<void> {
  const { quotaBook } = needs;
  const write = () => writeChange(needs, change);
  if (change.delta < 0) {
    await quotaBook.debit(change.userId, -change.delta, write).catch(explain);
    return;
  }
  await quotaBook.credit(change.userId, change.delta, async () => {
    await write();
    return NO_DEBT;
  });
}

const NO_DEBT = { paidDebt: 0 };

function explain(error: unknown): never {
  if (error instanceof GatewayError && error.code === 'quota.insufficient') {
    throw new GatewayError('user.quota_too_low');
  }
  throw error;
}

async function writeChange({ db, clock }: ModuleNeeds, change: QuotaChange): Promise<void> {
  const { caller: signedIn, userId, delta, requestId } = change;
  const created_at = clock.nowSeconds();
  await changeAccount(db, { caller: signedIn, id: userId }, async ({ trx, caller, target }) => {
    assertMayActOn(caller, target);
    const row = await trx
      .updateTable('users')
      .set((eb) => ({ quota: eb('quota', '+', delta) }))
      .where('id', '=', userId)
      .where('quota', '>=', -delta)
      .where('quota', '<=', MAX_POINTS - Math.max(0, delta))
      .returning('quota')
      .executeTakeFirst();
    if (row === undefined)
      throw delta > 0 ? fieldError('quota', 'too_big') : new GatewayError('user.quota_too_low');
    await appendLedgerEntry(trx, {
      user_id: userId,
      kind: 'manage',
      delta,
      balance_after: row.quota,
      reference: requestId,
      created_at,
    });
    await insertLogNote(trx, {
      request_id: requestId,
      user_id: userId,
      username: change.username,
      created_at,
      type: logType.manage,
      quota: delta,
      content: change.remark,
      source_ip: change.ip,
      balance: {
        before: row.quota - delta,
        after: row.quota,
        by: { id: signedIn.id, username: signedIn.username },
      },
    });
  });
}
