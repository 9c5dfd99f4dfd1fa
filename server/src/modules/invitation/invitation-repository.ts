import type { InvitationView } from '@turnpike/contract';
import type { Db } from '../../db/store.ts';

/** The invitation code of an account, and its figures so far. */
export async function findInvitations(
  db: Db,
  userId: number,
): Promise<
  Omit<InvitationView, 'inviter_reward' | 'invitee_gift' | 'rebate_percent' | 'first_payment_reward'>
> {
  return db
    .selectFrom('users')
    .select([
      'aff_code as code',
      'aff_count as invited_count',
      'aff_history_quota as earned_quota',
      'aff_quota as transferable_quota',
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}
