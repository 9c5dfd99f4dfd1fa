import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { LedgerTable, Tables } from './tables.ts';

export type LedgerEntry = Pick<
  LedgerTable,
  'user_id' | 'kind' | 'delta' | 'balance_after' | 'reference' | 'created_at'
>;

/**
 * Adds an entry to an account's chain. The caller has changed the balance in the same transaction, so the
 * account's row is locked and nobody else can add at the same place.
 */
export async function appendLedgerEntry(trx: Transaction<Tables>, entry: LedgerEntry): Promise<void> {
  const last = await trx
    .selectFrom('ledger')
    .select('hash')
    .where('user_id', '=', entry.user_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const previous_hash = last?.hash ?? '';
  await trx
    .insertInto('ledger')
    .values({ ...entry, previous_hash, hash: ledgerHash(previous_hash, entry) })
    .execute();
}

/** SHA-256, hex, over the entry's fields and the hash before it. */
export function ledgerHash(previousHash: string, entry: LedgerEntry): string {
  const fields = [
    previousHash,
    entry.user_id,
    entry.kind,
    entry.delta,
    entry.balance_after,
    entry.reference,
    entry.created_at,
  ];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}
