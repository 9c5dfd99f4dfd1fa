import { lookup as systemLookup } from 'node:dns';
import type { Dispatcher, Agent as UndiciAgent } from 'undici';
// The package's index also loads fetch, caches, web sockets and mocks: 8 MB that no call needs.
import Agent from 'undici/lib/dispatcher/agent.js';
import type { RelayTimeouts } from '../../settings/settings.ts';
import { type ReadBody, toClientBody } from '../memory/large-body.ts';
import type { Pieces } from '../memory/pieces.ts';
import { OpenCounts } from '../open-counts.ts';
import type { BreakOff } from './break-off.ts';
import { contentEncodingOf } from './content-decoder.ts';
import { DecodedAnswer } from './decoded-answer.ts';
import { assertPublicHost, publicOnlyLookup } from './private-network.ts';
import type { ProxyAddress } from './proxy-address.ts';
import { ProxyAgents } from './proxy-agents.ts';
import { UnmarkedAnswer } from './unmarked-answer.ts';
import { type BodyConsumer, type UpstreamAnswer, UpstreamError } from './upstream-answer.ts';

export interface UpstreamRequest {
  origin: string;
  path: string;
  method: 'GET' | 'POST' | 'DELETE' | 'PUT' | 'PATCH';
  headers: readonly string[];
  body: Uint8Array | Pieces | ReadBody | null;
  /** Bytes that are held for the client, which releases them once a large body is sent. */
  held?: Uint8Array;
  allowPrivateNetwork: boolean;
  /** The proxy may lie in a private network although the address may not. */
  allowPrivateProxy?: boolean;
  /** Through which it goes; null or absent: straight. */
  proxy?: ProxyAddress | null;
}

export interface UpstreamClient {
  /** @throws UpstreamError when no header comes */
  send(request: UpstreamRequest, breakOff: BreakOff): Promise<UpstreamAnswer>;
  close(): Promise<void>;
}

/** Calls to one address at a time: each holds two sockets and up to 64 KiB. */
const MAX_OPEN_PER_ORIGIN = 4096;

/**
 * Connections to upstreams: kept open per address, two kinds so that only allowed calls reach private ones. A call
 * beyond what may be open to an address fails at once, so that another channel can be tried; none waits in silence.
 */
export function createUpstreamClient(
  timeouts: RelayTimeouts,
  { maxOpenPerOrigin = MAX_OPEN_PER_ORIGIN, resolve: resolveName = systemLookup } = {},
): UpstreamClient {
  const open = new OpenCounts(maxOpenPerOrigin);
  const options: UndiciAgent.Options = {
    connections: null,
    pipelining: 1,
    keepAliveTimeout: 30_000,
    maxHeaderSize: 32_768,
    headersTimeout: timeouts.headerMs,
    bodyTimeout: timeouts.idleMs,
    connectTimeout: timeouts.connectMs,
    allowH2: false,
  };
  const anywhere = new Agent(options);
  const publicOnly = new Agent({
    ...options,
    connect: { timeout: timeouts.connectMs, lookup: publicOnlyLookup },
  });
  const { connectMs } = timeouts;
  const proxied = new ProxyAgents(options, {
    publicOnly: { connectMs, isPublicOnly: true, lookup: publicOnlyLookup, resolve: resolveName },
    publicBehind: {
      ...{ connectMs, isPublicOnly: true, mayProxyBePrivate: true, lookup: undefined, resolve: resolveName },
    },
    anywhere: { connectMs, isPublicOnly: false, lookup: undefined, resolve: resolveName },
  });
  const agentOf = ({ allowPrivateNetwork, allowPrivateProxy, proxy = null }: UpstreamRequest): Dispatcher => {
    if (proxy !== null && allowPrivateNetwork) return proxied.agentOf(proxy, 'anywhere');
    if (proxy !== null) return proxied.agentOf(proxy, allowPrivateProxy ? 'publicBehind' : 'publicOnly');
    return allowPrivateNetwork ? anywhere : publicOnly;
  };
  return {
    send(request, breakOff) {
      if (!request.allowPrivateNetwork) guardHost(request.origin);
      const agent = agentOf(request);
      if (breakOff.isBroken) return Promise.reject(new UpstreamError('cancelled'));
      const { origin, path, method, proxy = null } = request;
      // Through a proxy all connections go to its address.
      const place = proxy === null ? origin : proxy.url;
      if (!open.open(place)) {
        const reason = new Error(`too many open calls to ${proxy === null ? origin : 'the proxy'}`);
        return Promise.reject(new UpstreamError('unreachable', reason));
      }
      const { promise, resolve, reject } = Promise.withResolvers<UpstreamAnswer>();
      const exchange = new Exchange({ resolve, reject, ended: () => open.close(place) }, timeouts);
      // The closure lives as long as the call, so it must not share its scope with the body.
      breakOff.onBreak(() => exchange.cancel());
      const { headers, body } = toClientBody(request.headers, bodyOf(request));
      agent.dispatch(
        {
          origin,
          path,
          method,
          headers,
          body: body as NonNullable<Dispatcher.DispatchOptions['body']> | null,
        },
        exchange,
      );
      return promise;
    },
    async close() {
      await Promise.all([anywhere.destroy(), publicOnly.destroy(), proxied.destroy()]);
    },
  };
}

const bodyOf = ({ body, held = null }: { body: UpstreamRequest['body']; held?: Uint8Array | null }) =>
  body === null || 'pieces' in body ? body : { bytes: body, held };

function guardHost(origin: string): void {
  try {
    assertPublicHost(new URL(origin).hostname);
  } catch (error) {
    throw new UpstreamError('private_network', error);
  }
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i;

interface ExchangeEvents {
  /** The header has come. */
  resolve: (answer: UpstreamAnswer) => void;
  reject: (error: UpstreamError) => void;
  /** Nothing more comes, whatever the outcome. */
  ended: () => void;
}

/** One call: the client's events on one side, an answer to consume on the other. */
class Exchange implements Dispatcher.DispatchHandler, UpstreamAnswer {
  status = 0;
  headers: Record<string, string | string[] | undefined> = {};
  #controller: Dispatcher.DispatchController | null = null;
  #consumer: BodyConsumer | null = null;
  #early: Buffer[] = [];
  #outcome: 'open' | 'ended' | UpstreamError = 'open';
  readonly #waiting: ExchangeEvents;
  readonly #timeouts: RelayTimeouts;
  #cancelled = false;
  #firstByteTimer: NodeJS.Timeout | null = null;
  #timedOut = false;

  constructor(waiting: ExchangeEvents, timeouts: RelayTimeouts) {
    this.#waiting = waiting;
    this.#timeouts = timeouts;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#cancelled) controller.abort(new Error('cancelled'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.status = status;
    this.headers = headers;
    // The client's own idle limit covers this wait too; the timer is for a shorter limit of its own.
    if (this.#timeouts.firstByteMs < this.#timeouts.idleMs) {
      this.#firstByteTimer = setTimeout(() => {
        this.#timedOut = true;
        this.#controller?.abort(new Error('no first byte'));
      }, this.#timeouts.firstByteMs);
    }
    const encoding = contentEncodingOf(headers['content-encoding']);
    if (encoding === null) this.#waiting.resolve(withoutMark(this));
    else this.#resolveDecoded(encoding);
  }

  #resolveDecoded(encoding: string): void {
    try {
      this.#waiting.resolve(withoutMark(new DecodedAnswer(this, encoding)));
    } catch (error) {
      this.#waiting.reject(error as UpstreamError);
      this.#controller?.abort(error as UpstreamError);
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Buffer): void {
    this.#clearTimer();
    // The client repeats the end of a paused body as an empty piece; a pause for it would go on forever.
    if (piece.length === 0) return;
    if (this.#consumer !== null) {
      this.#consumer.data(piece);
      return;
    }
    this.#early.push(piece);
    controller.pause();
  }

  onResponseEnd(): void {
    this.#finish('ended');
    this.#consumer?.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const reason = this.#faultOf(error);
    this.#finish(reason);
    if (this.status === 0) this.#waiting.reject(reason);
    else this.#consumer?.fail(reason);
  }

  consume(consumer: BodyConsumer): void {
    this.#consumer = consumer;
    const early = this.#early;
    this.#early = [];
    for (const piece of early) consumer.data(piece);
    if (this.#outcome === 'ended') consumer.end();
    else if (this.#outcome !== 'open') consumer.fail(this.#outcome);
    else if (early.length > 0) this.#controller?.resume();
  }

  pause(): void {
    this.#controller?.pause();
  }

  resume(): void {
    if (this.#outcome === 'open') this.#controller?.resume();
  }

  cancel(): void {
    if (this.#outcome !== 'open') return;
    this.#cancelled = true;
    // The caller no longer waits for a connection that is still being made.
    if (this.status === 0) this.#waiting.reject(this.#cancelledBy(undefined));
    this.#controller?.abort(new Error('cancelled'));
  }

  #finish(outcome: 'ended' | UpstreamError): void {
    if (this.#outcome === 'open') this.#waiting.ended();
    this.#outcome = outcome;
    this.#clearTimer();
  }

  #clearTimer(): void {
    if (this.#firstByteTimer === null) return;
    clearTimeout(this.#firstByteTimer);
    this.#firstByteTimer = null;
  }

  #cancelledBy(cause: unknown): UpstreamError {
    return new UpstreamError('cancelled', cause, { wasSent: this.#controller !== null });
  }

  #faultOf(error: Error): UpstreamError {
    if (this.#cancelled) return this.#cancelledBy(error);
    const sent = { wasSent: this.#controller !== null };
    if (this.#timedOut) return new UpstreamError('timeout', error, sent);
    const code = codeOf(error) ?? codeOf(error.cause) ?? '';
    if (code === 'PRIVATE_ADDRESS') return new UpstreamError('private_network', error);
    if (code === 'PROXY_UNREACHABLE') return new UpstreamError('proxy_unreachable', error);
    if (code === 'PROXY_REFUSED') return new UpstreamError('proxy_refused', error);
    if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
      return new UpstreamError('timeout', error, sent);
    }
    if (this.status === 0 && !code.startsWith('HPE_') && code !== 'UND_ERR_HEADERS_OVERFLOW') {
      return new UpstreamError('unreachable', error, sent);
    }
    return new UpstreamError(this.status === 0 || code.startsWith('HPE_') ? 'broken' : 'cut', error, sent);
  }
}

const withoutMark = (answer: UpstreamAnswer): UpstreamAnswer =>
  JSON_TYPE.test(String(answer.headers['content-type'] ?? '')) ? new UnmarkedAnswer(answer) : answer;

const codeOf = (error: unknown): string | undefined => {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
};
