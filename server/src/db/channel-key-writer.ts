import type { Transaction } from 'kysely';
import { usedQuotaPlus } from './ledger.ts';
import type { Settlement } from './settlement.ts';
import type { Tables } from './tables.ts';

interface KeyUse {
  quota: number;
  tries: number;
  failures: number;
  /** The last one's; empty where none failed. */
  error: string;
  errorTime: number;
  usedTime: number;
}

/** Counts what the keys of channels were used for; one that was deleted meanwhile counts no more. */
export async function writeChannelKeys(
  trx: Transaction<Tables>,
  settlements: readonly Settlement[],
): Promise<void> {
  // In rising order: rows are always locked in the same order.
  const uses = [...usesOf(settlements)].sort(([a], [b]) => a - b);
  for (const [id, { quota, tries, failures, error, errorTime, usedTime }] of uses) {
    await trx
      .updateTable('channel_keys')
      .set((eb) => ({
        used_quota: usedQuotaPlus(quota),
        calls: eb('calls', '+', tries),
        last_used_time: usedTime,
        ...(failures > 0 && {
          failed_calls: eb('failed_calls', '+', failures),
          last_error: error,
          last_error_time: errorTime,
        }),
      }))
      .where('id', '=', id)
      .execute();
  }
}

function usesOf(settlements: readonly Settlement[]): Map<number, KeyUse> {
  const uses = new Map<number, KeyUse>();
  for (const { key_tries = [], quota, created_at } of settlements) {
    for (const [index, { key_id, code }] of key_tries.entries()) {
      if (key_id === 0) continue;
      let use = uses.get(key_id);
      if (use === undefined) {
        use = { quota: 0, tries: 0, failures: 0, error: '', errorTime: 0, usedTime: 0 };
        uses.set(key_id, use);
      }
      use.tries += 1;
      use.usedTime = created_at;
      if (index === key_tries.length - 1) use.quota += quota;
      if (code === '') continue;
      use.failures += 1;
      use.error = code;
      use.errorTime = created_at;
    }
  }
  return uses;
}
