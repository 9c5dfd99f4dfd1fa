import type { LedgerDifference, LedgerFault } from '@turnpike/contract';
import { ledgerAccount } from '@turnpike/contract/catalogues/ledger-kinds';
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { accountOf, ledgerHash } from './ledger.ts';
import { closingHash } from './ledger-closings.ts';
import { countRejected } from './rejected-settlements.ts';
import type { Db } from './store.ts';
import type { LedgerClosingTable, LedgerTable } from './tables/call-tables.ts';
import type { Tables } from './tables.ts';

export interface LedgerReport {
  /** Accounts and entries that were replayed, up to the first difference. */
  accounts: number;
  entries: number;
  /** Charges that the database refused and that wait for a retry. */
  rejected: number;
  difference: LedgerDifference | null;
}

type Entry = Selectable<LedgerTable>;
type Closing = LedgerClosingTable;
interface Account {
  id: number;
  quota: number;
  /** Number of its last entry; null where it has none. */
  last_entry: number | null;
  /** Its last closing; nulls where it has none. */
  day: number | null;
  entry_id: number | null;
  balance: number | null;
  hash: string | null;
}

interface VerifyOptions {
  /** From the first entry of every account, with every closing; otherwise from the last closing of each. */
  isFull?: boolean;
  pageRows?: number;
  onProgress?: (report: Pick<LedgerReport, 'accounts' | 'entries'>) => void;
}

/**
 * Replays the ledger and stops at the first difference. Each entry must follow the previous one, by hash and
 * by sum, and the last must match the balance. The closings must match their entries, and all balances and
 * counter-accounts must sum to zero. The ledger is read in pages, so memory does not grow with it.
 */
export async function verifyLedger(db: Db, options: VerifyOptions = {}): Promise<LedgerReport> {
  const { isFull = false, pageRows = 1000, onProgress = () => {} } = options;
  const report: LedgerReport = {
    accounts: 0,
    entries: 0,
    rejected: await countRejected(db),
    difference: null,
  };
  const books = new Books(db, { isFull, pageRows, report });
  let after = 0;
  for (;;) {
    const accounts = await readAccounts(db, after, pageRows);
    report.difference = await books.add(accounts, after);
    if (report.difference !== null) return report;
    onProgress(report);
    const last = accounts.at(-1);
    if (last === undefined || accounts.length < pageRows) break;
    after = last.id;
  }
  report.difference = await books.close();
  return report;
}

class Books {
  readonly #db: Db;
  readonly #isFull: boolean;
  readonly #pageRows: number;
  readonly #report: LedgerReport;
  /** Amounts of all accounts together are no safe integers. */
  #balances = 0n;
  /** By counter-account, what the replayed entries posted there. */
  readonly #posted = new Map<string, bigint>();
  #lastId = 0;

  constructor(db: Db, given: { isFull: boolean; pageRows: number; report: LedgerReport }) {
    this.#db = db;
    this.#isFull = given.isFull;
    this.#pageRows = given.pageRows;
    this.#report = given.report;
  }

  /** @param after number that the accounts' numbers are above */
  async add(accounts: Account[], after: number): Promise<LedgerDifference | null> {
    this.#lastId = after;
    for (const account of accounts) {
      const difference = (await this.#findStray(account.id)) ?? (await this.#replay(account));
      if (difference !== null) return difference;
      this.#balances += BigInt(account.quota);
      this.#report.accounts += 1;
      this.#lastId = account.id;
    }
    return null;
  }

  /** Entries and closings of no account, the balance of the whole, and in a full check each counter-account. */
  async close(): Promise<LedgerDifference | null> {
    const stray = await this.#findStray(Number.MAX_SAFE_INTEGER);
    if (stray !== null) return stray;
    const rows = await this.#db
      .selectFrom('ledger_accounts')
      .select(['account', sql<string>`cast(points as text)`.as('points')])
      .execute();
    const names = rows.map(({ account }) => account).sort();
    const known = [...ledgerAccount].sort();
    if (names.join() !== known.join()) {
      const what = `the counter-accounts are ${names.join(', ')} instead of ${known.join(', ')}`;
      return whole('counter_account_unknown', what);
    }
    for (const { account, points } of this.#isFull ? rows : []) {
      const posted = this.#posted.get(account) ?? 0n;
      if (posted !== BigInt(points)) {
        const what = `the entries come to ${posted} points on the counter-account ${account}, it says ${points}`;
        return whole('counter_account_wrong', what);
      }
    }
    const sum = rows.reduce((total, { points }) => total + BigInt(points), this.#balances);
    if (sum === 0n) return null;
    return whole('whole_wrong', `balances and counter-accounts sum to ${sum} points instead of 0`);
  }

  /** Accounts are numbered one after the other: there is a gap to look into only where a row is missing. */
  async #findStray(below: number): Promise<LedgerDifference | null> {
    if (below === this.#lastId + 1) return null;
    for (const table of ['ledger', 'ledger_closings'] as const) {
      const row = await this.#db
        .selectFrom(table)
        .select(['user_id', sql<number>`${sql.ref(table === 'ledger' ? 'id' : 'entry_id')}`.as('entry_id')])
        .where('user_id', '>', this.#lastId)
        .where('user_id', '<', below)
        .orderBy('user_id')
        .limit(1)
        .executeTakeFirst();
      const what =
        table === 'ledger'
          ? 'the account of this entry does not exist'
          : 'the account of this closing does not exist';
      if (row !== undefined) return { ...row, code: 'account_missing', what };
    }
    const zero = await this.#db
      .selectFrom('ledger')
      .select(['user_id', 'id'])
      .where('user_id', '<=', 0)
      .limit(1)
      .executeTakeFirst();
    const what = 'the account of this entry does not exist';
    return zero === undefined
      ? null
      : { user_id: zero.user_id, entry_id: zero.id, code: 'account_missing', what };
  }

  async #replay(account: Account): Promise<LedgerDifference | null> {
    const chain = new Chain(account.id);
    const closing = lastClosing(account);
    let waiting = this.#isFull && closing !== null ? await readClosings(this.#db, account.id) : [];
    if (!this.#isFull && closing !== null) {
      const [entry] = await readEntries(this.#db, account.id, { from: closing.entry_id, limit: 1 });
      const difference = chain.startAt(closing, entry);
      if (difference !== null) return difference;
    }
    while (chain.lastId < (account.last_entry ?? 0)) {
      const page = await readEntries(this.#db, account.id, { from: chain.lastId + 1, limit: this.#pageRows });
      // The last entry was there a moment ago: a page without any is none of this snapshot.
      if (page.length === 0) break;
      for (const entry of page) {
        const difference = chain.add(entry);
        this.#report.entries += 1;
        if (difference !== null) return difference;
        this.#count(entry);
        while (waiting[0] !== undefined && waiting[0].entry_id <= entry.id) {
          const closed = chain.closes(waiting[0], entry);
          if (closed !== null) return closed;
          waiting = waiting.slice(1);
        }
      }
    }
    if (waiting[0] !== undefined) return differenceAt(waiting[0], 'closing_without_entry', noEntry);
    return chain.endsAt(account.quota);
  }

  #count(entry: Entry): void {
    const account = accountOf(entry);
    this.#posted.set(account, (this.#posted.get(account) ?? 0n) - BigInt(entry.delta));
  }
}

const noEntry = 'a daily closing names this entry, which is none of the account';

/** One account's entries, one after the other. */
class Chain {
  readonly #userId: number;
  #hash = '';
  #balance = 0;
  lastId = 0;

  constructor(userId: number) {
    this.#userId = userId;
  }

  /** Begins behind a closing, which its own entry must bear out. */
  startAt(closing: Closing, entry: Entry | undefined): LedgerDifference | null {
    if (entry?.id !== closing.entry_id) return differenceAt(closing, 'closing_without_entry', noEntry);
    this.#hash = entry.hash;
    this.#balance = entry.balance_after;
    this.lastId = entry.id;
    return this.closes(closing, entry);
  }

  add(entry: Entry): LedgerDifference | null {
    if (entry.previous_hash !== this.#hash) {
      const what = 'it does not follow the entry before it: one was removed, added or moved';
      return differenceOf(entry, 'chain_broken', what);
    }
    if (entry.hash !== ledgerHash(entry, this.lastId) || !isWhole(entry)) {
      return differenceOf(entry, 'entry_changed', 'its hash does not fit its content: it was changed');
    }
    const balance = this.#balance + entry.delta;
    if (entry.balance_after !== balance) {
      const what = `the sum up to it is ${balance} points, it says ${entry.balance_after}`;
      return differenceOf(entry, 'sum_wrong', what);
    }
    this.#hash = entry.hash;
    this.#balance = balance;
    this.lastId = entry.id;
    return null;
  }

  closes(closing: Closing, entry: Entry): LedgerDifference | null {
    if (entry.id !== closing.entry_id) return differenceAt(closing, 'closing_without_entry', noEntry);
    if (closing.hash !== closingHash(closing, entry.hash)) {
      const what = 'the hash of a daily closing does not fit its content or this entry: it was changed';
      return differenceAt(closing, 'closing_changed', what);
    }
    if (closing.balance === entry.balance_after) return null;
    const what = `a daily closing says ${closing.balance} points, this entry ${entry.balance_after}`;
    return differenceAt(closing, 'closing_changed', what);
  }

  endsAt(quota: number): LedgerDifference | null {
    if (quota === this.#balance) return null;
    const what = `the ledger comes to ${this.#balance} points, the balance is ${quota}`;
    return { user_id: this.#userId, entry_id: null, code: 'balance_wrong', what };
  }
}

/** The hash of version 1 does not cover the columns that came later: such a row has nothing there. */
const isWhole = ({ version, account, reference_type, actor_id, note }: Entry): boolean =>
  version === 2 ||
  (version === 1 && account === '' && reference_type === '' && actor_id === null && note === '');

const differenceOf = ({ user_id, id }: Entry, code: LedgerFault, what: string): LedgerDifference => ({
  user_id,
  entry_id: id,
  code,
  what,
});
const differenceAt = ({ user_id, entry_id }: Closing, code: LedgerFault, what: string): LedgerDifference => ({
  user_id,
  entry_id,
  code,
  what,
});
const whole = (code: LedgerFault, what: string): LedgerDifference => ({
  user_id: null,
  entry_id: null,
  code,
  what,
});

const lastOf = <Column extends 'day' | 'entry_id' | 'balance' | 'hash'>(
  closings: SelectQueryBuilder<Tables, 'users' | 'ledger_closings', object>,
  column: Column,
) =>
  closings
    .select(`ledger_closings.${column}`)
    .whereRef('ledger_closings.user_id', '=', 'users.id')
    .orderBy('ledger_closings.day', 'desc')
    .limit(1)
    .as(column);

const readAccounts = (db: Db, after: number, limit: number): Promise<Account[]> =>
  db
    .selectFrom('users')
    .select(['id', 'quota'])
    .select(({ selectFrom }) =>
      selectFrom('ledger')
        .select('ledger.id')
        .whereRef('ledger.user_id', '=', 'users.id')
        .orderBy('ledger.id', 'desc')
        .limit(1)
        .as('last_entry'),
    )
    .select(({ selectFrom }) => {
      const closings = selectFrom('ledger_closings');
      return [
        lastOf(closings, 'day'),
        lastOf(closings, 'entry_id'),
        lastOf(closings, 'balance'),
        lastOf(closings, 'hash'),
      ];
    })
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

function lastClosing({ id, day, entry_id, balance, hash }: Account): Closing | null {
  if (day === null || entry_id === null || balance === null || hash === null) return null;
  return { user_id: id, day, entry_id, balance, hash };
}

/** All of an account, in the order of the entries that they name. */
const readClosings = (db: Db, userId: number): Promise<Closing[]> =>
  db
    .selectFrom('ledger_closings')
    .select(['user_id', 'day', 'entry_id', 'balance', 'hash'])
    .where('user_id', '=', userId)
    .orderBy('entry_id')
    .execute();

const readEntries = (
  db: Db,
  userId: number,
  { from, limit }: { from: number; limit: number },
): Promise<Entry[]> =>
  db
    .selectFrom('ledger')
    .select(['id', 'version', 'user_id', 'kind', 'account', 'delta', 'balance_after', 'reference_type'])
    .select(['reference', 'actor_id', 'note', 'created_at', 'previous_hash', 'hash'])
    .where('user_id', '=', userId)
    .where('id', '>=', from)
    .orderBy('id')
    .limit(limit)
    .execute();
