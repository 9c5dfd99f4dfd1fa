import { traitsOf } from '../db/engine-traits.ts';
import { makeLogMonths } from '../db/log-months.ts';
import type { Db } from '../db/store.ts';
import { deleteBeyond } from '../modules/log/log-retention.ts';
import type { Options } from '../modules/option/options.ts';
import { deleteOrderEventsBeyond } from '../modules/order/order-event-retention.ts';
import { deleteRefusedBeyond } from '../modules/refused-call/refused-call-retention.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { TaskCopies } from '../relay/tasks/task-copies.ts';
import { deleteTasksBeyond } from '../relay/tasks/task-retention.ts';
import type { Job } from './job.ts';

interface Deps {
  jobs: Db;
  options: Pick<Options, 'number'>;
  clock: Clock;
  log: Log;
  taskFiles: Pick<TaskCopies, 'remove'>;
}

/** Makes the log's next months and deletes what log, refused calls, order events and tasks have beyond the limits of the settings. */
export const retentionJob = (deps: Deps): Job => ({
  name: 'retention',
  schedule: { everySeconds: 3600 },
  // Deletions pause between their parts, and the next run goes on after the last part.
  maxRunSeconds: 24 * 3600,
  run: ({ signal }) => runRetention({ ...deps, isStopped: () => signal.aborted }),
});

/** One run, until everything is done. */
export async function runRetention({
  jobs,
  options,
  clock,
  log,
  taskFiles,
  isStopped = () => false,
}: Deps & { isStopped?: () => boolean }): Promise<void> {
  const nowSeconds = clock.nowSeconds();
  if (traitsOf(jobs).hasLogMonths) {
    const moved = await makeLogMonths(jobs, nowSeconds);
    if (moved > 0) log.warn({ rows: moved }, 'log rows of months without a partition were moved into theirs');
  }
  const calls = await deleteBeyond(jobs, {
    ...{ nowSeconds, isStopped },
    days: options.number('LogAutoDeleteDays'),
    rows: options.number('LogAutoDeleteRows'),
  });
  const refused = await deleteRefusedBeyond(jobs, {
    ...{ nowSeconds, isStopped },
    days: options.number('RefusedCallDays'),
    rows: options.number('RefusedCallRows'),
  });
  const events = await deleteOrderEventsBeyond(jobs, {
    ...{ nowSeconds, isStopped },
    days: options.number('OrderEventDays'),
  });
  const tasks = await deleteTasksBeyond(jobs, {
    ...{ nowSeconds, isStopped, copies: taskFiles },
    days: options.number('TaskDays'),
  });
  if (calls + refused + events + tasks > 0)
    log.info({ calls, refused, events, tasks }, 'old rows were deleted');
}
