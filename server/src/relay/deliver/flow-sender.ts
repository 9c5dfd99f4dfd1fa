import type { SecretFilter } from '../../platform/text/secret-filter.ts';
import { commonHeaders } from '../answer/response-headers.ts';
import type { RoutedCall } from '../call/call-context.ts';
import type { AnswerSender, AnswerSink, FlowingBytes } from '../call/opened-answer.ts';

/**
 * Sends an answer as it arrives, at the caller's pace, and its last piece after the settlement. The channel's key is
 * overwritten.
 */
export class FlowSender implements AnswerSender, AnswerSink {
  readonly #call: RoutedCall;
  readonly #answer: FlowingBytes;
  readonly #secrets: ReturnType<SecretFilter['forPieces']>;
  #isFull = false;

  constructor(call: RoutedCall, answer: FlowingBytes) {
    this.#call = call;
    this.#answer = answer;
    this.#secrets = call.route.channel.secrets.forPieces();
  }

  run(): Promise<void> {
    const { heartbeat, caller } = this.#call;
    heartbeat?.stop();
    if (!caller.response.headersSent) {
      const { contentType, contentLength } = this.#answer;
      const headers = commonHeaders(this.#call);
      headers.push('content-type', contentType);
      if (contentLength !== undefined) headers.push('content-length', contentLength);
      caller.response.writeHead(200, headers);
    }
    return this.#answer.passTo(this);
  }

  get isGone(): boolean {
    return this.#call.caller.response.destroyed;
  }

  write(piece: Buffer): boolean {
    const { response } = this.#call.caller;
    const bytes = this.#secrets.next(piece);
    if (bytes.length === 0 || response.write(bytes)) return true;
    if (!this.#isFull) {
      this.#isFull = true;
      response.once('drain', () => {
        this.#isFull = false;
        this.#answer.resume();
      });
    }
    return false;
  }

  finish(): void {
    this.#call.caller.response.end(this.#secrets.last(this.#answer.lastPiece()));
  }

  // A partial file or JSON must not look complete.
  breakOff(): void {
    this.#call.caller.response.destroy();
  }
}
