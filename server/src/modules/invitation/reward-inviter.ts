import { userStatus } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import type { ModuleDeps } from '../module-deps.ts';

type Deps = Pick<ModuleDeps, 'clock' | 'options' | 'secretBox'>;

/**
 * Rewards the account that invited this one: once for each invited account, e-mail address and sign-in. Where e-mail
 * addresses are verified, the reward waits until the account has one.
 *
 * Locks the inviter's row, which is older than the invited account's: not in a transaction that has locked that one.
 * After binding an e-mail address, run it in a transaction of its own.
 */
export async function rewardInviter(
  trx: Transaction<Tables>,
  { clock, options, secretBox }: Deps,
  inviteeId: number,
): Promise<void> {
  const points = options.number('QuotaForInviter');
  const invitee = await findInvitee(trx, inviteeId);
  if (points === 0 || invitee === undefined) return;
  const { inviter_id, email, provider, subject } = invitee;
  if (email === '' && options.flag('EmailVerificationEnabled')) return;
  const reward = await trx
    .insertInto('invitation_rewards')
    .values({
      ...{ inviter_id, invitee_id: inviteeId, source: 'registration', points },
      email_hash: email === '' ? null : secretBox.mac(['invitation', email]),
      identity_hash: subject === null ? null : secretBox.mac(['invitation', provider, subject]),
      created_time: clock.nowSeconds(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (reward === undefined) return;
  await trx
    .updateTable('users')
    .set((eb) => ({
      aff_quota: eb('aff_quota', '+', points),
      aff_history_quota: eb('aff_history_quota', '+', points),
    }))
    .where('id', '=', inviter_id)
    .execute();
}

/** An account that was invited by one that still is in use, with its first sign-in provider. */
async function findInvitee(trx: Transaction<Tables>, id: number) {
  const row = await trx
    .selectFrom('users')
    .innerJoin('users as inviter', 'inviter.id', 'users.inviter_id')
    .leftJoin('identities', (join) => join.onRef('identities.user_id', '=', 'users.id'))
    .select([
      'inviter.id as inviter_id',
      'users.proved_email as email',
      'identities.provider',
      'identities.subject',
    ])
    .where('users.id', '=', id)
    .where('inviter.status', '=', userStatus.enabled)
    .where('inviter.deleted_time', '=', 0)
    .orderBy('identities.id')
    .limit(1)
    .executeTakeFirst();
  return row;
}
