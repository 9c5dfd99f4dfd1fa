import type { TestsResult } from '@turnpike/contract';
import type { SignedIn } from '../../http/contract-routes.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleNeeds } from '../module-needs.ts';
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
import { listChannelIds } from './upstream-repository.ts';

/** Tests a saved channel and keeps how long it took. */
export async function testSavedChannel(
  needs: ModuleNeeds,
  {
    id,
    model,
    keyId = 0,
    signal,
  }: { id: number; model: string | undefined; keyId?: number | undefined; signal: AbortSignal },
): Promise<{ time: number }> {
  const { db, clock } = needs;
  const { channel } = await openSavedChannel(needs, { id, keyId });
  const time = await runTest(needs, { channel, model, signal });
  await updateChannel(db, id, { test_time: clock.nowSeconds(), response_time: Math.round(time * 1000) });
  return { time };
}

/** Tests the enabled channels one after the other, each as it is set up; one that fails keeps no other back. */
export async function testEnabledChannels(
  needs: ModuleNeeds,
  part: { after?: number | undefined; limit?: number | undefined },
  signal: AbortSignal,
): Promise<TestsResult> {
  const all = await listChannelIds(needs.db);
  const ask = (id: number) => testSavedChannel(needs, { id, model: undefined, signal });
  return askInParts(needs, { all, ...part, parallel: 1, ask, signal });
}

/** Tests what a form holds. */
export async function testDraft(
  needs: ModuleNeeds,
  user: SignedIn,
  draft: ChannelDraft,
  signal: AbortSignal,
): Promise<{ time: number }> {
  const channel = await openDraft(needs, user, draft);
  return { time: await runTest(needs, { channel, model: draft.model, signal }) };
}

async function runTest(
  { testChannel }: ModuleNeeds,
  {
    channel,
    model: asked,
    signal,
  }: { channel: CalledChannel; model: string | undefined; signal: AbortSignal },
): Promise<number> {
  const model = asked || channel.test_model || firstModel(channel.models);
  if (model === undefined) {
    const code = 'channel.test_model_required';
    throw new GatewayError(code, {}, { fields: [{ field: 'test_model', code }] });
  }
  const { timeSeconds } = await testChannel({ ...toCallableRow(channel), model }, signal);
  return timeSeconds;
}

const firstModel = (models: string): string | undefined =>
  splitNames(models).find((name) => !name.endsWith('*'));
