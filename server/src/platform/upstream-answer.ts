/** Reason why an upstream gave no answer or aborted one. */
export type UpstreamFault =
  | 'unreachable'
  | 'timeout'
  | 'broken'
  /** Its connection closed in the middle of the body. */
  | 'cut'
  | 'private_network'
  | 'cancelled'
  /** The proxy does not respond. */
  | 'proxy_unreachable'
  /** The proxy answered, but did not connect to the upstream. */
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
