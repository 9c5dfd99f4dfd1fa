import { setTimeout as wait } from 'node:timers/promises';
import type { PlacedCall } from '../../modules/routing/request-places.ts';
import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';
import { LongTexts } from '../../platform/json/long-texts.ts';
import { BreakOff } from '../../platform/net/break-off.ts';
import type { AskVendor, TaskForm, TaskLook } from '../../providers/task-form.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { askingVendor } from './ask-vendor.ts';
import type { KeptTask, OpenTask } from './kept-task.ts';
import { LOST, recordLook } from './record-look.ts';
import { formOf, paceOf } from './task-forms.ts';

type LookDeps = Pick<
  RelayDeps,
  'tasks' | 'dueTasks' | 'taskChannels' | 'taskFiles' | 'upstreams' | 'signing' | 'clock' | 'report'
>;

/** Looks at the same time, in all and at one account. */
const AT_ONCE = 64;
const AT_ONCE_PER_ACCOUNT = 8;
/** The same for vendors whose answers have whole videos in them: an answer takes up to a hundred megabytes. */
const AT_ONCE_WITH_BYTES = 2;
/** Tasks that are taken at once. */
const TAKEN_AT_ONCE = 500;
/** A channel with so many tasks under way gets no more, and takes no room of others: its vendor may hang. */
const MANY_OF_CHANNEL = 100;
/** Tasks of one question, where a vendor answers about several. */
const ASKED_AT_ONCE = 50;
/** Limit of one look. */
const LOOK_MS = 60_000;
/** A task whose creation was not answered is given up after this, if its vendor does not list it. */
const UNCLEAR_SECONDS = 900;
/** Distances grow by a quarter, with a jitter of a fifth. */
const GROWTH = 1.25;
const JITTER = 0.2;
/** Without a form, as after a vendor was removed from the product. */
const NO_FORM_SECONDS = 300;

/** Asks vendors how tasks are, each vendor at its own distances. */
export class TaskLooks {
  readonly #deps: LookDeps;
  readonly #random: () => number;
  /** By id; a task is asked about once at a time. */
  readonly #underWay = new Map<number, { channelId: number; look: Promise<unknown> }>();
  readonly #ofAccounts = new Map<string, number>();

  constructor(deps: LookDeps, random: () => number = Math.random) {
    this.#deps = deps;
    this.#random = random;
  }

  /**
   * Begins to look at the tasks that are due.
   * @returns whether more may be due than could be begun
   */
  async start(): Promise<boolean> {
    const channels = Map.groupBy(this.#underWay.values(), ({ channelId }) => channelId);
    const full = [...channels].filter(([, looks]) => looks.length >= MANY_OF_CHANNEL);
    const room = TAKEN_AT_ONCE - this.#underWay.size + full.reduce((sum, [, looks]) => sum + looks.length, 0);
    if (room <= 0) return true;
    const due = await this.#deps.dueTasks.takeLooks(room, {
      dueAgain: (task) => this.#distance(task),
      exceptChannels: full.map(([channelId]) => channelId),
    });
    for (const group of this.#groupsOf(due.filter(({ id }) => !this.#underWay.has(id)))) {
      const look = this.#lookAtGroup(group);
      for (const { id, channelId } of group) this.#underWay.set(id, { channelId, look });
      void look.finally(() => {
        for (const { id } of group) this.#underWay.delete(id);
      });
    }
    return due.length === room;
  }

  /** Waits for the looks under way, but not for long. */
  async settled(limitMs: number): Promise<void> {
    await Promise.race([
      Promise.all([...this.#underWay.values()].map(({ look }) => look)),
      wait(limitMs, undefined, { ref: false }),
    ]);
  }

  get count(): number {
    return this.#underWay.size;
  }

  /**
   * Looks at one task now.
   * @throws if its vendor does not answer
   */
  async lookNow(task: OpenTask): Promise<OpenTask | KeptTask> {
    await this.#underWay.get(task.id)?.look;
    const now = this.#lookAt(task);
    this.#underWay.set(task.id, { channelId: task.channelId, look: now.catch(() => {}) });
    try {
      return await now;
    } finally {
      this.#underWay.delete(task.id);
    }
  }

  /** Seconds until a task is looked at again. */
  #distance({ platform, dialect, looks }: OpenTask): number {
    const pace = paceOf({ platform, dialect });
    // The form is loaded with the first look.
    if (pace === undefined) return FIRST_DISTANCE_SECONDS;
    const distance = Math.min(pace.longest, pace.first * GROWTH ** Math.min(looks, 40));
    return distance * (1 + JITTER * (this.#random() - 0.5));
  }

  /** Tasks of one account and one dialect, as many as a vendor answers about at once. */
  #groupsOf(tasks: readonly OpenTask[]): OpenTask[][] {
    const groups: OpenTask[][] = [];
    for (const [, same] of Map.groupBy(tasks, accountOf)) {
      for (let from = 0; from < same.length; from += ASKED_AT_ONCE)
        groups.push(same.slice(from, from + ASKED_AT_ONCE));
    }
    return groups;
  }

  /** Never fails: what cannot be asked now is asked again later. */
  async #lookAtGroup(group: readonly OpenTask[]): Promise<void> {
    const [first] = group;
    if (first === undefined) return;
    try {
      const form = await formOf(first);
      const channel = form === null ? null : await this.#deps.taskChannels.of(first);
      const several = group.filter(({ upstreamId }) => upstreamId !== '');
      if (form?.lookAtSeveral !== undefined && channel !== null && several.length > 1) {
        await this.#lookAtSeveral(several, { form, channel });
        await this.#oneByOne(
          group.filter(({ upstreamId }) => upstreamId === ''),
          form,
        );
      } else await this.#oneByOne(group, form);
    } catch (cause) {
      this.#report(first, cause);
    }
  }

  async #lookAtSeveral(
    group: readonly OpenTask[],
    { form, channel }: { form: TaskForm; channel: RoutingChannel },
  ): Promise<void> {
    const [first] = group as readonly [OpenTask];
    const { ask, texts, end } = this.#asking(first, channel);
    try {
      const several = form.lookAtSeveral;
      const asked =
        several === undefined
          ? Promise.resolve(NO_LOOKS)
          : this.#inTurn(placeOf(first, form), () => several(group, ask));
      const looks = await asked.catch(async (cause: unknown) => {
        for (const task of group) await this.#giveUpIfOld(task, { form, ask });
        throw cause;
      });
      for (const task of group) {
        const look: TaskLook = looks.get(task.upstreamId) ?? { state: 'missing' };
        await recordLook(task, { look, channel, texts, form }, this.#deps)
          .then((seen) => this.#giveUpIfOld(seen, { form, ask }))
          .catch((cause: unknown) => this.#report(task, cause));
      }
    } finally {
      end();
    }
  }

  async #oneByOne(group: readonly OpenTask[], form: TaskForm | null): Promise<void> {
    await Promise.all(
      group.map((task) =>
        this.#inTurn(placeOf(task, form), () => this.#lookAt(task)).catch((cause: unknown) =>
          this.#report(task, cause),
        ),
      ),
    );
  }

  async #lookAt(task: OpenTask): Promise<OpenTask | KeptTask> {
    const { tasks, taskChannels, clock } = this.#deps;
    const form = await formOf(task);
    const channel = form === null ? null : await taskChannels.of(task);
    if (form === null || channel === null) {
      const isOld = clock.nowSeconds() - task.createdAt > NO_FORM_SECONDS;
      return isOld ? tasks.end(task, { ...LOST, note: 'Its channel or key is gone.' }) : task;
    }
    const { ask, texts, end } = this.#asking(task, channel);
    try {
      if (task.upstreamId === '') return await this.#findUnclear(task, { form, ask });
      const look = await form.look(task, ask);
      const seen = await recordLook(task, { look, channel, texts, form }, this.#deps);
      return await this.#giveUpIfOld(seen, { form, ask });
    } catch (cause) {
      const seen =
        task.upstreamId === ''
          ? await this.#giveUpUnclear(task)
          : await this.#giveUpIfOld(task, { form, ask });
      if (seen !== task) return seen;
      throw cause;
    } finally {
      end();
    }
  }

  /** Looks for a task whose creation was not answered. */
  async #findUnclear(
    task: OpenTask,
    { form, ask }: { form: TaskForm; ask: AskVendor },
  ): Promise<OpenTask | KeptTask> {
    const { tasks } = this.#deps;
    const begun = await form.find?.(task.taskId, task, ask);
    if (begun) {
      await tasks.found(task, { upstreamId: begun.upstreamId, ticket: { ...task.ticket, ...begun.ticket } });
      return task;
    }
    return this.#giveUpUnclear(task);
  }

  /** Ends a task that its vendor does not list, or whose list cannot be read, after a while. */
  async #giveUpUnclear(task: OpenTask): Promise<OpenTask | KeptTask> {
    const { tasks, clock } = this.#deps;
    if (clock.nowSeconds() - task.createdAt <= UNCLEAR_SECONDS) return task;
    return tasks.end(task, { ...LOST, reason: 'The provider did not begin it.' });
  }

  /** Ends a task that takes longer than its vendor's tasks ever do. */
  async #giveUpIfOld<Task extends OpenTask>(
    task: Task,
    { form, ask }: { form: TaskForm; ask: AskVendor },
  ): Promise<Task | KeptTask> {
    const { tasks, clock } = this.#deps;
    const isOpen = task.status !== 'SUCCESS' && task.status !== 'FAILURE' && task.status !== 'CANCELLED';
    if (!isOpen || task.status === 'MODAL') return task;
    if (clock.nowSeconds() - task.createdAt <= form.pace.deadline) return task;
    if (task.upstreamId !== '') await form.cancel?.(task, ask).catch(() => false);
    return tasks.end(task, {
      ...{
        status: 'FAILURE',
        reason: 'It took too long.',
        endedBy: 'timeout',
        errorCode: 'upstream.timeout',
      },
    });
  }

  #asking(task: OpenTask, channel: RoutingChannel): { ask: AskVendor; texts: LongTexts; end: () => void } {
    const texts = new LongTexts();
    const breakOff = new BreakOff();
    const timer = setTimeout(() => breakOff.break(), LOOK_MS).unref();
    const asking = { channel, call: placedCall(task), upstreamModel: task.model, texts, breakOff };
    return { ask: askingVendor(asking, this.#deps), texts, end: () => clearTimeout(timer) };
  }

  /** Runs a look when its account and the process have room. */
  async #inTurn<Result>(
    { account, atOnce }: ReturnType<typeof placeOf>,
    look: () => Promise<Result>,
  ): Promise<Result> {
    while (this.#running >= AT_ONCE || (this.#ofAccounts.get(account) ?? 0) >= atOnce)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running += 1;
    this.#ofAccounts.set(account, (this.#ofAccounts.get(account) ?? 0) + 1);
    try {
      return await look();
    } finally {
      this.#running -= 1;
      const left = (this.#ofAccounts.get(account) ?? 1) - 1;
      if (left === 0) this.#ofAccounts.delete(account);
      else this.#ofAccounts.set(account, left);
      for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }
  #running = 0;
  #waiting: (() => void)[] = [];

  #report({ taskId }: OpenTask, cause: unknown): void {
    this.#deps.report({ requestId: taskId, message: 'a task could not be looked at', cause });
  }
}

const FIRST_DISTANCE_SECONDS = 10;
const NO_LOOKS: ReadonlyMap<string, TaskLook> = new Map();

const accountOf = ({ channelId, keyId, platform, dialect }: OpenTask): string =>
  `${channelId} ${keyId} ${platform} ${dialect}`;

const placeOf = (task: OpenTask, form: TaskForm | null): { account: string; atOnce: number } =>
  form?.sendsBytes === true
    ? { account: 'bytes', atOnce: AT_ONCE_WITH_BYTES }
    : { account: accountOf(task), atOnce: AT_ONCE_PER_ACCOUNT };

/** Values for the placeholders in the channel's headers; the names of user and key are not read for each look. */
const placedCall = ({ taskId, userId, model }: OpenTask): PlacedCall => ({
  requestId: taskId,
  identity: { userId, username: '', tokenName: '' },
  payingGroup: null,
  facts: { model },
});
