import { hasTaskEnded, type TaskStatus } from '@turnpike/contract';
import type { Updateable } from 'kysely';
import { chargeOf } from '../../billing/charge.ts';
import type { HeldWork } from '../../billing/held-work.ts';
import { noUsage, outputTokensOf } from '../../billing/usage.ts';
import type { Settlement } from '../../db/settlement.ts';
import { writeCalls } from '../../db/settlement-writer.ts';
import type { Db } from '../../db/store.ts';
import type { TaskTable } from '../../db/tables/call-tables.ts';
import type { Clock } from '../../platform/clock.ts';
import type { TaskLook } from '../../providers/task-form.ts';
import { storedHold } from '../call/work-terms.ts';
import { filesText, type KeptTask, type OpenTask, type StoredFile } from './kept-task.ts';
import type { TaskChanges } from './task-changes.ts';
import type { TaskCopies } from './task-copies.ts';
import { type TaskEnd, taskSettlement } from './task-settlement.ts';
import { chargedTokens, chargedUnits, type TaskTerms } from './task-terms.ts';
import { notFound, type Tasks } from './tasks.ts';

/** How a task ends. */
export interface Ending {
  status: Extract<TaskStatus, 'SUCCESS' | 'FAILURE' | 'CANCELLED' | 'MODAL'>;
  /** For callers; empty for a success. */
  reason: string;
  /** The vendor's own words, for administrators. */
  note?: string;
  endedBy: TaskEnd['endedBy'];
  errorCode?: string;
  measured?: TaskLook['measured'];
  /** In place of the stored ones. */
  terms?: TaskTerms;
  files?: readonly StoredFile[];
  data?: string;
  /** Number by which the vendor refused it. */
  code?: number;
}

/** The ends of tasks and their settlement, which happens once each. */
export class TaskEnds {
  readonly #db: Db;
  readonly #clock: Pick<Clock, 'nowSeconds'>;
  readonly #held: HeldWork;
  readonly #tasks: Pick<Tasks, 'findAny'>;
  readonly #changes: TaskChanges;
  readonly #copies: Pick<TaskCopies, 'settings'>;
  readonly #ending = new Map<string, Promise<KeptTask>>();

  constructor(needs: {
    db: Db;
    clock: Pick<Clock, 'nowSeconds'>;
    held: HeldWork;
    tasks: Pick<Tasks, 'findAny'>;
    changes: TaskChanges;
    copies: Pick<TaskCopies, 'settings'>;
  }) {
    this.#db = needs.db;
    this.#clock = needs.clock;
    this.#held = needs.held;
    this.#tasks = needs.tasks;
    this.#changes = needs.changes;
    this.#copies = needs.copies;
  }

  /**
   * Ends and charges a task, once: the transaction that writes the charge also changes the row.
   * @returns the task as it has ended, which may be otherwise if another process was first
   * @throws if the database rejects it; the points stay held then
   */
  end({ taskId }: Pick<OpenTask, 'taskId'>, ending: Ending): Promise<KeptTask> {
    const known = this.#ending.get(taskId);
    // The first one decides; both get what it wrote.
    if (known !== undefined) return known;
    const now = this.#endNow({ taskId }, ending).finally(() => this.#ending.delete(taskId));
    this.#ending.set(taskId, now);
    return now;
  }

  async #endNow(open: Pick<OpenTask, 'taskId'>, ending: Ending): Promise<KeptTask> {
    const task = (await this.#tasks.findAny(open.taskId)) ?? notFound(open.taskId);
    if (task.isSettled) return task;
    const { terms = task.terms } = ending;
    task.terms = terms;
    const usage = { ...noUsage(), ...(isCharged(ending) && usageOf(terms, ending)) };
    const charge = isCharged(ending) ? chargeOf(usage, terms.price, terms.exactRatio) : null;
    const cost =
      charge === null || terms.costRatio === null
        ? null
        : chargeOf(usage, terms.price, terms.costRatio).points;
    const points = charge?.points ?? 0;
    const amounts = {
      points: cost ?? points,
      tokens: outputTokensOf(usage),
      requests: isCharged(ending) ? 1 : 0,
    };
    const end: TaskEnd = {
      ...{ usage, charge, cost, endedBy: ending.endedBy, errorCode: ending.errorCode ?? '' },
      ...{ isEstimated: false, reason: ending.note ?? ending.reason },
    };
    let isFirst = true;
    try {
      await this.#held.settle(
        task.id,
        { points, amounts, stored: storedHold(task) },
        async (taken, counts) => {
          const nowSeconds = this.#clock.nowSeconds();
          const settlement = { ...taskSettlement(task, { end, taken, nowSeconds }), counts };
          isFirst = await this.#writeEnd(task, { ending, settlement, quota: taken.fromBalance + taken.debt });
        },
      );
    } catch (error) {
      const known = await this.#tasks.findAny(open.taskId);
      if (known?.isSettled === true) return known;
      throw error;
    }
    const ended = (await this.#tasks.findAny(open.taskId)) ?? task;
    if (isFirst) this.#changes.announce(ended);
    return ended;
  }

  async #writeEnd(
    task: KeptTask,
    { ending, settlement, quota }: { ending: Ending; settlement: Settlement; quota: number },
  ): Promise<boolean> {
    const nowSeconds = this.#clock.nowSeconds();
    const { status, reason, note, data, code } = ending;
    // Previews are no results.
    const files = isCharged(ending) ? ending.files : [];
    const change: Updateable<TaskTable> = {
      ...{ status, fail_reason: reason, quota, settled_at: nowSeconds, due_at: 0, updated_at: nowSeconds },
      ...(hasTaskEnded(status) && {
        finished_at: nowSeconds,
        progress: status === 'SUCCESS' ? 100 : task.progress,
      }),
      ...(note !== undefined && { note }),
      ...(files !== undefined && { files: filesText(files) }),
      ...(data !== undefined && { data }),
      ...(code !== undefined && { code }),
      ...{ sealed: '', ...(status === 'SUCCESS' && { request: '' }) },
      ...(files !== undefined && files.length > 0 && { copy_due_at: this.#copyDueAt(files), misses: 0 }),
      ...(task.notifyUrl !== '' && { notice_due_at: nowSeconds, notice_tries: 0 }),
    };
    return this.#db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('tasks')
        .set(change)
        .where('id', '=', task.id)
        .where('settled_at', '=', 0)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) return false;
      const origin = { type: 'call' as const, id: task.requestId };
      await writeCalls(trx, [settlement], { origin, nowSeconds, texts: this.#db });
      return true;
    });
  }

  /** Results are copied at once where the storage is on; those that are there already end some day. */
  #copyDueAt(files: readonly StoredFile[]): number {
    const isWanted = this.#copies.settings.place !== 'off' || files.some(({ copy }) => copy !== undefined);
    return isWanted ? this.#clock.nowSeconds() : 0;
  }
}

const isCharged = ({ status }: Ending): boolean => status === 'SUCCESS' || status === 'MODAL';

const usageOf = (terms: TaskTerms, { measured }: Ending) => ({
  units: chargedUnits(terms, measured?.units),
  textOutput: chargedTokens(terms, measured?.outputTokens),
});
