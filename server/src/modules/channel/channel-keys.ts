import {
  type BatchResult,
  type ChannelKeyBatch,
  type ChannelKeyChange,
  type ChannelKeyView,
  channelStatus,
  keyLines,
  MAX_KEYS,
} from '@turnpike/contract';
import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import { assertKnownState, type KnownStates } from '../../platform/etag.ts';
import { fieldError, GatewayError } from '../../platform/gateway-error.ts';
import { givenMembers } from '../../platform/given-members.ts';
import type { UseProof } from '../confirmation/confirmation.ts';
import type { ModuleDeps } from '../module-deps.ts';
import {
  deleteKeys,
  getKey,
  insertKeys,
  listKeys,
  type StoredKeyView,
  updateKeys,
} from './channel-key-repository.ts';
import { assertNewKeys, toKeyValues } from './channel-key-rules.ts';
import { getChannel, lockChannel } from './channel-repository.ts';
import { assertHasKey, assertLinesHaveParts } from './channel-rules.ts';

/** @throws channel.not_found */
export async function listChannelKeys(deps: ModuleDeps, channelId: number): Promise<ChannelKeyView[]> {
  await getChannel(deps.db, channelId);
  return toViews(deps, channelId, await listKeys(deps.db, channelId));
}

/**
 * Gives a channel further keys, all or none. They are sent to the channel's address, so the
 * caller may state the channel's state that they have seen.
 * @param useProof asked where there are keys already: with a new one, they could be taken out of use
 * @returns the new ones
 * @throws channel.not_found; channel.key_line; request.changed_meanwhile; what `useProof` throws
 */
export async function addKeys(
  deps: ModuleDeps,
  {
    channelId,
    keys,
    knownStates,
    useProof,
  }: { channelId: number; keys: string; knownStates: KnownStates; useProof: UseProof },
): Promise<ChannelKeyView[]> {
  const { db, clock, changes } = deps;
  const lines = keyLines(keys);
  const added = await db.transaction().execute(async (trx) => {
    const channel = await lockChannel(trx, channelId);
    assertKnownState(knownStates, channel.etag);
    if (channel.key_count + lines.length > MAX_KEYS) throw fieldError('keys', 'channel.too_many_keys');
    assertLinesHaveParts(channel, lines, 'keys');
    await assertNewKeys(deps, trx, { channelIds: [channelId], lines, field: 'keys' });
    const values = lines.map(({ key }) => toKeyValues(deps, key));
    if (channel.key_count > 0) await useProof(trx);
    return new Set(await insertKeys(trx, channelId, values, clock.nowSeconds()));
  });
  await changes.routingChanged();
  const all = await listKeys(db, channelId);
  return toViews(
    deps,
    channelId,
    all.filter(({ id }) => added.has(id)),
  );
}

/** @throws channel.not_found; channel.key_not_found; request.changed_meanwhile */
export async function changeKey(
  deps: ModuleDeps,
  { channelId, keyId, knownStates }: { channelId: number; keyId: number; knownStates: KnownStates },
  change: ChannelKeyChange,
): Promise<ChannelKeyView> {
  const { db, changes } = deps;
  await db.transaction().execute(async (trx) => {
    await lockChannel(trx, channelId);
    const before = await getKey(trx, channelId, keyId);
    assertKnownState(knownStates, before.etag);
    await updateKeys(trx, channelId, [keyId], givenMembers(change));
  });
  await changes.routingChanged();
  const [view] = toViews(deps, channelId, [await getKey(db, channelId, keyId)]);
  return view as ChannelKeyView;
}

/** @throws channel.not_found; channel.key_not_found; channel.key_required where it is the last that the provider needs */
export async function removeKey(deps: ModuleDeps, channelId: number, keyId: number): Promise<void> {
  const { failed } = await changeKeys(deps, channelId, { ids: [keyId], action: 'delete' });
  if (failed.length > 0) throw new GatewayError('channel.key_not_found');
}

/**
 * Does one thing to many keys; one that is gone keeps no other back.
 * @throws channel.not_found; channel.key_required where none would be left and the provider needs one
 */
export async function changeKeys(
  deps: ModuleDeps,
  channelId: number,
  { ids: given, action }: ChannelKeyBatch,
): Promise<BatchResult> {
  const { db, changes } = deps;
  const ids = [...new Set(given)];
  const changed = await db.transaction().execute(async (trx) => {
    await lockChannel(trx, channelId);
    if (action === 'delete') return deleteSome(trx, channelId, ids);
    const status = action === 'enable' ? channelStatus.enabled : channelStatus.disabled;
    return updateKeys(trx, channelId, ids, { status });
  });
  if (changed.length > 0) await changes.routingChanged();
  const done = new Set(changed);
  return {
    done: ids.filter((id) => done.has(id)),
    failed: ids.filter((id) => !done.has(id)).map((id) => ({ id, code: 'channel.key_not_found' })),
  };
}

async function deleteSome(trx: Transaction<Tables>, channelId: number, ids: number[]): Promise<number[]> {
  const deleted = await deleteKeys(trx, channelId, ids);
  const left = await getChannel(trx, channelId);
  if (deleted.length > 0) assertHasKey(left, left.key_hint);
  return deleted;
}

function toViews(
  { restingKeys, clock }: Pick<ModuleDeps, 'restingKeys' | 'clock'>,
  channelId: number,
  keys: readonly StoredKeyView[],
): ChannelKeyView[] {
  const rests = restingKeys(channelId);
  const now = clock.nowSeconds();
  return keys.map((key) => ({
    ...key,
    resting: rests
      .filter(({ keyId }) => keyId === null || keyId === key.id)
      .map(({ model, seconds }) => ({ model, until: now + seconds })),
  }));
}
