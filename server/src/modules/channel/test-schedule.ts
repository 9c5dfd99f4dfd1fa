import type { TestScheduleView } from '@turnpike/contract';
import type { ModuleDeps } from '../module-deps.ts';
import { isRunning, readTestRun, writeTestRun } from './channel-test-repository.ts';
import { listDueTests } from './scheduled-test-repository.ts';

type Deps = Pick<ModuleDeps, 'db' | 'clock' | 'options' | 'jobRunner'>;

/** Minutes between the tests of enabled channels, and of what the gateway turned off; 0: none. */
export const testMinutes = ({ options }: Pick<Deps, 'options'>) => ({
  enabled: options.number('ChannelTestMinutes'),
  disabled: options.flag('AutomaticEnableChannelEnabled') ? options.number('DisabledChannelTestMinutes') : 0,
});

/** How far the scheduled tests are, what came of the last ones, and when the next one is due. */
export async function readSchedule(deps: Deps): Promise<TestScheduleView> {
  const row = await readTestRun(deps.db);
  const { started_at, ended_at, total, passed, failed, skipped, disabled, enabled, testing, wanted_at } = row;
  const counts = { started_at, total, passed, failed, skipped, disabled, enabled };
  const hasRun = started_at > 0;
  const runs = isRunning(row);
  return {
    running: runs ? { ...counts, testing: JSON.parse(testing) } : null,
    is_wanted: wanted_at > 0,
    last: hasRun && !runs ? { ...counts, ended_at } : null,
    next_run_at: await findNextRun(deps),
  };
}

/** Asks for a run of all channels, unless one runs. */
export async function runTestsNow(deps: Deps): Promise<TestScheduleView> {
  const { db, clock, jobRunner } = deps;
  const row = await readTestRun(db);
  if (!isRunning(row)) {
    if (row.wanted_at === 0) await writeTestRun(db, { wanted_at: clock.nowSeconds() });
    jobRunner.runSoon('channel-test');
  }
  return readSchedule(deps);
}

async function findNextRun({ db, clock, options }: Deps): Promise<number | null> {
  const minutes = testMinutes({ options });
  const everTested = (every: number) => (every === 0 ? null : Number.MAX_SAFE_INTEGER);
  const first = await listDueTests(db, {
    enabledBefore: everTested(minutes.enabled),
    disabledBefore: everTested(minutes.disabled),
    limit: 1,
  });
  if (first.length === 0) return null;
  const times = first.map(({ isOff, testTime }) => testTime + minutes[isOff ? 'disabled' : 'enabled'] * 60);
  return Math.max(clock.nowSeconds(), Math.min(...times));
}
