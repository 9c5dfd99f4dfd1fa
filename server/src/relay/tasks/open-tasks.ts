import type { TaskStatus } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import type { Hold } from '../../billing/account.ts';
import type { CountHold } from '../../billing/count-hold.ts';
import type { HeldWork } from '../../billing/held-work.ts';
import { lockName } from '../../db/row-locks.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import type { Clock } from '../../platform/clock.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { formatTerms, type HeldBudgets, storedHold } from '../call/work-terms.ts';
import { filesText, type KeptTask, type OpenTask, type StoredFile, toKeptTask } from './kept-task.ts';
import { type NewTask, rowOf } from './new-task.ts';
import type { TaskChanges } from './task-changes.ts';
import type { TaskTerms } from './task-terms.ts';
import { unavailable } from './tasks.ts';

/** Maximum number of tasks in progress per user. */
const MAX_OPEN = 1000;

/** Holds on counted budgets, and how they are stored. */
export interface HeldCounts {
  hold: CountHold;
  stored: HeldBudgets;
}

/** Order of the states that a task goes through; it never goes back. */
const ranks: Readonly<Record<TaskStatus, number>> = {
  NOT_START: 0,
  SUBMITTED: 1,
  UNKNOWN: 1,
  QUEUED: 2,
  IN_PROGRESS: 3,
  MODAL: 4,
  SUCCESS: 5,
  FAILURE: 5,
  CANCELLED: 5,
};
const statusesUpTo = (status: TaskStatus): TaskStatus[] =>
  (Object.keys(ranks) as TaskStatus[]).filter((one) => ranks[one] <= ranks[status]);

/** Tasks until they end: what is held for them, and the states that they go through. */
export class OpenTasks {
  readonly #db: Db;
  readonly #clock: Pick<Clock, 'nowSeconds'>;
  readonly #held: HeldWork;
  readonly #changes: TaskChanges;

  constructor(needs: { db: Db; clock: Pick<Clock, 'nowSeconds'>; held: HeldWork; changes: TaskChanges }) {
    this.#db = needs.db;
    this.#clock = needs.clock;
    this.#held = needs.held;
    this.#changes = needs.changes;
  }

  /** Holds the points of tasks in progress again after a restart, before any call is admitted. */
  async holdAllAgain(): Promise<void> {
    for (let after = 0; ; ) {
      const rows = await this.#db
        .selectFrom('tasks')
        .selectAll()
        .where('settled_at', '=', 0)
        .where('id', '>', after)
        .orderBy('id')
        .limit(500)
        .execute();
      for (const task of rows.map(toKeptTask)) await this.#held.restore(task.id, storedHold(task));
      const last = rows.at(-1);
      if (last === undefined || rows.length < 500) return;
      after = last.id;
    }
  }

  /**
   * Records a task before its vendor is asked to begin it, so that none can run without a charge. It takes over the
   * hold of its call.
   * @throws task.too_many, gateway.unavailable; the hold is unchanged then
   */
  async announce(task: NewTask, hold: Hold): Promise<KeptTask> {
    const { userId } = task;
    const row = await this.#db
      .transaction()
      .execute(async (trx) => {
        await lockName(trx, `tasks of ${userId}`);
        await assertFew(trx, userId);
        return trx
          .insertInto('tasks')
          .values({ ...rowOf(task, this.#clock.nowSeconds()), held: hold.points })
          .returningAll()
          .executeTakeFirstOrThrow();
      })
      .catch((error: unknown) =>
        error instanceof GatewayError ? Promise.reject(error) : unavailable(error),
      );
    this.#held.hold(row.id, { hold, counts: null });
    return toKeptTask(row);
  }

  /** Moves a task that no vendor has taken to another place. */
  async moveTo(
    task: KeptTask,
    { place, platform, plan, terms }: Pick<NewTask, 'place' | 'platform' | 'plan' | 'terms'>,
  ): Promise<void> {
    await this.#db
      .updateTable('tasks')
      .set({
        ...{ channel_id: place.channelId, key_id: place.keyId, platform, action: plan.action },
        ...{ model: terms.billedModel, terms: formatTerms(terms) },
        ticket: JSON.stringify(plan.ticket ?? {}),
        asked: JSON.stringify(plan.asked ?? {}),
      })
      .where('id', '=', task.id)
      .where('settled_at', '=', 0)
      .execute()
      .catch(unavailable);
    Object.assign(task, {
      ...{ ...place, platform, action: plan.action, model: terms.billedModel, terms },
      ...{ ticket: plan.ticket ?? {}, asked: plan.asked ?? {} },
    });
  }

  /**
   * The vendor has begun it, or may have. The task takes over what is held on counted budgets.
   * @param begun null: nobody knows
   * @throws if that cannot be written
   */
  async begin(
    task: KeptTask,
    begun: { upstreamId: string; ticket: OpenTask['ticket']; code?: number } | null,
    { dueAt, note = '', counted }: { dueAt: number; note?: string; counted: HeldCounts | null },
  ): Promise<void> {
    const { upstreamId = '', ticket = task.ticket, code } = begun ?? {};
    const status = begun === null ? 'UNKNOWN' : 'SUBMITTED';
    const terms: TaskTerms = counted === null ? task.terms : { ...task.terms, counted: counted.stored };
    const { numUpdatedRows } = await this.#db
      .updateTable('tasks')
      .set({
        ...{ upstream_id: upstreamId, ticket: JSON.stringify(ticket), status, terms: formatTerms(terms) },
        ...{ due_at: dueAt, updated_at: this.#clock.nowSeconds(), note, ...(code !== undefined && { code }) },
      })
      .where('id', '=', task.id)
      .where('settled_at', '=', 0)
      .where('upstream_id', 'in', ['', upstreamId])
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new Error('the task has ended meanwhile');
    if (counted !== null) this.#held.addCounts(task.id, counted.hold);
    Object.assign(task, { upstreamId, ticket, status, terms, note, ...(code !== undefined && { code }) });
    this.#changes.announce(task);
  }

  /** The vendor's id of a task whose creation was not answered. */
  async found(
    task: OpenTask,
    { upstreamId, ticket }: Pick<OpenTask, 'upstreamId' | 'ticket'>,
  ): Promise<void> {
    await this.#db
      .updateTable('tasks')
      .set({ upstream_id: upstreamId, ticket: JSON.stringify(ticket), status: 'SUBMITTED', misses: 0 })
      .where('id', '=', task.id)
      .where('settled_at', '=', 0)
      .where('upstream_id', '=', '')
      .execute();
    Object.assign(task, { upstreamId, ticket, status: 'SUBMITTED' });
    this.#changes.announce(task);
  }

  /** The vendor does not know it. */
  async markUnknown(task: OpenTask): Promise<void> {
    await this.#db
      .updateTable('tasks')
      .set({ status: 'UNKNOWN', updated_at: this.#clock.nowSeconds() })
      .where('id', '=', task.id)
      .where('settled_at', '=', 0)
      .where('status', 'in', ['NOT_START', 'SUBMITTED', 'QUEUED', 'IN_PROGRESS'])
      .execute();
    this.#changes.announce({ ...task, status: 'UNKNOWN' });
  }

  /** Records progress; a state that goes back is ignored. */
  async advance(
    task: OpenTask,
    {
      status,
      progress,
      data,
      files,
    }: { status: TaskStatus; progress: number; data?: string; files?: readonly StoredFile[] },
  ): Promise<void> {
    const isStarted = status === 'IN_PROGRESS' && ranks[task.status] < ranks.IN_PROGRESS;
    const nowSeconds = this.#clock.nowSeconds();
    const { numUpdatedRows } = await this.#db
      .updateTable('tasks')
      .set((eb) => ({
        ...{ status, progress, misses: 0, updated_at: nowSeconds, notice_tries: 0 },
        ...(isStarted && { started_at: nowSeconds }),
        ...(data !== undefined && { data }),
        ...(files !== undefined && { files: filesText(files) }),
        notice_due_at: eb.case().when('notify_url', '=', '').then(0).else(nowSeconds).end(),
      }))
      .where('id', '=', task.id)
      .where('settled_at', '=', 0)
      .where('status', 'in', statusesUpTo(status))
      .where('progress', '<=', progress)
      .executeTakeFirst();
    if (numUpdatedRows === 1n) this.#changes.announce({ ...task, status, progress });
  }

  /** @returns how often in a row the vendor did not know it */
  async noteMiss({ id, misses }: OpenTask): Promise<number> {
    await this.#db
      .updateTable('tasks')
      .set((eb) => ({ misses: eb('misses', '+', 1) }))
      .where('id', '=', id)
      .where('settled_at', '=', 0)
      .execute();
    return misses + 1;
  }
}

async function assertFew(db: Db | Transaction<Tables>, userId: number): Promise<void> {
  const { count } = await db
    .selectFrom('tasks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('settled_at', '=', 0)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_OPEN) throw new GatewayError('task.too_many', { limit: MAX_OPEN });
}
