import {
  balanceCurrencies,
  type ChannelRow,
  type ChannelView,
  channelFilterFields,
  channelStatus,
  customDialects,
  defaultDialects,
  type FilterOf,
  type Page,
  type PageQuery,
  setFields,
} from '@turnpike/contract';
import {
  type Expression,
  type ExpressionBuilder,
  type Insertable,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
  type Transaction,
  type Updateable,
} from 'kysely';
import { forChange } from '../../db/row-locks.ts';
import type { Db } from '../../db/store.ts';
import type { ChannelTable } from '../../db/tables/routing-tables.ts';
import type { Tables } from '../../db/tables.ts';
import { etagOf } from '../../platform/etag.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { isObject, readStoredJson, readStoredRatio } from '../../platform/json/stored-values.ts';
import { filterRows } from '../filter-rows.ts';
import { anyCase, contains, matches, readBatches, readPage } from '../list-query.ts';
import { namesGroup } from '../user-group/user-group-rules.ts';
import {
  deleteKeysOf,
  type KeySummary,
  keySummary,
  type SealedKey,
  usedKey,
} from './channel-key-repository.ts';

const shownColumns = [
  'id',
  'type',
  'status',
  'name',
  'weight',
  'priority',
  'created_time',
  'test_time',
  'response_time',
  'test_error',
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
  'model_cost_ratios',
  'model_headers',
  'custom_parameter',
  'plugin',
  'proxy',
  'requests_per_minute',
  'tokens_per_minute',
  'parallel_calls',
] as const;
type ShownRow = Selectable<Pick<ChannelTable, (typeof shownColumns)[number]>> & KeySummary;

/** Those that are not deleted. */
export const channels = (db: Db) => db.selectFrom('channels').where('deleted_time', '=', 0);

export const shownChannels = (db: Db) => channels(db).select(shownColumns).select(keySummary);

const isTextList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** A stored JSON list of names. */
export const readNames = (text: string): string[] => readStoredJson<string[]>(text, isTextList, []);

const isDialectList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => customDialects.includes(one));

/** Columns that change by use or by reports of an upstream. */
const notOfState: ReadonlySet<string> = new Set<(typeof shownColumns)[number]>([
  'test_time',
  'response_time',
  'test_error',
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
  etagOf([row.key_hint, ...shownColumns.filter((name) => !notOfState.has(name)).map((name) => row[name])]);

type StoredBalance = Pick<ShownRow, 'balance' | 'balance_currency' | 'balance_updated_time'>;

/** An unreadable value, as after a repair by hand, counts as never read. */
function readBalance(row: StoredBalance): ChannelBalanceView {
  const currency = balanceCurrencies.find((known) => known === row.balance_currency);
  const balance = Number(row.balance);
  if (currency === undefined || !Number.isFinite(balance)) return neverAsked;
  return { balance, balance_currency: currency, balance_updated_time: row.balance_updated_time };
}

export type ChannelBalanceView = Pick<ChannelView, 'balance' | 'balance_currency' | 'balance_updated_time'>;
const neverAsked: ChannelBalanceView = { balance: 0, balance_currency: '', balance_updated_time: 0 };

const readModelCosts = (text: string): Record<string, number> =>
  Object.fromEntries(
    Object.entries(readStoredJson<Record<string, unknown>>(text, isObject, {})).map(([model, ratio]) => [
      model,
      readStoredRatio(ratio),
    ]),
  );

export const toView = (row: ShownRow): ChannelView => ({
  ...row,
  key_hint: row.key_hint ?? '',
  key_count: Number(row.key_count),
  enabled_key_count: Number(row.enabled_key_count),
  etag: stateOf(row),
  status: row.status as ChannelView['status'],
  disabled_stream: readStoredJson<string[]>(row.disabled_stream, isTextList, []),
  only_chat: row.only_chat === 1,
  allow_private_network: row.allow_private_network === 1,
  cost_ratio: readStoredRatio(row.cost_ratio),
  model_cost_ratios: readModelCosts(row.model_cost_ratios),
  ...readBalance(row),
  models_added: readNames(row.models_added),
  models_missing: readNames(row.models_missing),
  dialects: readStoredJson<ChannelView['dialects']>(row.dialects, isDialectList, [...defaultDialects]),
});

export type ChannelFilter = FilterOf<typeof channelFilterFields>;

function filterChannels(db: Db, filter: ChannelFilter) {
  const { name, group, filter_tag } = filter;
  let rows = filterRows(shownChannels(db), setFields(channelFilterFields, filter));
  if (name !== undefined) {
    const named = matches('name', contains(name));
    // A row of a tag is found by the tag's name, too.
    const tagged = matches('tag', contains(name));
    rows = rows.where(({ or }) => or(hasTagRows(filter) ? [named, tagged] : [named]));
  }
  if (group !== undefined) rows = rows.where(namesGroup(group));
  if (filter_tag === tagFilter.untagged) rows = rows.where('tag', '=', '');
  if (filter_tag === tagFilter.tags) rows = rows.where('tag', '<>', '');
  return rows;
}

/** Values of `filter_tag`. Source: docs/reference/compatibility.md, "Channels". */
const tagFilter = { tagsAndUntagged: 0, untagged: 1, tags: 2 } as const;

const hasTagRows = ({ filter_tag }: ChannelFilter): boolean =>
  filter_tag === tagFilter.tagsAndUntagged || filter_tag === tagFilter.tags;

/** The newest channel of each tag, and all channels without a tag. */
function tagRows(db: Db, filter: ChannelFilter) {
  const newest = filterChannels(db, filter)
    .clearSelect()
    .select(({ fn }) => fn.max('id').as('id'))
    .where('tag', '<>', '')
    .groupBy('tag');
  return filterChannels(db, filter).where(({ eb, or }) => or([eb('tag', '=', ''), eb('id', 'in', newest)]));
}

/**
 * One page of the list, newest first unless `order` says otherwise.
 * @param troubled channels that come before the others without an `order`, as do the tags that have one of them
 */
export async function listChannels(
  db: Db,
  query: PageQuery & ChannelFilter,
  troubled: readonly number[] = [],
): Promise<Page<ChannelRow>> {
  const withTags = hasTagRows(query);
  const rows = withTags ? tagRows(db, query) : filterChannels(db, query);
  const rank = troubled.length === 0 ? undefined : troubledFirst(troubled, { withTags });
  const page = await readPage(
    db,
    rows,
    { ...query, rank },
    { name: anyCase('name'), group: anyCase('group') },
  );
  const counts = withTags
    ? await countTagged(db, page.data.map(({ tag }) => tag).filter(Boolean))
    : undefined;
  return {
    ...page,
    data: page.data.map((row) => ({ ...toView(row), tag_channels: counts?.get(row.tag) ?? null })),
  };
}

/** 0 for these channels, and for a row of a tag that has one of them; else 1. */
function troubledFirst(ids: readonly number[], { withTags }: { withTags: boolean }): RawBuilder<number> {
  const list = sql.join(ids);
  const tags = sql`select tag from channels where id in (${list}) and tag <> ''`;
  const isFirst = withTags ? sql`id in (${list}) or tag in (${tags})` : sql`id in (${list})`;
  return sql`case when ${isFirst} then 0 else 1 end`;
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
  const row = await shownChannels(db).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new GatewayError('channel.not_found');
  return toView(row);
}

/**
 * A channel that nobody else changes, with its keys, until the transaction ends. Its values are read behind
 * the lock, so a waiting transaction does not see old ones.
 * @throws channel.not_found
 */
export async function lockChannel(trx: Transaction<Tables>, id: number): Promise<ChannelView> {
  await forChange(trx, channels(trx).select('id').where('id', '=', id)).execute();
  return getChannel(trx, id);
}

/**
 * A channel with one of its sealed keys and its proxy, for calls to the upstream only. All come from one reading: a key
 * and an address of different moments must not meet.
 * @param keyId 0: the first key that is enabled, if there is one
 * @throws channel.not_found; channel.key_not_found
 */
export async function getKeyedChannel(
  db: Db,
  id: number,
  keyId = 0,
): Promise<{ channel: ChannelView; key: SealedKey; proxy_sealed: string }> {
  const row = await shownChannels(db)
    .select('proxy_sealed')
    .select((eb) => [
      usedKey(eb, keyId).select('channel_keys.id').as('key_id'),
      usedKey(eb, keyId).select('channel_keys.key_sealed').as('key_sealed'),
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new GatewayError('channel.not_found');
  const { key_id, key_sealed, proxy_sealed, ...shown } = row;
  if (key_id === null && keyId !== 0) throw new GatewayError('channel.key_not_found');
  return { channel: toView(shown), key: { id: key_id ?? 0, sealed: key_sealed ?? '' }, proxy_sealed };
}

export type ChannelRowValues = Pick<
  Selectable<ChannelTable>,
  | 'type'
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
  | 'model_cost_ratios'
  | 'model_headers'
  | 'custom_parameter'
  | 'plugin'
  | 'proxy'
  | 'proxy_sealed'
  | 'only_chat'
  | 'allow_private_network'
  | 'dialects'
>;

/** Values of a channel whose account was never read. */
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

/** Columns that a copy takes over in addition to the keys: those that people set. */
const copiedColumns = [
  ...shownColumns.filter((name) => !notOfState.has(name) && name !== 'id' && name !== 'created_time'),
  'proxy_sealed',
] as (keyof ChannelRowValues)[];

/**
 * Values of a channel for a new one.
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

type ChannelTestValues = Pick<Selectable<ChannelTable>, 'test_time' | 'response_time' | 'test_error'>;
type ChannelStateValues = Pick<
  Selectable<ChannelTable>,
  'status' | 'auto_disabled_time' | 'auto_disabled_code'
>;

export async function updateChannel(
  db: Db,
  id: number,
  change: Partial<ChannelRowValues & typeof notAsked & ChannelTestValues & ChannelStateValues>,
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

/**
 * Takes channels away with their keys; the rows stay for the log rows that name them.
 * @param only which of those that are there
 * @returns their numbers
 */
export const deleteChannels = (
  db: Db,
  only: (eb: ExpressionBuilder<Tables, 'channels'>) => Expression<SqlBool>,
  nowSeconds: number,
): Promise<number[]> =>
  db.transaction().execute(async (trx) => {
    const rows = await trx
      .updateTable('channels')
      .set({ deleted_time: nowSeconds, proxy_sealed: '' })
      .where('deleted_time', '=', 0)
      .where(only)
      .returning('id')
      .execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await deleteKeysOf(trx, ids);
    return ids;
  });

/** Those that are disabled, by hand or by the gateway. */
export const isDisabled = (eb: ExpressionBuilder<Tables, 'channels'>) =>
  eb('status', 'in', [channelStatus.disabled, channelStatus.autoDisabled]);
