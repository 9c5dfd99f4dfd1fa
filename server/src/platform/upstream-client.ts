import { Agent, type Dispatcher } from 'undici';
import type { RelayTimeouts } from '../settings/settings.ts';
import type { BreakOff } from './break-off.ts';
import { toClientBody } from './large-body.ts';
import { assertPublicHost, publicOnlyLookup } from './private-network.ts';

/** Why an upstream gave no answer, or broke one off. */
export type UpstreamFault = 'unreachable' | 'timeout' | 'broken' | 'private_network' | 'cancelled';

export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly fault: UpstreamFault;
  /** The upstream was connected and the request was on its way. */
  readonly wasSent: boolean;

  constructor(fault: UpstreamFault, cause?: unknown, { wasSent = false }: { wasSent?: boolean } = {}) {
    super(fault, { cause });
    this.fault = fault;
    this.wasSent = wasSent;
  }
}

export interface UpstreamRequest {
  origin: string;
  path: string;
  method: 'GET' | 'POST';
  headers: readonly string[];
  body: Uint8Array | null;
  allowPrivateNetwork: boolean;
}

/** Takes an answer's body piece by piece, in order; after `end` or `fail` nothing more comes. */
export interface BodyConsumer {
  data(piece: Buffer): void;
  end(): void;
  fail(error: UpstreamError): void;
}

/** An answer whose header has come. Its body waits, without taking more memory, until it is consumed. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  consume(consumer: BodyConsumer): void;
  /** Stops reading from the upstream's socket, so that it feels the slow reader. */
  pause(): void;
  resume(): void;
  /** Breaks the call off; the upstream sees its connection close. */
  cancel(): void;
}

export interface UpstreamClient {
  /** @throws UpstreamError when no header comes */
  send(request: UpstreamRequest, breakOff: BreakOff): Promise<UpstreamAnswer>;
  close(): Promise<void>;
}

/** Connections to upstreams: kept open per address, two kinds so that only allowed calls reach private ones. */
export function createUpstreamClient(timeouts: RelayTimeouts): UpstreamClient {
  const options: Agent.Options = {
    connections: 1024,
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
  return {
    send(request, breakOff) {
      if (!request.allowPrivateNetwork) guardHost(request.origin);
      const agent = request.allowPrivateNetwork ? anywhere : publicOnly;
      if (breakOff.isBroken) return Promise.reject(new UpstreamError('cancelled'));
      const { promise, resolve, reject } = Promise.withResolvers<UpstreamAnswer>();
      const exchange = new Exchange(resolve, reject, timeouts);
      // The closure lives as long as the call, so it must not share its scope with the body.
      breakOff.onBreak(() => exchange.cancel());
      const { headers, body } = toClientBody(request.headers, request.body);
      const { origin, path, method } = request;
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
      await Promise.all([anywhere.destroy(), publicOnly.destroy()]);
    },
  };
}

function guardHost(origin: string): void {
  try {
    assertPublicHost(new URL(origin).hostname);
  } catch (error) {
    throw new UpstreamError('private_network', error);
  }
}

/** One call: the client's events on one side, an answer to consume on the other. */
class Exchange implements Dispatcher.DispatchHandler, UpstreamAnswer {
  status = 0;
  headers: Record<string, string | string[] | undefined> = {};
  #controller: Dispatcher.DispatchController | null = null;
  #consumer: BodyConsumer | null = null;
  #early: Buffer[] = [];
  #outcome: 'open' | 'ended' | UpstreamError = 'open';
  #resolve: (answer: UpstreamAnswer) => void;
  #reject: (error: UpstreamError) => void;
  readonly #timeouts: RelayTimeouts;
  #cancelled = false;
  #firstByteTimer: NodeJS.Timeout | null = null;
  #timedOut = false;

  constructor(
    resolve: (answer: UpstreamAnswer) => void,
    reject: (error: UpstreamError) => void,
    timeouts: RelayTimeouts,
  ) {
    this.#resolve = resolve;
    this.#reject = reject;
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
    this.#resolve(this);
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Buffer): void {
    this.#clearTimer();
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
    if (this.status === 0) this.#reject(reason);
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
    // Nobody waits for a connection that is still being made.
    if (this.status === 0) this.#reject(this.#cancelledBy(undefined));
    this.#controller?.abort(new Error('cancelled'));
  }

  #finish(outcome: 'ended' | UpstreamError): void {
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
    if (this.#timedOut) return new UpstreamError('timeout', error);
    const code = codeOf(error) ?? codeOf(error.cause) ?? '';
    if (code === 'PRIVATE_ADDRESS') return new UpstreamError('private_network', error);
    if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
      return new UpstreamError('timeout', error);
    }
    if (this.status === 0 && !code.startsWith('HPE_') && code !== 'UND_ERR_HEADERS_OVERFLOW') {
      return new UpstreamError('unreachable', error);
    }
    return new UpstreamError('broken', error);
  }
}

const codeOf = (error: unknown): string | undefined => {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
};
