import type { Db } from '../../db/store.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  filesText,
  type KeptTask,
  OPEN_COLUMNS,
  type OpenTask,
  type StoredFile,
  toKeptTask,
  toOpenTask,
} from './kept-task.ts';
import type { TaskCopies } from './task-copies.ts';

/** A task with a notice that is due. */
export interface TakenNotice {
  task: KeptTask;
  tries: number;
}

const DAY_SECONDS = 86_400;
const READ_AT_ONCE = 500;
/** A process that copies and ends is followed by another one after this. */
const COPY_SECONDS = 7200;

/** Seconds between the tries of a notice. */
const NOTICE_PAUSES = [10, 60, 300, 1800, 7200];

/** Work that is due for tasks: looks, copies of results, notices. Each is taken by one process. */
export class DueTasks {
  readonly #db: Db;
  readonly #clock: Pick<Clock, 'nowSeconds'>;
  readonly #copies: Pick<TaskCopies, 'remove'>;

  constructor(needs: { db: Db; clock: Pick<Clock, 'nowSeconds'>; copies: Pick<TaskCopies, 'remove'> }) {
    this.#db = needs.db;
    this.#clock = needs.clock;
    this.#copies = needs.copies;
  }

  /**
   * Takes the tasks that are to be looked at, and sets when each is due again.
   * @param dueAgain seconds from now
   */
  async takeLooks(
    limit: number,
    { dueAgain, exceptChannels }: { dueAgain: (task: OpenTask) => number; exceptChannels: readonly number[] },
  ): Promise<OpenTask[]> {
    const nowSeconds = this.#clock.nowSeconds();
    let due = this.#db.selectFrom('tasks').select(OPEN_COLUMNS);
    if (exceptChannels.length > 0) due = due.where('channel_id', 'not in', exceptChannels);
    const rows = await due
      .where('due_at', '>', 0)
      .where('due_at', '<=', nowSeconds)
      .orderBy('due_at')
      .limit(limit)
      .execute();
    const found = rows.map(toOpenTask);
    const taken = new Set<number>();
    for (const [seconds, group] of Map.groupBy(found, (task) => Math.max(1, Math.round(dueAgain(task))))) {
      const updated = await this.#db
        .updateTable('tasks')
        .set((eb) => ({ due_at: nowSeconds + seconds, looks: eb('looks', '+', 1) }))
        .where(
          'id',
          'in',
          group.map(({ id }) => id),
        )
        .where('due_at', '>', 0)
        .where('due_at', '<=', nowSeconds)
        .returning('id')
        .execute();
      for (const { id } of updated) taken.add(id);
    }
    return found.filter(({ id }) => taken.has(id));
  }

  /** The vendor is asked about it at once. */
  async makeDue(taskId: string): Promise<void> {
    await this.#db
      .updateTable('tasks')
      .set({ due_at: this.#clock.nowSeconds() })
      .where('task_id', '=', taskId)
      .where('due_at', '>', this.#clock.nowSeconds())
      .execute();
  }

  /** Takes tasks whose results are to be copied or deleted. */
  async takeCopies(limit: number): Promise<KeptTask[]> {
    const nowSeconds = this.#clock.nowSeconds();
    const due = await this.#db
      .selectFrom('tasks')
      .select(['id', 'copy_due_at'])
      .where('copy_due_at', '>', 0)
      .where('copy_due_at', '<=', nowSeconds)
      .orderBy('copy_due_at')
      .limit(limit)
      .execute();
    const taken: KeptTask[] = [];
    for (const { id, copy_due_at } of due) {
      const row = await this.#db
        .updateTable('tasks')
        .set({ copy_due_at: nowSeconds + COPY_SECONDS })
        .where('id', '=', id)
        .where('copy_due_at', '=', copy_due_at)
        .returningAll()
        .executeTakeFirst();
      if (row !== undefined) taken.push(toKeptTask(row));
    }
    return taken;
  }

  /**
   * Copies that are too old since `TaskStorageDays` became less are due now.
   * @returns how many
   */
  async makeOldCopiesDue(days: number, isStopped: () => boolean): Promise<number> {
    const nowSeconds = this.#clock.nowSeconds();
    let made = 0;
    for (let after = { due: nowSeconds, id: 0 }; !isStopped(); ) {
      const rows = await this.#db
        .selectFrom('tasks')
        .select(['id', 'copy_due_at', 'finished_at'])
        .where('copy_due_at', '>', 0)
        .where('copy_due_at', '>=', after.due)
        .where((eb) => eb.or([eb('copy_due_at', '>', after.due), eb('id', '>', after.id)]))
        .orderBy('copy_due_at')
        .orderBy('id')
        .limit(READ_AT_ONCE)
        .execute();
      const old = rows.filter(
        (row) => row.finished_at > 0 && row.finished_at + days * DAY_SECONDS <= nowSeconds,
      );
      if (old.length > 0)
        await this.#db
          .updateTable('tasks')
          .set({ copy_due_at: nowSeconds })
          .where(
            'id',
            'in',
            old.map(({ id }) => id),
          )
          .where('copy_due_at', '>', nowSeconds)
          .execute();
      made += old.length;
      const last = rows.at(-1);
      if (last === undefined || rows.length < READ_AT_ONCE) break;
      after = { due: last.copy_due_at, id: last.id };
    }
    return made;
  }

  /** Stores what has become of a task's results. */
  async keepFiles(
    { id, files: before }: Pick<KeptTask, 'id' | 'files'>,
    { files, dueAt, isMiss = false }: { files: readonly StoredFile[]; dueAt: number; isMiss?: boolean },
  ): Promise<void> {
    const { numUpdatedRows } = await this.#db
      .updateTable('tasks')
      .set((eb) => ({
        ...{ files: filesText(files), copy_due_at: dueAt },
        misses: isMiss ? eb('misses', '+', 1) : 0,
      }))
      .where('id', '=', id)
      .where('files', '=', filesText(before))
      .executeTakeFirst();
    if (numUpdatedRows === 1n) return;
    // Its owner has deleted the results meanwhile.
    const known = new Set(before.map(({ copy }) => copy));
    await this.#copies.remove(
      files.flatMap(({ copy }) => (copy === undefined || known.has(copy) ? [] : [copy])),
    );
  }

  /** Takes the notices that are due. Each is due again unless it is sent. */
  async takeNotices(limit: number): Promise<TakenNotice[]> {
    const nowSeconds = this.#clock.nowSeconds();
    const due = await this.#db
      .selectFrom('tasks')
      .select(['id', 'notice_tries', 'updated_at'])
      .where('notice_due_at', '>', 0)
      .where('notice_due_at', '<=', nowSeconds)
      .orderBy('notice_due_at')
      .limit(limit)
      .execute();
    const taken: TakenNotice[] = [];
    for (const { id, notice_tries: tries } of due) {
      const pause = NOTICE_PAUSES[tries];
      const row = await this.#db
        .updateTable('tasks')
        // After the last try the notice is given up.
        .set({ notice_tries: tries + 1, notice_due_at: pause === undefined ? 0 : nowSeconds + pause })
        .where('id', '=', id)
        .where('notice_tries', '=', tries)
        .where('notice_due_at', '>', 0)
        .where('notice_due_at', '<=', nowSeconds)
        .returningAll()
        .executeTakeFirst();
      if (row !== undefined) taken.push({ task: toKeptTask(row), tries: tries + 1 });
    }
    return taken;
  }

  /** A notice was accepted. A change in the meantime is due by itself. */
  async noticeSent({ task, tries }: TakenNotice): Promise<void> {
    await this.#db
      .updateTable('tasks')
      .set({ notice_due_at: 0 })
      .where('id', '=', task.id)
      .where('notice_tries', '=', tries)
      .where('updated_at', '=', task.updatedAt)
      .execute();
  }
}
