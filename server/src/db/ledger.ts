import { createHash } from 'node:crypto';
import type { BalanceChange, LedgerAccount, LedgerKind, LedgerReferenceType } from '@turnpike/contract';
import { accountOfKind } from '@turnpike/contract/catalogues/ledger-kinds';
import { MAX_POINTS } from '@turnpike/contract/catalogues/point-amounts';
import { type Selectable, sql, type Transaction } from 'kysely';
import { cappedSum } from './capped-sum.ts';
import { insertLogNote, type LogNote } from './log-note.ts';
import type { LedgerTable } from './tables/call-tables.ts';
import type { Tables } from './tables.ts';

/** A change of a balance, with its reason and author. */
export interface Posting {
  user_id: number;
  kind: LedgerKind;
  /** Set for a reversal only: the counter-account of the reversed entry. Every other kind has its own. */
  account?: LedgerAccount;
  /** Points with a sign; the counter-account gets them with the other sign. 0 leaves no entry. */
  delta: number;
  reference_type: LedgerReferenceType;
  /** Number or id of what `reference_type` says. */
  reference: string;
  /** Number of the account that did it; null for the gateway itself. */
  actor_id: number | null;
  /** Why, as a person wrote it; the contract bounds it to 200 characters. */
  note: string;
  created_at: number;
  /** Calls that are counted for the user with it. */
  calls?: number;
  /** Written to the log with the balance before and after. */
  log?: Pick<LogNote, 'request_id' | 'username' | 'type' | 'source_ip'> & Pick<BalanceChange, 'by'>;
}

export interface Posted {
  /** The balance before and after. */
  before: number;
  after: number;
  /** The user's group. */
  group: string;
}

/**
 * Changes a balance: the user's row, an entry in the account's chain, the log row where one is given, and the
 * counter-account. The last step of its transaction, because the counter-accounts are shared by all and are locked
 * last. Once in each, unless all postings have the same user and counter-account.
 * @returns undefined where there is no such user, or the balance would leave 0 … `MAX_POINTS`; nothing is written then
 */
export async function post(trx: Transaction<Tables>, posting: Posting): Promise<Posted | undefined> {
  let posted: Posted | undefined;
  await postAll(trx, [posting], async (all) => {
    posted = all.get(posting.user_id);
  });
  return posted;
}

/**
 * As `post`, for one posting each of many users, in rising order of their numbers: rows are always locked in the same
 * order.
 * @param rest what else the transaction writes, before the counter-accounts are locked; gets what was posted by user
 */
export async function postAll(
  trx: Transaction<Tables>,
  postings: Posting[],
  rest: (posted: Map<number, Posted>) => Promise<void>,
): Promise<void> {
  const posted = new Map<number, Posted>();
  // SQLite adds what is bound as a number in floating point, which is exact up to 2^53 only.
  const sums = new Map<LedgerAccount, bigint>();
  const entries: NewEntry[] = [];
  for (const posting of postings) {
    const done = await changeBalance(trx, posting);
    if (done === undefined) continue;
    if (posted.has(posting.user_id)) throw new Error('a user has one posting in a transaction');
    posted.set(posting.user_id, done);
    if (posting.delta === 0) continue;
    const entry = toEntry(posting, done);
    entries.push(entry);
    sums.set(entry.account, (sums.get(entry.account) ?? 0n) - BigInt(posting.delta));
    if (posting.log !== undefined) await writeLog(trx, posting, done);
  }
  await appendEntries(trx, entries);
  await rest(posted);
  for (const [account, points] of [...sums].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await trx
      .updateTable('ledger_accounts')
      .set({ points: sql<number>`points + ${points}` })
      .where('account', '=', account)
      .execute();
  }
}

async function changeBalance(trx: Transaction<Tables>, posting: Posting): Promise<Posted | undefined> {
  const { user_id, kind, delta, calls = 0 } = posting;
  let update = trx
    .updateTable('users')
    .set((eb) => ({
      quota: eb('quota', '+', delta),
      ...(kind === 'consumption' && { used_quota: usedQuotaPlus(-delta) }),
      ...(calls > 0 && { request_count: eb('request_count', '+', calls) }),
    }))
    .where('id', '=', user_id);
  // A charge above the balance is a fault: the database refuses it, and it is set aside with its reason.
  if (kind !== 'consumption') {
    update = update.where('quota', '>=', -delta).where('quota', '<=', MAX_POINTS - Math.max(0, delta));
  }
  const row = await update.returning(['quota', 'group']).executeTakeFirst();
  return row && { before: row.quota - delta, after: row.quota, group: row.group };
}

/**
 * Adds to the total use, which is for display. The total stops at the largest number that can be read back: a
 * larger one would make its row unreadable.
 */
export const usedQuotaPlus = (points: number) => cappedSum('used_quota', points, Number.MAX_SAFE_INTEGER);

type NewEntry = Omit<HashedEntry, 'previous_hash' | 'account'> & { account: LedgerAccount };

const toEntry = (posting: Posting, { after }: Posted): NewEntry => ({
  version: 2,
  user_id: posting.user_id,
  kind: posting.kind,
  account: counterAccount(posting),
  delta: posting.delta,
  balance_after: after,
  reference_type: posting.reference_type,
  reference: posting.reference,
  actor_id: posting.actor_id,
  note: posting.note,
  created_at: posting.created_at,
});

function counterAccount({ kind, account }: Posting): LedgerAccount {
  if (kind !== 'reversal') return accountOfKind[kind];
  if (account === undefined) throw new Error('a reversal names the counter-account of what it reverses');
  return account;
}

/** A statement takes a bounded number of parameters. */
const ENTRIES_PER_INSERT = 500;

/** Adds entries to the chains of their accounts, whose rows are locked: nobody else adds at the same place. */
async function appendEntries(trx: Transaction<Tables>, entries: NewEntry[]): Promise<void> {
  for (let start = 0; start < entries.length; start += ENTRIES_PER_INSERT) {
    const some = entries.slice(start, start + ENTRIES_PER_INSERT);
    const last = await lastEntries(
      trx,
      some.map(({ user_id }) => user_id),
    );
    const rows = some.map((entry) => {
      const { id = 0, hash: previous_hash = '' } = last.get(entry.user_id) ?? {};
      const hashed = { ...entry, previous_hash };
      return { ...hashed, hash: ledgerHash(hashed, id) };
    });
    await trx.insertInto('ledger').values(rows).execute();
  }
}

async function lastEntries(
  trx: Transaction<Tables>,
  userIds: number[],
): Promise<Map<number, { id: number; hash: string }>> {
  const rows = await trx
    .selectFrom('ledger')
    .select(['id', 'user_id', 'hash'])
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('users')
        .where('users.id', 'in', userIds)
        .select(({ selectFrom: from }) =>
          from('ledger as one')
            .whereRef('one.user_id', '=', 'users.id')
            .select(({ fn }) => fn.max('one.id').as('id'))
            .as('id'),
        ),
    )
    .execute();
  return new Map(rows.map(({ user_id, ...entry }) => [user_id, entry]));
}

function writeLog(trx: Transaction<Tables>, posting: Posting, { before, after }: Posted): Promise<number> {
  const { by, ...note } = posting.log as NonNullable<Posting['log']>;
  return insertLogNote(trx, {
    ...note,
    user_id: posting.user_id,
    created_at: posting.created_at,
    quota: posting.delta,
    content: posting.note,
    balance: { before, after, ...(by && { by }) },
  });
}

/** The kinds of version 1 in the words of today. */
const earlierKinds: Readonly<Record<string, LedgerKind>> = {
  consume: 'consumption',
  manage: 'adjustment',
  opening: 'opening',
};

/** Why an entry of any version changed a balance. */
export const kindOf = ({ kind, version }: Pick<LedgerTable, 'kind' | 'version'>): LedgerKind =>
  version === 1 ? (earlierKinds[kind] ?? 'adjustment') : (kind as LedgerKind);

/** The counter-account of an entry of any version. */
export function accountOf(entry: Pick<LedgerTable, 'kind' | 'version' | 'account'>): string {
  const kind = kindOf(entry);
  return entry.version === 1 && kind !== 'reversal' ? accountOfKind[kind] : entry.account;
}

type HashedEntry = Omit<Selectable<LedgerTable>, 'id' | 'hash'>;

/**
 * SHA-256, hex, over what an entry says and the entry before it.
 * @param previousId number of the account's entry before this one, 0 for its first; version 1 does not cover it
 */
export function ledgerHash(entry: HashedEntry, previousId: number): string {
  const { version, previous_hash, user_id, kind, delta, balance_after, reference, created_at } = entry;
  const fields =
    version === 1
      ? [previous_hash, user_id, kind, delta, balance_after, reference, created_at]
      : [
          version,
          previousId,
          previous_hash,
          user_id,
          kind,
          entry.account,
          delta,
          balance_after,
          entry.reference_type,
          reference,
          entry.actor_id,
          entry.note,
          created_at,
        ];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}
