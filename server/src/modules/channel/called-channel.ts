import { type ChannelView, type channelDraft, defaultDialects } from '@turnpike/contract';
import type { z } from 'zod';
import type { SignedIn } from '../../http/contract-routes.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { givenMembers } from '../../platform/given-members.ts';
import type { ModuleDeps } from '../module-deps.ts';
import type { CallableChannelRow } from '../routing/routing-rows.ts';
import { CHANNEL_KEY_PURPOSE } from '../routing/routing-table.ts';
import type { SealedKey } from './channel-key-repository.ts';
import { assertIsProxy, keepsProxy, openProxy } from './channel-proxy.ts';
import { getKeyedChannel } from './channel-repository.ts';
import {
  assertHasKey,
  assertKeyHasParts,
  assertMapsToNames,
  assertMayTarget,
  assertPluginFits,
  dialectsOf,
  isSameTarget,
  pluginOf,
} from './channel-rules.ts';

export type ChannelDraft = z.output<typeof channelDraft>;

/** A channel with its key and proxy in clear, for calls to its upstream only. */
export type CalledChannel = Pick<
  ChannelView,
  | 'id'
  | 'type'
  | 'name'
  | 'weight'
  | 'priority'
  | 'base_url'
  | 'other'
  | 'models'
  | 'group'
  | 'model_mapping'
  | 'test_model'
  | 'disabled_stream'
  | 'only_chat'
  | 'allow_private_network'
  | 'dialects'
  | 'model_headers'
  | 'custom_parameter'
  | 'plugin'
> & { channelKey: string; proxyUrl: string };

/**
 * @param keyId 0: the first key that is enabled
 * @throws channel.not_found; channel.key_not_found; channel.keys_disabled; channel.key_required; channel.proxy_password
 */
export async function openSavedChannel(
  deps: ModuleDeps,
  { id, keyId = 0 }: { id: number; keyId?: number },
): Promise<{ channel: CalledChannel; key: SealedKey }> {
  const saved = await getKeyedChannel(deps.db, id, keyId);
  const opened = { channelKey: openKey(deps, saved), proxyUrl: openProxy(deps, saved.proxy_sealed) };
  return { channel: { ...saved.channel, ...opened }, key: saved.key };
}

/**
 * The channel of a form. Stored values of a saved channel fill absent members; its key only if type and address stay.
 * @throws the errors of saving such a channel
 */
export async function openDraft(
  deps: ModuleDeps,
  user: SignedIn,
  { id, key = '', model: _, ...draft }: ChannelDraft,
): Promise<CalledChannel> {
  const saved = id === undefined ? undefined : await getKeyedChannel(deps.db, id);
  const before = saved?.channel;
  const merged = { ...emptyChannel, ...before, ...givenMembers(draft), type: draft.type };
  const channel = { ...merged, plugin: pluginOf(merged, { given: draft.plugin, before }) };
  const usesStoredProxy = keepsProxy(draft.proxy, before);
  if (!usesStoredProxy) assertIsProxy(channel.proxy);
  assertMayTarget(user, channel, before);
  assertPluginFits(channel);
  const usesStoredKey = key === '' && before !== undefined && isSameTarget(channel, before);
  const channelKey = usesStoredKey && saved !== undefined ? openKey(deps, saved) : key;
  if (draft.model_mapping !== undefined) assertMapsToNames(draft.model_mapping);
  assertHasKey(channel, channelKey);
  assertKeyHasParts(channel, key);
  const proxyUrl = usesStoredProxy ? openProxy(deps, saved?.proxy_sealed ?? '') : channel.proxy;
  return { ...channel, dialects: dialectsOf(channel), channelKey, proxyUrl };
}

/** As the relay takes it; limits and what it costs play no part. */
export const toCallableRow = (channel: CalledChannel): CallableChannelRow => ({
  id: channel.id,
  type: channel.type,
  name: channel.name,
  weight: channel.weight,
  priority: channel.priority,
  base_url: channel.base_url,
  other: channel.other,
  models: channel.models,
  group: channel.group,
  model_mapping: channel.model_mapping,
  disabled_stream: JSON.stringify(channel.disabled_stream),
  only_chat: channel.only_chat ? 1 : 0,
  allow_private_network: channel.allow_private_network ? 1 : 0,
  dialects: JSON.stringify(channel.dialects),
  model_headers: channel.model_headers,
  custom_parameter: channel.custom_parameter,
  plugin: channel.plugin,
  channelKey: channel.channelKey,
  proxyUrl: channel.proxyUrl,
});

/** @throws channel.keys_disabled; channel.key_required where the key was sealed with another secret key */
function openKey(
  { secretBox }: ModuleDeps,
  { channel, key }: { channel: Pick<ChannelView, 'key_count'>; key: SealedKey },
): string {
  if (key.id === 0 && channel.key_count > 0) throw new GatewayError('channel.keys_disabled');
  if (key.id === 0) return '';
  try {
    return secretBox.open(key.sealed, CHANNEL_KEY_PURPOSE);
  } catch (cause) {
    const code = 'channel.key_required';
    throw new GatewayError(code, {}, { cause, fields: [{ field: 'key', code }] });
  }
}

const emptyChannel = {
  id: 0,
  name: '',
  weight: 1,
  priority: 0,
  base_url: '',
  other: '',
  models: '',
  group: '',
  model_mapping: '',
  test_model: '',
  disabled_stream: [],
  only_chat: false,
  allow_private_network: false,
  dialects: [...defaultDialects],
  model_headers: '',
  custom_parameter: '',
  plugin: '',
  proxy: '',
};
