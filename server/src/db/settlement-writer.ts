import type { LedgerReferenceType } from '@turnpike/contract';
import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import { writeBudgetUses } from './budget-uses.ts';
import { writeChannelKeys } from './channel-key-writer.ts';
import { writeKeptObjects } from './kept-object-writer.ts';
import { type Posting, postAll, usedQuotaPlus } from './ledger.ts';
import { batchReference } from './ledger-reference.ts';
import type { Settlement } from './settlement.ts';
import type { LogTable } from './tables/call-tables.ts';
import type { Tables } from './tables.ts';
import { writeUsage } from './usage-writer.ts';

export interface SettlementBatch {
  outboxId: string;
  /** Number of the first settlement; they follow each other without a gap. */
  firstNumber: number;
  settlements: Settlement[];
  nowSeconds: number;
}

const ROWS_PER_INSERT = 100;

/**
 * Writes settlements in one transaction, all or none: log rows, balances, one ledger entry a user, counters of tokens,
 * channels and their keys, roll-ups. The last number taken from an outbox is kept in the same transaction, so a batch
 * that is sent again after a crash writes only what is new.
 * @returns the last number that is now in the database
 */
export async function writeSettlements(db: Kysely<Tables>, batch: SettlementBatch): Promise<number> {
  const lastNumber = batch.firstNumber + batch.settlements.length - 1;
  await db.transaction().execute(async (trx) => {
    const known = await takePosition(trx, batch.outboxId, lastNumber);
    const fresh = batch.settlements.slice(Math.max(0, known + 1 - batch.firstNumber));
    if (fresh.length === 0) return;
    const origin = {
      type: 'batch' as const,
      id: `${batch.outboxId}:${lastNumber - fresh.length + 1}-${lastNumber}`,
    };
    await writeCalls(trx, fresh, { origin, nowSeconds: batch.nowSeconds, texts: db });
  });
  return lastNumber;
}

/** Where settlements come from: a batch of an outbox, or a call that is written for itself. */
interface Origin {
  type: Extract<LedgerReferenceType, 'batch' | 'call'>;
  id: string;
}

/**
 * Everything that finished calls change.
 * @param origin what the ledger entries name
 * @param texts the database that statements' texts are kept for
 * @param countsBudgets false where their budgets have counted them already
 */
export async function writeCalls(
  trx: Transaction<Tables>,
  settlements: Settlement[],
  {
    origin,
    nowSeconds,
    texts,
    countsBudgets = true,
  }: { origin: Origin; nowSeconds: number; texts: Kysely<Tables>; countsBudgets?: boolean },
): Promise<void> {
  await postAll(trx, toPostings(settlements, origin, nowSeconds), async (posted) => {
    await writeDebts(trx, settlements);
    if (countsBudgets) await writeBudgetUses(trx, settlements);
    await writeTokens(trx, settlements);
    await writeChannels(trx, settlements);
    await writeChannelKeys(trx, settlements);
    await writeUsage(trx, settlements, {
      groups: new Map([...posted].map(([userId, { group }]) => [userId, group])),
      texts,
    });
    await writeLogRows(trx, settlements, texts);
    await writeKeptObjects(trx, settlements, nowSeconds);
  });
}

/** Raises the outbox's position and returns the one before. */
export async function takePosition(
  trx: Transaction<Tables>,
  outboxId: string,
  lastNumber: number,
): Promise<number> {
  const row = await trx
    .selectFrom('outbox_positions')
    .select('last_number')
    .where('outbox_id', '=', outboxId)
    .executeTakeFirst();
  if (row === undefined) {
    await trx
      .insertInto('outbox_positions')
      .values({ outbox_id: outboxId, last_number: lastNumber })
      .execute();
    return 0;
  }
  if (row.last_number < lastNumber) {
    await trx
      .updateTable('outbox_positions')
      .set({ last_number: lastNumber })
      .where('outbox_id', '=', outboxId)
      .execute();
  }
  return row.last_number;
}

interface Sums {
  quota: number;
  token_quota: number;
  count: number;
  estimated: number;
  flagged: number;
}

/** Sums by key, in rising order of the key: rows are always locked in the same order. */
function sumBy(settlements: Settlement[], keyOf: (one: Settlement) => number): [number, Sums][] {
  const sums = new Map<number, Sums>();
  for (const one of settlements) {
    const key = keyOf(one);
    const sum = sums.get(key);
    const estimated = one.usage_estimated ? 1 : 0;
    const flagged = one.usage_flagged ? 1 : 0;
    if (sum === undefined)
      sums.set(key, { quota: one.quota, token_quota: one.token_quota, count: 1, estimated, flagged });
    else {
      sum.quota += one.quota;
      sum.token_quota += one.token_quota;
      sum.count += 1;
      sum.estimated += estimated;
      sum.flagged += flagged;
    }
  }
  return [...sums].sort(([a], [b]) => a - b);
}

/** One for each user. A batch's reference ends with how many of its calls are the user's. */
function toPostings(settlements: Settlement[], origin: Origin, nowSeconds: number): Posting[] {
  return sumBy(settlements, (one) => one.user_id).map(([user_id, { quota, count }]) => ({
    user_id,
    kind: 'consumption',
    delta: 0 - quota,
    reference_type: origin.type,
    reference: origin.type === 'batch' ? batchReference(origin.id, count) : origin.id,
    actor_id: null,
    note: '',
    created_at: nowSeconds,
    calls: count,
  }));
}

async function writeDebts(trx: Transaction<Tables>, settlements: Settlement[]): Promise<void> {
  // Few: only where a setting allows it.
  for (const { user_id, debt = 0 } of settlements) {
    if (debt === 0) continue;
    await trx
      .updateTable('users')
      .set((eb) => ({ debt: eb('debt', '+', debt) }))
      .where('id', '=', user_id)
      .execute();
  }
}

async function writeTokens(trx: Transaction<Tables>, settlements: Settlement[]): Promise<void> {
  const lastUse = new Map<number, number>();
  for (const one of settlements) lastUse.set(one.token_id, one.created_at);
  for (const [tokenId, { quota, token_quota }] of sumBy(settlements, (one) => one.token_id)) {
    await trx
      .updateTable('tokens')
      .set((eb) => ({
        used_quota: usedQuotaPlus(quota),
        accessed_time: lastUse.get(tokenId) ?? 0,
        ...(token_quota > 0 && { remain_quota: eb('remain_quota', '-', token_quota) }),
      }))
      .where('id', '=', tokenId)
      .execute();
  }
}

async function writeChannels(trx: Transaction<Tables>, settlements: Settlement[]): Promise<void> {
  for (const [channelId, sums] of sumBy(settlements, (one) => one.channel_id)) {
    const { quota, estimated, flagged } = sums;
    if (channelId === 0 || quota + estimated + flagged === 0) continue;
    await trx
      .updateTable('channels')
      .set((eb) => ({
        used_quota: usedQuotaPlus(quota),
        ...(estimated > 0 && { estimated_calls: eb('estimated_calls', '+', estimated) }),
        ...(flagged > 0 && { flagged_calls: eb('flagged_calls', '+', flagged) }),
      }))
      .where('id', '=', channelId)
      .execute();
  }
}

const isLogColumn: Record<Exclude<keyof LogTable, 'id'>, true> = {
  request_id: true,
  user_id: true,
  created_at: true,
  type: true,
  content: true,
  username: true,
  token_id: true,
  token_name: true,
  model_name: true,
  quota: true,
  prompt_tokens: true,
  completion_tokens: true,
  channel_id: true,
  request_time: true,
  is_stream: true,
  source_ip: true,
  ended_by: true,
  group_name: true,
  tried_channels: true,
  metadata: true,
};
const logColumns = Object.keys(isLogColumn) as (keyof typeof isLogColumn)[];

/** Texts of the statement by database and number of rows: to build one takes longer than to run it. */
const logStatements = new WeakMap<Kysely<Tables>, Map<number, string>>();

function logStatement(db: Kysely<Tables>, rows: Settlement[]): string {
  const known = logStatements.get(db) ?? new Map<number, string>();
  logStatements.set(db, known);
  let statement = known.get(rows.length);
  if (statement === undefined) {
    const values = rows.map((row) => Object.fromEntries(logColumns.map((name) => [name, row[name] ?? null])));
    statement = db
      .insertInto('logs')
      .columns(logColumns)
      .values(values as never)
      .compile().sql;
    known.set(rows.length, statement);
  }
  return statement;
}

async function writeLogRows(
  trx: Transaction<Tables>,
  settlements: Settlement[],
  db: Kysely<Tables>,
): Promise<void> {
  let start = 0;
  while (start < settlements.length) {
    // Full statements, then single rows: few texts serve every batch.
    const count = settlements.length - start >= ROWS_PER_INSERT ? ROWS_PER_INSERT : 1;
    const rows = settlements.slice(start, start + count);
    const parameters: unknown[] = [];
    for (const row of rows) {
      for (const name of logColumns) parameters.push(row[name] ?? null);
    }
    await trx.executeQuery(CompiledQuery.raw(logStatement(db, rows), parameters));
    start += count;
  }
}
