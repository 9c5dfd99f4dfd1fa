import { type DeletionPace, deleteInBatches } from '../../db/delete-in-batches.ts';
import type { Db } from '../../db/store.ts';
import { copiesOf, readFiles } from './kept-task.ts';
import type { TaskCopies } from './task-copies.ts';

const DAY_SECONDS = 86_400;

/**
 * Deletes tasks that have ended before the days, with the copies of their results; 0 keeps all.
 * @returns rows deleted
 */
export async function deleteTasksBeyond(
  db: Db,
  {
    days,
    nowSeconds,
    copies,
    ...pace
  }: DeletionPace & { days: number; nowSeconds: number; copies: Pick<TaskCopies, 'remove'> },
): Promise<number> {
  if (days === 0) return 0;
  const before = nowSeconds - days * DAY_SECONDS;
  let deleted = 0;
  // The lists of both kinds have indexes of their own.
  for (const isMidjourney of [0, 1] as const)
    deleted += await deleteInBatches(async (limit) => {
      const rows = await db
        .selectFrom('tasks')
        .select(['id', 'files'])
        .where('is_midjourney', '=', isMidjourney)
        .where('created_at', '<', before)
        // A task that waits for its caller is charged and has not ended.
        .where('finished_at', '<', before)
        .where('settled_at', '>', 0)
        .where('notice_due_at', '=', 0)
        .orderBy('created_at')
        .limit(limit)
        .execute();
      await copies.remove(rows.flatMap(({ files }) => copiesOf(readFiles(files))));
      let count = 0n;
      // A copy that was made meanwhile is deleted with its task by the next run.
      for (const [files, group] of Map.groupBy(rows, (row) => row.files)) {
        const ids = group.map(({ id }) => id);
        const { numDeletedRows } = await db
          .deleteFrom('tasks')
          .where('id', 'in', ids)
          .where('files', '=', files)
          .executeTakeFirstOrThrow();
        count += numDeletedRows;
      }
      return count;
    }, pace);
  return deleted;
}
