import type { TaskStatus } from '@turnpike/contract';
import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';
import type { LongTexts } from '../../platform/json/long-texts.ts';
import type { TaskForm, TaskLook } from '../../providers/task-form.ts';
import { MAX_READ_LENGTH, textForCaller, textForOperator } from '../answer/vendor-text.ts';
import type { RelayDeps } from '../relay-deps.ts';
import type { KeptTask, OpenTask } from './kept-task.ts';
import { storedData, storedFiles } from './stored-look.ts';
import type { Ending } from './task-ends.ts';

/** A task that the vendor does not know so often in a row, at that age, is lost for now. */
const MISSES_TO_UNKNOWN = 3;
const UNKNOWN_AFTER_SECONDS = 300;
/** … and is given up and not charged. */
const MISSES_TO_GIVE_UP = 20;

const statuses = { queued: 'QUEUED', running: 'IN_PROGRESS' } as const satisfies Partial<
  Record<TaskLook['state'], TaskStatus>
>;

export interface Looked {
  look: TaskLook;
  channel: RoutingChannel;
  texts: LongTexts;
  form: Pick<TaskForm, 'pace'>;
}

/** Records what a vendor says about a task; one that has ended is charged or given back. */
export async function recordLook<Task extends OpenTask>(
  task: Task,
  { look, channel, texts }: Looked,
  deps: Pick<RelayDeps, 'openTasks' | 'taskEnds' | 'taskFiles' | 'clock'>,
): Promise<Task | KeptTask> {
  const { openTasks, taskEnds } = deps;
  const { state } = look;
  if (state === 'missing') return recordMiss(task, deps);
  const data = storedData(look.data, { texts, channel });
  if (state === 'queued' || state === 'running') {
    const status = statuses[state];
    const progress = progressOf(task, look);
    if (status === task.status && progress === task.progress) return task;
    const files = look.files?.length ? await storedFiles(task, { look, texts, channel }, deps) : undefined;
    await openTasks.advance(task, {
      status,
      progress,
      ...(data !== null && { data }),
      ...(files && { files }),
    });
    return { ...task, status, progress };
  }
  const said = texts.withHeads(look.reason ?? '', MAX_READ_LENGTH);
  const ending = { ...(data !== null && { data }), measured: look.measured };
  if (state === 'failed' || state === 'cancelled') {
    const reason = said === '' ? USUAL_REASONS[state] : textForCaller(said, channel);
    const errorCode = look.isFiltered === true ? 'upstream.content_filter' : 'upstream.error';
    return taskEnds.end(task, {
      ...{ ...ending, status: state === 'failed' ? 'FAILURE' : 'CANCELLED', reason },
      ...{
        note: textForOperator(said, channel),
        endedBy: state === 'failed' ? 'upstream' : 'client',
        errorCode,
      },
    });
  }
  const files = await storedFiles(task, { look, texts, channel }, deps);
  if (files.length === 0 && look.files?.length) return taskEnds.end(task, NO_RESULT);
  const status = state === 'waiting' ? 'MODAL' : 'SUCCESS';
  return taskEnds.end(task, { ...ending, status, reason: '', endedBy: 'completed', files });
}

const USUAL_REASONS = {
  failed: 'The provider could not make it.',
  cancelled: 'It was cancelled.',
} as const;

/** Progress never falls; a running task has some, and only an ended one has all. */
function progressOf({ progress }: Pick<OpenTask, 'progress'>, look: TaskLook): number {
  const said = look.progress ?? (look.state === 'running' ? 1 : 0);
  const whole = Number.isFinite(said) ? Math.trunc(said) : 0;
  return Math.min(99, Math.max(progress, whole, 0));
}

async function recordMiss<Task extends OpenTask>(
  task: Task,
  { openTasks, taskEnds, clock }: Pick<RelayDeps, 'openTasks' | 'taskEnds' | 'clock'>,
): Promise<Task | KeptTask> {
  const misses = await openTasks.noteMiss(task);
  if (misses >= MISSES_TO_GIVE_UP) return taskEnds.end(task, LOST);
  const isOld = clock.nowSeconds() - task.createdAt >= UNKNOWN_AFTER_SECONDS;
  if (misses >= MISSES_TO_UNKNOWN && isOld) await openTasks.markUnknown(task);
  return task;
}

const NO_RESULT: Ending = {
  status: 'FAILURE',
  reason: 'The provider sent no picture, video or sound.',
  endedBy: 'upstream',
  errorCode: 'upstream.error',
};

/** The end of a task that its vendor does not know any more, or never began. */
export const LOST: Ending = {
  status: 'FAILURE',
  reason: 'The provider does not know the task.',
  endedBy: 'upstream',
  errorCode: 'upstream.error',
};
