import { type ChannelChange, type ChannelInput, type ChannelView, keyLines } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import { toDecimalText } from '../../billing/decimal.ts';
import type { Tables } from '../../db/tables.ts';
import type { SignedIn } from '../../http/contract-routes.ts';
import { assertKnownState, type KnownStates } from '../../platform/etag.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { givenMembers } from '../../platform/given-members.ts';
import type { UseProof } from '../confirmation/confirmation.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { assertGroupExists } from '../user-group/user-group-repository.ts';
import { insertKeys, replaceKeys } from './channel-key-repository.ts';
import { toKeyValues } from './channel-key-rules.ts';
import { assertIsProxy, keepsProxy, toProxyValues } from './channel-proxy.ts';
import {
  type ChannelRowValues,
  getChannel,
  insertChannel,
  lockChannel,
  notAsked,
  updateChannel,
} from './channel-repository.ts';
import {
  assertFewChannels,
  assertHasKey,
  assertKeyHasParts,
  assertKeysFit,
  assertMapsToNames,
  assertMayTarget,
  assertPluginFits,
  dialectsOf,
  isSameTarget,
  nameWith,
  pluginOf,
  splitNames,
  tidyNames,
} from './channel-rules.ts';
import { newsAfter } from './model-watch.ts';

/** Makes a channel with all keys, or one for each; keys and proxy are sealed and never answered. */
export async function createChannel(
  deps: ModuleDeps,
  user: SignedIn,
  { key, key_mode, proxy, ...given }: ChannelInput,
): Promise<ChannelView & { created?: number[] }> {
  const { db, clock, changes } = deps;
  const input = { ...given, proxy };
  const lines = keyLines(key);
  assertIsProxy(proxy);
  assertMayTarget(user, input);
  assertPluginFits(input);
  if (key_mode === 'channels') assertFewChannels(lines);
  assertKeysFit(input, lines);
  const values = {
    ...toRowValues({ ...given, dialects: dialectsOf(given) }),
    ...toProxyValues(deps, proxy),
  };
  const keys = lines.map((line) => toKeyValues(deps, line.key));
  const keysOfEach = key_mode === 'channels' && keys.length > 0 ? keys.map((one) => [one]) : [keys];
  const created = await db.transaction().execute(async (trx) => {
    await assertFits(trx, input);
    const ids: number[] = [];
    for (const [index, own] of keysOfEach.entries()) {
      const name = index === 0 ? input.name : nameWith(input.name, `_${index + 1}`);
      const id = await insertChannel(trx, { ...values, name } as ChannelRowValues, clock.nowSeconds());
      await insertKeys(trx, id, own, clock.nowSeconds());
      ids.push(id);
    }
    return ids;
  });
  await changes.routingChanged();
  const first = await getChannel(db, created[0] as number);
  return created.length === 1 ? first : { ...first, created };
}

/**
 * Changes a channel; absent members stay, and an empty key keeps what is stored where type and address stay. One
 * transaction: what was checked is what is changed, also when two people change a channel at once.
 * @throws request.changed_meanwhile when it is not in a known state; channel.several_keys; what `useProof` throws
 */
export async function changeChannel(
  deps: ModuleDeps,
  { user, useProof, knownStates }: { user: SignedIn; useProof: UseProof; knownStates?: KnownStates },
  { id, ...change }: ChannelChange,
): Promise<ChannelView> {
  const { db, changes } = deps;
  await db.transaction().execute(async (trx) => {
    const before = await lockChannel(trx, id);
    assertKnownState(knownStates, before.etag);
    await changeLocked(deps, { trx, user, before, useProof }, change);
  });
  await changes.routingChanged();
  return getChannel(db, id);
}

/** The address of a channel after a change. */
function targetAfter(before: ChannelView, { proxy, ...input }: Omit<ChannelChange, 'id'>) {
  const newProxy = keepsProxy(proxy, before) ? undefined : proxy;
  return {
    type: input.type ?? before.type,
    base_url: input.base_url ?? before.base_url,
    allow_private_network: input.allow_private_network ?? before.allow_private_network,
    proxy: newProxy ?? before.proxy,
  };
}

/**
 * Changes a channel that this transaction has locked.
 * @param useProof asked before a stored key is replaced or sent to another address
 */
export async function changeLocked(
  deps: ModuleDeps,
  {
    trx,
    user,
    before,
    useProof,
  }: { trx: Transaction<Tables>; user: SignedIn; before: ChannelView; useProof: UseProof },
  { key = '', status, proxy, ...input }: Omit<ChannelChange, 'id'>,
): Promise<void> {
  const newProxy = keepsProxy(proxy, before) ? undefined : proxy;
  if (newProxy !== undefined) assertIsProxy(newProxy);
  const target = targetAfter(before, { ...input, proxy });
  assertMayTarget(user, target, before);
  const isSame = isSameTarget(target, before);
  const keepsKey = key === '' && isSame;
  // Keys of the address before are of no use at another one; here nobody knows which of them is meant.
  if (key !== '' && isSame && before.key_count > 1) throw severalKeys(before.id);
  assertHasKey(target, keepsKey ? before.key_hint : key);
  assertKeyHasParts(target, key);
  await assertFits(trx, input);
  const { models = before.models, model_mapping = before.model_mapping } = input;
  const dialects = dialectsOf({ type: target.type, dialects: input.dialects ?? before.dialects });
  const plugin = pluginOf(target, { given: input.plugin, before });
  assertPluginFits({ type: target.type, plugin });
  await updateChannel(trx, before.id, {
    ...toRowValues({ ...input, dialects, plugin }),
    ...newsAfter(before, { models, model_mapping }),
    // Another key or address is another account.
    ...(!keepsKey && notAsked),
    ...(newProxy !== undefined && toProxyValues(deps, newProxy)),
    ...(status !== undefined && { status }),
  });
  if (keepsKey) return;
  if (before.key_count > 0) await useProof(trx);
  const newKey = key === '' ? null : toKeyValues(deps, key);
  await replaceKeys(trx, before.id, newKey, deps.clock.nowSeconds());
}

const severalKeys = (id: number): GatewayError => {
  const code = 'channel.several_keys';
  return new GatewayError(code, { id }, { fields: [{ field: 'key', code }] });
};

type ChannelFields = Omit<ChannelChange, 'id' | 'key' | 'status' | 'proxy'>;

async function assertFits(trx: Transaction<Tables>, { group, model_mapping }: ChannelFields): Promise<void> {
  if (model_mapping !== undefined) assertMapsToNames(model_mapping);
  if (group !== undefined) await assertGroupExists(trx, ...splitNames(group));
}

function toRowValues(input: ChannelFields): Partial<ChannelRowValues> {
  const { models, group, disabled_stream, only_chat, allow_private_network, dialects, ...others } = input;
  const { cost_ratio, model_cost_ratios, ...plain } = others;
  return givenMembers({
    ...plain,
    models: models && tidyNames(models),
    group: group && tidyNames(group),
    disabled_stream: disabled_stream && JSON.stringify(disabled_stream),
    cost_ratio: cost_ratio === undefined ? undefined : toDecimalText(cost_ratio),
    model_cost_ratios: model_cost_ratios && toCostsText(model_cost_ratios),
    only_chat: only_chat === undefined ? undefined : only_chat ? 1 : 0,
    dialects: dialects && JSON.stringify(dialects),
    allow_private_network: allow_private_network === undefined ? undefined : allow_private_network ? 1 : 0,
  });
}

/** Sorted, so that channels of a tag with the same ratios have the same text. */
function toCostsText(ratios: Record<string, number>): string {
  const entries = Object.entries(ratios).map(
    ([model, ratio]) => [model.trim(), toDecimalText(ratio)] as const,
  );
  return JSON.stringify(Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))));
}
