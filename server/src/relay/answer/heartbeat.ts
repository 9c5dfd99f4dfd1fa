import type { AcceptedCall } from '../call/call-context.ts';
import type { BeatingStream, Heartbeat } from '../call/call-parts.ts';
import { commonHeaders, jsonHeaders, streamHeadersOf } from './response-headers.ts';

/** Source: docs/reference/compatibility.md, "Relay". */
const EVERY_MS = 5_000;
/** White space between the values of a JSON text. */
const JSON_BEAT = '\n';

/**
 * Keeps a caller's connection busy while a model thinks. It starts after the delay that the token sets, and
 * sends a beat after five seconds without data. A beat is an event that the dialect's clients ignore, or a
 * line end in a JSON answer. An error can still follow. A stream reports it as an event; a JSON answer
 * aborts, because a success header was already sent.
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
