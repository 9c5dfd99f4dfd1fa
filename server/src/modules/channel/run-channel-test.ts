import { type ChannelView, type channelDraft, defaultDialects } from '@turnpike/contract';
import type { z } from 'zod';
import type { SignedIn } from '../../http/contract-routes.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { givenMembers } from '../../platform/given-members.ts';
import type { ModuleNeeds } from '../module-needs.ts';
import { CHANNEL_KEY_PURPOSE } from '../routing/routing-table.ts';
import { getKeyedChannel, updateChannel } from './channel-repository.ts';
import {
  assertHasKey,
  assertKeyHasParts,
  assertMapsToNames,
  assertMayTarget,
  dialectsOf,
  isSameTarget,
  splitNames,
} from './channel-rules.ts';

type Draft = z.output<typeof channelDraft>;

/** Tests a saved channel and keeps how long it took. */
export async function testSavedChannel(
  needs: ModuleNeeds,
  { id, model, signal }: { id: number; model: string | undefined; signal: AbortSignal },
): Promise<{ time: number }> {
  const { db, clock } = needs;
  const { channel, key_sealed } = await getKeyedChannel(db, id);
  const channelKey = openKey(needs, key_sealed);
  const time = await runTest(needs, { ...channel, channelKey, model }, signal);
  await updateChannel(db, id, { test_time: clock.nowSeconds(), response_time: Math.round(time * 1000) });
  return { time };
}

/** Tests what a form holds; a saved channel's stored values stand in for what it leaves out. */
export async function testDraft(
  needs: ModuleNeeds,
  user: SignedIn,
  { id, key = '', model, ...draft }: Draft,
  signal: AbortSignal,
): Promise<{ time: number }> {
  const saved = id === undefined ? undefined : await getKeyedChannel(needs.db, id);
  const before = saved?.channel;
  const channel = { ...emptyChannel, ...before, ...givenMembers(draft), type: draft.type };
  assertMayTarget(user, channel, before);
  const usesStoredKey = key === '' && before !== undefined && isSameTarget(channel, before);
  const channelKey = usesStoredKey ? openKey(needs, saved?.key_sealed ?? '') : key;
  if (draft.model_mapping !== undefined) assertMapsToNames(draft.model_mapping);
  assertHasKey(channel, channelKey);
  assertKeyHasParts(channel, key);
  const dialects = dialectsOf(channel);
  return { time: await runTest(needs, { ...channel, dialects, channelKey, model }, signal) };
}

type TestedView = Omit<ChannelView, 'key_hint' | 'etag'> & {
  channelKey: string;
  model: string | undefined;
};

async function runTest(
  { testChannel }: ModuleNeeds,
  channel: TestedView,
  signal: AbortSignal,
): Promise<number> {
  const model = channel.model || channel.test_model || firstModel(channel.models);
  if (model === undefined) {
    const code = 'channel.test_model_required';
    throw new GatewayError(code, {}, { fields: [{ field: 'test_model', code }] });
  }
  // What it costs plays no part.
  const { disabled_stream, only_chat, allow_private_network, dialects, cost_ratio: _, ...plain } = channel;
  const { timeSeconds } = await testChannel(
    {
      ...plain,
      model,
      disabled_stream: JSON.stringify(disabled_stream),
      dialects: JSON.stringify(dialects),
      only_chat: only_chat ? 1 : 0,
      allow_private_network: allow_private_network ? 1 : 0,
    },
    signal,
  );
  return timeSeconds;
}

const firstModel = (models: string): string | undefined =>
  splitNames(models).find((name) => !name.endsWith('*'));

/** @throws channel.key_required where the key was sealed with another secret key */
function openKey({ secretBox }: ModuleNeeds, sealed: string): string {
  if (sealed === '') return '';
  try {
    return secretBox.open(sealed, CHANNEL_KEY_PURPOSE);
  } catch (cause) {
    const code = 'channel.key_required';
    throw new GatewayError(code, {}, { cause, fields: [{ field: 'key', code }] });
  }
}

const emptyChannel = {
  id: 0,
  status: 1 as const,
  name: '',
  weight: 1,
  priority: 0,
  created_time: 0,
  test_time: 0,
  response_time: 0,
  base_url: '',
  other: '',
  models: '',
  group: '',
  tag: '',
  used_quota: 0,
  estimated_calls: 0,
  flagged_calls: 0,
  model_mapping: '',
  test_model: '',
  disabled_stream: [],
  only_chat: false,
  allow_private_network: false,
  dialects: [...defaultDialects],
  cost_ratio: 0,
  requests_per_minute: 0,
  tokens_per_minute: 0,
  parallel_calls: 0,
};
