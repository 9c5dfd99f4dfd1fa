import {
  type ChannelView,
  type CustomDialect,
  defaultDialects,
  hasControlCharacters,
  isStorableText,
  type KeyLine,
  MAX_CHANNEL_NAME,
  MAX_NEW_CHANNELS,
  readChannelPlugin,
  role,
} from '@turnpike/contract';
import type { SignedIn } from '../../http/contract-routes.ts';
import { fieldError, GatewayError } from '../../platform/gateway-error.ts';
import { isPrivateHost } from '../../platform/net/private-network.ts';
import { maskProxy } from '../../platform/net/proxy-address.ts';
import { type Provider, readKey } from '../../providers/provider.ts';
import { findProvider } from '../../providers/provider-registry.ts';
import { proxyHostOf } from './channel-proxy.ts';

/** Members that determine the destination of a channel's calls. */
export type ChannelTarget = Pick<ChannelView, 'type' | 'base_url' | 'allow_private_network' | 'proxy'>;

const fieldOf = (field: string, code: GatewayError['code']) =>
  new GatewayError(code, {}, { fields: [{ field, code }] });

/** @throws channel.type_unknown */
export function providerOf(typeId: number): Provider {
  const provider = findProvider(typeId);
  if (provider === undefined) throw fieldOf('type', 'channel.type_unknown');
  return provider;
}

/** Whether its channels must name an address: neither has the provider one, nor does it answer by itself. */
export const needsAddress = ({ baseUrl, answerLocally }: Provider): boolean =>
  baseUrl === '' && answerLocally === undefined;

/**
 * Whether a caller may send calls to an address.
 * @param before the stored channel; undefined for a new one
 * @throws channel.base_url_required; channel.base_url_invalid; channel.private_network
 */
export function assertMayTarget(caller: SignedIn, target: ChannelTarget, before?: ChannelTarget): void {
  if (needsAddress(providerOf(target.type)) && target.base_url === '') {
    throw fieldOf('base_url', 'channel.base_url_required');
  }
  const hostname = hostnameOf(target.base_url);
  if (!target.allow_private_network) {
    if (hostname !== null && isPrivateHost(hostname)) throw fieldOf('base_url', 'channel.private_network');
    const proxyHost = proxyHostOf(target.proxy);
    if (proxyHost !== null && isPrivateHost(proxyHost)) throw fieldOf('proxy', 'channel.private_network');
    return;
  }
  // Root's permission for one address does not extend to an address that another person names.
  const isAsRootLeftIt =
    before?.allow_private_network === true &&
    isSameTarget(target, before) &&
    maskProxy(target.proxy) === before.proxy;
  if (caller.role !== role.root && !isAsRootLeftIt) {
    throw fieldOf('allow_private_network', 'channel.private_network');
  }
}

/**
 * Same type and same address. Only then does a stored key stay: a change of address requires the key, even from root. So
 * does another proxy in front of an address without TLS, because the proxy could read the key.
 */
export const isSameTarget = (target: ChannelTarget, before: ChannelTarget): boolean =>
  target.type === before.type &&
  target.base_url === before.base_url &&
  (target.proxy === '' || maskProxy(target.proxy) === before.proxy || !isPlain(target));

const isPlain = ({ type, base_url }: ChannelTarget): boolean =>
  /^http:/i.test(base_url || providerOf(type).baseUrl);

/** Dialects of a channel's upstream, in the catalogue's order; stored only if its type leaves the choice to the channel. */
export function dialectsOf({ type, dialects }: Pick<ChannelView, 'type' | 'dialects'>): CustomDialect[] {
  const { dialects: choices = [] } = providerOf(type);
  return choices.length === 0 ? [...defaultDialects] : choices.filter((name) => dialects.includes(name));
}

/** Provider settings of a channel are dropped with its type. */
export const pluginOf = (
  { type }: Pick<ChannelView, 'type'>,
  { given, before }: { given: string | undefined; before: Pick<ChannelView, 'type' | 'plugin'> | undefined },
): string => given ?? (before?.type === type ? before.plugin : '');

/** @throws request.invalid for what the provider does not take */
export function assertPluginFits({ type, plugin }: Pick<ChannelView, 'type' | 'plugin'>): void {
  if (pluginFor(type, plugin) !== plugin) throw fieldError('plugin', 'channel.plugin_unknown');
}

/** The settings that the provider of a type accepts; the text itself if it accepts all. */
export function pluginFor(type: number, text: string): string {
  const taken = providerOf(type).plugin?.parameters ?? [];
  let isWhole = true;
  const fits: Record<string, Record<string, unknown>> = {};
  for (const [plugin, set = {}] of Object.entries(readChannelPlugin(text)))
    for (const [name, value] of Object.entries(set)) {
      const isTaken = taken.some((one) => one.plugin === plugin && one.name === name);
      if (isTaken) fits[plugin] = { ...fits[plugin], [name]: value };
      else isWhole = false;
    }
  if (isWhole) return text;
  return Object.keys(fits).length === 0 ? '' : JSON.stringify(fits);
}

/** @throws channel.key_required */
export function assertHasKey(target: ChannelTarget, key: string): void {
  const { key: format } = providerOf(target.type);
  if (key === '' && format !== null && format.isOptional !== true)
    throw fieldOf('key', 'channel.key_required');
}

/** @throws channel.key_parts where a new key is not made of the parts that its provider names */
export function assertKeyHasParts(target: ChannelTarget, key: string): void {
  if (readKey(providerOf(target.type).key, key) === null) throw fieldOf('key', 'channel.key_parts');
}

/**
 * As `assertHasKey` and `assertKeyHasParts`, for several keys.
 * @throws channel.key_line naming the lines
 */
export function assertKeysFit(target: ChannelTarget, lines: readonly KeyLine[]): void {
  const [only, second] = lines;
  if (second === undefined) {
    assertHasKey(target, only?.key ?? '');
    assertKeyHasParts(target, only?.key ?? '');
    return;
  }
  assertLinesHaveParts(target, lines);
}

/** @throws request.invalid where so many keys are to make a channel each */
export function assertFewChannels(lines: readonly KeyLine[]): void {
  if (lines.length > MAX_NEW_CHANNELS) throw fieldError('key', 'channel.too_many_channels');
}

/** @throws channel.key_line naming the lines that are not made of the parts that their provider names */
export function assertLinesHaveParts(target: ChannelTarget, lines: readonly KeyLine[], field = 'key'): void {
  const { key: format } = providerOf(target.type);
  const wrong = lines.filter(({ key }) => readKey(format, key) === null);
  assertNoLines(wrong, { code: 'channel.key_parts', field });
}

/** @throws channel.key_line naming lines of several keys with which something is wrong, if there are any */
export function assertNoLines(
  wrong: readonly KeyLine[],
  { code, field = 'key' }: { code: string; field?: string },
): void {
  const [first] = wrong;
  if (first === undefined) return;
  const fields = wrong.map(({ line }) => ({ field: `${field}.${line}`, code }));
  throw new GatewayError('channel.key_line', { line: first.line }, { fields });
}

/** A name or password before the host would be shown and never be sent. */
function hostnameOf(baseUrl: string): string | null {
  if (baseUrl === '') return null;
  const url = URL.parse(baseUrl);
  if (url === null || url.username !== '' || url.password !== '')
    throw fieldError('base_url', 'channel.base_url_invalid');
  return url.hostname;
}

/** Names by comma: trimmed, each once. */
export const tidyNames = (text: string): string => [...new Set(splitNames(text))].join(',');

export const splitNames = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** A mapping's targets are names; a `+` before one bills the requested model. */
export function assertMapsToNames(modelMapping: string): void {
  if (modelMapping === '') return;
  const mapping = JSON.parse(modelMapping) as Record<string, unknown>;
  const targets = Object.values(mapping);
  const areNames = targets.every(
    (target) => typeof target === 'string' && target.replace(/^\+/, '').trim() !== '',
  );
  if (!areNames) throw fieldError('model_mapping', 'channel.mapping_target');
  // Escaped in the mapping's own JSON, they passed the check of the whole text.
  for (const name of [...Object.keys(mapping), ...(targets as string[])]) {
    if (hasControlCharacters(name)) throw fieldError('model_mapping', 'text.control_characters');
    if (!isStorableText(name)) throw fieldError('model_mapping', 'invalid_text');
  }
}

/** First and last characters, to recognise a key by; nothing of a short one. */
export const channelKeyHint = (channelKey: string): string =>
  channelKey.length < 16
    ? channelKey === ''
      ? ''
      : '…'
    : `${channelKey.slice(0, 4)}…${channelKey.slice(-4)}`;

/** A name with something behind it; a long one is cut, between characters. */
export const nameWith = (name: string, suffix: string): string =>
  name.slice(0, MAX_CHANNEL_NAME - suffix.length).replace(/[\ud800-\udbff]$/, '') + suffix;
