import type { Usage } from '../../billing/usage.ts';
import { NO_UNITS } from '../../billing/usage.ts';
import type { KeptObject } from '../../dialects/kept-object.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { PacedAnswer } from '../../platform/net/paced-answer.ts';
import type { BodyConsumer, UpstreamAnswer, UpstreamError } from '../../platform/net/upstream-answer.ts';
import { outputSpeechTokens } from '../answer/media-output.ts';
import { mediaTypeOf } from '../answer/media-type.ts';
import { usageGraceMs } from '../answer/usage-grace.ts';
import type { RoutedCall } from '../call/call-context.ts';
import type { AnswerFindings, AnswerSink, FlowingBytes } from '../call/opened-answer.ts';

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

/** A file, such as sound. It opens when its first piece has arrived. */
export class OpenedFile implements AnswerFindings, FlowingBytes, BodyConsumer {
  readonly kind = 'flowing';
  readonly contentType: string;
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
  #held: Buffer = NO_BYTES;
  #leftBytes = 0;
  #isOver = false;
  #error: unknown = null;
  #sink: AnswerSink | null = null;
  #onFirst: (() => void) | null = null;
  #onOver: (() => void) | null = null;

  private constructor(call: RoutedCall, answer: UpstreamAnswer) {
    this.#call = call;
    this.#answer = new PacedAnswer(answer, call.breakOff);
    const type = answer.headers['content-type'];
    this.contentType = typeof type === 'string' ? type : 'application/octet-stream';
  }

  /**
   * Waits for the first piece.
   * @throws if the answer is not a file, is empty, or breaks before the first piece
   */
  static async open(call: RoutedCall, answer: UpstreamAnswer): Promise<OpenedFile> {
    const type = mediaTypeOf(answer);
    const { wantsFile = 'sound' } = call.facts;
    if (NO_FILE[wantsFile].test(type)) throw new GatewayError('upstream.broken_answer');
    const opened = new OpenedFile(call, answer);
    const first = new Promise<void>((resolve) => {
      opened.#onFirst = resolve;
    });
    opened.#answer.consume(opened);
    await first;
    const isError = ERROR.test(opened.#held.toString('latin1', 0, ERROR_BYTES));
    if (isError) opened.#answer.cancel();
    if (isError || opened.#held.length === 0)
      throw opened.#error ?? new GatewayError('upstream.broken_answer');
    return opened;
  }

  get textBytes(): number {
    return this.#call.facts.wantsFile === 'text' ? this.#deliveredBytes : 0;
  }

  get audioTokens(): number {
    if (this.#call.facts.wantsFile === 'text') return 0;
    return outputSpeechTokens(this.#deliveredBytes, this.contentType);
  }

  get #deliveredBytes(): number {
    return this.#leftBytes + (this.isComplete ? this.#held.length : 0);
  }

  get contentLength(): string | undefined {
    return this.#answer.headers['content-length'] as string | undefined;
  }

  async passTo(sink: AnswerSink): Promise<void> {
    this.#sink = sink;
    this.#answer.resume();
    if (!this.#isOver) {
      await new Promise<void>((resolve) => {
        this.#onOver = resolve;
      });
    }
    if (this.#error !== null) throw this.#error;
  }

  resume(): void {
    this.#answer.resume();
  }

  lastPiece(): Buffer {
    const piece = this.#held;
    this.#held = NO_BYTES;
    return piece;
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
    const sink = this.#sink;
    if (sink === null || sink.isGone) return;
    this.hasLeft = true;
    this.#leftBytes += piece.length;
    if (!sink.write(piece)) this.#answer.pause();
  }

  #over(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#error = error;
    this.#onFirst?.();
    this.#onOver?.();
  }
}
