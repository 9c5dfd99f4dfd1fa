import type { CallContext } from '../call-context.ts';
import { commonHeaders, jsonHeaders, streamHeaders } from './response-headers.ts';

/** Source: product specification, section 9. */
const EVERY_MS = 5_000;
const STREAM_BEAT = '::PING\n\n';
const JSON_BEAT = '\n';

/**
 * Keeps a caller's connection busy while a model thinks: from the time that its token names, a comment line in a
 * stream, or a line end before a JSON answer. What follows may still be an error; then it comes with status 200,
 * because the header has left.
 */
export class Heartbeat {
  #timer: NodeJS.Timeout | null;
  readonly #ctx: CallContext;

  /** @param nowMs of the monotonic clock */
  constructor(ctx: CallContext, { afterSeconds, nowMs }: { afterSeconds: number; nowMs: number }) {
    this.#ctx = ctx;
    const dueMs = ctx.startedAtMs + afterSeconds * 1000 - nowMs;
    this.#timer = setTimeout(() => this.#beat(), Math.max(0, dueMs));
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #beat(): void {
    const { caller, facts } = this.#ctx;
    const { response } = caller;
    if (response.destroyed) return;
    if (!response.headersSent) {
      response.writeHead(200, [
        ...commonHeaders(this.#ctx),
        ...(facts?.stream ? streamHeaders : jsonHeaders),
      ]);
    }
    response.write(facts?.stream ? STREAM_BEAT : JSON_BEAT);
    this.#timer = setTimeout(() => this.#beat(), EVERY_MS);
  }
}
