import { lookup as systemLookup } from 'node:dns';
import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { BreakOff } from './break-off.ts';
import { assertPublicHost, PrivateAddressError, publicOnlyLookup } from './private-network.ts';
import type { ProxyAddress } from './proxy-address.ts';
import { UpstreamError } from './upstream-answer.ts';

/** Size of one message, in either direction. */
const MAX_MESSAGE_BYTES = 4 * 2 ** 20;
/** Messages that wait to be handled; the sender waits where there are more. */
const MAX_WAITING_BYTES = 2 ** 20;
/** A side that answers no ping for this long is gone. */
const PING_MS = 30_000;
const MAX_REFUSAL_BYTES = 64 * 1024;
const MAX_REASON_BYTES = 123;

/** Source: RFC 6455, section 7.4. */
export const closeCode = {
  ...{ normal: 1000, leaving: 1001, invalid: 1007, policy: 1008, internal: 1011 },
} as const;

/** How texts come and go; those of binary frames are UTF-8 too. */
export interface Frames {
  takesBinary: boolean;
  sendsBinary: boolean;
}

export const TEXT_FRAMES: Frames = { takesBinary: false, sendsBinary: false };

/** Answer of an upstream that refused the socket. */
export class SocketRefusal extends Error {
  override readonly name = 'SocketRefusal';
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;

  constructor(status: number, headers: IncomingMessage['headers'], body: string) {
    super(`status ${status}`);
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** The end of a socket that was to say something. */
export class SocketEnd extends Error {
  override readonly name = 'SocketEnd';
  readonly code: number;
  readonly reason: string;

  constructor(code: number, reason: string) {
    super(`closed with ${code} ${reason}`);
    this.code = code;
    this.reason = reason;
  }
}

export interface SocketEvents {
  /** The next one waits until this one is handled. @param text in UTF-8 */
  message(text: Buffer): Promise<void>;
  /** Nothing more comes; after all messages that did. */
  closed(code: number, reason: string): void;
}

/** One end of a connection that carries texts, one after the other and no faster than they are handled. */
export class TextSocket {
  readonly #socket: WebSocket;
  readonly #frames: Frames;
  readonly #waiting: Buffer[] = [];
  readonly #pings: NodeJS.Timeout;
  #waitingBytes = 0;
  #events: SocketEvents | null = null;
  #isHandling = false;
  #isAnswered = true;
  #end: { code: number; reason: string } | null = null;

  constructor(socket: WebSocket, frames: Frames) {
    this.#socket = socket;
    this.#frames = frames;
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary && !frames.takesBinary) return this.close(1003, 'texts only');
      this.#waiting.push(data);
      this.#waitingBytes += data.length;
      if (this.#waitingBytes > MAX_WAITING_BYTES) socket.pause();
      void this.#handle();
    });
    socket.on('close', (code, reason) => {
      clearInterval(this.#pings);
      this.#end = { code, reason: reason.toString('utf8') };
      void this.#handle();
    });
    // A close always follows.
    socket.on('error', () => {});
    socket.on('pong', () => {
      this.#isAnswered = true;
    });
    this.#pings = setInterval(() => this.#ping(), PING_MS).unref();
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  listen(events: SocketEvents): void {
    this.#events = events;
    void this.#handle();
  }

  /**
   * The first message, before anybody listens.
   * @returns null where none comes in time
   * @throws SocketEnd
   */
  first(timeoutMs: number): Promise<Buffer | null> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        this.#events = null;
      };
      const timer = setTimeout(() => {
        stop();
        resolve(null);
      }, timeoutMs);
      this.listen({
        async message(text) {
          stop();
          resolve(text);
        },
        closed(code, reason) {
          stop();
          reject(new SocketEnd(code, reason));
        },
      });
    });
  }

  /** Comes back when the text is on its way, so that a slow reader slows its sender down. */
  send(text: string | Buffer): Promise<void> {
    if (!this.isOpen) return Promise.resolve();
    return new Promise((resolve) =>
      this.#socket.send(text, { binary: this.#frames.sendsBinary }, () => resolve()),
    );
  }

  close(code: number, reason: string): void {
    // Reading again, or the other side's own close would not be seen.
    if (this.#socket.isPaused) this.#socket.resume();
    this.#socket.close(code, cutReason(reason));
  }

  async #handle(): Promise<void> {
    if (this.#isHandling) return;
    this.#isHandling = true;
    while (this.#events !== null) {
      const bytes = this.#waiting.shift();
      if (bytes === undefined) break;
      await this.#events.message(bytes);
      this.#waitingBytes -= bytes.length;
      if (this.#socket.isPaused && this.#waitingBytes <= MAX_WAITING_BYTES / 2) this.#socket.resume();
    }
    this.#isHandling = false;
    const events = this.#events;
    if (this.#end === null || events === null) return;
    this.#events = null;
    events.closed(this.#end.code, this.#end.reason);
  }

  #ping(): void {
    // A paused socket cannot receive a pong.
    if (this.#socket.isPaused) return;
    if (this.#isAnswered) this.#socket.ping();
    else this.#socket.terminate();
    this.#isAnswered = false;
  }
}

/** An upgrade of a request that a route has taken. */
export interface Upgrade {
  /** @param headers names and values in turn, of the answer that accepts */
  accept(protocol: string | null, headers: readonly string[], frames: Frames): Promise<TextSocket>;
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>();

/** Undefined for a request that asks for no socket. */
export const upgradeOf = (request: IncomingMessage): Upgrade | undefined => upgrades.get(request);

/** Source: RFC 6455, section 4.1. */
export const asksForSocket = ({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';

/**
 * Gives requests that ask for a socket to the routes, as any other: what refuses them answers them. Requests that would
 * change to another protocol are for the server as if they did not ask.
 */
export function routeUpgrades(
  server: Server,
  route: (request: IncomingMessage, response: ServerResponse) => void,
): void {
  server.on('upgrade', (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    connection.on('error', () => {});
    try {
      response.assignSocket(connection as never);
    } catch {
      // A request before it is not answered yet: no client asks for a socket then.
      connection.destroy();
      return;
    }
    response.on('finish', () => sayFarewell(connection));
    upgrades.set(request, {
      async accept(protocol, headers, frames) {
        const { WebSocketServer } = await import('ws');
        response.detachSocket(connection as never);
        const acceptor = new WebSocketServer({
          ...{ noServer: true, clientTracking: false, perMessageDeflate: false },
          maxPayload: MAX_MESSAGE_BYTES,
          handleProtocols: () => protocol ?? false,
        });
        return new Promise((resolve, reject) => {
          connection.once('close', () => reject(new Error('left')));
          acceptor.on('wsClientError', reject);
          acceptor.on('headers', (lines) => {
            for (let i = 0; i + 1 < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
          });
          acceptor.handleUpgrade(request, connection, head, (socket) =>
            resolve(new TextSocket(socket, frames)),
          );
        });
      },
    });
    route(request, response);
  });
}

/** Keep a rejected connection open this long so the client can read the error. */
const LINGER_MS = 2_000;

/** Drain the connection; 'end' is not emitted while nothing reads. */
function sayFarewell(connection: Duplex): void {
  connection.resume();
  connection.end();
  setTimeout(() => connection.destroy(), LINGER_MS).unref();
}

interface SocketAddress {
  origin: string;
  path: string;
  /** Names and values in turn. */
  headers: readonly string[];
  allowPrivateNetwork: boolean;
  /** Through which it goes; null: straight. */
  proxy: ProxyAddress | null;
}

/**
 * Opens a socket at an upstream; a redirect is not followed.
 * @throws SocketRefusal where it answers otherwise; UpstreamError
 */
export async function connectSocket(
  { origin, path, headers, allowPrivateNetwork, proxy }: SocketAddress,
  { breakOff, timeoutMs, frames }: { breakOff: BreakOff; timeoutMs: number; frames: Frames },
): Promise<TextSocket> {
  if (!allowPrivateNetwork) guardHost(origin);
  const { default: WebSocket } = await import('ws');
  const tunnel = proxy === null ? null : await openTunnel(proxy, { origin, allowPrivateNetwork, timeoutMs });
  const named: Record<string, string> = {};
  for (let i = 0; i + 1 < headers.length; i += 2) named[String(headers[i])] = String(headers[i + 1]);
  const socket = new WebSocket(origin.replace(/^http/, 'ws') + path, {
    headers: named,
    handshakeTimeout: timeoutMs,
    perMessageDeflate: false,
    followRedirects: false,
    maxPayload: MAX_MESSAGE_BYTES,
    ...(tunnel !== null
      ? { createConnection: () => tunnel }
      : !allowPrivateNetwork && { lookup: publicOnlyLookup as never }),
  });
  return new Promise((resolve, reject) => {
    breakOff.onBreak(() => {
      if (socket.readyState !== socket.CONNECTING) return;
      reject(new UpstreamError('cancelled'));
      socket.terminate();
    });
    // Before anything else of this turn: the first message may have come with the handshake.
    socket.once('open', () => resolve(new TextSocket(socket, frames)));
    socket.once('unexpected-response', (_request, response) => {
      void readStart(response).then((body) => {
        reject(new SocketRefusal(response.statusCode ?? 0, response.headers, body));
        socket.terminate();
      });
    });
    let isAnswered = false;
    socket.once('upgrade', () => {
      isAnswered = true;
    });
    socket.on('error', (error) => {
      const isBroken = isAnswered || String((error as NodeJS.ErrnoException).code).startsWith('HPE_');
      reject(isBroken ? new UpstreamError('broken', error) : faultOf(error));
    });
  });
}

async function openTunnel(
  proxy: ProxyAddress,
  {
    origin,
    allowPrivateNetwork,
    timeoutMs,
  }: { origin: string; allowPrivateNetwork: boolean; timeoutMs: number },
): Promise<Socket> {
  // Loaded with the first session that needs it.
  const { createProxyConnector } = await import('./proxy-connector.ts');
  const connect = createProxyConnector(proxy, {
    connectMs: timeoutMs,
    isPublicOnly: !allowPrivateNetwork,
    lookup: allowPrivateNetwork ? undefined : publicOnlyLookup,
    resolve: systemLookup,
  });
  const { protocol, hostname, host, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    connect({ protocol, hostname, host, port, servername: hostname }, (error, socket) =>
      error === null && socket !== null ? resolve(socket) : reject(faultOf(error as Error)),
    );
  });
}

function guardHost(origin: string): void {
  try {
    assertPublicHost(new URL(origin).hostname);
  } catch (error) {
    throw new UpstreamError('private_network', error);
  }
}

function faultOf(error: Error): UpstreamError {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'PROXY_UNREACHABLE') return new UpstreamError('proxy_unreachable', error);
  if (code === 'PROXY_REFUSED') return new UpstreamError('proxy_refused', error);
  if (error instanceof PrivateAddressError) return new UpstreamError('private_network', error);
  return new UpstreamError(/timed out/.test(error.message) ? 'timeout' : 'unreachable', error);
}

async function readStart(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= MAX_REFUSAL_BYTES) break;
    }
  } catch {
    // The bytes received so far are enough.
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** A reason has few bytes; a character that the cut splits goes. */
const cutReason = (reason: string): string =>
  Buffer.from(reason.toWellFormed())
    .subarray(0, MAX_REASON_BYTES)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
