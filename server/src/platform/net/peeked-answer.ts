import { type BodyKind, bodyKind } from './body-kind.ts';
import type { BodyConsumer, UpstreamAnswer, UpstreamError } from './upstream-answer.ts';

const MAX_START_BYTES = 4096;
/** An answer that begins with more blanks is none. */
const MAX_BLANK_BYTES = 64 * 1024;

/** An answer whose first bytes were looked at; its reader gets all of them. */
export class PeekedAnswer implements UpstreamAnswer, BodyConsumer {
  /** Null for an answer of blanks alone, or of nothing. */
  kind: BodyKind | null = null;
  readonly #answer: UpstreamAnswer;
  readonly #pieces: Buffer[] = [];
  #bytes = 0;
  #consumer: BodyConsumer | null = null;
  #ending: ((consumer: BodyConsumer) => void) | null = null;
  #onKnown: () => void = () => {};

  private constructor(answer: UpstreamAnswer) {
    this.#answer = answer;
  }

  /** Waits for the first byte that says something, or for the end. */
  static async open(answer: UpstreamAnswer): Promise<PeekedAnswer> {
    const peeked = new PeekedAnswer(answer);
    const known = new Promise<void>((resolve) => {
      peeked.#onKnown = resolve;
    });
    answer.consume(peeked);
    await known;
    return peeked;
  }

  /** The first bytes, one letter a byte. */
  get start(): string {
    return Buffer.concat(this.#pieces).toString('latin1', 0, MAX_START_BYTES);
  }

  get status(): number {
    return this.#answer.status;
  }

  get headers(): UpstreamAnswer['headers'] {
    return this.#answer.headers;
  }

  consume(consumer: BodyConsumer): void {
    this.#consumer = consumer;
    for (const piece of this.#pieces.splice(0)) consumer.data(piece);
    if (this.#ending === null) this.#answer.resume();
    else this.#ending(consumer);
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
    if (this.#consumer !== null) {
      this.#consumer.data(piece);
      return;
    }
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    this.kind ??= bodyKind(piece) ?? (this.#bytes > MAX_BLANK_BYTES ? 'other' : null);
    if (this.kind === null) return;
    this.#answer.pause();
    this.#onKnown();
  }

  end(): void {
    this.#end((consumer) => consumer.end());
  }

  fail(error: UpstreamError): void {
    this.#end((consumer) => consumer.fail(error));
  }

  #end(ending: (consumer: BodyConsumer) => void): void {
    if (this.#consumer !== null) ending(this.#consumer);
    else this.#ending = ending;
    this.#onKnown();
  }
}
