import { type ExpressionBuilder, sql } from 'kysely';
import type { BudgetPeriod } from '../billing/account.ts';
import type { Db } from './store.ts';
import type { Tables } from './tables.ts';

/** An amount at one moment of the database, and how far an outbox was written at that moment. */
export interface StoredAmount {
  /** Less what rejected settlements charge. */
  points: number;
  /** Last number that the database took from the outbox. */
  writtenThrough: number;
}

export async function findStoredBalance(
  db: Db,
  userId: number,
  outboxId: string,
): Promise<(StoredAmount & { debt: number }) | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['quota as stored', 'debt'])
    .select((eb) => [
      eb
        .selectFrom('rejected_settlements')
        .select(sql<number>`cast(coalesce(sum(quota), 0) as bigint)`.as('sum'))
        .where('user_id', '=', userId)
        .as('rejected'),
      writtenThrough(eb, outboxId),
    ])
    .where('id', '=', userId)
    .executeTakeFirst();
  return row && { ...toAmount(row), debt: row.debt };
}

export async function findStoredRemainder(
  db: Db,
  tokenId: number,
  outboxId: string,
): Promise<StoredAmount | undefined> {
  const row = await db
    .selectFrom('tokens')
    .select('remain_quota as stored')
    .select((eb) => [
      eb
        .selectFrom('rejected_settlements')
        .select(sql<number>`cast(coalesce(sum(token_quota), 0) as bigint)`.as('sum'))
        .where('token_id', '=', tokenId)
        .as('rejected'),
      writtenThrough(eb, outboxId),
    ])
    .where('id', '=', tokenId)
    .executeTakeFirst();
  return row && toAmount(row);
}

/** Amounts that rejected settlements charge to tokens, by token number. */
export async function findRejectedOfTokens(
  db: Db,
  tokenIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (tokenIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('rejected_settlements')
    .select('token_id')
    .select(sql<number>`cast(sum(token_quota) as bigint)`.as('points'))
    .where('token_id', 'in', tokenIds)
    .groupBy('token_id')
    .execute();
  return new Map(rows.map(({ token_id, points }) => [token_id, points]));
}

/** Use of a budget in a period, including the charges of rejected settlements. */
export async function findStoredUse(
  db: Db,
  { budgetId, periodStart }: BudgetPeriod,
  outboxId: string,
): Promise<StoredAmount> {
  const row = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('budget_uses')
        .select('points')
        .where('budget_id', '=', budgetId)
        .where('period_start', '=', periodStart)
        .as('stored'),
      writtenThrough(eb, outboxId),
    ])
    .executeTakeFirstOrThrow();
  return { points: row.stored ?? 0, writtenThrough: row.writtenThrough ?? 0 };
}

const writtenThrough = (eb: ExpressionBuilder<Tables, keyof Tables>, outboxId: string) =>
  eb
    .selectFrom('outbox_positions')
    .select('last_number')
    .where('outbox_id', '=', outboxId)
    .as('writtenThrough');

const toAmount = (row: {
  stored: number;
  rejected: number | null;
  writtenThrough: number | null;
}): StoredAmount => ({
  points: row.stored - (row.rejected ?? 0),
  writtenThrough: row.writtenThrough ?? 0,
});
