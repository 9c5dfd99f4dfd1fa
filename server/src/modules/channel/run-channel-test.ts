import type { ChannelTestKind, TestsResult } from '@turnpike/contract';
import type { SignedIn } from '../../http/contract-routes.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { askInParts } from './ask-in-parts.ts';
import {
  type CalledChannel,
  type ChannelDraft,
  openDraft,
  openSavedChannel,
  toCallableRow,
} from './called-channel.ts';
import { updateChannel } from './channel-repository.ts';
import { splitNames } from './channel-rules.ts';
import { insertTest } from './channel-test-repository.ts';
import { listChannelIds } from './upstream-repository.ts';

/** A test's question to a channel. */
interface Asked {
  model: string | undefined;
  kind?: ChannelTestKind | undefined;
  signal: AbortSignal;
}

/** Tests a saved channel and keeps when it was, how long it took and its error; a failed test took 0. */
export async function testSavedChannel(
  deps: ModuleDeps,
  { id, keyId = 0, ...asked }: Asked & { id: number; keyId?: number | undefined },
): Promise<{ time: number }> {
  const { channel } = await openSavedChannel(deps, { id, keyId });
  try {
    const time = await runTest(deps, { channel, ...asked });
    await keepTest(deps, id, { duration_ms: Math.max(1, Math.round(time * 1000)), code: '' });
    return { time };
  } catch (error) {
    if (isOfChannel(error) && !asked.signal.aborted)
      await keepTest(deps, id, { duration_ms: 0, code: error.code });
    throw error;
  }
}

type TestDeps = Pick<ModuleDeps, 'db' | 'clock'>;

/** Keeps that a channel could not be tested, and why; that says nothing about its upstream. */
export const skipTest = (deps: TestDeps, id: number, error: unknown): Promise<void> =>
  keepTest(deps, id, {
    duration_ms: 0,
    code: error instanceof GatewayError ? error.code : 'gateway.internal',
  });

async function keepTest(
  { db, clock }: TestDeps,
  id: number,
  { duration_ms, code }: { duration_ms: number; code: string },
): Promise<void> {
  const time = clock.nowSeconds();
  await updateChannel(db, id, { test_time: time, response_time: duration_ms, test_error: code });
  await insertTest(db, { channel_id: id, time, duration_ms, code });
}

/** A wrong field of the question says nothing about the channel. */
export const isOfChannel = (error: unknown): error is GatewayError =>
  error instanceof GatewayError && error.fields.length === 0;

/** Tests the enabled channels one after the other, each as it is set up; one that fails keeps no other back. */
export async function testEnabledChannels(
  deps: ModuleDeps,
  part: { after?: number | undefined; limit?: number | undefined },
  signal: AbortSignal,
): Promise<TestsResult> {
  const all = await listChannelIds(deps.db);
  const ask = (id: number) => testSavedChannel(deps, { id, model: undefined, signal });
  return askInParts(deps, { all, ...part, parallel: 1, ask, signal });
}

/** Tests what a form holds. */
export async function testDraft(
  deps: ModuleDeps,
  user: SignedIn,
  draft: ChannelDraft,
  signal: AbortSignal,
): Promise<{ time: number }> {
  const channel = await openDraft(deps, user, draft);
  return { time: await runTest(deps, { channel, model: draft.model, kind: draft.kind, signal }) };
}

async function runTest(
  { testChannel }: ModuleDeps,
  { channel, model: asked, kind, signal }: Asked & { channel: CalledChannel },
): Promise<number> {
  const model = asked || channel.test_model || firstModel(channel.models);
  if (model === undefined) {
    const code = 'channel.test_model_required';
    throw new GatewayError(code, {}, { fields: [{ field: 'test_model', code }] });
  }
  const { timeSeconds } = await testChannel({ ...toCallableRow(channel), model, kind }, signal);
  return timeSeconds;
}

const firstModel = (models: string): string | undefined =>
  splitNames(models).find((name) => !name.endsWith('*'));
