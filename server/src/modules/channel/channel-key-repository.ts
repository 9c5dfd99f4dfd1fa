import { type ChannelKeyView, channelStatus } from '@turnpike/contract';
import type { ExpressionBuilder, Selectable, Transaction, Updateable } from 'kysely';
import { forChange } from '../../db/row-locks.ts';
import type { Db } from '../../db/store.ts';
import type { ChannelKeyTable } from '../../db/tables/routing-tables.ts';
import type { Tables } from '../../db/tables.ts';
import { etagOf } from '../../platform/etag.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { sealAccounts } from '../task/seal-accounts.ts';

/** Summary of a channel's keys; the hint is that of the first one. */
export interface KeySummary {
  key_hint: string | null;
  key_count: number | null;
  enabled_key_count: number | null;
}

/** A key of a channel; number 0 and no text stand for none. */
export interface SealedKey {
  id: number;
  sealed: string;
}

type OfChannel = ExpressionBuilder<Tables, 'channels'>;

const keysOf = (eb: OfChannel) =>
  eb.selectFrom('channel_keys').whereRef('channel_keys.channel_id', '=', 'channels.id');

const enabledKeysOf = (eb: OfChannel) => keysOf(eb).where('channel_keys.status', '=', channelStatus.enabled);

/** For a select of channels. */
export const keySummary = (eb: OfChannel) => [
  keysOf(eb).select('channel_keys.key_hint').orderBy('channel_keys.id').limit(1).as('key_hint'),
  keysOf(eb)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .as('key_count'),
  enabledKeysOf(eb)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .as('enabled_key_count'),
];

/**
 * The key that an upstream is asked with, for a select of channels.
 * @param keyId 0: the first one that is enabled
 */
export const usedKey = (eb: OfChannel, keyId: number) =>
  keyId === 0
    ? enabledKeysOf(eb).orderBy('channel_keys.id').limit(1)
    : keysOf(eb).where('channel_keys.id', '=', keyId);

/** Whether a channel has no key, and whether it has this one. */
export const hasKey = (eb: OfChannel, { id, sealed }: SealedKey) =>
  id === 0
    ? eb.not(eb.exists(keysOf(eb).select('channel_keys.id')))
    : eb.exists(
        keysOf(eb)
          .select('channel_keys.id')
          .where('channel_keys.id', '=', id)
          .where('channel_keys.key_sealed', '=', sealed),
      );

const shownColumns = [
  'id',
  'key_hint',
  'status',
  'created_time',
  'used_quota',
  'calls',
  'failed_calls',
  'last_used_time',
  'last_error',
  'last_error_time',
  'requests_per_minute',
  'tokens_per_minute',
  'parallel_calls',
] as const;
type ShownKey = Selectable<Pick<ChannelKeyTable, (typeof shownColumns)[number]>>;

/** Without what only the relay knows. */
export type StoredKeyView = Omit<ChannelKeyView, 'resting'>;

const toView = (row: ShownKey): StoredKeyView => ({
  ...row,
  status: row.status as ChannelKeyView['status'],
  etag: etagOf([
    ...[row.id, row.key_hint, row.status],
    ...[row.requests_per_minute, row.tokens_per_minute, row.parallel_calls],
  ]),
});

/** Keys of a channel, oldest first. */
export async function listKeys(db: Db, channelId: number): Promise<StoredKeyView[]> {
  const rows = await db
    .selectFrom('channel_keys')
    .select(shownColumns)
    .where('channel_id', '=', channelId)
    .orderBy('id')
    .execute();
  return rows.map(toView);
}

/** @throws channel.key_not_found */
export async function getKey(db: Db, channelId: number, id: number): Promise<StoredKeyView> {
  const row = await db
    .selectFrom('channel_keys')
    .select(shownColumns)
    .where('channel_id', '=', channelId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new GatewayError('channel.key_not_found');
  return toView(row);
}

/** Sealed keys of channels, to compare new ones with. */
export async function listSealedKeys(db: Db, channelIds: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('channel_keys')
    .select('key_sealed')
    .where('channel_id', 'in', channelIds)
    .execute();
  return rows.map(({ key_sealed }) => key_sealed);
}

/** Sealed keys, by the channels that have some. */
export async function listKeysByChannel(
  db: Db,
  channelIds: readonly number[],
): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('channel_keys')
    .select(['channel_id', 'key_sealed'])
    .where('channel_id', 'in', channelIds)
    .execute();
  const byChannel = Map.groupBy(rows, ({ channel_id }) => channel_id);
  return new Map([...byChannel].map(([id, own]) => [id, own.map(({ key_sealed }) => key_sealed)]));
}

/** A key as it is kept: sealed, and what is shown of it. */
export type KeyValues = Pick<Selectable<ChannelKeyTable>, 'key_sealed' | 'key_hint'>;

const KEYS_PER_INSERT = 100;

/** @returns their numbers */
export async function insertKeys(
  trx: Transaction<Tables>,
  channelId: number,
  keys: readonly (KeyValues & Partial<Pick<Selectable<ChannelKeyTable>, CopiedMember>>)[],
  nowSeconds: number,
): Promise<number[]> {
  const ids: number[] = [];
  for (let start = 0; start < keys.length; start += KEYS_PER_INSERT) {
    const rows = keys.slice(start, start + KEYS_PER_INSERT).map((key) => ({
      status: channelStatus.enabled,
      ...key,
      channel_id: channelId,
      created_time: nowSeconds,
    }));
    const inserted = await trx.insertInto('channel_keys').values(rows).returning('id').execute();
    ids.push(...inserted.map(({ id }) => id));
  }
  return ids;
}

const copiedMembers = ['status', 'requests_per_minute', 'tokens_per_minute', 'parallel_calls'] as const;
type CopiedMember = (typeof copiedMembers)[number];

/** Gives a channel the keys of another one, with their states and limits. */
export async function copyKeys(
  trx: Transaction<Tables>,
  { from, to }: { from: number; to: number },
  nowSeconds: number,
): Promise<void> {
  const rows = await trx
    .selectFrom('channel_keys')
    .select(['key_sealed', 'key_hint', ...copiedMembers])
    .where('channel_id', '=', from)
    .orderBy('id')
    .execute();
  await insertKeys(trx, to, rows, nowSeconds);
}

/** Another account starts without use and failures. */
const newAccount = {
  status: channelStatus.enabled,
  used_quota: 0,
  calls: 0,
  failed_calls: 0,
  last_used_time: 0,
  last_error: '',
  last_error_time: 0,
} as const;

/**
 * Puts one key in place of all that a channel has, or none. The number of the first one stays, so that what a vendor keeps
 * of its calls is still found.
 */
export async function replaceKeys(
  trx: Transaction<Tables>,
  channelId: number,
  key: KeyValues | null,
  nowSeconds: number,
): Promise<void> {
  const [first, ...others] = (await listKeys(trx, channelId)).map(({ id }) => id);
  if (key === null) return deleteKeysOf(trx, [channelId]);
  if (first === undefined) return void (await insertKeys(trx, channelId, [key], nowSeconds));
  if (others.length > 0) await deleteKeys(trx, channelId, others);
  await trx
    .updateTable('channel_keys')
    .set({ ...key, ...newAccount, created_time: nowSeconds })
    .where('id', '=', first)
    .execute();
}

/** Changes those that the channel has. @returns their numbers */
export async function updateKeys(
  trx: Transaction<Tables>,
  channelId: number,
  ids: readonly number[],
  change: Updateable<ChannelKeyTable>,
): Promise<number[]> {
  const found = await lockKeys(trx, channelId, ids);
  if (found.length > 0 && Object.keys(change).length > 0)
    await trx.updateTable('channel_keys').set(change).where('id', 'in', found).execute();
  return found;
}

/** Deletes those that the channel has. @returns their numbers */
export async function deleteKeys(
  trx: Transaction<Tables>,
  channelId: number,
  ids: readonly number[],
): Promise<number[]> {
  const found = await lockKeys(trx, channelId, ids);
  if (found.length === 0) return found;
  await sealAccounts(trx, found);
  await trx.deleteFrom('channel_keys').where('id', 'in', found).execute();
  return found;
}

/** In rising order, as settlements lock them. */
async function lockKeys(
  trx: Transaction<Tables>,
  channelId: number,
  ids: readonly number[],
): Promise<number[]> {
  const rows = trx
    .selectFrom('channel_keys')
    .select('id')
    .where('channel_id', '=', channelId)
    .where('id', 'in', ids)
    .orderBy('id');
  return (await forChange(trx, rows).execute()).map(({ id }) => id);
}

/** Deletes every key of channels. */
export async function deleteKeysOf(trx: Transaction<Tables>, channelIds: readonly number[]): Promise<void> {
  const rows = trx
    .selectFrom('channel_keys')
    .select('id')
    .where('channel_id', 'in', channelIds)
    .orderBy('id');
  const found = (await forChange(trx, rows).execute()).map(({ id }) => id);
  if (found.length > 0) await sealAccounts(trx, found);
  await trx.deleteFrom('channel_keys').where('channel_id', 'in', channelIds).execute();
}
