import { logType, type UserInvoiceView } from '@turnpike/contract';
import { insertLogNote } from '../../db/log-note.ts';
import type { SignedIn } from '../../http/contract-routes.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { getInvoice } from './invoice-repository.ts';

/**
 * Marks an invoice as paid outside of the gateway, with a log row of its user.
 * @throws entry.not_found, invoice.paid_already
 */
export async function markInvoicePaid(
  { db, clock }: Pick<ModuleDeps, 'db' | 'clock'>,
  id: number,
  { actor, reason, requestId, ip }: { actor: SignedIn; reason: string; requestId: string; ip: string },
): Promise<UserInvoiceView> {
  const { user_id, username, name } = await getInvoice(db, id);
  const created_at = clock.nowSeconds();
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('invoices')
      .set({ status: 'paid', paid_at: created_at, paid_by: actor.id, paid_note: reason })
      .where('id', '=', id)
      .where('status', '=', 'unpaid')
      .returning('id')
      .executeTakeFirst();
    if (row === undefined) throw new GatewayError('invoice.paid_already');
    await insertLogNote(trx, {
      ...{ request_id: requestId, user_id, username, created_at, type: logType.manage, quota: 0 },
      ...{ content: `${name}: ${reason}`, source_ip: ip },
    });
  });
  return getInvoice(db, id);
}

/** Marks the invoices of an account as paid once it owes nothing. */
export async function settleInvoices(
  { db, clock }: Pick<ModuleDeps, 'db' | 'clock'>,
  userId: number,
): Promise<void> {
  await db
    .updateTable('invoices')
    .set({ status: 'paid', paid_at: clock.nowSeconds() })
    .where('status', '=', 'unpaid')
    .where('user_id', '=', userId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('users').select('users.id').where('users.id', '=', userId).where('users.debt', '=', 0),
      ),
    )
    .execute();
}
