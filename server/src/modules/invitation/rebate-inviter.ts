import { userStatus } from '@turnpike/contract';
import { MAX_POINTS } from '@turnpike/contract/catalogues/point-amounts';
import { sql, type Transaction } from 'kysely';
import { cappedSum } from '../../db/capped-sum.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { type PersonProofs, rememberPayer } from './known-person.ts';

type Deps = Pick<ModuleDeps, 'clock' | 'options' | 'secretBox'>;

const sourceOf = (tradeNo: string) => `payment:${tradeNo}` as const;

/**
 * Rewards the inviter of an account that has paid: a fixed reward for the first payment of a person, and a percentage
 * of every payment. Runs in the transaction of the credit, before the account's row is locked: the inviter's is older.
 */
export async function grantRebate(
  trx: Transaction<Tables>,
  deps: Deps,
  { inviteeId, tradeNo, quota }: { inviteeId: number; tradeNo: string; quota: number },
): Promise<void> {
  const { clock, options, secretBox } = deps;
  const percent = options.number('RechargeRebatePercent');
  const first = options.number('FirstRechargeReward');
  if (percent === 0 && first === 0) return;
  const inviter = await findInviter(trx, inviteeId);
  if (inviter === undefined) return;
  const created_time = clock.nowSeconds();
  const row = { inviter_id: inviter, invitee_id: inviteeId, created_time, paid_time: created_time };
  let points = Math.floor((quota * Math.round(percent * 1000)) / 100_000);
  if (points > 0) {
    await trx
      .insertInto('invitation_rewards')
      .values({ ...row, source: sourceOf(tradeNo), points })
      .execute();
  }
  if (first > 0 && (await isFirstPayment(trx, { clock, secretBox }, inviteeId))) {
    await trx
      .insertInto('invitation_rewards')
      .values({ ...row, source: 'first_payment', points: first })
      .execute();
    points += first;
  }
  if (points === 0) return;
  await trx
    .updateTable('users')
    .set({
      aff_quota: cappedSum('aff_quota', points, MAX_POINTS),
      aff_history_quota: cappedSum('aff_history_quota', points, MAX_POINTS),
    })
    .where('id', '=', inviter)
    .execute();
}

async function findInviter(trx: Transaction<Tables>, inviteeId: number): Promise<number | undefined> {
  const row = await trx
    .selectFrom('users')
    .innerJoin('users as inviter', 'inviter.id', 'users.inviter_id')
    .select('inviter.id as id')
    .where('users.id', '=', inviteeId)
    .where('inviter.status', '=', userStatus.enabled)
    .where('inviter.deleted_time', '=', 0)
    .executeTakeFirst();
  return row?.id;
}

/** Whether neither the account nor another one of the same person was rewarded or has paid before. */
async function isFirstPayment(
  trx: Transaction<Tables>,
  deps: Pick<ModuleDeps, 'clock' | 'secretBox'>,
  inviteeId: number,
): Promise<boolean> {
  const user = await trx
    .selectFrom('users')
    .select('proved_email as email')
    .where('id', '=', inviteeId)
    .executeTakeFirst();
  const identities = await trx
    .selectFrom('identities')
    .select(['provider', 'subject'])
    .where('user_id', '=', inviteeId)
    .execute();
  const proofs: PersonProofs[] = [
    { email: user?.email ?? '' },
    ...identities.map((identity) => ({ identity })),
  ];
  let isNew = true;
  for (const proof of proofs) isNew = (await rememberPayer(trx, deps, proof)) && isNew;
  const rewarded = await trx
    .selectFrom('invitation_rewards')
    .select('id')
    .where('invitee_id', '=', inviteeId)
    .where('source', '=', 'first_payment')
    .executeTakeFirst();
  return isNew && rewarded === undefined;
}

/** Takes the part of a rebate back whose payment was paid back, as far as it was not transferred yet. */
export async function takeRebate(
  db: Db,
  {
    inviteeId,
    tradeNo,
    minor,
    totalMinor,
  }: { inviteeId: number; tradeNo: string; minor: number; totalMinor: number },
): Promise<void> {
  const reward = await db
    .selectFrom('invitation_rewards')
    .select(['inviter_id', 'points'])
    .where('invitee_id', '=', inviteeId)
    .where('source', '=', sourceOf(tradeNo))
    .executeTakeFirst();
  if (reward === undefined) return;
  const points = Number((BigInt(reward.points) * BigInt(minor)) / BigInt(totalMinor));
  await db
    .updateTable('users')
    .set({
      aff_quota: sql<number>`case when aff_quota > ${points} then aff_quota - ${points} else 0 end`,
      aff_history_quota: sql<number>`case when aff_history_quota > ${points} then aff_history_quota - ${points} else 0 end`,
    })
    .where('id', '=', reward.inviter_id)
    .execute();
}
