import type { ModuleDeps } from '../module-deps.ts';
import { disableAfterFailure, enableAfterTest } from './automatic-state.ts';
import { isRunning, readTestRun, writeTestRun } from './channel-test-repository.ts';
import { inParallel } from './in-parallel.ts';
import { isOfChannel, skipTest, testSavedChannel } from './run-channel-test.ts';
import { type DueTest, listDueTests } from './scheduled-test-repository.ts';
import { type TestResult, TestRun } from './test-run.ts';
import { testMinutes } from './test-schedule.ts';

const AT_ONCE = 4;
/** Tests of each kind in one run; the others are due in the next one. */
const MAX_TESTS = 1000;

/**
 * Tests the channels that are due, or all of them if somebody asked for that: enabled ones, and those that the gateway
 * turned off. Their states follow the results as the options say.
 */
export async function runDueTests(deps: ModuleDeps, signal: AbortSignal): Promise<void> {
  const { db, clock } = deps;
  const last = await readTestRun(db);
  // The process of that run has ended.
  if (isRunning(last)) await writeTestRun(db, { ended_at: clock.nowSeconds(), testing: '[]' });
  const due = await findDue(deps, last.wanted_at);
  if (due.length > 0) {
    const run = new TestRun(db, { total: due.length, startedAt: clock.nowSeconds() });
    await run.begin();
    try {
      await inParallel(due, AT_ONCE, async (test) => {
        if (signal.aborted) return;
        await run.test(test.id, test.name);
        await run.count(test.id, await runOne(deps, test, signal));
      });
    } finally {
      await run.end(clock.nowSeconds());
    }
  }
  if (last.wanted_at > 0 && due.length < MAX_TESTS && !signal.aborted)
    await writeTestRun(db, { wanted_at: 0 });
}

function findDue(deps: ModuleDeps, wantedAt: number): Promise<DueTest[]> {
  const { options, clock, jobs } = deps;
  const minutes = testMinutes(deps);
  const beforeOf = (every: number, isOn = true): number | null => {
    const times = [...(every > 0 ? [clock.nowSeconds() - every * 60] : [])];
    // A test of that second was made already.
    if (wantedAt > 0 && isOn) times.push(wantedAt - 1);
    return times.length === 0 ? null : Math.max(...times);
  };
  return listDueTests(jobs, {
    enabledBefore: beforeOf(minutes.enabled),
    disabledBefore: beforeOf(minutes.disabled, options.flag('AutomaticEnableChannelEnabled')),
    limit: MAX_TESTS,
  });
}

async function runOne(
  deps: ModuleDeps,
  { id, keyId, isOff }: DueTest,
  signal: AbortSignal,
): Promise<TestResult[]> {
  const { options, log, db, clock, changes, jobRunner } = deps;
  const stateDeps = { db, clock, jobRunner, routingChanged: () => changes.routingChanged() };
  const failure = await failureOf(deps, { id, keyId }, signal);
  if (signal.aborted) return [];
  if (failure === undefined) return ['skipped'];
  const result = failure === null ? 'passed' : 'failed';
  try {
    if (isOff) {
      if (failure === null && (await enableAfterTest(stateDeps, { channelId: id, keyId })))
        return [result, 'enabled'];
    } else if (failure !== null && options.flag('AutomaticDisableChannelEnabled')) {
      if (await disableAfterFailure(stateDeps, { channelId: id, keyId: 0, code: failure }))
        return [result, 'disabled'];
    }
  } catch (cause) {
    // A channel that was deleted meanwhile keeps no other back.
    log.warn({ cause: String(cause) }, `the state of channel ${id} could not be changed after its test`);
  }
  return [result];
}

/** @returns the code of the failure; null for a passed test; undefined if it says nothing about the channel */
async function failureOf(
  deps: ModuleDeps,
  { id, keyId }: { id: number; keyId: number },
  signal: AbortSignal,
): Promise<string | null | undefined> {
  try {
    const { time } = await testSavedChannel(deps, { id, keyId, model: undefined, signal });
    const slowest = deps.options.number('ChannelDisableThreshold');
    return slowest > 0 && time > slowest ? 'channel.test_too_slow' : null;
  } catch (error) {
    if (isOfChannel(error)) return error.code;
    // It waits for its next turn as the others do.
    if (!signal.aborted) await skipTest(deps, id, error);
    return undefined;
  }
}
