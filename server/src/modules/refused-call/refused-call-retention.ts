import { type DeletionPace, deleteInBatches } from '../../db/delete-in-batches.ts';
import type { Db } from '../../db/store.ts';

const DAY_SECONDS = 86_400;

interface RefusedLimits extends DeletionPace {
  /** 0: no limit. */
  days: number;
  /** 0: no limit. */
  rows: number;
  nowSeconds: number;
}

/** Deletes the sums of refused calls beyond their limits, the oldest first, some at a time. @returns rows deleted */
export async function deleteRefusedBeyond(
  db: Db,
  { days, rows, nowSeconds, ...pace }: RefusedLimits,
): Promise<number> {
  let deleted = 0;
  const lastByRows = rows === 0 ? undefined : await findLastByRows(db, rows);
  const limits: { column: 'id' | 'minute'; below: number }[] = [];
  if (lastByRows !== undefined) limits.push({ column: 'id', below: lastByRows.id + 1 });
  if (days > 0) limits.push({ column: 'minute', below: nowSeconds - days * DAY_SECONDS });
  for (const { column, below } of limits) {
    deleted += await deleteInBatches(async (limit) => {
      const { numDeletedRows } = await db
        .deleteFrom('refused_calls')
        .where('id', 'in', ({ selectFrom }) =>
          selectFrom('refused_calls').select('id').where(column, '<', below).orderBy(column).limit(limit),
        )
        .executeTakeFirstOrThrow();
      return numDeletedRows;
    }, pace);
  }
  return deleted;
}

/** Rows are numbered as they are written. */
const findLastByRows = (db: Db, rows: number): Promise<{ id: number } | undefined> =>
  db.selectFrom('refused_calls').select('id').orderBy('id', 'desc').offset(rows).limit(1).executeTakeFirst();
