import { ledgerHash } from '../db/ledger.ts';
import { countRejected } from '../db/rejected-settlements.ts';
import type { Db } from '../db/store.ts';
import type { LedgerTable } from '../db/tables.ts';

export interface LedgerReport {
  /** Accounts and entries that were replayed, up to the first difference. */
  accounts: number;
  entries: number;
  /** Charges that the database refused and that wait for a retry. */
  rejected: number;
  difference: LedgerDifference | null;
}

export interface LedgerDifference {
  userId: number;
  /** Null where the difference is between the last entry and the account's balance. */
  entryId: number | null;
  what: string;
}

type Entry = Omit<LedgerTable, 'id'> & { id: number };
type Account = { id: number; quota: number };

const PAGE_ROWS = 1000;

/**
 * Replays every account's ledger: each entry must follow the one before it, by hash and by sum, and the last
 * must come to the balance. Stops at the first difference. Reads in pages, so its memory does not grow with
 * the ledger.
 */
export async function verifyLedger(db: Db, { pageRows = PAGE_ROWS } = {}): Promise<LedgerReport> {
  const report: LedgerReport = {
    accounts: 0,
    entries: 0,
    rejected: await countRejected(db),
    difference: null,
  };
  const entries = readEntries(db, pageRows);
  let entry = (await entries.next()).value;
  for await (const account of readAccounts(db, pageRows)) {
    if (entry !== undefined && entry.user_id < account.id) break;
    const chain = new Chain(account.id);
    while (entry !== undefined && entry.user_id === account.id && report.difference === null) {
      report.difference = chain.add(entry);
      report.entries += 1;
      entry = (await entries.next()).value;
    }
    report.difference ??= chain.endsAt(account.quota);
    if (report.difference !== null) return report;
    report.accounts += 1;
  }
  if (entry !== undefined)
    report.difference = differenceAt(entry, 'the account of this entry does not exist');
  return report;
}

/** One account's entries, one after the other. */
class Chain {
  readonly #userId: number;
  #hash = '';
  #balance = 0;

  constructor(userId: number) {
    this.#userId = userId;
  }

  add(entry: Entry): LedgerDifference | null {
    if (entry.previous_hash !== this.#hash) {
      return differenceAt(entry, 'it does not follow the entry before it: one was removed, added or moved');
    }
    if (entry.hash !== ledgerHash(entry.previous_hash, entry)) {
      return differenceAt(entry, 'its hash does not fit its content: it was changed');
    }
    const balance = this.#balance + entry.delta;
    if (entry.balance_after !== balance) {
      return differenceAt(entry, `the sum up to it is ${balance} points, it says ${entry.balance_after}`);
    }
    this.#hash = entry.hash;
    this.#balance = balance;
    return null;
  }

  endsAt(quota: number): LedgerDifference | null {
    if (quota === this.#balance) return null;
    const what = `the ledger comes to ${this.#balance} points, the balance is ${quota}`;
    return { userId: this.#userId, entryId: null, what };
  }
}

const differenceAt = ({ user_id, id }: Entry, what: string): LedgerDifference => ({
  userId: user_id,
  entryId: id,
  what,
});

async function* readAccounts(db: Db, pageRows: number): AsyncGenerator<Account, undefined> {
  let after = 0;
  for (;;) {
    const page = await db
      .selectFrom('users')
      .select(['id', 'quota'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageRows)
      .execute();
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageRows) return;
    after = last.id;
  }
}

/** By account, then in the order they were written. */
async function* readEntries(db: Db, pageRows: number): AsyncGenerator<Entry, undefined> {
  let after = { user_id: 0, id: 0 };
  for (;;) {
    const page = await db
      .selectFrom('ledger')
      .select(['id', 'user_id', 'kind', 'delta', 'balance_after', 'reference', 'created_at'])
      .select(['previous_hash', 'hash'])
      .where(({ eb, refTuple, tuple }) => eb(refTuple('user_id', 'id'), '>', tuple(after.user_id, after.id)))
      .orderBy('user_id')
      .orderBy('id')
      .limit(pageRows)
      .execute();
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageRows) return;
    after = { user_id: last.user_id, id: last.id };
  }
}
