import { engineOf } from '../db/engine-of.ts';
import { makeLogMonths } from '../db/log-months.ts';
import type { Db } from '../db/store.ts';
import { deleteBeyond } from '../modules/log/log-retention.ts';
import type { Options } from '../modules/option/options.ts';
import { deleteRefusedBeyond } from '../modules/refused-call/refused-call-retention.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';

const LOOK_MS = 60_000;
const RUN_SECONDS = 3600;

interface Deps {
  jobs: Db;
  options: Pick<Options, 'number'>;
  clock: Clock;
  log: Log;
}

/**
 * Every hour, and soon after the start: makes the log's next months and deletes what log and refused calls have beyond
 * the limits of the settings. One process at most uses a database, so that one does this.
 */
export function startRetention({ lookMs = LOOK_MS, ...deps }: Deps & { lookMs?: number }): {
  stop(): void;
} {
  let isStopped = false;
  let isRunning = false;
  let ranAtMs = Number.NEGATIVE_INFINITY;
  const look = async () => {
    const nowMs = deps.clock.monotonicMs();
    if (isRunning || nowMs - ranAtMs < RUN_SECONDS * 1000) return;
    isRunning = true;
    try {
      await runRetention({ ...deps, isStopped: () => isStopped });
      ranAtMs = nowMs;
    } catch (error) {
      // The next look tries again: what was deleted is deleted.
      if (!isStopped) deps.log.warn({ error: String(error) }, 'old rows could not be deleted');
    }
    isRunning = false;
  };
  const timer = setInterval(() => void look(), lookMs);
  timer.unref();
  return {
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}

/** One run, until everything is done. */
export async function runRetention({
  jobs,
  options,
  clock,
  log,
  isStopped = () => false,
}: Deps & { isStopped?: () => boolean }): Promise<void> {
  const nowSeconds = clock.nowSeconds();
  if (engineOf(jobs) === 'postgres') {
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
  if (calls + refused > 0) log.info({ calls, refused }, 'old rows were deleted');
}
