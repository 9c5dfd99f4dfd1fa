import {
  balanceCurrencies,
  type ChannelRow,
  type ChannelView,
  channelStatus,
  customDialects,
  defaultDialects,
  type Page,
  type PageQuery,
} from '@turnpike/contract';
import type { Insertable, Selectable, Transaction, Updateable } from 'kysely';
import { forChange } from '../../db/row-locks.ts';
import type { Db } from '../../db/store.ts';
import type { ChannelTable, Tables } from '../../db/tables.ts';
import { etagOf } from '../../platform/etag.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { readStoredJson, readStoredRatio } from '../../platform/stored-values.ts';
import { anyCase, beginsWith, contains, matches, readBatches, readPage } from '../list-query.ts';
import { namesGroup } from '../user-group/user-group-rules.ts';

export const shownColumns = [
  'id',
  'type',
  'key_hint',
  'status',
  'name',
  'weight',
  'priority',
  'created_time',
  'test_time',
  'response_time',
  'balance',
  'balance_currency',
  'balance_updated_time',
  'models_added',
  'models_missing',
  'models_checked_time',
  'base_url',
  'other',
  'models',
  'group',
  'tag',
  'used_quota',
  'estimated_calls',
  'flagged_calls',
  'model_mapping',
  'test_model',
  'disabled_stream',
  'only_chat',
  'allow_private_network',
  'dialects',
  'cost_ratio',
  'model_headers',
  'custom_parameter',
  'plugin',
  'proxy',
  'requests_per_minute',
  'tokens_per_minute',
  'parallel_calls',
] as const;
type ShownRow = Selectable<Pick<ChannelTable, (typeof shownColumns)[number]>>;

/** Those that are not deleted. */
export const channels = (db: Db) => db.selectFrom('channels').where('deleted_time', '=', 0);

const isTextList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** A stored JSON list of names. */
export const readNames = (text: string): string[] => readStoredJson<string[]>(text, isTextList, []);

const isDialectList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => customDialects.includes(one));

/** What changes by use, or by what an upstream tells. */
const notOfState: ReadonlySet<string> = new Set<(typeof shownColumns)[number]>([
  'test_time',
  'response_time',
  'used_quota',
  'estimated_calls',
  'flagged_calls',
  'balance',
  'balance_currency',
  'balance_updated_time',
  'models_added',
  'models_missing',
  'models_checked_time',
]);

const stateOf = (row: ShownRow): string =>
  etagOf(shownColumns.filter((name) => !notOfState.has(name)).map((name) => row[name]));

type StoredBalance = Pick<ShownRow, 'balance' | 'balance_currency' | 'balance_updated_time'>;

/** What cannot be read, as after a repair by hand, was never asked. */
function readBalance(row: StoredBalance): ChannelBalanceView {
  const currency = balanceCurrencies.find((known) => known === row.balance_currency);
  const balance = Number(row.balance);
  if (currency === undefined || !Number.isFinite(balance)) return neverAsked;
  return { balance, balance_currency: currency, balance_updated_time: row.balance_updated_time };
}

export type ChannelBalanceView = Pick<ChannelView, 'balance' | 'balance_currency' | 'balance_updated_time'>;
const neverAsked: ChannelBalanceView = { balance: 0, balance_currency: '', balance_updated_time: 0 };

export const toView = (row: ShownRow): ChannelView => ({
  ...row,
  etag: stateOf(row),
  status: row.status as ChannelView['status'],
  disabled_stream: readStoredJson<string[]>(row.disabled_stream, isTextList, []),
  only_chat: row.only_chat === 1,
  allow_private_network: row.allow_private_network === 1,
  cost_ratio: readStoredRatio(row.cost_ratio),
  ...readBalance(row),
  models_added: readNames(row.models_added),
  models_missing: readNames(row.models_missing),
  dialects: readStoredJson<ChannelView['dialects']>(row.dialects, isDialectList, [...defaultDialects]),
});

export interface ChannelFilter {
  keyword?: string | undefined;
  type?: number | undefined;
  status?: number | undefined;
  name?: string | undefined;
  group?: string | undefined;
  models?: string | undefined;
  tag?: string | undefined;
  filter_tag?: number | undefined;
}

function filterChannels(db: Db, filter: ChannelFilter) {
  const { type, status, name, group, models, tag, keyword, filter_tag } = filter;
  let rows = channels(db).select(shownColumns);
  if (type) rows = rows.where('type', '=', type);
  if (status) rows = rows.where('status', '=', status);
  if (name !== undefined) {
    const named = matches('name', contains(name));
    // A row of a tag is found by the tag's name, too.
    const tagged = matches('tag', contains(name));
    rows = rows.where(({ or }) => or(hasTagRows(filter) ? [named, tagged] : [named]));
  }
  if (group !== undefined) rows = rows.where(namesGroup(group));
  if (models !== undefined) rows = rows.where(matches('models', contains(models)));
  if (tag !== undefined) rows = rows.where('tag', '=', tag);
  if (keyword !== undefined) rows = rows.where(matches('name', beginsWith(keyword)));
  if (filter_tag === tagFilter.untagged) rows = rows.where('tag', '=', '');
  if (filter_tag === tagFilter.tags) rows = rows.where('tag', '<>', '');
  return rows;
}

/** Values of `filter_tag`. Source: docs/reference/compatibility.md, "Channels". */
const tagFilter = { tagsAndUntagged: 0, untagged: 1, tags: 2 } as const;

const hasTagRows = ({ filter_tag }: ChannelFilter): boolean =>
  filter_tag === tagFilter.tagsAndUntagged || filter_tag === tagFilter.tags;

/** Of each tag the newest channel, beside all that have none. */
function tagRows(db: Db, filter: ChannelFilter) {
  const newest = filterChannels(db, filter)
    .clearSelect()
    .select(({ fn }) => fn.max('id').as('id'))
    .where('tag', '<>', '')
    .groupBy('tag');
  return filterChannels(db, filter).where(({ eb, or }) => or([eb('tag', '=', ''), eb('id', 'in', newest)]));
}

export async function listChannels(db: Db, query: PageQuery & ChannelFilter): Promise<Page<ChannelRow>> {
  const withTags = hasTagRows(query);
  const rows = withTags ? tagRows(db, query) : filterChannels(db, query);
  const page = await readPage(db, rows, query, {
    name: anyCase('name'),
    group: anyCase('group'),
  });
  const counts = withTags
    ? await countTagged(db, page.data.map(({ tag }) => tag).filter(Boolean))
    : undefined;
  return {
    ...page,
    data: page.data.map((row) => ({ ...toView(row), tag_channels: counts?.get(row.tag) ?? null })),
  };
}

async function countTagged(db: Db, tags: string[]): Promise<Map<string, ChannelRow['tag_channels']>> {
  if (tags.length === 0) return new Map();
  const rows = await channels(db)
    .select(({ fn, eb }) => [
      'tag',
      fn.countAll<number>().as('total'),
      fn
        .sum<number>(eb.case().when('status', '=', channelStatus.enabled).then(1).else(0).end())
        .as('enabled'),
    ])
    .where('tag', 'in', tags)
    .groupBy('tag')
    .execute();
  return new Map(
    rows.map(({ tag, total, enabled }) => [tag, { total: Number(total), enabled: Number(enabled) }]),
  );
}

export const exportChannels = (db: Db, filter: ChannelFilter) => readBatches(filterChannels(db, filter));

/** @throws channel.not_found */
export async function getChannel(db: Db, id: number): Promise<ChannelView> {
  const row = await channels(db).select(shownColumns).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new GatewayError('channel.not_found');
  return toView(row);
}

/**
 * A channel that nobody else changes until the transaction ends.
 * @throws channel.not_found
 */
export async function lockChannel(trx: Transaction<Tables>, id: number): Promise<ChannelView> {
  const rows = channels(trx).select(shownColumns).where('id', '=', id);
  const row = await forChange(trx, rows).executeTakeFirst();
  if (row === undefined) throw new GatewayError('channel.not_found');
  return toView(row);
}

/**
 * A channel with its sealed key and proxy, for calls to the upstream only. Both come from one reading: a key and an address
 * of different moments must not meet.
 * @throws channel.not_found
 */
export async function getKeyedChannel(
  db: Db,
  id: number,
): Promise<{ channel: ChannelView; key_sealed: string; proxy_sealed: string }> {
  const row = await channels(db)
    .select([...shownColumns, 'key_sealed', 'proxy_sealed'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new GatewayError('channel.not_found');
  const { key_sealed, proxy_sealed, ...shown } = row;
  return { channel: toView(shown), key_sealed, proxy_sealed };
}

export type ChannelRowValues = Pick<
  Selectable<ChannelTable>,
  | 'type'
  | 'key_sealed'
  | 'key_hint'
  | 'name'
  | 'weight'
  | 'priority'
  | 'base_url'
  | 'other'
  | 'models'
  | 'group'
  | 'tag'
  | 'model_mapping'
  | 'test_model'
  | 'disabled_stream'
  | 'cost_ratio'
  | 'model_headers'
  | 'custom_parameter'
  | 'plugin'
  | 'proxy'
  | 'proxy_sealed'
  | 'only_chat'
  | 'allow_private_network'
  | 'dialects'
>;

/** Of a channel whose account nobody has asked about. */
export const notAsked = {
  balance: '0',
  balance_currency: '',
  balance_updated_time: 0,
  models_offered: '',
  models_added: '[]',
  models_missing: '[]',
  models_ignored: '[]',
  models_checked_time: 0,
};

/** What a copy takes over: what people set, and the sealed key. */
const copiedColumns = [
  ...shownColumns.filter((name) => !notOfState.has(name) && name !== 'id' && name !== 'created_time'),
  'key_sealed',
  'proxy_sealed',
] as (keyof ChannelRowValues)[];

/**
 * What a channel has that another one may begin with.
 * @throws channel.not_found
 */
export async function getCopiedValues(
  trx: Transaction<Tables>,
  id: number,
): Promise<ChannelRowValues & Pick<ChannelTable, 'status'>> {
  const row = await channels(trx).select(copiedColumns).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new GatewayError('channel.not_found');
  return row as ChannelRowValues & Pick<ChannelTable, 'status'>;
}

/** @returns the channel's number */
export async function insertChannel(
  db: Db,
  values: ChannelRowValues & Partial<Pick<ChannelTable, 'status'>>,
  nowSeconds: number,
): Promise<number> {
  const row: Insertable<ChannelTable> = {
    status: channelStatus.enabled,
    ...values,
    created_time: nowSeconds,
    test_time: 0,
    response_time: 0,
    used_quota: 0,
    deleted_time: 0,
  };
  const { id } = await db.insertInto('channels').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateChannel(
  db: Db,
  id: number,
  change: Partial<
    ChannelRowValues & typeof notAsked & Pick<ChannelTable, 'status' | 'test_time' | 'response_time'>
  >,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db.updateTable('channels').set(change).where('id', '=', id).execute();
}

/** Changes those that are there. @returns their numbers */
export async function updateChannels(
  db: Db,
  ids: readonly number[],
  change: Updateable<ChannelTable>,
): Promise<number[]> {
  const rows = await db
    .updateTable('channels')
    .set(change)
    .where('id', 'in', ids)
    .where('deleted_time', '=', 0)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** What a channel that is taken away does not keep. */
export const noSecrets = { key_sealed: '', proxy_sealed: '' } as const;

/** Takes channels away with their keys; the rows stay for the log rows that name them. @returns their numbers */
export const deleteChannels = (db: Db, ids: readonly number[], nowSeconds: number): Promise<number[]> =>
  updateChannels(db, ids, { deleted_time: nowSeconds, ...noSecrets });

/** As `deleteChannels`, of those that are disabled. @returns how many */
export async function deleteDisabledChannels(db: Db, nowSeconds: number, tag?: string): Promise<number> {
  let rows = db
    .updateTable('channels')
    .set({ deleted_time: nowSeconds, ...noSecrets })
    .where('deleted_time', '=', 0)
    .where('status', 'in', [channelStatus.disabled, channelStatus.autoDisabled]);
  if (tag !== undefined) rows = rows.where('tag', '=', tag);
  return (await rows.returning('id').execute()).length;
}
