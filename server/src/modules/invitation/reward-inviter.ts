import { userStatus } from '@turnpike/contract';
import { MAX_POINTS } from '@turnpike/contract/catalogues/point-amounts';
import type { Transaction } from 'kysely';
import { cappedSum } from '../../db/capped-sum.ts';
import type { Tables } from '../../db/tables.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { lockUsers } from '../user/user-repository.ts';
import { rememberPerson } from './known-person.ts';

type Deps = Pick<ModuleDeps, 'clock' | 'options' | 'secretBox'>;

/**
 * Grants the reward for an account that a new person opens, with the points of this moment. Where e-mail addresses are
 * verified, it waits until the account has one.
 */
export async function grantReward(
  trx: Transaction<Tables>,
  { clock, options }: Deps,
  { inviterId, inviteeId, email }: { inviterId: number; inviteeId: number; email: string },
): Promise<void> {
  const points = options.number('QuotaForInviter');
  if (points === 0) return;
  const created_time = clock.nowSeconds();
  await trx
    .insertInto('invitation_rewards')
    .values({
      ...{ inviter_id: inviterId, invitee_id: inviteeId, source: 'registration', points },
      ...{ created_time, paid_time: null },
    })
    .execute();
  if (email === '' && options.flag('EmailVerificationEnabled')) return;
  await payReward(trx, inviteeId, created_time);
}

/**
 * Remembers an address that an account has proved, and ends the wait of its inviter's reward: an address that another
 * account has had before earns none.
 *
 * In a transaction of its own: it locks the inviter's row, which is older than the account's.
 */
export async function settleProvedEmail(
  trx: Transaction<Tables>,
  deps: Deps,
  { userId, email }: { userId: number; email: string },
): Promise<void> {
  const waiting = await trx
    .selectFrom('invitation_rewards')
    .select('inviter_id')
    .where('invitee_id', '=', userId)
    .where('paid_time', 'is', null)
    .executeTakeFirst();
  if (waiting !== undefined) await lockUsers(trx, [waiting.inviter_id]);
  const isNew = await rememberPerson(trx, deps, { email });
  if (isNew) return payReward(trx, userId, deps.clock.nowSeconds());
  await trx
    .deleteFrom('invitation_rewards')
    .where('invitee_id', '=', userId)
    .where('paid_time', 'is', null)
    .execute();
}

/** Pays a reward that waits, up to the largest amount. An inviter who is disabled or deleted gets none. */
async function payReward(trx: Transaction<Tables>, inviteeId: number, nowSeconds: number): Promise<void> {
  const reward = await trx
    .updateTable('invitation_rewards')
    .set({ paid_time: nowSeconds })
    .where('invitee_id', '=', inviteeId)
    .where('paid_time', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('users')
          .select('id')
          .whereRef('users.id', '=', 'invitation_rewards.inviter_id')
          .where('status', '=', userStatus.enabled)
          .where('deleted_time', '=', 0),
      ),
    )
    .returning(['inviter_id', 'points'])
    .executeTakeFirst();
  if (reward === undefined) return;
  const { inviter_id, points } = reward;
  await trx
    .updateTable('users')
    .set({
      aff_quota: cappedSum('aff_quota', points, MAX_POINTS),
      aff_history_quota: cappedSum('aff_history_quota', points, MAX_POINTS),
    })
    .where('id', '=', inviter_id)
    .execute();
}
