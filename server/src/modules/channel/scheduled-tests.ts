import type { ModuleDeps } from '../module-deps.ts';
import { disableAfterFailure, enableAfterTest } from './automatic-state.ts';
import { inParallel } from './in-parallel.ts';
import { isOfChannel, testSavedChannel } from './run-channel-test.ts';
import { type DueTest, listDueTests } from './scheduled-test-repository.ts';

const AT_ONCE = 4;
/** Tests of each kind in one run; the others are due in the next one. */
const MAX_TESTS = 200;

/**
 * Tests the channels that are due: enabled ones, and those that the gateway turned off. Their states follow the results
 * as the options say.
 */
export async function runDueTests(deps: ModuleDeps, signal: AbortSignal): Promise<void> {
  const { options, clock, jobs } = deps;
  const now = clock.nowSeconds();
  const enabledMinutes = options.number('ChannelTestMinutes');
  const disabledMinutes = options.flag('AutomaticEnableChannelEnabled')
    ? options.number('DisabledChannelTestMinutes')
    : 0;
  const due = await listDueTests(jobs, {
    enabledBefore: enabledMinutes === 0 ? null : now - enabledMinutes * 60,
    disabledBefore: disabledMinutes === 0 ? null : now - disabledMinutes * 60,
    limit: MAX_TESTS,
  });
  await inParallel(due, AT_ONCE, async (test) => {
    if (!signal.aborted) await runOne(deps, test, signal);
  });
}

async function runOne(deps: ModuleDeps, { id, keyId, isOff }: DueTest, signal: AbortSignal): Promise<void> {
  const { options, log, db, clock, changes } = deps;
  const stateDeps = { db, clock, routingChanged: () => changes.routingChanged() };
  const failure = await failureOf(deps, { id, keyId }, signal);
  if (signal.aborted || failure === undefined) return;
  try {
    if (isOff) {
      if (failure === null) await enableAfterTest(stateDeps, { channelId: id, keyId });
    } else if (failure !== null && options.flag('AutomaticDisableChannelEnabled'))
      await disableAfterFailure(stateDeps, { channelId: id, keyId: 0, code: failure });
  } catch (cause) {
    // A channel that was deleted meanwhile keeps no other back.
    log.warn({ cause: String(cause) }, `the state of channel ${id} could not be changed after its test`);
  }
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
    return isOfChannel(error) ? error.code : undefined;
  }
}
