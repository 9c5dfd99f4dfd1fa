import { type BodyConsumer, type UpstreamAnswer, UpstreamError } from '../platform/net/upstream-answer.ts';

/** An answer made in this process, in the form of an upstream's. */
export class LocalAnswer implements UpstreamAnswer {
  readonly status = 200;
  readonly headers: Record<string, string>;
  readonly #pieces: Iterator<string | Buffer>;
  readonly #pauseMs: number;
  #consumer: BodyConsumer | null = null;
  #paused = false;
  #timer: NodeJS.Timeout | null = null;
  #ended = false;

  private constructor(contentType: string, pieces: Iterable<string | Buffer>, pauseMs: number) {
    this.headers = { 'content-type': contentType };
    this.#pieces = pieces[Symbol.iterator]();
    this.#pauseMs = pauseMs;
  }

  static whole(body: unknown): LocalAnswer {
    return new LocalAnswer('application/json', piecesOf(JSON.stringify(body)), 0);
  }

  static file(bytes: Buffer, contentType: string): LocalAnswer {
    return new LocalAnswer(contentType, bytesOf(bytes), 0);
  }

  /** @param events data of each event, sent a little apart as a model would */
  static stream(events: Iterable<string>, { pauseMs = 15 }: { pauseMs?: number } = {}): LocalAnswer {
    return new LocalAnswer('text/event-stream', events, pauseMs);
  }

  consume(consumer: BodyConsumer): void {
    this.#consumer = consumer;
    this.#next();
  }

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#plan();
  }

  cancel(): void {
    if (this.#ended) return;
    this.#ended = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#consumer?.fail(new UpstreamError('cancelled', undefined, { wasSent: true }));
  }

  #plan(): void {
    if (this.#ended || this.#paused || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#next();
    }, this.#pauseMs);
  }

  #next(): void {
    if (this.#ended || this.#paused || this.#consumer === null) return;
    const step = this.#pieces.next();
    if (step.done) {
      this.#ended = true;
      this.#consumer.end();
      return;
    }
    this.#consumer.data(typeof step.value === 'string' ? Buffer.from(step.value) : step.value);
    this.#plan();
  }
}

/** A longer text comes in several turns, as from the network. */
const PIECE_LENGTH = 256 * 1024;

function* piecesOf(text: string): Iterable<string> {
  let from = 0;
  while (from < text.length) {
    let to = from + PIECE_LENGTH;
    // A pair of surrogates is one letter.
    if (/[\ud800-\udbff]/.test(text.charAt(to - 1))) to += 1;
    yield text.slice(from, to);
    from = to;
  }
}

function* bytesOf(bytes: Buffer): Iterable<Buffer> {
  for (let from = 0; from < bytes.length; from += PIECE_LENGTH)
    yield bytes.subarray(from, from + PIECE_LENGTH);
}
