/** Reason why a call got no answer from its upstream, or only a part of one. */
export type UpstreamFault =
  | 'unreachable'
  | 'timeout'
  | 'broken'
  /** Its connection closed in the middle of the body. */
  | 'cut'
  | 'private_network'
  | 'cancelled'
  /** The proxy could not be connected, or did not answer in time. */
  | 'proxy_unreachable'
  /** The proxy was connected, but opened no connection to the upstream. */
  | 'proxy_refused';

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

/** Receives an answer's body in pieces, in order. No call follows `end` or `fail`. */
export interface BodyConsumer {
  data(piece: Buffer): void;
  end(): void;
  fail(error: UpstreamError): void;
}

/** An answer whose header has been received. Its body waits, without using more memory, until it is consumed. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  consume(consumer: BodyConsumer): void;
  /** Stops reading from the upstream's socket, so that the upstream sends no faster than the client reads. */
  pause(): void;
  resume(): void;
  /** Aborts the call; the upstream sees its connection close. */
  cancel(): void;
}
