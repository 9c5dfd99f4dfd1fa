import type { Usage } from '../../billing/usage.ts';
import { NO_UNITS } from '../../billing/usage.ts';
import type { KeptObject } from '../../dialects/kept-object.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { PacedAnswer } from '../../platform/paced-answer.ts';
import type { BodyConsumer, UpstreamAnswer, UpstreamError } from '../../platform/upstream-answer.ts';
import { outputSpeechTokens } from '../answer/media-output.ts';
import { mediaTypeOf } from '../answer/media-type.ts';
import { commonHeaders } from '../answer/response-headers.ts';
import { usageGraceMs } from '../answer/usage-grace.ts';
import type { Delivery, RoutedCall } from '../call/call-context.ts';

const NO_BYTES = Buffer.alloc(0);
const NOTHING_KEPT: readonly KeptObject[] = [];
/** Content types of an error with status 200, or of an intermediary's page. */
const NO_FILE = {
  sound: /^text\/|[/+](?:json|xml)$/,
  text: /^text\/(?:html|event-stream)$/,
} as const;
/** The beginning of a JSON error, whatever its content type. */
const ERROR = /^\s*\{\s*"(?:error|code|detail)"\s*:/;
const ERROR_BYTES = 64;

/**
 * Passes a file on as it arrives, at the reader's pace. One piece is held back until the call is settled.
 * Nothing is sent before the first piece has arrived.
 */
export class FileDelivery implements Delivery, BodyConsumer {
  hasLeft = false;
  isComplete = false;
  readonly usage: Usage | null = null;
  readonly units = NO_UNITS;
  readonly kept = NOTHING_KEPT;
  readonly isFiltered = false;
  readonly isCutAtLimit = false;
  readonly imageTokens = 0;
  readonly unreportedBytes = 0;
  readonly needsNoCount = false;
  readonly #call: RoutedCall;
  readonly #answer: UpstreamAnswer;
  readonly #type: string;
  #held: Buffer = NO_BYTES;
  #leftBytes = 0;
  #isOver = false;
  #error: unknown = null;
  #onFirst: (() => void) | null = null;
  #onOver: (() => void) | null = null;

  private constructor(call: RoutedCall, answer: UpstreamAnswer) {
    this.#call = call;
    this.#answer = new PacedAnswer(answer, call.breakOff);
    const type = answer.headers['content-type'];
    this.#type = typeof type === 'string' ? type : 'application/octet-stream';
  }

  /**
   * Waits for the first piece.
   * @throws if the answer is not a file, is empty, or breaks before the first piece
   */
  static async open(call: RoutedCall, answer: UpstreamAnswer): Promise<FileDelivery> {
    const type = mediaTypeOf(answer);
    const { wantsFile = 'sound' } = call.facts;
    if (NO_FILE[wantsFile].test(type)) throw new GatewayError('upstream.broken_answer');
    const delivery = new FileDelivery(call, answer);
    const first = new Promise<void>((resolve) => {
      delivery.#onFirst = resolve;
    });
    delivery.#answer.consume(delivery);
    await first;
    const isError = ERROR.test(delivery.#held.toString('latin1', 0, ERROR_BYTES));
    if (isError) delivery.#answer.cancel();
    if (isError || delivery.#held.length === 0)
      throw delivery.#error ?? new GatewayError('upstream.broken_answer');
    return delivery;
  }

  get textBytes(): number {
    return this.#call.facts.wantsFile === 'text' ? this.#deliveredBytes : 0;
  }

  get audioTokens(): number {
    if (this.#call.facts.wantsFile === 'text') return 0;
    return outputSpeechTokens(this.#deliveredBytes, this.#type);
  }

  get #deliveredBytes(): number {
    return this.#leftBytes + (this.isComplete ? this.#held.length : 0);
  }

  async run(): Promise<void> {
    const { response } = this.#call.caller;
    const headers = commonHeaders(this.#call);
    headers.push('content-type', this.#type);
    const length = this.#answer.headers['content-length'];
    if (typeof length === 'string') headers.push('content-length', length);
    response.writeHead(200, headers);
    this.#answer.resume();
    if (!this.#isOver) {
      await new Promise<void>((resolve) => {
        this.#onOver = resolve;
      });
    }
    if (this.#error !== null) throw this.#error;
  }

  finish(): void {
    this.#call.caller.response.end(this.#held);
    this.#held = NO_BYTES;
  }

  // A partial file must not look complete.
  breakOff(): void {
    this.#call.caller.response.destroy();
  }

  readOnForUsage(): number {
    return usageGraceMs.none;
  }

  isEmpty(): boolean {
    return false;
  }

  countOutput(): Promise<null> {
    return Promise.resolve(null);
  }

  data(piece: Buffer): void {
    if (this.#isOver || piece.length === 0) return;
    const before = this.#held;
    this.#held = piece;
    if (this.#onFirst !== null) {
      this.#onFirst();
      this.#onFirst = null;
      // The following pieces wait until the header can be sent.
      this.#answer.pause();
      return;
    }
    this.#pass(before);
  }

  end(): void {
    if (this.#isOver) return;
    this.isComplete = this.#held.length > 0;
    this.#over(null);
  }

  fail(error: UpstreamError): void {
    this.#over(error);
  }

  #pass(piece: Buffer): void {
    const { response } = this.#call.caller;
    if (response.destroyed) return;
    this.hasLeft = true;
    this.#leftBytes += piece.length;
    if (response.write(piece)) return;
    this.#answer.pause();
    response.once('drain', () => this.#answer.resume());
  }

  #over(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#error = error;
    this.#onFirst?.();
    this.#onOver?.();
  }
}
