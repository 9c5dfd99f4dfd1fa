import type { AcceptedCall, BeatingStream, Heartbeat } from '../call-context.ts';
import { commonHeaders, jsonHeaders, streamHeadersOf } from './response-headers.ts';

/** Source: docs/reference/compatibility.md, "Relay". */
const EVERY_MS = 5_000;
/** White space between the values of a JSON text. */
const JSON_BEAT = '\n';

/**
 * Keeps a caller's connection busy while a model thinks: from the time that its token names, whenever nothing has come
 * for five seconds, an event that the dialect's clients pass over, or a line end where JSON is answered. What follows may still be an error:
 * a stream tells it as an event, a JSON answer aborts, because a header of success has left.
 */
export class TimedHeartbeat implements Heartbeat {
  #timer: NodeJS.Timeout | null;
  readonly #call: AcceptedCall;
  #stream: BeatingStream | null = null;
  #passedBefore = 0;

  /** @param nowMs of the monotonic clock */
  constructor(call: AcceptedCall, { afterSeconds, nowMs }: { afterSeconds: number; nowMs: number }) {
    this.#call = call;
    const dueMs = call.startedAtMs + afterSeconds * 1000 - nowMs;
    this.#timer = setTimeout(() => this.#beat(), Math.max(0, dueMs));
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  follow(stream: BeatingStream): void {
    this.#stream = stream;
  }

  #beat(): void {
    this.#timer = setTimeout(() => this.#beat(), EVERY_MS);
    if (this.#stream === null) this.#beatBefore();
    else if (this.#stream.passedCount === this.#passedBefore)
      this.#stream.beat(Buffer.from(this.#streamBeat));
    this.#passedBefore = this.#stream?.passedCount ?? 0;
  }

  get #streamBeat(): string {
    const { dialect, facts } = this.#call;
    return facts.framing === 'json-array' ? JSON_BEAT : (dialect.streams?.beat ?? JSON_BEAT);
  }

  #beatBefore(): void {
    const { caller, facts } = this.#call;
    const { response } = caller;
    if (response.destroyed) return;
    if (!response.headersSent) {
      response.writeHead(200, [
        ...commonHeaders(this.#call),
        ...(facts.stream ? streamHeadersOf(facts) : jsonHeaders),
      ]);
    }
    response.write(facts.stream ? this.#streamBeat : JSON_BEAT);
  }
}
