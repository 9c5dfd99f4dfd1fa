import { objectOf, textOf } from '../../dialects/neutral/json-values.ts';
import { LongTexts } from '../../platform/json/long-texts.ts';
import {
  AddressError,
  type Fetched,
  type FetchLimits,
  fetchThrough,
  type GuardedFetch,
} from '../../platform/net/guarded-fetch.ts';
import { assertPublicHost } from '../../platform/net/private-network.ts';
import { parseProxy } from '../../platform/net/proxy-address.ts';
import type { RelayOptions } from '../relay-deps.ts';

/** Members of the worker's answer around its base64. */
const ANSWER_ROOM_BYTES = 64 * 1024;

/**
 * Returns the way to media that callers name by their addresses: by a worker or through a proxy, where root has set one,
 * else straight. The worker comes first.
 */
export function mediaFetch(
  { mediaWorker, mediaProxy }: Pick<RelayOptions, 'mediaWorker' | 'mediaProxy'>,
  guardedFetch: GuardedFetch,
): GuardedFetch {
  if (mediaWorker !== null) return (url, limits) => fetchByWorker(url, limits, { mediaWorker, guardedFetch });
  const proxy = mediaProxy === '' ? null : parseProxy(mediaProxy);
  return proxy === null ? guardedFetch : fetchThrough(proxy);
}

/**
 * Lets a worker at another place fetch an address.
 * @throws AddressError
 * Source: one-hub, `common/image/cf_worker`, and its worker, checked 2026-11.
 */
async function fetchByWorker(
  url: string,
  limits: FetchLimits,
  {
    mediaWorker,
    guardedFetch,
  }: { mediaWorker: NonNullable<RelayOptions['mediaWorker']>; guardedFetch: GuardedFetch },
): Promise<Fetched> {
  assertFetchable(url);
  const { limitBytes, timeoutMs, signal, onBytes } = limits;
  const { status, bytes } = await guardedFetch(mediaWorker.address, {
    ...{ limitBytes: Math.ceil((limitBytes * 4) / 3) + ANSWER_ROOM_BYTES, timeoutMs, signal },
    allowPrivateNetwork: true,
    request: {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ action: 'base64', api_key: mediaWorker.key, url }),
    },
  });
  const texts = new LongTexts();
  const answer = objectOf(await texts.parseInTurns(bytes).catch(() => null));
  if (status !== 200 || answer === null)
    throw new AddressError('unreachable', `the worker answers ${status}`);
  const media = Buffer.from(texts.full(textOf(answer.data)), 'base64');
  if (media.length === 0) throw new AddressError('unreachable', 'the worker sends nothing');
  if (media.length > limitBytes) throw new AddressError('too_large');
  onBytes?.(media.length);
  return { status: 200, bytes: media, contentType: textOf(answer.mimeType).toLowerCase(), headers: {} };
}

/** The worker is not asked for addresses that nothing public has. @throws AddressError */
function assertFetchable(url: string): void {
  try {
    const { protocol, hostname, username, password } = new URL(url);
    if (!/^https?:$/.test(protocol) || username !== '' || password !== '') throw new Error('not plain');
    assertPublicHost(hostname);
  } catch (cause) {
    throw new AddressError('private_network', cause);
  }
}
