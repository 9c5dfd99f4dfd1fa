import type { Insertable } from 'kysely';
import type { Db } from '../../src/db/store.ts';
import type { TaskTable } from '../../src/db/tables/call-tables.ts';

/** Stores a task that has ended, for lists. */
export async function seedTask(
  db: Db,
  row: Partial<Insertable<TaskTable>> & Pick<TaskTable, 'task_id' | 'user_id'>,
): Promise<void> {
  await db
    .insertInto('tasks')
    .values({
      ...{ dialect: 'kling', platform: 'kling', action: 'text2video', model: 'kling-v2', token_id: 0 },
      ...{ channel_id: 0, key_id: 0, status: 'SUCCESS', prompt: 'A cat', held: 50, quota: 0 },
      ...{ created_at: 1_700_000_000, updated_at: 1_700_000_060, finished_at: 1_700_000_060, due_at: 0 },
      ...{ terms: '{}', request_id: 'req_example', settled_at: 1_700_000_060 },
      ...row,
    })
    .execute();
}
