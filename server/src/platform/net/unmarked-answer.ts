import type { BodyConsumer, UpstreamAnswer, UpstreamError } from './upstream-answer.ts';

/** Byte order mark of UTF-8. JSON has none, and its readers refuse it. Source: RFC 8259, section 8.1. */
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** An answer without the byte order mark that some upstreams put before their JSON. */
export class UnmarkedAnswer implements UpstreamAnswer, BodyConsumer {
  headers: UpstreamAnswer['headers'];
  readonly #answer: UpstreamAnswer;
  #consumer: BodyConsumer | null = null;
  /** Bytes so far, while they may be the beginning of a mark; null afterwards. */
  #start: Buffer | null = Buffer.alloc(0);

  constructor(answer: UpstreamAnswer) {
    this.#answer = answer;
    this.headers = answer.headers;
  }

  get status(): number {
    return this.#answer.status;
  }

  consume(consumer: BodyConsumer): void {
    this.#consumer = consumer;
    this.#answer.consume(this);
  }

  pause(): void {
    this.#answer.pause();
  }

  resume(): void {
    this.#answer.resume();
  }

  cancel(): void {
    this.#answer.cancel();
  }

  data(piece: Buffer): void {
    if (this.#start === null) this.#consumer?.data(piece);
    else this.#read(this.#start, piece);
  }

  end(): void {
    if (this.#start !== null) this.#pass(this.#start);
    this.#consumer?.end();
  }

  fail(error: UpstreamError): void {
    this.#consumer?.fail(error);
  }

  #read(before: Buffer, piece: Buffer): void {
    const start = before.length === 0 ? piece : Buffer.concat([before, piece]);
    const compared = Math.min(start.length, BYTE_ORDER_MARK.length);
    if (start.compare(BYTE_ORDER_MARK, 0, compared, 0, compared) !== 0) this.#pass(start);
    else if (compared < BYTE_ORDER_MARK.length) this.#start = Buffer.from(start);
    else {
      const { 'content-length': _length, ...others } = this.headers;
      this.headers = others;
      this.#pass(start.subarray(compared));
    }
  }

  #pass(start: Buffer): void {
    this.#start = null;
    if (start.length > 0) this.#consumer?.data(start);
  }
}
