import { type DeletionPace, deleteInBatches } from '../../db/delete-in-batches.ts';
import type { Db } from '../../db/store.ts';

const DAY_SECONDS = 86_400;

/** Deletes events of orders and callbacks older than the days; 0 keeps all. @returns rows deleted */
export async function deleteOrderEventsBeyond(
  db: Db,
  { days, nowSeconds, ...pace }: DeletionPace & { days: number; nowSeconds: number },
): Promise<number> {
  if (days === 0) return 0;
  return deleteInBatches(async (limit) => {
    const { numDeletedRows } = await db
      .deleteFrom('order_events')
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('order_events')
          .select('id')
          .where('created_at', '<', nowSeconds - days * DAY_SECONDS)
          .orderBy('created_at')
          .limit(limit),
      )
      .executeTakeFirstOrThrow();
    return numDeletedRows;
  }, pace);
}
