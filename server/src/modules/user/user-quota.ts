import { logType } from '@turnpike/contract';
import { post } from '../../db/ledger.ts';
import type { SignedIn } from '../../http/contract-routes.ts';
import { fieldError, GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { renewReminder } from './balance-reminder.ts';
import { assertNotBooked, BookedBefore, changeReference } from './booked-change.ts';
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
  /** Chosen by the caller; a repetition with the same key changes nothing. */
  requestKey: string | undefined;
  requestId: string;
  ip: string;
}

/**
 * Changes a balance by hand: balance, ledger and log row in one transaction, the quota book in step with it.
 * @throws user.quota_too_low when more would be taken away than the balance has beyond what calls hold;
 * user.request_key_used
 */
export async function changeQuota(deps: ModuleDeps, change: QuotaChange): Promise<void> {
  try {
    // A repetition may find too small a balance, because the first request took the points.
    await assertNotBooked(deps.db, change);
    await book(deps, change);
  } catch (error) {
    if (!(error instanceof BookedBefore)) throw error;
  }
}

async function book(deps: ModuleDeps, change: QuotaChange): Promise<void> {
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
    await assertNotBooked(trx, change);
    await renewReminder(trx, { options }, { userId, delta });
    const posted = await post(trx, {
      user_id: userId,
      kind: 'adjustment',
      delta,
      reference_type: 'administrator',
      reference: changeReference(change),
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
