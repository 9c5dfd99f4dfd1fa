import { logType } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import { post } from '../../db/ledger.ts';
import type { Tables } from '../../db/tables.ts';

export interface Reversal {
  userId: number;
  tradeNo: string;
  reason: string;
  /** Null for what a gateway or a bank did. */
  by: { id: number; username: string } | null;
  requestId: string;
  ip: string;
  createdAt: number;
}

/**
 * Moves points of a payment and of its bonus, each with a sign, between the balance and the counter-account that they
 * came from. The counter-accounts are locked in this order by everyone: payment, then promotion.
 * @returns false where the balance does not allow it; the transaction must end then
 */
export async function postReversal(
  trx: Transaction<Tables>,
  { userId, tradeNo, reason, by, requestId, ip, createdAt }: Reversal,
  { quota, bonus }: { quota: number; bonus: number },
): Promise<boolean> {
  const user = await trx.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirst();
  const entry = {
    user_id: userId,
    kind: 'reversal',
    reference_type: 'order',
    reference: tradeNo,
    actor_id: by?.id ?? null,
    note: reason,
    created_at: createdAt,
    log: {
      request_id: requestId,
      username: user?.username ?? '',
      type: logType.topup,
      source_ip: ip,
      ...(by && { by: { id: by.id, username: by.username } }),
    },
  } as const;
  const paid = await post(trx, { ...entry, account: 'payment', delta: quota });
  const given = await post(trx, { ...entry, account: 'promotion', delta: bonus });
  return paid !== undefined && given !== undefined;
}
