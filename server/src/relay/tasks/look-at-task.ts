import type { PlacedCall } from '../../modules/routing/request-places.ts';
import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';
import { LongTexts } from '../../platform/json/long-texts.ts';
import { BreakOff } from '../../platform/net/break-off.ts';
import type { AskVendor, TaskForm, TaskLook } from '../../providers/task-form.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { askingVendor } from './ask-vendor.ts';
import type { KeptTask, OpenTask } from './kept-task.ts';
import { LOST, recordLook } from './record-look.ts';
import { formOf } from './task-forms.ts';

export type LookDeps = Pick<
  RelayDeps,
  'openTasks' | 'taskEnds' | 'taskChannels' | 'taskFiles' | 'upstreams' | 'signing' | 'clock' | 'report'
>;

/** Limit of one look. */
const LOOK_MS = 60_000;
/** A task whose creation was not answered is given up after this, if its vendor does not list it. */
const UNCLEAR_SECONDS = 900;
/** Without a form, as after a vendor was removed from the product. */
const NO_FORM_SECONDS = 300;

/** How a task is asked about. */
interface Asking {
  form: TaskForm;
  ask: AskVendor;
}

/**
 * Asks the vendor of a task how it is, and records the answer.
 * @throws if the vendor does not answer
 */
export async function lookAtTask(task: OpenTask, deps: LookDeps): Promise<OpenTask | KeptTask> {
  const { taskEnds, taskChannels, clock } = deps;
  const form = await formOf(task);
  const channel = form === null ? null : await taskChannels.of(task);
  if (form === null || channel === null) {
    const isOld = clock.nowSeconds() - task.createdAt > NO_FORM_SECONDS;
    return isOld ? taskEnds.end(task, { ...LOST, note: 'Its channel or key is gone.' }) : task;
  }
  const { ask, texts, end } = openLook(task, channel, deps);
  try {
    if (task.upstreamId === '') return await findUnclear(task, { form, ask }, deps);
    const look = await form.look(task, ask);
    const seen = await recordLook(task, { look, channel, texts, form }, deps);
    return await giveUpIfOld(seen, { form, ask }, deps);
  } catch (cause) {
    const seen =
      task.upstreamId === '' ? await giveUpUnclear(task, deps) : await giveUpIfOld(task, { form, ask }, deps);
    if (seen !== task) return seen;
    throw cause;
  } finally {
    end();
  }
}

const NO_LOOKS: ReadonlyMap<string, TaskLook> = new Map();

/**
 * Asks a vendor about several tasks of one account at once.
 * @throws if the vendor does not answer
 */
export async function lookAtSeveral(
  tasks: readonly OpenTask[],
  { form, channel }: { form: TaskForm; channel: RoutingChannel },
  deps: LookDeps,
): Promise<void> {
  const [first] = tasks as readonly [OpenTask];
  const { ask, texts, end } = openLook(first, channel, deps);
  try {
    const asked = form.lookAtSeveral?.(tasks, ask) ?? Promise.resolve(NO_LOOKS);
    const looks = await asked.catch(async (cause: unknown) => {
      for (const task of tasks) await giveUpIfOld(task, { form, ask }, deps);
      throw cause;
    });
    for (const task of tasks) {
      const look: TaskLook = looks.get(task.upstreamId) ?? { state: 'missing' };
      await recordLook(task, { look, channel, texts, form }, deps)
        .then((seen) => giveUpIfOld(seen, { form, ask }, deps))
        .catch((cause: unknown) => reportLook(task, cause, deps));
    }
  } finally {
    end();
  }
}

export const reportLook = ({ taskId }: OpenTask, cause: unknown, { report }: LookDeps): void =>
  report({ requestId: taskId, message: 'a task could not be looked at', cause });

/** Looks for a task whose creation was not answered. */
async function findUnclear(
  task: OpenTask,
  { form, ask }: Asking,
  deps: LookDeps,
): Promise<OpenTask | KeptTask> {
  const begun = await form.find?.(task.taskId, task, ask);
  if (!begun) return giveUpUnclear(task, deps);
  const ticket = { ...task.ticket, ...begun.ticket };
  await deps.openTasks.found(task, { upstreamId: begun.upstreamId, ticket });
  return task;
}

/** Ends a task that its vendor does not list, or whose list cannot be read, after a while. */
async function giveUpUnclear(
  task: OpenTask,
  { taskEnds, clock }: Pick<LookDeps, 'taskEnds' | 'clock'>,
): Promise<OpenTask | KeptTask> {
  if (clock.nowSeconds() - task.createdAt <= UNCLEAR_SECONDS) return task;
  return taskEnds.end(task, { ...LOST, reason: 'The provider did not begin it.' });
}

/** Ends a task that takes longer than its vendor's tasks ever do. */
async function giveUpIfOld<Task extends OpenTask>(
  task: Task,
  { form, ask }: Asking,
  { taskEnds, clock }: Pick<LookDeps, 'taskEnds' | 'clock'>,
): Promise<Task | KeptTask> {
  const isOpen = task.status !== 'SUCCESS' && task.status !== 'FAILURE' && task.status !== 'CANCELLED';
  if (!isOpen || task.status === 'MODAL') return task;
  if (clock.nowSeconds() - task.createdAt <= form.pace.deadline) return task;
  if (task.upstreamId !== '') await form.cancel?.(task, ask).catch(() => false);
  return taskEnds.end(task, {
    ...{ status: 'FAILURE', reason: 'It took too long.' },
    ...{ endedBy: 'timeout', errorCode: 'upstream.timeout' },
  });
}

function openLook(
  task: OpenTask,
  channel: RoutingChannel,
  deps: LookDeps,
): { ask: AskVendor; texts: LongTexts; end: () => void } {
  const texts = new LongTexts();
  const breakOff = new BreakOff();
  const timer = setTimeout(() => breakOff.break(), LOOK_MS).unref();
  const asking = { channel, call: placedCall(task), upstreamModel: task.model, texts, breakOff };
  return { ask: askingVendor(asking, deps), texts, end: () => clearTimeout(timer) };
}

/** Values for the placeholders in the channel's headers; the names of user and key are not read for each look. */
const placedCall = ({ taskId, userId, model }: OpenTask): PlacedCall => ({
  requestId: taskId,
  identity: { userId, username: '', tokenName: '' },
  payingGroup: null,
  facts: { model },
});
