import type { CountedUnit } from '@turnpike/contract';
import type { Usage } from '../../billing/usage.ts';
import type { KeptObject } from '../../dialects/kept-object.ts';
import type { StreamFindings, StreamPath } from '../../dialects/stream-path.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { PacedAnswer } from '../../platform/net/paced-answer.ts';
import type { UpstreamAnswer } from '../../platform/net/upstream-answer.ts';
import { outputAudioTokens, outputImageTokens } from '../answer/media-output.ts';
import { usageGraceMs } from '../answer/usage-grace.ts';
import type { RoutedCall } from '../call/call-context.ts';
import type { AnswerFindings, AnswerSink, OutputCount, StreamedBytes } from '../call/opened-answer.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { AnswerAsStream } from './answer-as-stream.ts';
import { openPath } from './open-path.ts';
import { type StreamOutlet, StreamReader } from './stream-reader.ts';
import { TextWatch } from './text-watch.ts';

/** Data before the beginning of an answer is kept up to this size; more is passed on unchanged. */
const MAX_EARLY_BYTES = 64 * 1024;

/**
 * A stream whose answer has begun. It is passed on at the caller's pace: while the caller's socket is full, the
 * upstream is not read.
 */
export class OpenedStream implements AnswerFindings, StreamedBytes, StreamOutlet {
  readonly kind = 'stream';
  passedCount = 0;
  readonly #call: RoutedCall;
  readonly #answer: UpstreamAnswer;
  readonly #path: StreamPath;
  readonly #found: StreamFindings;
  readonly #deps: Pick<RelayDeps, 'traits'>;
  readonly needsNoCount: boolean;
  readonly #text: TextWatch;
  readonly #reader: StreamReader;
  /** Kept until the answer is passed on. */
  #early: Buffer[] | null = [];
  #earlyBytes = 0;
  #error: unknown = null;
  #onFirst: (() => void) | null = null;
  #onOver: (() => void) | null = null;
  #sink: AnswerSink | null = null;
  /** Text bytes sent when the caller disconnected; null while it is connected. */
  #textBytesThatLeft: number | null = null;

  private constructor(call: RoutedCall, answer: UpstreamAnswer, deps: RelayDeps) {
    this.#call = call;
    this.#answer = new PacedAnswer(answer, call.breakOff);
    this.#deps = deps;
    this.#path = openPath(call);
    this.#found = this.#path.findings;
    this.#text = new TextWatch(call, this.#found, deps);
    const stream = { answer: this.#answer, path: this.#path, text: this.#text };
    this.#reader = new StreamReader(call, stream, this, deps);
    this.needsNoCount = deps.traits.of(call.route).sendsUsage === true;
  }

  /**
   * Waits for the beginning of an answer. After comments and a role alone, the stream may still fail, and
   * another channel is tried.
   * @throws if the stream fails before the beginning
   */
  static async open(call: RoutedCall, answer: UpstreamAnswer, deps: RelayDeps): Promise<OpenedStream> {
    const opened = new OpenedStream(call, new AnswerAsStream(answer, call), deps);
    const first = new Promise<void>((resolve) => {
      opened.#onFirst = resolve;
    });
    opened.#answer.consume(opened.#reader);
    await first;
    if (opened.#hasCommitted) return opened;
    call.failedStream = opened.#failedStream();
    throw opened.#error ?? new GatewayError('upstream.answer_cut');
  }

  /** The call stays with this channel, because a part of an answer or its regular end has arrived. */
  get #hasCommitted(): boolean {
    return this.#found.hasBegun || this.#found.isComplete || this.#earlyBytes > MAX_EARLY_BYTES;
  }

  #failedStream(): Buffer | null {
    const { failureEvent } = this.#found;
    if (failureEvent === null || this.#call.converted !== null) return null;
    const { secrets } = this.#call.route.channel;
    return Buffer.concat([...(this.#early ?? []), secrets.clean(Buffer.from(failureEvent))]);
  }

  get hasLeft(): boolean {
    return this.passedCount > 0;
  }
  get usage(): Usage | null {
    return this.#found.usage;
  }
  get kept(): readonly KeptObject[] {
    return this.#found.kept;
  }
  get isComplete(): boolean {
    return this.#found.isComplete && this.#found.failure === null;
  }
  get isCutAtLimit(): boolean {
    return this.#reader.isCutAtLimit;
  }
  get isFiltered(): boolean {
    return this.#found.isFiltered;
  }
  get textBytes(): number {
    const { usage, textBytes } = this.#found;
    return this.isComplete && usage !== null ? textBytes : (this.#textBytesThatLeft ?? textBytes);
  }
  get audioTokens(): number {
    return outputAudioTokens(this.#found.audioBytes);
  }
  get units(): readonly CountedUnit[] {
    return this.#found.units;
  }

  get imageTokens(): number {
    return outputImageTokens(this.#found.imageCount, this.#call.facts);
  }
  get unreportedBytes(): number {
    return Math.max(0, this.textBytes - this.#found.reportedBytes);
  }

  async passTo(sink: AnswerSink): Promise<void> {
    this.#sink = sink;
    const early = this.#early ?? [];
    this.#early = null;
    for (const bytes of early) this.#write(bytes);
    if (!this.#reader.isOver) {
      await new Promise<void>((resolve) => {
        this.#onOver = resolve;
      });
    }
    if (this.#error !== null) throw this.#error;
  }

  resume(): void {
    this.#answer.resume();
  }

  takeEnd(counted: Usage | null): Buffer {
    return this.#call.route.channel.secrets.clean(this.#path.takeEnd(counted));
  }

  brokenEnd(error: GatewayError): Buffer {
    return this.#path.breakOff(error, this.#call.requestId);
  }

  readOnForUsage(): number {
    if (!this.hasLeft || this.#reader.isOver) return usageGraceMs.none;
    this.#textBytesThatLeft ??= this.#found.textBytes;
    this.#text.stop();
    // Some upstreams report it with every piece of text.
    if (this.#found.usage !== null && this.textBytes > 0 && this.unreportedBytes === 0)
      return usageGraceMs.none;
    this.#answer.resume();
    if (!this.#found.isComplete) return usageGraceMs.beforeEnd;
    return this.#found.usage === null ? usageGraceMs.atEnd : usageGraceMs.none;
  }

  isEmpty(): boolean {
    const { textBytes, audioBytes, imageCount } = this.#found;
    return textBytes + audioBytes + imageCount === 0;
  }

  countOutput(): Promise<OutputCount | null> {
    return this.#text.count();
  }

  pass(passed: Buffer): void {
    const { converted, route } = this.#call;
    if (this.#early === null) {
      // Passed data is cleaned of the channel's key where it is read.
      this.#write(converted === null ? passed : route.channel.secrets.clean(passed));
      return;
    }
    // Early events contain the vendor's id and model.
    const bytes = route.channel.secrets.clean(passed);
    // If the answer has not begun yet, these bytes may be kept for minutes.
    this.#early.push(this.#found.hasBegun ? bytes : Buffer.from(bytes));
    this.#earlyBytes += bytes.length;
    if (this.#hasCommitted) this.#onFirst?.();
  }

  over(error: unknown): void {
    this.#error = error;
    if (error === null && this.isComplete && !this.isCutAtLimit)
      this.#deps.traits.learn(this.#call.route).sendsUsage = this.#found.usage !== null;
    this.#onFirst?.();
    this.#onOver?.();
  }

  #write(bytes: Buffer): void {
    this.passedCount += 1;
    if (this.#sink?.write(bytes) === false) this.#answer.pause();
  }
}
