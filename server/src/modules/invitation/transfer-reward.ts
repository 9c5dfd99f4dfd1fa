import { logType } from '@turnpike/contract';
import { post } from '../../db/ledger.ts';
import { fieldError, GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { renewReminder } from '../user/balance-reminder.ts';
import { payDebt } from '../user/pay-debt.ts';
import { findInvitations } from './invitation-repository.ts';

export interface RewardTransfer {
  user: { id: number; username: string };
  /** Points to move; undefined: all. */
  quota: number | undefined;
  requestId: string;
  ip: string;
}

/**
 * Moves rewards to the balance.
 * @returns points that were moved
 * @throws invitation.reward_too_small where less is left
 */
export async function transferReward(deps: ModuleDeps, transfer: RewardTransfer): Promise<number> {
  const { id } = transfer.user;
  const { code, transferable_quota } = await findInvitations(deps.db, id);
  const points = transfer.quota ?? transferable_quota;
  if (points === 0) throw new GatewayError('invitation.reward_too_small');
  await deps.quotaBook.credit(id, points, () => write(deps, transfer, { points, code }));
  await payDebt(deps, id);
  return points;
}

async function write(
  { db, clock, options }: ModuleDeps,
  { user, requestId, ip }: RewardTransfer,
  { points, code }: { points: number; code: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const taken = await trx
      .updateTable('users')
      .set((eb) => ({ aff_quota: eb('aff_quota', '-', points) }))
      .where('id', '=', user.id)
      .where('aff_quota', '>=', points)
      .returning('id')
      .executeTakeFirst();
    if (taken === undefined) throw new GatewayError('invitation.reward_too_small');
    await renewReminder(trx, { options }, { userId: user.id, delta: points });
    const posted = await post(trx, {
      user_id: user.id,
      kind: 'reward',
      delta: points,
      ...{ reference_type: 'invitation', reference: code, actor_id: user.id, note: '' },
      created_at: clock.nowSeconds(),
      log: { request_id: requestId, username: user.username, type: logType.system, source_ip: ip },
    });
    if (posted === undefined) throw fieldError('quota', 'too_big');
  });
}
