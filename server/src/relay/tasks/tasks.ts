import { hasTaskEnded, type TaskStatus } from '@turnpike/contract';
import type { Transaction, Updateable } from 'kysely';
import type { Hold } from '../../billing/account.ts';
import { chargeOf } from '../../billing/charge.ts';
import type { CountBook } from '../../billing/count-book.ts';
import type { CountHold } from '../../billing/count-hold.ts';
import { HeldWork } from '../../billing/held-work.ts';
import type { QuotaBook } from '../../billing/quota-book.ts';
import { noUsage, outputTokensOf } from '../../billing/usage.ts';
import { lockName } from '../../db/row-locks.ts';
import type { Settlement } from '../../db/settlement.ts';
import { writeCalls } from '../../db/settlement-writer.ts';
import type { Db } from '../../db/store.ts';
import type { TaskTable } from '../../db/tables/call-tables.ts';
import type { Tables } from '../../db/tables.ts';
import type { AnyReadTask } from '../../dialects/tasks/task-requests.ts';
import type { ChannelPlace } from '../../modules/routing/routing-snapshot.ts';
import type { Clock } from '../../platform/clock.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { TaskLook, TaskPlan } from '../../providers/task-form.ts';
import { formatTerms, type HeldBudgets, storedHold } from '../call/work-terms.ts';
import { type KeptTask, LISTED_COLUMNS, type OpenTask, type StoredFile, toKeptTask } from './kept-task.ts';
import type { TaskCopies } from './task-copies.ts';
import { type TaskEnd, taskSettlement } from './task-settlement.ts';
import { chargedTokens, chargedUnits, type TaskTerms } from './task-terms.ts';

/** Maximum number of tasks in progress per user. */
const MAX_OPEN = 1000;
/** Another text names no task; PostgreSQL refuses some. */
const TASK_ID = /^\w{1,64}$/;

/** A task before its vendor is asked. */
export interface NewTask {
  taskId: string;
  read: AnyReadTask;
  platform: string;
  place: ChannelPlace;
  plan: TaskPlan;
  terms: TaskTerms;
  userId: number;
  /** The request as JSON, to make it again; empty where it is too long. */
  request: string;
  notifyUrl: string;
}

/** Holds on counted budgets, and how they are stored. */
export interface HeldCounts {
  hold: CountHold;
  stored: HeldBudgets;
}

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

/** The part of a changed task that listeners get. */
export type TaskChange = Pick<KeptTask, 'taskId' | 'userId' | 'status' | 'progress'>;

/** The tasks of users, what is held for them, and their settlement, which happens once each. */
export class Tasks {
  readonly #db: Db;
  readonly #clock: Pick<Clock, 'nowSeconds'>;
  readonly #held: HeldWork;
  readonly #copies: Pick<TaskCopies, 'remove' | 'settings'>;
  readonly #ending = new Map<string, Promise<KeptTask>>();
  readonly #listeners = new Set<(change: TaskChange) => void>();

  constructor(needs: {
    db: Db;
    clock: Pick<Clock, 'nowSeconds'>;
    quotaBook: QuotaBook;
    countBook: CountBook;
    debtLimit: () => number;
    copies: Pick<TaskCopies, 'remove' | 'settings'>;
  }) {
    this.#db = needs.db;
    this.#clock = needs.clock;
    this.#held = new HeldWork(needs);
    this.#copies = needs.copies;
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

  /** Calls a listener at each change. @returns a function that ends this */
  onChange(listener: (change: TaskChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Records a task before its vendor is asked to begin it, so that none can run without a charge. It takes over the
   * hold of its call.
   * @throws task.too_many, gateway.unavailable; the hold is unchanged then
   */
  async announce(task: NewTask, hold: Hold): Promise<KeptTask> {
    const { userId, terms } = task;
    const row = await this.#db
      .transaction()
      .execute(async (trx) => {
        await lockName(trx, `tasks of ${userId}`);
        await assertFew(trx, userId);
        return trx
          .insertInto('tasks')
          .values({ ...this.#rowOf(task), held: hold.points, terms: formatTerms(terms) })
          .returningAll()
          .executeTakeFirstOrThrow();
      })
      .catch((error: unknown) =>
        error instanceof GatewayError ? Promise.reject(error) : unavailable(error),
      );
    this.#held.hold(row.id, { hold, counts: null });
    return toKeptTask(row);
  }

  #rowOf({ taskId, read, platform, place, plan, terms, userId, request, notifyUrl }: NewTask) {
    const nowSeconds = this.#clock.nowSeconds();
    return {
      ...{ task_id: taskId, dialect: read.dialect, platform, action: plan.action, model: terms.billedModel },
      ...{ user_id: userId, token_id: terms.tokenId, channel_id: place.channelId, key_id: place.keyId },
      ...{
        status: 'NOT_START' as const,
        prompt: read.prompt.replaceAll('\0', '\ufffd'),
        request,
        notify_url: notifyUrl,
      },
      ticket: JSON.stringify(plan.ticket ?? {}),
      asked: JSON.stringify(plan.asked ?? {}),
      ...{ created_at: nowSeconds, updated_at: nowSeconds, request_id: terms.requestId },
      // Looked for soon if this process ends before the vendor answers.
      due_at: nowSeconds + LOST_SECONDS,
      is_midjourney: read.dialect === 'midjourney' ? (1 as const) : (0 as const),
    };
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
    this.#changed(task);
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
    this.#changed(task);
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
    this.#changed({ ...task, status: 'UNKNOWN' });
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
    const files = rows.flatMap(({ files: text }) => JSON.parse(text) as StoredFile[]);
    return new Set(files.flatMap(({ copy }) => copy ?? []));
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
        ...(files !== undefined && { files: JSON.stringify(files) }),
        notice_due_at: eb.case().when('notify_url', '=', '').then(0).else(nowSeconds).end(),
      }))
      .where('id', '=', task.id)
      .where('settled_at', '=', 0)
      .where('status', 'in', statusesUpTo(status))
      .where('progress', '<=', progress)
      .executeTakeFirst();
    if (numUpdatedRows === 1n) this.#changed({ ...task, status, progress });
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

  /** Its results are shown no more. */
  async forgetResults({ id, files }: KeptTask): Promise<void> {
    await this.#db
      .updateTable('tasks')
      .set({ files: '', data: '', copy_due_at: 0, updated_at: this.#clock.nowSeconds() })
      .where('id', '=', id)
      .execute()
      .catch(unavailable);
    await this.#copies.remove(files.flatMap(({ copy }) => copy ?? []));
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
    const task = (await this.findAny(open.taskId)) ?? notFound(open.taskId);
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
      const known = await this.findAny(open.taskId);
      if (known?.isSettled === true) return known;
      throw error;
    }
    const ended = (await this.findAny(open.taskId)) ?? task;
    if (isFirst) this.#changed(ended);
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
      ...(files !== undefined && { files: JSON.stringify(files) }),
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

  #changed({ taskId, userId, status, progress }: TaskChange): void {
    for (const listener of this.#listeners) listener({ taskId, userId, status, progress });
  }
}

const isCharged = ({ status }: Ending): boolean => status === 'SUCCESS' || status === 'MODAL';

/** A task whose creation was not answered is looked for after this. */
const LOST_SECONDS = 90;

const usageOf = (terms: TaskTerms, { measured }: Ending) => ({
  units: chargedUnits(terms, measured?.units),
  textOutput: chargedTokens(terms, measured?.outputTokens),
});

async function assertFew(db: Db | Transaction<Tables>, userId: number): Promise<void> {
  const { count } = await db
    .selectFrom('tasks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('settled_at', '=', 0)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_OPEN) throw new GatewayError('task.too_many', { limit: MAX_OPEN });
}

function notFound(id: string): never {
  throw new GatewayError('task.not_found', { id: id.slice(0, 100) });
}

function unavailable(cause: unknown): never {
  throw new GatewayError('gateway.unavailable', {}, { cause });
}
