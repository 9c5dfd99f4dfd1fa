import {
  type ChannelTagChange,
  type ChannelTagView,
  type ChannelView,
  channelStatus,
  keyLines,
} from '@turnpike/contract';
import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import type { SignedIn } from '../../http/contract-routes.ts';
import { assertKnownState, type KnownStates } from '../../platform/etag.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { givenMembers } from '../../platform/given-members.ts';
import type { ModuleNeeds } from '../module-needs.ts';
import { CHANNEL_KEY_PURPOSE } from '../routing/routing-table.ts';
import { getCopiedValues, insertChannel, notAsked } from './channel-repository.ts';
import { assertKeysFit, isSameTarget, keyLineError, nameWith, pluginFor } from './channel-rules.ts';
import { getTag, lockTagged, tagState } from './channel-tag-repository.ts';
import { changeLocked, toKeyValues } from './save-channel.ts';

type Tagged = { channel: ChannelView; key_sealed: string };

/**
 * Gives every channel of a tag the same members, by the rules of a single change, and makes a channel for each new
 * key. One transaction: all or none.
 * @throws request.changed_meanwhile when one of them is not in a known state
 */
export async function changeTag(
  needs: ModuleNeeds,
  { user, tag, knownStates }: { user: SignedIn; tag: string; knownStates: KnownStates },
  { key = '', name, ...common }: ChannelTagChange,
): Promise<ChannelTagView> {
  const { db, changes } = needs;
  await db.transaction().execute(async (trx) => {
    const all = await lockTagged(trx, tag);
    assertKnownState(knownStates, tagState(all.map(({ channel }) => channel)));
    for (const { channel: before } of all) {
      assertKeepsAddress(before, common);
      const plugin = common.plugin === undefined ? undefined : pluginFor(before.type, common.plugin);
      await changeLocked(needs, { trx, user, before }, givenMembers({ ...common, plugin }));
    }
    await addKeys(needs, trx, { all, lines: keyLines(key), name });
  });
  await changes.routingChanged();
  return getTag(db, common.tag ?? tag);
}

/** Nobody knows the keys here: whoever changes an address types the key of that one channel. */
function assertKeepsAddress(
  before: ChannelView,
  { base_url = before.base_url }: Omit<ChannelTagChange, 'key'>,
): void {
  if (before.key_hint === '' || isSameTarget({ ...before, base_url }, before)) return;
  const code = 'channel.key_required';
  throw new GatewayError(code, {}, { fields: [{ field: 'base_url', code }] });
}

/**
 * Makes channels like the oldest one, enabled, and named with a number behind.
 * @param all those that the tag had, oldest first
 */
async function addKeys(
  needs: ModuleNeeds,
  trx: Transaction<Tables>,
  {
    all,
    lines,
    name,
  }: { all: readonly Tagged[]; lines: ReturnType<typeof keyLines>; name: string | undefined },
): Promise<void> {
  const [oldest] = all;
  if (lines.length === 0 || oldest === undefined) return;
  assertKeysFit(oldest.channel, lines);
  const stored = new Set(all.map(({ key_sealed }) => openedKey(needs, key_sealed)));
  const repeated = lines.find(({ key }) => stored.has(key));
  if (repeated !== undefined) throw keyLineError(repeated.line, 'channel.key_repeated');

  const values = await getCopiedValues(trx, oldest.channel.id);
  const names = new Set(all.map(({ channel }) => channel.name));
  let number = all.length;
  for (const { key } of lines) {
    let next: string;
    do next = nameWith(name ?? oldest.channel.name, `_${++number}`);
    while (names.has(next));
    const row = {
      ...values,
      ...notAsked,
      ...toKeyValues(needs, key),
      name: next,
      status: channelStatus.enabled,
    };
    await insertChannel(trx, row, needs.clock.nowSeconds());
  }
}

/** What was sealed with another secret key is none that somebody types. */
function openedKey({ secretBox }: ModuleNeeds, sealed: string): string | undefined {
  try {
    return sealed === '' ? undefined : secretBox.open(sealed, CHANNEL_KEY_PURPOSE);
  } catch {
    return undefined;
  }
}
