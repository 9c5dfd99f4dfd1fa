import { setTimeout as wait } from 'node:timers/promises';
import type { TaskForm } from '../../providers/task-form.ts';
import type { RelayDeps } from '../relay-deps.ts';
import type { KeptTask, OpenTask } from './kept-task.ts';
import { type LookDeps, lookAtSeveral, lookAtTask, reportLook } from './look-at-task.ts';
import { formOf, paceOf } from './task-forms.ts';
import { type Room, Turns } from './turns.ts';

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
/** Distances grow by a quarter, with a jitter of a fifth. */
const GROWTH = 1.25;
const JITTER = 0.2;

/** Asks vendors how tasks are, each vendor at its own distances. */
export class TaskLooks {
  readonly #deps: LookDeps & Pick<RelayDeps, 'dueTasks'>;
  readonly #random: () => number;
  /** By id; a task is asked about once at a time. */
  readonly #underWay = new Map<number, { channelId: number; look: Promise<unknown> }>();
  readonly #turns = new Turns(AT_ONCE);

  constructor(deps: LookDeps & Pick<RelayDeps, 'dueTasks'>, random: () => number = Math.random) {
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
    const now = lookAtTask(task, this.#deps);
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
        await this.#turns.take(roomOf(first, form), () =>
          lookAtSeveral(several, { form, channel }, this.#deps),
        );
        await this.#oneByOne(
          group.filter(({ upstreamId }) => upstreamId === ''),
          form,
        );
      } else await this.#oneByOne(group, form);
    } catch (cause) {
      reportLook(first, cause, this.#deps);
    }
  }

  async #oneByOne(group: readonly OpenTask[], form: TaskForm | null): Promise<void> {
    await Promise.all(
      group.map((task) =>
        this.#turns
          .take(roomOf(task, form), () => lookAtTask(task, this.#deps))
          .catch((cause: unknown) => reportLook(task, cause, this.#deps)),
      ),
    );
  }
}

const FIRST_DISTANCE_SECONDS = 10;

const accountOf = ({ channelId, keyId, platform, dialect }: OpenTask): string =>
  `${channelId} ${keyId} ${platform} ${dialect}`;

const roomOf = (task: OpenTask, form: TaskForm | null): Room =>
  form?.sendsBytes === true
    ? { name: 'bytes', atOnce: AT_ONCE_WITH_BYTES }
    : { name: accountOf(task), atOnce: AT_ONCE_PER_ACCOUNT };
