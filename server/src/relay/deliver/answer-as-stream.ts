import type { StreamFormat } from '../../dialects/dialect.ts';
import { ByteCollector } from '../../platform/byte-collector.ts';
import { parseExact } from '../../platform/exact-json.ts';
import { assertParsable } from '../../platform/json-structure.ts';
import { type BodyConsumer, type UpstreamAnswer, UpstreamError } from '../../platform/upstream-answer.ts';
import type { BodyHold } from '../accept/body-budget.ts';

/** It is parsed at once: 5 to 30 ms of the main loop for a text or picture of this size, 140 for nothing but small objects. */
const MAX_BYTES = 4 * 2 ** 20;

/** Some models cannot stream and answer with JSON all the same: the caller gets what such a stream would have been. */
export class AnswerAsStream implements UpstreamAnswer, BodyConsumer {
  readonly headers = { 'content-type': 'text/event-stream' };
  readonly #answer: UpstreamAnswer;
  readonly #streams: StreamFormat;
  readonly #hold: BodyHold | null;
  readonly #body = new ByteCollector();
  #consumer: BodyConsumer | null = null;
  #isOver = false;

  /** @param hold takes the memory for what is collected */
  constructor(answer: UpstreamAnswer, streams: StreamFormat, hold: BodyHold | null) {
    this.#answer = answer;
    this.#streams = streams;
    this.#hold = hold;
  }

  get status(): number {
    return this.#answer.status;
  }

  consume(consumer: BodyConsumer): void {
    this.#consumer = consumer;
    this.#answer.consume(this);
  }

  // It comes as one piece, after everything was read.
  pause(): void {}
  resume(): void {}

  cancel(): void {
    this.#answer.cancel();
  }

  data(piece: Buffer): void {
    if (this.#isOver) return;
    try {
      if (this.#body.length + piece.length > MAX_BYTES)
        throw new Error('a JSON answer to a stream is too long');
      this.#hold?.take(piece.length);
      this.#body.add(piece);
    } catch (error) {
      this.fail(new UpstreamError('broken', error));
      this.#answer.cancel();
    }
  }

  end(): void {
    if (this.#isOver) return;
    try {
      const body = this.#body.take();
      assertParsable(body);
      const stream = this.#streams.ofAnswer(parseExact(body.toString('utf8')));
      this.#isOver = true;
      this.#consumer?.data(Buffer.from(stream));
      this.#consumer?.end();
    } catch (error) {
      this.fail(new UpstreamError('broken', error));
    }
  }

  fail(error: UpstreamError): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#consumer?.fail(error);
  }
}
