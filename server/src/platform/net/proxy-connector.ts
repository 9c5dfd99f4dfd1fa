import type { lookup as systemLookup } from 'node:dns';
import { request } from 'node:http';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { buildConnector as BuildConnector } from 'undici';
import buildConnector from 'undici/lib/core/connect.js';
import { Socks5Client } from 'undici/lib/core/socks5-client.js';
import { assertPublicHost, isPrivateAddress, PrivateAddressError } from './private-network.ts';
import type { ProxyAddress } from './proxy-address.ts';

/** A proxy could not be reached, or did not open the way to an upstream. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly code: 'PROXY_UNREACHABLE' | 'PROXY_REFUSED';

  constructor(code: ProxyError['code'], reason: string, cause?: unknown) {
    super(`proxy: ${reason}`, { cause });
    this.code = code;
  }
}

export interface ProxyRules {
  /** Limit of each step: to the proxy, through it, and the TLS handshake with the upstream. */
  connectMs: number;
  /** No upstream may lie in a private network, nor the proxy, unless `mayProxyBePrivate`. */
  isPublicOnly: boolean;
  /** The proxy itself may, in spite of `isPublicOnly`. */
  mayProxyBePrivate?: true;
  /** The proxy gets checked addresses instead of names, of any scheme. */
  sendsAddresses?: true;
  /** Resolves the proxy's name at the connection. */
  lookup: LookupFunction | undefined;
  /** Resolves the names of upstreams. */
  resolve: typeof systemLookup;
}

/**
 * Connects to upstreams through a proxy. It is asked for a tunnel whatever the upstream speaks, so that it reads nothing
 * of a request to an `https` address; TLS and the certificate's check are between the gateway and the upstream.
 * Source: RFC 9110, 9.3.6 (CONNECT); RFC 1928 (SOCKS 5).
 */
export function createProxyConnector(proxy: ProxyAddress, rules: ProxyRules): BuildConnector.connector {
  const { connectMs, lookup } = rules;
  const toProxy = buildConnector({ timeout: connectMs, allowH2: false, ...(lookup && { lookup }) });
  const secure = buildConnector({ timeout: connectMs, allowH2: false });
  return (options, callback) => {
    openTunnel(proxy, options, { toProxy, rules }).then(
      (socket) => {
        if (options.protocol === 'https:') secure({ ...options, httpSocket: socket }, callback);
        else callback(null, socket);
      },
      (error: Error) => callback(error, null),
    );
  };
}

async function openTunnel(
  proxy: ProxyAddress,
  { hostname, port, protocol }: BuildConnector.Options,
  { toProxy, rules }: { toProxy: BuildConnector.connector; rules: ProxyRules },
): Promise<Socket> {
  const targetPort = Number(port) || (protocol === 'https:' ? 443 : 80);
  const target = { hostname: await targetFor(proxy, hostname, rules), port: targetPort };
  if (rules.isPublicOnly && rules.mayProxyBePrivate !== true) assertPublicHost(proxy.hostname);
  const socket = await connectTo(proxy, toProxy);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(
    () => reject(new ProxyError('PROXY_UNREACHABLE', 'no answer in time')),
    rules.connectMs,
  );
  socket.once('close', () => reject(new ProxyError('PROXY_REFUSED', 'it closed the connection')));
  try {
    const ask = proxy.scheme.startsWith('socks') ? askSocks : askConnect;
    ask(socket, proxy, { ...target, opened: resolve, refused: reject });
    await promise;
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns the target for the proxy: the name, or for `socks5` and with `sendsAddresses` the checked address. A name that does
 * not resolve here is passed to the proxy, which may be the only one that can resolve it.
 * @throws PrivateAddressError
 */
async function targetFor(
  { scheme }: ProxyAddress,
  hostname: string,
  { isPublicOnly, sendsAddresses, resolve }: ProxyRules,
): Promise<string> {
  const isResolvedHere = scheme === 'socks5' || sendsAddresses === true;
  if (isPublicOnly) assertPublicHost(hostname);
  if (isIP(hostname) !== 0 || !(isPublicOnly || isResolvedHere)) return hostname;
  const addresses = await addressesOf(hostname, resolve).catch((error: unknown) => {
    if (isResolvedHere) throw error;
    return [];
  });
  // The proxy chooses among them.
  if (isPublicOnly && addresses.some((address) => isPrivateAddress(address)))
    throw new PrivateAddressError('private address');
  return isResolvedHere
    ? (addresses.find((address) => isIP(address) === 4) ?? addresses[0] ?? hostname)
    : hostname;
}

const addressesOf = (hostname: string, resolve: typeof systemLookup): Promise<string[]> =>
  new Promise((done, fail) => {
    resolve(hostname, { all: true }, (error, found) =>
      error ? fail(error) : done(found.map(({ address }) => address)),
    );
  });

const connectTo = (
  { scheme, hostname, port }: ProxyAddress,
  toProxy: BuildConnector.connector,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const protocol = scheme === 'https' ? 'https:' : 'http:';
    toProxy({ hostname, host: hostname, protocol, port: String(port) }, (error, socket) => {
      // Undefined where there is an error, in spite of its type.
      if (error === null && socket !== null) resolve(socket);
      else if (error instanceof PrivateAddressError) reject(error);
      else {
        const { code, message } = error as NodeJS.ErrnoException;
        reject(new ProxyError('PROXY_UNREACHABLE', message || (code ?? 'unreachable'), error));
      }
    });
  });

interface Asked {
  hostname: string;
  port: number;
  opened: () => void;
  refused: (error: ProxyError) => void;
}

function askConnect(
  socket: Socket,
  { username, password }: ProxyAddress,
  { hostname, port, opened, refused }: Asked,
): void {
  const authority = `${isIP(hostname) === 6 ? `[${hostname}]` : hostname}:${port}`;
  const who = Buffer.from(`${username}:${password}`).toString('base64');
  const asked = request({
    method: 'CONNECT',
    path: authority,
    headers: {
      ...{ host: authority, connection: 'keep-alive', 'proxy-connection': 'keep-alive' },
      ...((username !== '' || password !== '') && { 'proxy-authorization': `Basic ${who}` }),
    },
    createConnection: () => socket,
  });
  asked.on('error', (error) => refused(new ProxyError('PROXY_REFUSED', error.message, error)));
  asked.on('connect', ({ statusCode = 0 }, _socket, head) => {
    if (statusCode < 200 || statusCode > 299)
      return refused(new ProxyError('PROXY_REFUSED', `it answered ${statusCode}`));
    if (head.length > 0) socket.unshift(head);
    opened();
  });
  asked.end();
}

function askSocks(
  socket: Socket,
  { username, password }: ProxyAddress,
  { hostname, port, opened, refused }: Asked,
): void {
  const client = new Socks5Client(socket, { username, password });
  // The listener stays: the client emits errors for the socket's whole lifetime.
  client.on('error', (error) => refused(new ProxyError('PROXY_REFUSED', error.message, error)));
  client.once('authenticated', () => client.connect(hostname, port));
  client.once('connected', opened);
  client.handshake();
}
