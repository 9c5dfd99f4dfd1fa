import { type ChannelTagView, type ChannelView, channelStatus, channelTagChange } from '@turnpike/contract';
import type { Transaction, Updateable } from 'kysely';
import { forChange } from '../../db/row-locks.ts';
import type { Db } from '../../db/store.ts';
import type { ChannelTable } from '../../db/tables/routing-tables.ts';
import type { Tables } from '../../db/tables.ts';
import { etagOf } from '../../platform/etag.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { channels, deleteChannels, shownChannels, toView } from './channel-repository.ts';

export async function listTags(db: Db): Promise<string[]> {
  const rows = await channels(db).select('tag').distinct().where('tag', '<>', '').orderBy('tag').execute();
  return rows.map(({ tag }) => tag);
}

/**
 * Channels of a tag, oldest first.
 * @throws channel.tag_not_found
 */
export async function listTagged(db: Db, tag: string): Promise<ChannelView[]> {
  const rows = await shownChannels(db).where('tag', '=', tag).orderBy('id').execute();
  return notEmpty(rows).map(toView);
}

/**
 * Channels of a tag, oldest first, that nobody else changes until the transaction ends.
 * @throws channel.tag_not_found
 */
export async function lockTagged(trx: Transaction<Tables>, tag: string): Promise<ChannelView[]> {
  await forChange(trx, channels(trx).select('id').where('tag', '=', tag).orderBy('id')).execute();
  return listTagged(trx, tag);
}

function notEmpty<Row>(rows: Row[]): Row[] {
  if (rows.length === 0) throw new GatewayError('channel.tag_not_found');
  return rows;
}

/** @throws channel.tag_not_found */
export const getTag = async (db: Db, tag: string): Promise<ChannelTagView> =>
  toTagView(await listTagged(db, tag));

/** Names of what channels of a tag are given together. */
const commonMembers = Object.keys(
  channelTagChange.omit({ tag: true, name: true, key: true }).shape,
) as Exclude<keyof typeof channelTagChange.shape, 'tag' | 'name' | 'key'>[];

/** @param all channels of the tag, oldest first; at least one */
function toTagView(all: readonly ChannelView[]): ChannelTagView {
  const [oldest] = all as [ChannelView];
  const isSame = (name: (typeof commonMembers)[number]): boolean => {
    const text = JSON.stringify(oldest[name]);
    return all.every((one) => JSON.stringify(one[name]) === text);
  };
  const { id, type, name, tag } = oldest;
  const common = Object.fromEntries(commonMembers.map((member) => [member, oldest[member]]));
  return {
    ...(common as Pick<ChannelView, (typeof commonMembers)[number]>),
    ...{ id, type, name, tag },
    total: all.length,
    enabled: all.filter(({ status }) => status === channelStatus.enabled).length,
    differs: commonMembers.filter((member) => !isSame(member)),
    etag: tagState(all),
  };
}

/** @param all channels of the tag, oldest first */
export const tagState = (all: readonly ChannelView[]): string =>
  etagOf(all.flatMap(({ id, etag }) => [id, etag]));

/**
 * Changes every channel of a tag.
 * @returns how many there are
 * @throws channel.tag_not_found
 */
export async function updateTagged(db: Db, tag: string, change: Updateable<ChannelTable>): Promise<number> {
  const rows = await db
    .updateTable('channels')
    .set(change)
    .where('tag', '=', tag)
    .where('deleted_time', '=', 0)
    .returning('id')
    .execute();
  return notEmpty(rows).length;
}

/**
 * Deletes every channel of a tag.
 * @returns how many there were
 * @throws channel.tag_not_found
 */
export const deleteTagged = async (db: Db, tag: string, nowSeconds: number): Promise<number> =>
  notEmpty(await deleteChannels(db, (eb) => eb('tag', '=', tag), nowSeconds)).length;
