import type { StreamFormat } from '../../dialects/dialect.ts';
import type { GatewayError } from '../../platform/gateway-error.ts';
import { parseExact } from '../../platform/json/exact-json.ts';
import { assertParsable } from '../../platform/json/json-structure.ts';
import { ByteCollector } from '../../platform/memory/byte-collector.ts';
import { type BodyKind, bodyKind } from '../../platform/net/body-kind.ts';
import { type BodyConsumer, type UpstreamAnswer, UpstreamError } from '../../platform/net/upstream-answer.ts';
import { mediaTypeOf } from '../answer/media-type.ts';
import { errorOfAnswer } from '../answer/read-failure.ts';
import type { BodyHold } from '../body/body-budget.ts';
import type { RoutedCall } from '../call/call-context.ts';

/** Content types of a stream; some upstreams send none. */
const EVENT_TYPES: ReadonlySet<string> = new Set(['text/event-stream', '']);

/**
 * Limit for parsing at once: 5 to 30 ms of the main loop for a text or picture of this size, 140 ms for only
 * small objects.
 */
const MAX_BYTES = 4 * 2 ** 20;

/**
 * The answer to a call that asked for a stream. Some models cannot stream and answer with JSON, which is
 * converted to the equivalent stream. The first byte decides, because some upstreams label one as the other;
 * events pass unchanged.
 */
export class AnswerAsStream implements UpstreamAnswer, BodyConsumer {
  readonly #answer: UpstreamAnswer;
  readonly #streams: StreamFormat | null;
  /** Counts the memory of the collected bytes. */
  readonly #hold: BodyHold;
  readonly #errorOf: (answer: unknown) => GatewayError | null;
  readonly #body = new ByteCollector();
  #consumer: BodyConsumer | null = null;
  #kind: BodyKind | null = null;
  #isOver = false;

  constructor(answer: UpstreamAnswer, { route, form, bodyHold }: RoutedCall) {
    this.#answer = answer;
    // Null if answers in the upstream's dialect cannot be converted to a stream.
    this.#streams = form.dialect.streams;
    this.#hold = bodyHold;
    this.#errorOf = (whole) => errorOfAnswer(whole, { channel: route.channel, form });
  }

  get status(): number {
    return this.#answer.status;
  }

  get headers(): UpstreamAnswer['headers'] {
    return this.#answer.headers;
  }

  consume(consumer: BodyConsumer): void {
    this.#consumer = consumer;
    this.#answer.consume(this);
  }

  pause(): void {
    // A collected answer is sent as one piece, after everything was read.
    if (this.#kind === 'events') this.#answer.pause();
  }

  resume(): void {
    if (this.#kind === 'events') this.#answer.resume();
  }

  cancel(): void {
    this.#answer.cancel();
  }

  data(piece: Buffer): void {
    if (this.#kind === 'events') {
      this.#consumer?.data(piece);
      return;
    }
    if (this.#isOver) return;
    this.#kind ??= this.#kindOf(piece);
    if (this.#kind === 'events') {
      const blanks = this.#body.length > 0 ? [this.#body.take()] : [];
      for (const one of [...blanks, piece]) this.#consumer?.data(one);
      return;
    }
    try {
      if (this.#kind === 'other') throw new Error('the answer is neither a stream nor JSON');
      if (this.#body.length + piece.length > MAX_BYTES)
        throw new Error('a JSON answer to a stream is too long');
      this.#hold.take(piece.length);
      this.#body.add(piece);
    } catch (error) {
      this.fail(new UpstreamError('broken', error));
      this.#answer.cancel();
    }
  }

  #kindOf(piece: Buffer): BodyKind | null {
    const kind = bodyKind(piece);
    // The event reader detects other content itself.
    return kind === 'other' && EVENT_TYPES.has(mediaTypeOf(this.#answer)) ? 'events' : kind;
  }

  end(): void {
    if (this.#kind === 'events' || (this.#kind === null && this.#body.length === 0)) {
      this.#consumer?.end();
      return;
    }
    if (this.#isOver) return;
    try {
      if (this.#streams === null) throw new Error('no stream is made of such an answer');
      const body = this.#body.take();
      assertParsable(body);
      const answer = parseExact(body.toString('utf8'));
      const error = this.#errorOf(answer);
      if (error !== null) throw error;
      const stream = this.#streams.ofAnswer(answer);
      this.#isOver = true;
      this.#consumer?.data(Buffer.from(stream));
      this.#consumer?.end();
    } catch (error) {
      this.fail(new UpstreamError('broken', error));
    }
  }

  fail(error: UpstreamError): void {
    if (this.#kind === 'events') {
      this.#consumer?.fail(error);
      return;
    }
    if (this.#isOver) return;
    this.#isOver = true;
    this.#consumer?.fail(error);
  }
}
