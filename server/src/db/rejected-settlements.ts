import type { Insertable } from 'kysely';
import { joinBudgets, joinCounts, splitBudgets, splitCounts } from '../billing/account.ts';
import { type CountedCall, writeBudgetUses } from './budget-uses.ts';
import { parseSettlement, type Settlement } from './settlement.ts';
import { takePosition, writeCalls } from './settlement-writer.ts';
import type { Db } from './store.ts';
import type { RejectedSettlementTable } from './tables/call-tables.ts';

const PAGE_ROWS = 100;

/** Keeps a settlement that the database refuses, so that those after it go on. */
export async function rejectSettlement(
  db: Db,
  { outboxId, number, text, error }: { outboxId: string; number: number; text: string; error: unknown },
  nowSeconds: number,
): Promise<void> {
  const row: Insertable<RejectedSettlementTable> = {
    outbox_id: outboxId,
    number,
    ...chargeIn(text),
    settlement: text.replaceAll('\0', '\uFFFD'),
    reason: reasonOf(error),
    created_time: nowSeconds,
  };
  await db.transaction().execute(async (trx) => {
    const known = await takePosition(trx, outboxId, number);
    if (known >= number) return;
    await trx.insertInto('rejected_settlements').values(row).execute();
    // The quota book has counted it; it is not counted again when it is written.
    await writeBudgetUses(trx, [countedIn(text)]);
  });
}

type Charge = Pick<Settlement, 'user_id' | 'token_id' | 'quota' | 'token_quota'>;

/** Reads the payers and amounts; zeros where the text lacks them. */
export function chargeIn(text: string): Charge {
  try {
    const { user_id, token_id, quota, token_quota } = parseSettlement(text);
    return {
      user_id: wholeOf(user_id),
      token_id: wholeOf(token_id),
      quota: wholeOf(quota),
      token_quota: wholeOf(token_quota),
    };
  } catch {
    return { user_id: 0, token_id: 0, quota: 0, token_quota: 0 };
  }
}

/** Reads the amounts that count against budgets; zeros and no budgets where the text lacks them. */
export function countedIn(text: string): CountedCall {
  try {
    const { quota, debt, budgets = '', counts = '' } = parseSettlement(text);
    return {
      quota: wholeOf(quota),
      debt: wholeOf(debt),
      budgets: joinBudgets(splitBudgets(budgets).filter(({ budgetId }) => wholeOf(budgetId) > 0)),
      counts: joinCounts(
        splitCounts(counts).filter(({ budgetId, amount }) => wholeOf(budgetId) > 0 && wholeOf(amount) > 0),
      ),
    };
  } catch {
    return { quota: 0, debt: 0, budgets: '', counts: '' };
  }
}

const wholeOf = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;

const reasonOf = (error: unknown): string =>
  String((error as Error).message)
    .replaceAll('\0', '\uFFFD')
    .slice(0, 1000);

export async function countRejected(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('rejected_settlements')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface RetryReport {
  written: number;
  failed: number;
}

type RejectedRow = Pick<
  RejectedSettlementTable,
  'user_id' | 'token_id' | 'quota' | 'settlement' | 'reason'
> & {
  id: number;
};

/** All of them, oldest first, read in pages; some may go while they are read. */
export async function* listRejected(db: Db): AsyncGenerator<RejectedRow, void> {
  let after = 0;
  for (;;) {
    const rows = await db
      .selectFrom('rejected_settlements')
      .select(['id', 'user_id', 'token_id', 'quota', 'settlement', 'reason'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE_ROWS)
      .execute();
    yield* rows;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < PAGE_ROWS) return;
  }
}

/** Tries to write every rejected settlement again, each for itself; may run next to the gateway. */
export async function retryRejected(db: Db, nowSeconds: number): Promise<RetryReport> {
  const report: RetryReport = { written: 0, failed: 0 };
  for await (const { id, settlement } of listRejected(db)) {
    try {
      if (await writeRejected(db, { id, text: settlement }, nowSeconds)) report.written += 1;
    } catch (error) {
      report.failed += 1;
      await db
        .updateTable('rejected_settlements')
        .set({ reason: reasonOf(error) })
        .where('id', '=', id)
        .execute();
    }
  }
  return report;
}

/** @returns false where somebody else has written it meanwhile */
async function writeRejected(
  db: Db,
  { id, text }: { id: number; text: string },
  nowSeconds: number,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const taken = await trx
      .deleteFrom('rejected_settlements')
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (taken === undefined) return false;
    const settlement = await fitToAmounts(trx, parseSettlement(text));
    const origin = { type: 'call', id: settlement.request_id } as const;
    await writeCalls(trx, [settlement], { origin, nowSeconds, texts: db, countsBudgets: false });
    return true;
  });
}

/** A charge above what is left takes what is left; the rest is shortfall, as when the call had been settled so. */
async function fitToAmounts(trx: Db, settlement: Settlement): Promise<Settlement> {
  const user = await trx
    .selectFrom('users')
    .select('quota')
    .where('id', '=', settlement.user_id)
    .executeTakeFirst();
  const token = await trx
    .selectFrom('tokens')
    .select('remain_quota')
    .where('id', '=', settlement.token_id)
    .executeTakeFirst();
  const quota = Math.min(settlement.quota, user?.quota ?? 0);
  const token_quota = Math.min(settlement.token_quota, token?.remain_quota ?? 0);
  if (quota === settlement.quota) return { ...settlement, token_quota };
  const metadata = JSON.parse(settlement.metadata) as { shortfall?: number };
  metadata.shortfall = (metadata.shortfall ?? 0) + settlement.quota - quota;
  return { ...settlement, quota, token_quota, metadata: JSON.stringify(metadata) };
}
