import { type AttentionItem, COUNTED_SUBJECTS, role, userStatus } from '@turnpike/contract';
import { startOfMonth } from '../../db/log-months.ts';
import type { Db } from '../../db/store.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { firstOf, toItems } from './attention-item.ts';

type Deps = Pick<ModuleDeps, 'db' | 'clock' | 'options' | 'ledgerCheck'>;

const WEEK_SECONDS = 7 * 86_400;
/** Accounts that one statement looks at, so that charges are written between two of them. */
const ACCOUNTS_A_STATEMENT = 1000;
const MAX_STATEMENTS = 50;

/** Charges that the database refused; their points are off the balances already. */
export async function findRejected({ db }: Deps): Promise<AttentionItem[]> {
  const rows = await db
    .selectFrom('rejected_settlements')
    .select(['user_id as id', 'quota', 'created_time as time'])
    .orderBy('id')
    .limit(COUNTED_SUBJECTS)
    .execute();
  return toItems('charges_rejected', {
    count: rows.length,
    since: firstOf(rows.map(({ time }) => time)),
    points: rows.reduce((sum, { quota }) => sum + quota, 0),
  });
}

/** A difference that the last ledger check found, or the reason for which it could not be finished. */
export function findLedgerFaults({ ledgerCheck }: Deps): AttentionItem[] {
  const { last } = ledgerCheck.state;
  if (last === null) return [];
  const { difference, failure, started_at: since } = last;
  if (difference !== null) {
    const subject = { id: difference.user_id ?? 0, code: difference.code };
    return toItems('ledger_wrong', { since, subjects: [subject] });
  }
  return failure === '' ? [] : toItems('ledger_unchecked', { since, count: 1 });
}

interface LowBalance {
  id: number;
  name: string;
  quota: number;
}

/** Customers who called this week, or in its month, and whose balance is below `QuotaRemindThreshold`. */
export async function findLowBalances({ db, clock, options }: Deps): Promise<AttentionItem[]> {
  const threshold = options.number('QuotaRemindThreshold');
  if (threshold === 0) return [];
  const now = clock.nowSeconds();
  const months = new Set([startOfMonth(now), startOfMonth(now - WEEK_SECONDS)]);
  const found = new Map<number, LowBalance>();
  for (const month of months) await addLowBalances(db, { month, threshold, found });
  const lowest = [...found.values()].sort((a, b) => a.quota - b.quota || a.id - b.id);
  return toItems('balances_low', { subjects: lowest.map(({ id, name }) => ({ id, name })) });
}

async function addLowBalances(
  db: Db,
  { month, threshold, found }: { month: number; threshold: number; found: Map<number, LowBalance> },
): Promise<void> {
  let after = '';
  for (let statement = 0; statement < MAX_STATEMENTS && found.size < COUNTED_SUBJECTS; statement += 1) {
    const keys = await callersOf(db, { month, after });
    if (keys.length === 0) return;
    const rows = await db
      .selectFrom('users')
      .select(['id', 'username as name', 'quota'])
      .where('id', 'in', keys.map(Number))
      .where('quota', '<', threshold)
      .where('role', '=', role.common)
      .where('status', '=', userStatus.enabled)
      .where('deleted_time', '=', 0)
      .execute();
    for (const row of rows) found.set(row.id, row);
    after = keys.at(-1) ?? '';
  }
}

async function callersOf(db: Db, { month, after }: { month: number; after: string }): Promise<string[]> {
  const rows = await db
    .selectFrom('statistics_key_months')
    .select('usage_key')
    .where('dimension', '=', 'user')
    .where('month', '=', month)
    .where('usage_key', '>', after)
    .orderBy('usage_key')
    .limit(ACCOUNTS_A_STATEMENT)
    .execute();
  return rows.map(({ usage_key }) => usage_key);
}
