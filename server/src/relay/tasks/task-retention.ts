import { type DeletionPace, deleteInBatches } from '../../db/delete-in-batches.ts';
import type { Db } from '../../db/store.ts';
import type { StoredFile } from './kept-task.ts';
import type { TaskCopies } from './task-copies.ts';

const DAY_SECONDS = 86_400;

/**
 * Deletes tasks that were made before the days and have ended, with the copies of their results; 0 keeps all.
 * @returns rows deleted
 * @throws if the bucket does not answer; the tasks of its copies stay
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
  let deleted = 0;
  // The lists of both kinds have indexes of their own.
  for (const isMidjourney of [0, 1] as const)
    deleted += await deleteInBatches(async (limit) => {
      const rows = await db
        .selectFrom('tasks')
        .select(['id', 'files'])
        .where('is_midjourney', '=', isMidjourney)
        .where('created_at', '<', nowSeconds - days * DAY_SECONDS)
        .where('settled_at', '>', 0)
        .orderBy('created_at')
        .limit(limit)
        .execute();
      if (rows.length === 0) return 0n;
      const files = rows.flatMap(({ files: text }) =>
        text === '' ? [] : (JSON.parse(text) as StoredFile[]),
      );
      await copies.remove(files.flatMap(({ copy }) => copy ?? []));
      const ids = rows.map(({ id }) => id);
      const { numDeletedRows } = await db
        .deleteFrom('tasks')
        .where('id', 'in', ids)
        .executeTakeFirstOrThrow();
      return numDeletedRows;
    }, pace);
  return deleted;
}
