import type { FetchedMedia, LinkedMedia } from '../../dialects/linked-media.ts';
import type { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import { invalid } from '../../dialects/neutral/members.ts';
import { typeOfBytes } from '../../dialects/neutral/mended-media.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { LongTexts } from '../../platform/json/long-texts.ts';
import { freeMemory } from '../../platform/memory/held-memory.ts';
import { takeLargeMemory } from '../../platform/memory/large-memory.ts';
import { AddressError, type Fetched } from '../../platform/net/guarded-fetch.ts';
import { nextTurn } from '../../platform/turns.ts';
import type { CallContext, RoutedCall } from '../call/call-context.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { mediaFetch } from './media-source.ts';

/** Limit of one picture or file. Vendors accept less. */
const LIMIT_BYTES = 20 * 2 ** 20;
const MAX_ADDRESS_BYTES = 16 * 1024;
/** Length of an address prefix, with the blanks before it. */
const MAX_HEAD = 64;
/** Limit of one request. */
const MAX_ADDRESSES = 32;
const AT_ONCE = 4;
/** Limit for all fetches of a call together. */
const TIMEOUT_MS = 30_000;
/** Bytes encoded as base64 before other calls get a turn; a multiple of three. */
const TURN_BYTES = 3 * 2 ** 16;

interface Asked {
  texts: LongTexts;
  report: ConversionReport;
}

/**
 * Fetches media at addresses that the upstream does not read, and inserts the bytes instead. Only public
 * addresses are fetched. The total is limited like a body and counts as held.
 * @throws request.invalid with the reason; request.too_large; rate.body_bytes, gateway.busy; caller.left
 */
export async function fetchMedia(
  call: FetchingCall,
  linked: readonly LinkedMedia[],
  { texts, report }: Asked,
  deps: RelayDeps,
): Promise<void> {
  const wanted = new Map<string, { url: string; places: LinkedMedia[] }>();
  for (const one of linked) {
    if (!/^\s*https?:\/\//i.test(texts.head(one.url, MAX_HEAD))) continue;
    if (texts.bytesOf(one.url) > MAX_ADDRESS_BYTES) throw invalid(fieldOf(one), 'too_long_url');
    const url = texts.full(one.url);
    // The same address may be a picture in one place and a file in another.
    const key = `${one.media} ${one.mimeType} ${url}`;
    const known = wanted.get(key);
    if (known === undefined) wanted.set(key, { url, places: [one] });
    else known.places.push(one);
  }
  if (wanted.size > MAX_ADDRESSES) throw invalid('messages.content', 'too_many_urls');
  const fetch = new MediaFetch(call, deps);
  await fetch.each([...wanted.values()], async ({ url, places }) => {
    const [first] = places as [LinkedMedia];
    const { media } = first;
    const fetched = await fetch.one(url, first);
    const data = texts.add(fetched.base64);
    for (const one of places) one.inline({ mimeType: fetched.mimeType, name: nameOf(url), data });
    report.note('renamed', `${media}_url`, 'as bytes: its upstream reads no addresses');
  });
}

const fieldOf = ({ field = 'messages.content' }: Pick<LinkedMedia, 'field'>): string => field;

type FetchingCall = Pick<CallContext, 'breakOff'> & Pick<RoutedCall, 'bodyHold'>;

type FetchedAs = Pick<LinkedMedia, 'media' | 'mimeType' | 'field'>;

/** The media fetches of one call. */
class MediaFetch {
  readonly #call: FetchingCall;
  readonly #guardedFetch: RelayDeps['guardedFetch'];
  readonly #ending = new AbortController();
  readonly #limitBytes: number;
  #bytes = 0;

  constructor(call: FetchingCall, { guardedFetch, bodyLimitBytes, options }: RelayDeps) {
    this.#call = call;
    this.#guardedFetch = mediaFetch(options(), guardedFetch);
    this.#limitBytes = bodyLimitBytes;
    call.breakOff.onBreak(() => this.#ending.abort());
  }

  /** Runs a few items at once and resolves when none is running. @throws the first failure */
  async each<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
    const failures: unknown[] = [];
    const left = items.values();
    const workThrough = async (): Promise<void> => {
      try {
        for (const item of left) await work(item);
      } catch (error) {
        failures.push(error);
        this.#ending.abort();
      }
    };
    const timeout = setTimeout(() => this.#ending.abort(), TIMEOUT_MS);
    await Promise.all(Array.from({ length: AT_ONCE }, workThrough));
    clearTimeout(timeout);
    if (failures.length === 0) return;
    if (this.#call.breakOff.isBroken) throw new GatewayError('caller.left', {}, { cause: failures[0] });
    throw failures[0];
  }

  async one(url: string, asked: FetchedAs): Promise<{ base64: Buffer; mimeType: string }> {
    const fetched = await this.#bytesOf(url, asked);
    const type = typeOf(fetched, asked);
    if (type === '') throw invalid(fieldOf(asked), `unreadable_${asked.media}_url`);
    const { bodyHold } = this.#call;
    const { length } = fetched.bytes;
    bodyHold.take(base64Length(length));
    const base64 = await toBase64(fetched.bytes);
    freeMemory(fetched.bytes);
    bodyHold.resize(bodyHold.bytes - length);
    return { base64, mimeType: type };
  }

  async #bytesOf(url: string, asked: FetchedAs): Promise<Fetched> {
    const signal = this.#ending.signal;
    const limits = { limitBytes: LIMIT_BYTES, timeoutMs: TIMEOUT_MS, signal, onBytes: this.#take };
    try {
      return await this.#guardedFetch(url, limits);
    } catch (error) {
      if (!(error instanceof AddressError)) throw error;
      // Callers must not learn which names lead into a private network.
      const fault = error.fault === 'too_large' ? 'too_large' : 'unreachable';
      throw invalid(fieldOf(asked), `${fault}_${asked.media}_url`);
    }
  }

  #take = (length: number): void => {
    this.#bytes += length;
    if (this.#bytes > this.#limitBytes) throw new GatewayError('request.too_large');
    this.#call.bodyHold.take(length);
  };
}

/** @returns an empty string if it is not of the expected kind */
function typeOf(
  { bytes, contentType }: Fetched,
  { media, mimeType }: Pick<LinkedMedia, 'media' | 'mimeType'>,
): string {
  const named = mimeType || (contentType.split(';', 1)[0] ?? '').trim();
  const said = /^[\w.+-]+\/[\w.+-]+$/.test(named) && named !== 'application/octet-stream' ? named : '';
  const isFitting = media === 'file' || said.startsWith(`${media}/`);
  return typeOfBytes(bytes, media) || (isFitting ? said : '');
}

/** The file name in an address; empty if there is none. */
function nameOf(url: string): FetchedMedia['name'] {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

const base64Length = (length: number): number => 4 * Math.ceil(length / 3);

async function toBase64(bytes: Buffer): Promise<Buffer> {
  const base64 = takeLargeMemory(base64Length(bytes.length));
  for (let from = 0, at = 0; from < bytes.length; from += TURN_BYTES) {
    at += base64.write(bytes.toString('base64', from, from + TURN_BYTES), at, 'latin1');
    if (from > 0) await nextTurn();
  }
  return base64;
}
