import { createHash } from 'node:crypto';
import { readChannelPlugin } from '@turnpike/contract';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { parseDecimal } from '../../billing/decimal.ts';
import type { ChannelTable, StoredLimits, UserGroupTable } from '../../db/tables.ts';
import { readTemplate } from '../../platform/text-template.ts';
import {
  type Form,
  fillPlaces,
  type Provider,
  type ProviderChannel,
  readKey,
} from '../../providers/provider.ts';
import { findProvider } from '../../providers/provider-registry.ts';
import type { BudgetRow } from '../budget/budget-repository.ts';
import { toBudgetRule } from '../budget/call-budgets.ts';
import { toCallLimits } from './call-limits.ts';
import { toChannelProxy } from './channel-proxy-address.ts';
import { toMemberOverrides } from './member-overrides.ts';
import { type CallTemplate, callPlaces } from './request-places.ts';
import type { RoutingChannel, RoutingGroup, SignedChannel } from './routing-snapshot.ts';

export const channelColumns = [
  'id',
  'type',
  'key_sealed',
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
  'model_headers',
  'custom_parameter',
  'plugin',
  'proxy_sealed',
  'requests_per_minute',
  'tokens_per_minute',
  'parallel_calls',
] as const;

/** A channel to call, saved or not yet. */
export type CallableChannelRow = Omit<RoutableChannelRow, 'key_sealed' | 'proxy_sealed' | Unneeded> &
  Partial<Pick<RoutableChannelRow, Unneeded>> & { channelKey: string; proxyUrl?: string };
/** What a channel can be called without. */
type Unneeded = 'cost_ratio' | 'model_headers' | 'custom_parameter' | 'plugin' | keyof StoredLimits;

export const groupColumns = [
  'id',
  'symbol',
  'name',
  'ratio',
  'api_rate',
  'tokens_per_minute',
  'parallel_calls',
  'public',
] as const;

export type RoutableChannelRow = Pick<Selectable<ChannelTable>, (typeof channelColumns)[number]>;

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

/** @throws RangeError when the ratio is no decimal */
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
    budgets: budgets.filter(({ owner_id }) => owner_id === row.id).map(toBudgetRule),
    isPublic: row.public === 1,
  };
}

/**
 * @returns null when the channel's type has no provider, its key or proxy cannot be opened, or its key is none of that
 * provider
 */
export function toRoutingChannel(
  row: RoutableChannelRow,
  { openKey, openProxy }: Record<'openKey' | 'openProxy', (sealed: string) => string>,
): RoutingChannel | null {
  const provider = findProvider(row.type);
  if (provider === undefined) return null;
  let channelKey: string;
  let proxyUrl: string;
  try {
    channelKey = row.key_sealed === '' ? '' : openKey(row.key_sealed);
    proxyUrl = row.proxy_sealed === '' ? '' : openProxy(row.proxy_sealed);
  } catch {
    return null;
  }
  return buildRoutingChannel({ ...row, channelKey, proxyUrl });
}

/**
 * A channel to call, from a stored row or from a form that is only tested.
 * @returns null when its type has no provider, it has no address, or its key is not what its provider needs
 * @throws an error when a list or the mapping is not what it should be
 */
export function buildRoutingChannel(row: CallableChannelRow): RoutingChannel | null {
  const provider = findProvider(row.type);
  if (provider === undefined) return null;
  const keyParts = readKey(provider.key, row.channelKey);
  if (keyParts === null) return null;
  const named = { keyParts, other: row.other || (provider.other?.default ?? '') };
  const called = provider.places === undefined ? named : { ...named, places: provider.places(named) };
  const isWholeAddress = row.base_url.endsWith('#');
  const address = fillPlaces(row.base_url.replace(/#$/, '') || provider.baseUrl, called);
  const url = address === '' ? null : URL.parse(address);
  if (url === null && provider.answerLocally === undefined) return null;
  const dialects = new Set(textList.parse(JSON.parse(row.dialects)));
  const forms = provider.forms
    .filter(({ needs }) => needs === undefined || dialects.has(needs))
    .flatMap((form) => formWith(provider, form, row.plugin))
    .map((form) => filledForm(form, called));
  const ownHeaders = readOwnHeaders(row.model_headers, row.channelKey);
  return {
    id: row.id,
    name: row.name,
    provider,
    forms,
    keeps: provider.keeps === undefined ? null : fillPlaces(provider.keeps, called),
    limits: toCallLimits(row),
    costRatio: toCostRatio(row.cost_ratio),
    origin: url?.origin ?? '',
    basePath:
      url === null ? '' : isWholeAddress ? url.pathname + url.search : url.pathname.replace(/\/+$/, ''),
    isWholeAddress,
    overrides: toMemberOverrides(row.custom_parameter ?? ''),
    headers: toHeaderLines(provider.headers(called), ownHeaders),
    headerTemplates: templatesOf(ownHeaders),
    signed: provider.signs === undefined ? null : toSignedChannel(provider, called, row.proxyUrl),
    formHeaders: new Map(
      forms.flatMap((form) =>
        form.headers === undefined ? [] : [[form, toHeaderLines(form.headers(called), ownHeaders)] as const],
      ),
    ),
    allowPrivateNetwork: row.allow_private_network === 1,
    proxy: toChannelProxy(row.proxyUrl ?? '', row.channelKey),
    weight: Math.max(1, row.weight),
    priority: row.priority,
    onlyChat: row.only_chat === 1,
    disabledStream: new Set(textList.parse(JSON.parse(row.disabled_stream))),
    models: splitNames(row.models),
    groups: splitNames(row.group),
    mapping: new Map(
      Object.entries(row.model_mapping === '' ? {} : modelMapping.parse(JSON.parse(row.model_mapping))),
    ),
  };
}

/** The same account has one token, however often channels are read; one that is fetched through a proxy is of it alone. */
const toSignedChannel = ({ name }: Provider, channel: ProviderChannel, proxyUrl = ''): SignedChannel => ({
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

/** What a channel sets or, as null, leaves out, by names in small letters. */
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

/** What is filled in at each call is empty in them. */
function toHeaderLines(headers: Record<string, string>, own: OwnHeaders): string[] {
  const all = new Map<string, string>(Object.entries(headers));
  for (const [name, value] of own) {
    if (value === null) all.delete(name);
    else all.set(name, typeof value === 'string' ? value : '');
  }
  return [...[...all].flat(), ...['content-type', 'application/json', 'accept-encoding', 'identity']];
}

/** @throws RangeError when it is no decimal */
function toCostRatio(text = '0'): bigint | null {
  const ratio = parseDecimal(text);
  return ratio === 0n ? null : ratio;
}

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
