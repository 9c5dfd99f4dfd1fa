import { type BodyConsumer, type UpstreamAnswer, UpstreamError } from '../../platform/net/upstream-answer.ts';
import type { FrameReader } from '../../providers/framing.ts';
import type { BodyHold } from '../body/body-budget.ts';

/** A shorter frame does not count against the budget for bodies and answers. */
const LONG_FRAME_BYTES = 64 * 1024;

/** Converts a stream in a vendor's own framing to the equivalent server-sent stream. */
export class FramedAnswer implements UpstreamAnswer, BodyConsumer {
  readonly headers = { 'content-type': 'text/event-stream' };
  readonly #answer: UpstreamAnswer;
  readonly #frames: FrameReader;
  readonly #hold: BodyHold;
  #consumer: BodyConsumer | null = null;
  #isOver = false;

  /** @param hold counts the memory of a long frame only */
  constructor(answer: UpstreamAnswer, frames: FrameReader, hold: BodyHold) {
    this.#answer = answer;
    this.#frames = frames;
    this.#hold = hold;
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
    this.#hold.release();
    this.#answer.cancel();
  }

  data(piece: Buffer): void {
    if (this.#isOver) return;
    try {
      const events = this.#frames.push(piece);
      const { unfinishedBytes } = this.#frames;
      this.#hold.resize(unfinishedBytes > LONG_FRAME_BYTES ? unfinishedBytes : 0);
      if (events !== '') this.#consumer?.data(Buffer.from(events));
    } catch (error) {
      this.fail(new UpstreamError('broken', error));
      this.#answer.cancel();
    }
  }

  end(): void {
    if (this.#isOver) return;
    try {
      const events = this.#frames.end();
      if (events !== '') this.#consumer?.data(Buffer.from(events));
      this.#over();
      this.#consumer?.end();
    } catch (error) {
      this.fail(new UpstreamError('broken', error));
    }
  }

  fail(error: UpstreamError): void {
    if (this.#isOver) return;
    this.#over();
    this.#consumer?.fail(error);
  }

  #over(): void {
    this.#isOver = true;
    this.#hold.release();
  }
}
