import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { GatewayError } from '../gateway-error.ts';
import { joinPieces } from '../memory/copy-bytes.ts';
import { contentEncodingOf, createDecoder } from './content-decoder.ts';
import {
  assertNoSpecialHost,
  assertPublicHost,
  noSpecialLookup,
  PrivateAddressError,
  publicOnlyLookup,
} from './private-network.ts';
import type { ProxyAddress } from './proxy-address.ts';

/** Why an address could not be fetched. A refused port looks like one where nobody answers. */
export type AddressFault = 'unreachable' | 'too_large' | 'private_network';

export class AddressError extends Error {
  override readonly name = 'AddressError';
  readonly fault: AddressFault;

  constructor(fault: AddressFault, cause?: unknown) {
    super(fault, { cause });
    this.fault = fault;
  }
}

/** A request with more than an address, such as one that proves who asks. */
export interface OutgoingRequest {
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
}

export interface FetchLimits {
  /** Limit of the decompressed body. */
  limitBytes: number;
  /** Limit of the whole fetch, including redirects. */
  timeoutMs: number;
  signal: AbortSignal;
  /**
   * Receives the number of decompressed bytes as they arrive; if it throws an error of the catalogue, the
   * fetch ends.
   */
  onBytes?: ((length: number) => void) | undefined;
  /**
   * Sent instead of a plain GET. The answer is returned with any status, and no redirect is followed: a secret in the
   * request must not go to another address.
   */
  request?: OutgoingRequest | undefined;
  /** Root has allowed this address to be in a private network, and to have any port. */
  allowPrivateNetwork?: boolean | undefined;
}

export interface Fetched {
  /** 200, unless the caller gave a `request`. */
  status: number;
  bytes: Buffer;
  /** As the server names it; not to be trusted. */
  contentType: string;
  /** By lower-case name. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * Fetches an http(s) address that somebody chose, without cookies, and with no credentials but those of a `request`.
 * @throws AddressError
 */
export type GuardedFetch = (url: string, limits: FetchLimits) => Promise<Fetched>;

export interface FetchRules {
  /** Throws PrivateAddressError for a host that is not asked. */
  assertHost: (hostname: string) => void;
  /** Resolves a name at the connection, so that the address that was checked is the one that is connected to. */
  lookup: LookupFunction;
  /** Null: every port. */
  ports: ReadonlySet<number> | null;
  /** Through which it goes; absent: straight. */
  proxy?: ProxyAddress;
}

/** Web servers and other gateways; not the ports of mail servers, databases and the like. */
const webPorts: ReadonlySet<number> = new Set([80, 443, 3000, 8000, 8080, 8443]);
const MAX_REDIRECTS = 3;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Makes a fetch by other rules; each address that another one redirects to is judged as the first is. */
export const createGuardedFetch =
  (rules: FetchRules): GuardedFetch =>
  (url, limits) =>
    fetchByRules(url, limits, rules);

const publicRules: FetchRules = {
  assertHost: assertPublicHost,
  lookup: publicOnlyLookup,
  ports: webPorts,
};
const fetchPublic = createGuardedFetch(publicRules);
const fetchPrivate = createGuardedFetch({
  assertHost: assertNoSpecialHost,
  lookup: noSpecialLookup,
  ports: null,
});

/**
 * The one way to ask an address of somebody's choice: public ones only, unless root allows another.
 * Source: CWE-918, OWASP SSRF cheat sheet.
 */
export const guardedFetch: GuardedFetch = (url, limits) =>
  (limits.allowPrivateNetwork === true ? fetchPrivate : fetchPublic)(url, limits);

/** Asks public addresses through a proxy that root has set. */
export const fetchThrough = (proxy: ProxyAddress): GuardedFetch =>
  createGuardedFetch({ ...publicRules, proxy });

async function fetchByRules(
  url: string,
  { limitBytes, timeoutMs, signal, onBytes, request: given }: FetchLimits,
  rules: FetchRules,
): Promise<Fetched> {
  // Such addresses are asked now and then: neither the module nor a connection is kept ready for them.
  const { Agent, request } = await import('undici');
  const dispatcher = new Agent({ connect: await connectBy(rules), maxHeaderSize: 32_768 });
  const either = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    let address = new URL(url);
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      assertAllowed(address, rules);
      const { method = 'GET', body: sent = null } = given ?? {};
      const headers = { ...given?.headers, 'accept-encoding': 'identity', 'user-agent': 'Turnpike' };
      const answer = await request(address, { dispatcher, signal: either, method, headers, body: sent });
      const { location } = answer.headers;
      const status = answer.statusCode;
      if (given === undefined && redirects.has(status) && typeof location === 'string') {
        await answer.body.dump();
        address = new URL(location, address);
        continue;
      }
      if (given === undefined && status !== 200) throw new AddressError('unreachable', `status ${status}`);
      const body = unpacked(answer.body, contentEncodingOf(answer.headers['content-encoding']));
      const bytes = await readBytes(body, { limitBytes, onBytes });
      const { headers: answered } = answer;
      return { status, bytes, contentType: textOf(answered['content-type']), headers: answered };
    }
    throw new AddressError('unreachable', 'too many redirects');
  } catch (error) {
    if (error instanceof AddressError || error instanceof GatewayError) throw error;
    throw new AddressError(isPrivate(error) ? 'private_network' : 'unreachable', error);
  } finally {
    await dispatcher.destroy();
  }
}

/** Limit of each step through a proxy. */
const PROXY_CONNECT_MS = 10_000;

async function connectBy({ lookup, proxy }: FetchRules) {
  if (proxy === undefined) return { lookup };
  const { createProxyConnector } = await import('./proxy-connector.ts');
  return createProxyConnector(proxy, {
    ...{ connectMs: PROXY_CONNECT_MS, isPublicOnly: true, mayProxyBePrivate: true, sendsAddresses: true },
    ...{ lookup: undefined, resolve: systemLookup },
  });
}

function assertAllowed(address: URL, { assertHost, ports }: FetchRules): void {
  if (!/^https?:$/.test(address.protocol)) throw new AddressError('unreachable', 'scheme');
  if (address.username !== '' || address.password !== '') throw new AddressError('unreachable', 'user info');
  assertHost(address.hostname);
  const port = address.port === '' ? (address.protocol === 'https:' ? 443 : 80) : Number(address.port);
  if (ports !== null && !ports.has(port)) throw new AddressError('unreachable', 'port');
}

/** A server that packs in spite of what was asked for is read; the limit is that of the unpacked body. */
function unpacked(body: Readable, encoding: string | null): Readable {
  if (encoding === null) return body;
  const decoder = createDecoder(encoding);
  if (decoder === null) throw new AddressError('unreachable', `content encoding ${encoding}`);
  // An error of either stream breaks the other and is handled there.
  return pipeline(body, decoder, () => {});
}

async function readBytes(
  body: AsyncIterable<Buffer>,
  { limitBytes, onBytes }: Pick<FetchLimits, 'limitBytes' | 'onBytes'>,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > limitBytes) throw new AddressError('too_large');
    onBytes?.(piece.length);
    pieces.push(piece);
  }
  return joinPieces(pieces, length, { frees: true });
}

const textOf = (header: string | string[] | undefined): string =>
  (typeof header === 'string' ? header : '').trim().toLowerCase();

const isPrivate = (error: unknown): boolean =>
  error instanceof PrivateAddressError || (error as Error).cause instanceof PrivateAddressError;
