import type { Db } from '../../db/store.ts';

const DAY_SECONDS = 86_400;
const ROWS_A_BATCH = 500;

interface RefusedLimits {
  /** 0: no limit. */
  days: number;
  /** 0: no limit. */
  rows: number;
  nowSeconds: number;
  pause?: (ms: number) => Promise<void>;
  isStopped?: () => boolean;
}

/** Deletes the sums of refused calls beyond their limits, the oldest first, some at a time. @returns rows deleted */
export async function deleteRefusedBeyond(
  db: Db,
  { days, rows, nowSeconds, pause = pauseFor, isStopped = () => false }: RefusedLimits,
): Promise<number> {
  let deleted = 0;
  const lastByRows = rows === 0 ? undefined : await findLastByRows(db, rows);
  const limits: { column: 'id' | 'minute'; below: number }[] = [];
  if (lastByRows !== undefined) limits.push({ column: 'id', below: lastByRows.id + 1 });
  if (days > 0) limits.push({ column: 'minute', below: nowSeconds - days * DAY_SECONDS });
  for (const { column, below } of limits) {
    for (let count = ROWS_A_BATCH; count === ROWS_A_BATCH && !isStopped(); ) {
      const begun = performance.now();
      const { numDeletedRows } = await db
        .deleteFrom('refused_calls')
        .where('id', 'in', ({ selectFrom }) =>
          selectFrom('refused_calls')
            .select('id')
            .where(column, '<', below)
            .orderBy(column)
            .limit(ROWS_A_BATCH),
        )
        .executeTakeFirstOrThrow();
      count = Number(numDeletedRows);
      deleted += count;
      if (count === ROWS_A_BATCH) await pause(Math.ceil(performance.now() - begun));
    }
  }
  return deleted;
}

/** Rows are numbered as they are written. */
const findLastByRows = (db: Db, rows: number): Promise<{ id: number } | undefined> =>
  db.selectFrom('refused_calls').select('id').orderBy('id', 'desc').offset(rows).limit(1).executeTakeFirst();

const pauseFor = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
