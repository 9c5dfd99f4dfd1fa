import { GatewayError } from '../../platform/gateway-error.ts';
import { ByteCollector } from '../../platform/memory/byte-collector.ts';
import { PacedAnswer } from '../../platform/net/paced-answer.ts';
import type { BodyConsumer, UpstreamAnswer, UpstreamError } from '../../platform/net/upstream-answer.ts';
import type { RoutedCall } from '../call/call-context.ts';
import type { AnswerSink } from '../call/opened-answer.ts';
import { LongAnswer } from './long-answer.ts';

/**
 * Maximum size of an answer that is checked as a whole before its first byte is sent, if memory allows it.
 */
const CHECKED_BYTES = 1024 * 1024;
/**
 * Maximum size of an answer that is parsed at once: faster than scanning, and short enough for the main loop.
 */
const PARSED_BYTES = 64 * 1024;
const NO_BYTES = Buffer.alloc(0);

/**
 * The bytes of an answer that is no stream. A short one is collected. A long one flows: its pieces are passed
 * on as they arrive, except for the last one.
 */
export class WholeBody implements BodyConsumer {
  /** The answer is too long to wait for its end. */
  flows = false;
  isOver = false;
  size = 0;
  leftBytes = 0;
  /** Bytes of text in the pieces that were passed on. */
  leftTextBytes = 0;
  /** Scans an answer that is too long to parse at once; null for a shorter one. */
  long: LongAnswer | null = null;
  readonly #call: RoutedCall;
  readonly #answer: UpstreamAnswer;
  /** Received bytes that were not passed on yet, except for the last piece. */
  readonly #held = new ByteCollector();
  #last: Buffer = NO_BYTES;
  /** Bytes of text in all pieces except the last one. */
  #textBytesBeforeLast = 0;
  #error: unknown = null;
  #sink: AnswerSink | null = null;
  #onReady: (() => void) | null = null;
  #onOver: (() => void) | null = null;

  constructor(call: RoutedCall, answer: UpstreamAnswer) {
    this.#call = call;
    this.#answer = new PacedAnswer(answer, call.breakOff);
  }

  get contentLength(): string | undefined {
    return this.#answer.headers['content-length'] as string | undefined;
  }

  /** Waits until the answer has ended, or flows. @throws if it breaks before */
  async ready(): Promise<void> {
    const ready = new Promise<void>((resolve) => {
      this.#onReady = resolve;
    });
    this.#answer.consume(this);
    await ready;
    if (this.#error !== null) throw this.#error;
  }

  /** Passes on the pieces of an answer that flows, except for the last one. @throws if it breaks */
  async passTo(sink: AnswerSink): Promise<void> {
    this.#sink = sink;
    this.#pass(sink);
    this.#answer.resume();
    if (!this.isOver) {
      await new Promise<void>((resolve) => {
        this.#onOver = resolve;
      });
    }
    if (this.#error !== null) throw this.#error;
  }

  resume(): void {
    this.#answer.resume();
  }

  /** Returns everything that was not passed on. */
  rest(): Buffer {
    if (this.#held.length > 0) {
      this.#held.add(this.#last);
      this.#last = this.#held.take();
    }
    return this.#last;
  }

  /** As `rest`, for the last time: the memory is freed. */
  takeRest(): Buffer {
    const rest = this.rest();
    this.#last = NO_BYTES;
    return rest;
  }

  data(piece: Buffer): void {
    if (this.isOver) return;
    if (this.#last.length > 0) this.#held.add(this.#last);
    this.#last = piece;
    this.size += piece.length;
    const textBytesBefore = this.long?.textBytesSoFar ?? 0;
    try {
      if (this.long !== null) this.long.feed(piece);
      else if (this.size > PARSED_BYTES) this.#startLong();
      this.#textBytesBeforeLast = textBytesBefore;
    } catch (error) {
      this.#refuse(new GatewayError('upstream.broken_answer', {}, { cause: error }));
      return;
    }
    if (this.#sink !== null) this.#pass(this.#sink);
    else if (!this.flows && this.#isTooLongToHold(piece)) this.#startFlow();
  }

  end(): void {
    this.#over(null);
  }

  fail(error: UpstreamError): void {
    this.#over(error);
  }

  #startLong(): void {
    this.long = new LongAnswer(this.#call.dialect.answerMembers);
    this.long.feed(this.rest());
  }

  /** An answer that has to be parsed in pieces flows early if the memory for answers is used up. */
  #isTooLongToHold(piece: Buffer): boolean {
    if (this.size > CHECKED_BYTES) return true;
    if (this.size <= PARSED_BYTES) return false;
    return !this.#call.bodyHold.tryTake(piece.length);
  }

  #startFlow(): void {
    // Check before any of it is sent and paid for: a long body may still be something else.
    if (this.long?.isAnswer() === false) {
      this.#refuse(new GatewayError('upstream.broken_answer'));
      return;
    }
    this.flows = true;
    this.#answer.pause();
    this.#onReady?.();
  }

  #pass(sink: AnswerSink): void {
    const pieces = this.#held.takePieces();
    if (sink.isGone) return;
    let isFull = false;
    for (const piece of pieces) {
      this.leftBytes += piece.length;
      isFull = !sink.write(piece) || isFull;
    }
    this.leftTextBytes = this.#textBytesBeforeLast;
    if (isFull) this.#answer.pause();
  }

  #refuse(error: GatewayError): void {
    this.#over(error);
    this.#answer.cancel();
  }

  #over(error: unknown): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#error = error;
    this.#onReady?.();
    this.#onOver?.();
  }
}
