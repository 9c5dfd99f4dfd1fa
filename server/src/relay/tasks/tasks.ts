import type { Db } from '../../db/store.ts';
import type { Clock } from '../../platform/clock.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { copiesOf, filesText, type KeptTask, LISTED_COLUMNS, readFiles, toKeptTask } from './kept-task.ts';
import type { TaskCopies } from './task-copies.ts';

/** Another text names no task; PostgreSQL refuses some. */
const TASK_ID = /^\w{1,64}$/;

/** The tasks of users as they are stored, and their results. */
export class Tasks {
  readonly #db: Db;
  readonly #clock: Pick<Clock, 'nowSeconds'>;
  readonly #copies: Pick<TaskCopies, 'remove'>;

  constructor(needs: { db: Db; clock: Pick<Clock, 'nowSeconds'>; copies: Pick<TaskCopies, 'remove'> }) {
    this.#db = needs.db;
    this.#clock = needs.clock;
    this.#copies = needs.copies;
  }

  async find(userId: number, taskId: string): Promise<KeptTask | null> {
    const task = await this.findAny(taskId);
    return task?.userId === userId ? task : null;
  }

  /** A task of any user. */
  async findAny(taskId: string): Promise<KeptTask | null> {
    if (!TASK_ID.test(taskId)) return null;
    const row = await this.#db
      .selectFrom('tasks')
      .selectAll()
      .where('task_id', '=', taskId)
      .executeTakeFirst()
      .catch(unavailable);
    return row === undefined ? null : toKeptTask(row);
  }

  /** Those of a user that have one of the ids. */
  async findSeveral(userId: number, taskIds: readonly string[]): Promise<KeptTask[]> {
    const ids = taskIds.filter((id) => TASK_ID.test(id));
    if (ids.length === 0) return [];
    const rows = await this.#db
      .selectFrom('tasks')
      .selectAll()
      .where('task_id', 'in', ids)
      .where('user_id', '=', userId)
      .execute()
      .catch(unavailable);
    return rows.map(toKeptTask);
  }

  /** Names of the copies that tasks have. */
  async copiesOf(taskIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.#db
      .selectFrom('tasks')
      .select('files')
      .where('task_id', 'in', [...new Set(taskIds)])
      .where('files', '!=', '')
      .execute();
    return new Set(rows.flatMap(({ files }) => copiesOf(readFiles(files))));
  }

  /** A part of a user's tasks, newest first unless asked otherwise, without their data and requests. */
  async list(
    userId: number,
    {
      after,
      limit,
      isAscending,
      dialect,
    }: { after: string; limit: number; isAscending: boolean; dialect: string | null },
  ): Promise<KeptTask[]> {
    let rows = this.#db.selectFrom('tasks').select(LISTED_COLUMNS).where('user_id', '=', userId);
    if (dialect !== null) rows = rows.where('dialect', '=', dialect);
    if (after !== '') {
      const { id } = (await this.find(userId, after)) ?? notFound(after);
      rows = rows.where('id', isAscending ? '>' : '<', id);
    }
    const found = await rows
      .orderBy('id', isAscending ? 'asc' : 'desc')
      .limit(limit)
      .execute()
      .catch(unavailable);
    return found.map((row) => toKeptTask({ ...row, data: '', request: '' }));
  }

  /** Its results are shown no more, and their copies are deleted. */
  async forgetResults({ id, taskId, files }: Pick<KeptTask, 'id' | 'taskId' | 'files'>): Promise<void> {
    await this.#copies.remove(copiesOf(files)).catch(unavailable);
    const { numUpdatedRows } = await this.#db
      .updateTable('tasks')
      .set({ files: '', data: '', copy_due_at: 0, updated_at: this.#clock.nowSeconds() })
      .where('id', '=', id)
      .where('files', '=', filesText(files))
      .executeTakeFirst()
      .catch(unavailable);
    if (numUpdatedRows === 1n) return;
    // A copy was made, or the task ended, meanwhile.
    const now = await this.findAny(taskId);
    if (now !== null) await this.forgetResults(now);
  }
}

/** @throws task.not_found */
export function notFound(id: string): never {
  throw new GatewayError('task.not_found', { id: id.slice(0, 100) });
}

/** The database does not answer. @throws gateway.unavailable */
export function unavailable(cause: unknown): never {
  throw new GatewayError('gateway.unavailable', {}, { cause });
}
