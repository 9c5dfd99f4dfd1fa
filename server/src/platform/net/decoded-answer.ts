import type { Transform } from 'node:stream';
import { createDecoder } from './content-decoder.ts';
import { type BodyConsumer, type UpstreamAnswer, UpstreamError } from './upstream-answer.ts';

/** An answer that came compressed, though the request had asked for none: read at the pace of its consumer. */
export class DecodedAnswer implements UpstreamAnswer, BodyConsumer {
  readonly headers: UpstreamAnswer['headers'];
  readonly #answer: UpstreamAnswer;
  readonly #decoder: Transform;
  #consumer: BodyConsumer | null = null;
  #isOver = false;

  /** @throws UpstreamError where the encoding is not known */
  constructor(answer: UpstreamAnswer, encoding: string) {
    const decoder = createDecoder(encoding);
    if (decoder === null) throw new UpstreamError('broken', new Error(`content-encoding ${encoding}`));
    this.#answer = answer;
    this.#decoder = decoder;
    const { 'content-encoding': _encoding, 'content-length': _length, ...others } = answer.headers;
    this.headers = others;
  }

  get status(): number {
    return this.#answer.status;
  }

  consume(consumer: BodyConsumer): void {
    this.#consumer = consumer;
    this.#decoder.on('data', (piece: Buffer) => {
      if (!this.#isOver) consumer.data(piece);
    });
    this.#decoder.on('end', () => {
      if (this.#isOver) return;
      this.#isOver = true;
      consumer.end();
    });
    this.#decoder.on('error', (error) => {
      this.fail(new UpstreamError('broken', error));
      this.#answer.cancel();
    });
    this.#decoder.on('drain', () => this.#answer.resume());
    this.#answer.consume(this);
  }

  pause(): void {
    this.#decoder.pause();
  }

  resume(): void {
    this.#decoder.resume();
  }

  cancel(): void {
    this.#answer.cancel();
    // An upstream that has sent everything does not notice.
    this.fail(new UpstreamError('cancelled', undefined, { wasSent: true }));
  }

  data(piece: Buffer): void {
    if (!this.#isOver && !this.#decoder.write(piece)) this.#answer.pause();
  }

  end(): void {
    if (!this.#isOver) this.#decoder.end();
  }

  fail(error: UpstreamError): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#decoder.destroy();
    this.#consumer?.fail(error);
  }
}
