import { createHash } from 'node:crypto';
import { endOfDay, startOfDay } from '../platform/zone-days.ts';
import type { Db } from './store.ts';
import type { LedgerClosingTable } from './tables/call-tables.ts';

/** Entries that one transaction looks at: settlements are written between two of them. */
const ENTRIES_A_BATCH = 500;

/** SHA-256, hex, over a closing and the hash of the entry that it names. */
export function closingHash(
  { user_id, day, entry_id, balance }: Omit<LedgerClosingTable, 'hash'>,
  entryHash: string,
): string {
  const fields = [user_id, day, entry_id, balance, entryHash];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

/**
 * Writes the closing of every account for every day that has ended, where the account has an entry on that day. Goes on
 * where it was, however long ago; a run that is aborted or done again changes nothing that is right.
 * @returns closings written
 */
export async function closeDays(
  db: Db,
  nowSeconds: number,
  { atOnce = ENTRIES_A_BATCH } = {},
): Promise<number> {
  const today = startOfDay(nowSeconds);
  let after = await findStart(db);
  let written = 0;
  for (;;) {
    const entries = await db
      .selectFrom('ledger')
      .select(['id', 'user_id', 'balance_after', 'created_at', 'hash'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(atOnce)
      .execute();
    const ended = entries.filter(({ created_at }) => created_at < today);
    if (ended.length > 0) written += await writeClosings(db, toClosings(ended));
    const last = entries.at(-1);
    if (last === undefined || entries.length < atOnce || ended.length === 0) return written;
    after = last.id;
  }
}

/** Number of an entry that every day but the last closed one ends before: that day may have been closed in part. */
async function findStart(db: Db): Promise<number> {
  const closings = db.selectFrom('ledger_closings');
  const last = await closings.select('day').orderBy('day', 'desc').limit(1).executeTakeFirst();
  const before = await closings
    .select('entry_id')
    .where('day', '<', last?.day ?? 0)
    .orderBy('day', 'desc')
    .orderBy('entry_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return before?.entry_id ?? 0;
}

interface ClosedEntry {
  id: number;
  user_id: number;
  balance_after: number;
  created_at: number;
  hash: string;
}

/** The last of each account and day. */
function toClosings(entries: ClosedEntry[]): LedgerClosingTable[] {
  const closings = new Map<string, LedgerClosingTable>();
  for (const { id, user_id, balance_after, created_at, hash } of entries) {
    const day = endOfDay(created_at);
    const known = closings.get(`${user_id} ${day}`);
    if (known !== undefined && known.entry_id > id) continue;
    const closing = { user_id, day, entry_id: id, balance: balance_after };
    closings.set(`${user_id} ${day}`, { ...closing, hash: closingHash(closing, hash) });
  }
  return [...closings.values()];
}

async function writeClosings(db: Db, closings: LedgerClosingTable[]): Promise<number> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('ledger_closings')
    .values(closings)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'day'])
        .doUpdateSet((eb) => ({
          entry_id: eb.ref('excluded.entry_id'),
          balance: eb.ref('excluded.balance'),
          hash: eb.ref('excluded.hash'),
        }))
        .whereRef('excluded.entry_id', '>', 'ledger_closings.entry_id'),
    )
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows ?? 0);
}
