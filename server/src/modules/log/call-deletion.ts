import { logType } from '@turnpike/contract';
import { sql, type Transaction } from 'kysely';
import { traitsOf } from '../../db/engine-traits.ts';
import { dropLogMonths } from '../../db/log-months.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import type { LogPlace } from './log-cursor.ts';

/** Settlements are written between two batches; a batch is sized so that they wait about this long. */
const BATCH_MS = 2;
const FEWEST_AT_ONCE = 50;
const MAX_AT_ONCE = 2000;
/** All but a twenty-fifth of the time belongs to others. Measured by `npm run bench -- --keeping`. */
const PAUSE_FOR_BATCH = 24;

export interface Deletion {
  /** Calls that stand before this place in the order of time go. */
  before: LogPlace;
  /** Called for every part in its transaction, or after a dropped month. */
  onDeleted?: (db: Db | Transaction<Tables>, deleted: number) => Promise<unknown>;
  /** Rows that one transaction looks at; by default as many as take `BATCH_MS`. */
  atOnce?: number;
  pause?: (ms: number) => Promise<void>;
  /** Asked before every part. */
  isStopped?: () => boolean;
}

/**
 * Deletes log rows of calls, some at a time with pauses. Whole months are dropped first, where they are partitions. Rows of other
 * types, the roll-ups and the ledger stay. The next deletion finishes an aborted one.
 * @returns rows deleted
 */
export async function deleteCalls(db: Db, deletion: Deletion): Promise<number> {
  const { before, onDeleted = async () => {}, pause = pauseFor, isStopped = () => false } = deletion;
  let deleted = 0;
  if (traitsOf(db).hasLogMonths) {
    await dropLogMonths(db, before.created_at, async (calls) => {
      deleted += calls;
      await onDeleted(db, deleted);
    });
  }
  let atOnce = deletion.atOnce ?? FEWEST_AT_ONCE;
  let after: LogPlace | undefined = { created_at: 0, id: 0 };
  while (after !== undefined && !isStopped()) {
    const place: LogPlace = after;
    const last = await findLast(db, { after: place, before, atOnce });
    let begun = 0;
    await db.transaction().execute(async (trx) => {
      begun = performance.now();
      const count = await deleteBetween(trx, { after: place, before, last });
      if (count > 0) await onDeleted(trx, deleted + count);
      deleted += count;
    });
    // With its end: there the pages are written, and some of them copied into SQLite's file.
    const ms = performance.now() - begun;
    after = last;
    if (last === undefined) break;
    if (deletion.atOnce === undefined) atOnce = nextSize(atOnce, ms);
    await pause(Math.ceil(ms * PAUSE_FOR_BATCH));
  }
  return deleted;
}

const nextSize = (size: number, ms: number): number =>
  ms > BATCH_MS
    ? Math.max(FEWEST_AT_ONCE, size >> 1)
    : Math.min(MAX_AT_ONCE, ms * 2 < BATCH_MS ? size * 2 : size);

interface Interval {
  after: LogPlace;
  before: LogPlace;
}

/** The condition on the time alone leaves out the partitions of other months. */
const isBetween = ({ after, before }: Interval) =>
  sql<boolean>`(created_at, id) > (${after.created_at}, ${after.id}) and created_at >= ${after.created_at}
    and (created_at, id) < (${before.created_at}, ${before.id}) and created_at <= ${before.created_at}`;

/**
 * The last row of a batch; undefined where fewer rows are left. Rows of other types stay where they are: going on
 * behind them, no batch looks at them twice.
 */
const findLast = (
  db: Db,
  { atOnce, ...interval }: Interval & { atOnce: number },
): Promise<LogPlace | undefined> =>
  db
    .selectFrom('logs')
    .select(['created_at', 'id'])
    .where(isBetween(interval))
    .orderBy('created_at')
    .orderBy('id')
    .offset(atOnce - 1)
    .limit(1)
    .executeTakeFirst();

async function deleteBetween(
  trx: Transaction<Tables>,
  { after, before, last }: Interval & { last: LogPlace | undefined },
): Promise<number> {
  const end = last === undefined ? before : { created_at: last.created_at, id: last.id + 1 };
  const rows = trx
    .deleteFrom('logs')
    .where(isBetween({ after, before: end }))
    .where('type', '=', logType.consume);
  return Number((await rows.executeTakeFirst()).numDeletedRows);
}

const pauseFor = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
