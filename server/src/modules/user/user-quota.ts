import { logType } from '@turnpike/contract';
import { post } from '../../db/ledger.ts';
import type { SignedIn } from '../../http/contract-routes.ts';
import { fieldError, GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { renewReminder } from './balance-reminder.ts';
import { changeAccount } from './change-account.ts';
import { payDebt } from './pay-debt.ts';
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
export async function changeQuota(deps: ModuleDeps, change: QuotaChange): Promise<void> {
  const { quotaBook } = deps;
  const write = () => writeChange(deps, change);
  if (change.delta < 0) {
    await quotaBook.debit(change.userId, -change.delta, write).catch(explain);
    return;
  }
  await quotaBook.credit(change.userId, change.delta, write);
  await payDebt(deps, change.userId);
}

function explain(error: unknown): never {
  if (error instanceof GatewayError && error.code === 'quota.insufficient') {
    throw new GatewayError('user.quota_too_low');
  }
  throw error;
}

async function writeChange({ db, clock, options }: ModuleDeps, change: QuotaChange): Promise<void> {
  const { caller: signedIn, userId, delta, requestId } = change;
  const created_at = clock.nowSeconds();
  await changeAccount(db, { caller: signedIn, id: userId }, async ({ trx, caller, target }) => {
    assertMayActOn(caller, target);
    await renewReminder(trx, { options }, { userId, delta });
    const posted = await post(trx, {
      user_id: userId,
      kind: 'adjustment',
      delta,
      reference_type: 'administrator',
      reference: String(signedIn.id),
      actor_id: signedIn.id,
      note: change.remark,
      created_at,
      log: {
        request_id: requestId,
        username: change.username,
        type: logType.manage,
        source_ip: change.ip,
        by: { id: signedIn.id, username: signedIn.username },
      },
    });
    if (posted === undefined) {
      throw delta > 0 ? fieldError('quota', 'too_big') : new GatewayError('user.quota_too_low');
    }
  });
}
