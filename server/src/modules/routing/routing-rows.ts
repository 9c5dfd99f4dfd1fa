import { createHash } from 'node:crypto';
import { type GroupStrategy, groupStrategies, readChannelPlugin } from '@turnpike/contract';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { parseDecimal } from '../../billing/decimal.ts';
import type { StoredLimits } from '../../db/tables/column-types.ts';
import type { UserGroupTable } from '../../db/tables/people-tables.ts';
import type { ChannelKeyTable, ChannelTable } from '../../db/tables/routing-tables.ts';
import { readTemplate } from '../../platform/text/text-template.ts';
import {
  type Form,
  fillPlaces,
  type Provider,
  type ProviderChannel,
  readKey,
} from '../../providers/provider.ts';
import { findProvider } from '../../providers/provider-registry.ts';
import type { BudgetRow } from '../budget/budget-repository.ts';
import { type BudgetRule, toBudgetRule } from '../budget/call-budgets.ts';
import { type CallLimits, toCallLimits } from './call-limits.ts';
import { toChannelProxy } from './channel-proxy-address.ts';
import { keyFilter } from './channel-secrets.ts';
import { toMemberOverrides } from './member-overrides.ts';
import { type CallTemplate, callPlaces } from './request-places.ts';
import type { RoutingChannel, RoutingGroup, SignedChannel } from './routing-snapshot.ts';

export const channelColumns = [
  'id',
  'type',
  'name',
  'weight',
  'priority',
  'base_url',
  'other',
  'models',
  'group',
  'model_mapping',
  'disabled_stream',
  'only_chat',
  'allow_private_network',
  'dialects',
  'cost_ratio',
  'model_cost_ratios',
  'model_headers',
  'custom_parameter',
  'plugin',
  'proxy_sealed',
  'requests_per_minute',
  'tokens_per_minute',
  'parallel_calls',
] as const;

/** A channel to call, saved or not yet. */
export type CallableChannelRow = Omit<RoutableChannelRow, 'proxy_sealed' | Unneeded> &
  Partial<Pick<RoutableChannelRow, Unneeded>> & { channelKey: string; proxyUrl?: string };
/** Columns that a call of a channel does not need. */
type Unneeded =
  | 'cost_ratio'
  | 'model_cost_ratios'
  | 'model_headers'
  | 'custom_parameter'
  | 'plugin'
  | keyof StoredLimits;

export const groupColumns = [
  'id',
  'symbol',
  'name',
  'ratio',
  'api_rate',
  'tokens_per_minute',
  'parallel_calls',
  'public',
  'strategy',
  'hedge_seconds',
  'hedge_percent',
] as const;

export type RoutableChannelRow = Pick<Selectable<ChannelTable>, (typeof channelColumns)[number]>;

export const keyColumns = [
  'channel_keys.id',
  'channel_keys.channel_id',
  'channel_keys.key_sealed',
  'channel_keys.requests_per_minute',
  'channel_keys.tokens_per_minute',
  'channel_keys.parallel_calls',
] as const;
export type RoutableKeyRow = Pick<
  Selectable<ChannelKeyTable>,
  'id' | 'channel_id' | 'key_sealed' | keyof StoredLimits
>;

/** Reads rows one by one: one that cannot be read is left out, the others serve. */
export function readRows<Row, Result>(
  rows: readonly Row[],
  read: (row: Row) => Result | null,
  { nameOf, leaveOut }: { nameOf: (row: Row) => string; leaveOut: (row: string, error: unknown) => void },
): Result[] {
  const results: Result[] = [];
  for (const row of rows) {
    try {
      const result = read(row);
      if (result !== null) results.push(result);
    } catch (error) {
      leaveOut(nameOf(row), error);
    }
  }
  return results;
}

/**
 * @param budgets of the group
 * @throws RangeError when the ratio is no decimal
 */
export function toRoutingGroup(
  row: Pick<Selectable<UserGroupTable>, (typeof groupColumns)[number]>,
  budgets: readonly BudgetRow[],
): RoutingGroup {
  return {
    symbol: row.symbol,
    name: row.name,
    ratio: parseDecimal(row.ratio),
    ratioNumber: Number(row.ratio),
    limits: {
      requestsPerMinute: row.api_rate,
      tokensPerMinute: row.tokens_per_minute,
      parallelCalls: row.parallel_calls,
    },
    budgets: budgets.map(toBudgetRule),
    isPublic: row.public === 1,
    strategy: toStrategy(row.strategy),
    hedge: row.hedge_seconds > 0 ? { afterMs: row.hedge_seconds * 1000, percent: row.hedge_percent } : null,
  };
}

type OpenSealed = Record<'openKey' | 'openProxy', (sealed: string) => string>;

/**
 * A channel by each of its keys that can be used; by none where it has none.
 * @param keys those that are enabled, oldest first; undefined: it has none
 * @param budgets of the channel
 * @returns nothing where its type has no provider or its proxy cannot be opened
 */
export function toRoutingChannels(
  row: RoutableChannelRow,
  keys: readonly RoutableKeyRow[] | undefined,
  { openKey, openProxy, budgets }: OpenSealed & { budgets: readonly BudgetRow[] },
): RoutingChannel[] {
  const proxyUrl = row.proxy_sealed === '' ? '' : tryOpen(openProxy, row.proxy_sealed);
  if (proxyUrl === null) return [];
  const common = readCommon(row, budgets.length === 0 ? null : budgets.map(toBudgetRule));
  if (common === null) return [];
  if (keys === undefined)
    return [buildRouting(row, common, { ...noKey, proxyUrl })].flatMap((one) => one ?? []);
  return keys.flatMap((key) => {
    const channelKey = tryOpen(openKey, key.key_sealed);
    if (channelKey === null) return [];
    const known = { keyId: key.id, channelKey, keyLimits: toCallLimits(key), isOneOfKeys: keys.length > 1 };
    return buildRouting(row, common, { ...known, proxyUrl }) ?? [];
  });
}

function tryOpen(open: (sealed: string) => string, sealed: string): string | null {
  try {
    return open(sealed);
  } catch {
    return null;
  }
}

/**
 * A channel to call, from a form that is only tested or a saved one that is asked.
 * @returns null when its type has no provider, it has no address, or its key is not what its provider needs
 * @throws an error when a list or the mapping is not what it should be
 */
export function buildRoutingChannel(row: CallableChannelRow): RoutingChannel | null {
  const common = readCommon(row, null);
  if (common === null) return null;
  const { channelKey, proxyUrl = '' } = row;
  return buildRouting(row, common, { ...noKey, channelKey, proxyUrl });
}

type CommonRow = Omit<CallableChannelRow, 'channelKey' | 'proxyUrl'>;

/** Members that all keys of a channel share, read once. */
function readCommon(row: CommonRow, budgets: readonly BudgetRule[] | null) {
  const provider = findProvider(row.type);
  if (provider === undefined) return null;
  return {
    provider,
    dialects: new Set(textList.parse(JSON.parse(row.dialects))),
    limits: toCallLimits(row),
    budgets,
    costRatio: toCostRatio(row.cost_ratio),
    modelCosts: toModelCosts(row.model_cost_ratios),
    overrides: toMemberOverrides(row.custom_parameter ?? ''),
    disabledStream: new Set(textList.parse(JSON.parse(row.disabled_stream))),
    models: splitNames(row.models),
    groups: splitNames(row.group),
    mapping: new Map(
      Object.entries(row.model_mapping === '' ? {} : modelMapping.parse(JSON.parse(row.model_mapping))),
    ),
  };
}

interface CallableKey {
  keyId: number;
  channelKey: string;
  keyLimits: CallLimits | null;
  isOneOfKeys: boolean;
  proxyUrl: string;
}

const noKey = { keyId: 0, channelKey: '', keyLimits: null, isOneOfKeys: false } as const;

function buildRouting(
  row: CommonRow,
  { dialects, ...common }: NonNullable<ReturnType<typeof readCommon>>,
  { keyId, channelKey, keyLimits, isOneOfKeys, proxyUrl }: CallableKey,
): RoutingChannel | null {
  const { provider } = common;
  const keyParts = readKey(provider.key, channelKey);
  if (keyParts === null) return null;
  const named = { keyParts, other: row.other || (provider.other?.default ?? '') };
  const called = provider.places === undefined ? named : { ...named, places: provider.places(named) };
  const isWholeAddress = row.base_url.endsWith('#');
  const address = fillPlaces(row.base_url.replace(/#$/, '') || provider.baseUrl, called);
  const url = address === '' ? null : URL.parse(address);
  if (url === null && provider.answerLocally === undefined) return null;
  const forms = provider.forms
    .filter(({ needs }) => needs === undefined || dialects.has(needs))
    .flatMap((form) => formWith(provider, form, row.plugin))
    .map((form) => filledForm(form, called));
  const ownHeaders = readOwnHeaders(row.model_headers, channelKey);
  return {
    id: row.id,
    keyId,
    isOneOfKeys,
    name: row.name,
    forms,
    keeps: provider.keeps === undefined ? null : fillPlaces(provider.keeps, called),
    keyLimits,
    origin: url?.origin ?? '',
    basePath:
      url === null ? '' : isWholeAddress ? url.pathname + url.search : url.pathname.replace(/\/+$/, ''),
    isWholeAddress,
    headers: toHeaderLines(provider.headers(called), ownHeaders),
    secrets: keyFilter(channelKey, keyParts),
    headerTemplates: templatesOf(ownHeaders),
    ownHeaders: new Set(ownHeaders.keys()),
    signed: provider.signs === undefined ? null : toSignedChannel(provider, called, proxyUrl),
    formHeaders: new Map(
      forms.flatMap((form) =>
        form.headers === undefined ? [] : [[form, toHeaderLines(form.headers(called), ownHeaders)] as const],
      ),
    ),
    allowPrivateNetwork: row.allow_private_network === 1,
    proxy: toChannelProxy(proxyUrl, channelKey),
    weight: Math.max(1, row.weight),
    priority: row.priority,
    onlyChat: row.only_chat === 1,
    ...common,
  };
}

/** The same account has one token, however often channels are read; one that is fetched through a proxy is of it alone. */
const toSignedChannel = ({ name }: Provider, channel: ProviderChannel, proxyUrl: string): SignedChannel => ({
  channel,
  account: createHash('sha256')
    .update(JSON.stringify([name, channel.keyParts, proxyUrl]))
    .digest('base64'),
});

/** A form as the channel sets it; none where that switches it off. */
function formWith({ plugin }: Provider, form: Form, set = ''): Form[] {
  if (plugin === undefined || set === '') return [form];
  const own = plugin.apply(form, readChannelPlugin(set));
  return own === null ? [] : [own];
}

/** Most forms have no places to fill and stay the provider's own. */
function filledForm(form: Form, channel: ProviderChannel): Form {
  const path = fillPlaces(form.path, channel);
  const streamPath = form.streamPath && fillPlaces(form.streamPath, channel);
  return path === form.path && streamPath === form.streamPath ? form : { ...form, path, streamPath };
}

/** Headers that a channel sets or, as null, removes, by lower-case names. */
type OwnHeaders = ReadonlyMap<string, string | CallTemplate | null>;

/** @param text JSON object; empty where nothing */
function readOwnHeaders(text = '', channelKey: string): OwnHeaders {
  const given = text === '' ? {} : (JSON.parse(text) as Record<string, string | null>);
  return new Map(
    Object.entries(given).map(([name, value]) => [
      name.toLowerCase(),
      value === null ? null : readTemplate(value, callPlaces, { api_key: channelKey }),
    ]),
  );
}

function templatesOf(own: OwnHeaders): ReadonlyMap<string, CallTemplate> | null {
  const templates = new Map<string, CallTemplate>();
  for (const [name, value] of own)
    if (value !== null && typeof value !== 'string') templates.set(name, value);
  return templates.size === 0 ? null : templates;
}

/** Placeholders of a call are empty in them. */
function toHeaderLines(headers: Record<string, string>, own: OwnHeaders): string[] {
  const all = new Map<string, string>(Object.entries(headers));
  for (const [name, value] of own) {
    if (value === null) all.delete(name);
    else all.set(name, typeof value === 'string' ? value : '');
  }
  return [...[...all].flat(), ...['content-type', 'application/json', 'accept-encoding', 'identity']];
}

/** @throws RangeError when it is no decimal */
/** A strategy of a later version is not known to this one. */
const toStrategy = (text: string): GroupStrategy =>
  groupStrategies.find((strategy) => strategy === text) ?? 'weight';

function toCostRatio(text = '0'): bigint | null {
  const ratio = parseDecimal(text);
  return ratio === 0n ? null : ratio;
}

function toModelCosts(text = '{}'): ReadonlyMap<string, bigint> {
  if (text === '{}') return NO_COSTS;
  const costs = Object.entries(modelMapping.parse(JSON.parse(text)));
  return new Map(costs.map(([model, ratio]) => [model, parseDecimal(ratio)]));
}

const NO_COSTS: ReadonlyMap<string, bigint> = new Map();

const textList = z.array(z.string());
const modelMapping = z.record(z.string(), z.string());

export const splitNames = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];
