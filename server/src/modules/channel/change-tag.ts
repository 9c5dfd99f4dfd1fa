import {
  type ChannelTagChange,
  type ChannelTagView,
  type ChannelView,
  channelStatus,
  type KeyLine,
  keyLines,
} from '@turnpike/contract';
import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import type { SignedIn } from '../../http/contract-routes.ts';
import { assertKnownState, type KnownStates } from '../../platform/etag.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { givenMembers } from '../../platform/given-members.ts';
import type { UseProof } from '../confirmation/confirmation.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { insertKeys } from './channel-key-repository.ts';
import { assertNewKeys, toKeyValues } from './channel-key-rules.ts';
import { getCopiedValues, insertChannel, notAsked } from './channel-repository.ts';
import { assertFewChannels, assertKeysFit, isSameTarget, nameWith, pluginFor } from './channel-rules.ts';
import { getTag, lockTagged, tagState } from './channel-tag-repository.ts';
import { changeLocked } from './save-channel.ts';

/**
 * Gives every channel of a tag the same members, by the rules of a single change, and makes a channel for each new
 * key. One transaction: all or none.
 * @throws request.changed_meanwhile when one of them is not in a known state; what `useProof` throws
 */
export async function changeTag(
  deps: ModuleDeps,
  {
    user,
    useProof,
    tag,
    knownStates,
  }: { user: SignedIn; useProof: UseProof; tag: string; knownStates: KnownStates },
  { key = '', name, ...common }: ChannelTagChange,
): Promise<ChannelTagView> {
  const { db, changes } = deps;
  await db.transaction().execute(async (trx) => {
    const all = await lockTagged(trx, tag);
    assertKnownState(knownStates, tagState(all));
    for (const before of all) {
      assertKeepsAddress(before, common);
      const plugin = common.plugin === undefined ? undefined : pluginFor(before.type, common.plugin);
      await changeLocked(deps, { trx, user, before, useProof }, givenMembers({ ...common, plugin }));
    }
    const lines = keyLines(key);
    await addKeys(deps, trx, { all, lines, name });
    if (lines.length > 0 && all.some(({ key_count }) => key_count > 0)) await useProof(trx);
  });
  await changes.routingChanged();
  return getTag(db, common.tag ?? tag);
}

/** A change of address needs the key of that one channel, which a change of the tag does not have. */
function assertKeepsAddress(
  before: ChannelView,
  { base_url = before.base_url }: Omit<ChannelTagChange, 'key'>,
): void {
  if (before.key_count === 0 || isSameTarget({ ...before, base_url }, before)) return;
  const code = 'channel.key_required';
  throw new GatewayError(code, {}, { fields: [{ field: 'base_url', code }] });
}

/**
 * Makes channels like the oldest one, enabled, and named with a number behind.
 * @param all those that the tag had, oldest first
 */
async function addKeys(
  deps: ModuleDeps,
  trx: Transaction<Tables>,
  { all, lines, name }: { all: readonly ChannelView[]; lines: readonly KeyLine[]; name: string | undefined },
): Promise<void> {
  const [oldest] = all;
  if (lines.length === 0 || oldest === undefined) return;
  assertFewChannels(lines);
  assertKeysFit(oldest, lines);
  const ids = all.map(({ id }) => id);
  await assertNewKeys(deps, trx, { channelIds: ids, lines });

  const values = await getCopiedValues(trx, oldest.id);
  const names = new Set(all.map(({ name }) => name));
  let number = all.length;
  for (const { key } of lines) {
    let next: string;
    do next = nameWith(name ?? oldest.name, `_${++number}`);
    while (names.has(next));
    const row = { ...values, ...notAsked, name: next, status: channelStatus.enabled };
    const nowSeconds = deps.clock.nowSeconds();
    const id = await insertChannel(trx, row, nowSeconds);
    await insertKeys(trx, id, [toKeyValues(deps, key)], nowSeconds);
  }
}
