import type { CountedUnit } from '@turnpike/contract';
import type { Usage } from '../../billing/usage.ts';
import type { KeptObject } from '../../dialects/kept-object.ts';
import type { StreamFindings, StreamPath } from '../../dialects/stream-path.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { PacedAnswer } from '../../platform/net/paced-answer.ts';
import type { BodyConsumer, UpstreamAnswer, UpstreamError } from '../../platform/net/upstream-answer.ts';
import { outputAudioTokens, outputImageTokens } from '../answer/media-output.ts';
import { toAnswerError, toBrokenAnswer } from '../answer/read-failure.ts';
import { usageGraceMs } from '../answer/usage-grace.ts';
import type { BodyHold } from '../body/body-budget.ts';
import type { RoutedCall } from '../call/call-context.ts';
import type { AnswerFindings, AnswerSink, OutputCount, StreamedBytes } from '../call/opened-answer.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { AnswerAsStream } from './answer-as-stream.ts';
import { openPath } from './open-path.ts';
import { StreamEnd } from './stream-end.ts';
import { TextWatch } from './text-watch.ts';

/** A longer event counts against the budget for bodies and answers. */
const LONG_EVENT_BYTES = 64 * 1024;
/** Data before the beginning of an answer is kept up to this size; more is passed on unchanged. */
const MAX_EARLY_BYTES = 64 * 1024;

/**
 * A stream that is read event by event, at the caller's pace: while the caller's socket is full, the upstream
 * is not read.
 */
export class OpenedStream implements AnswerFindings, StreamedBytes, BodyConsumer {
  readonly kind = 'stream';
  passedCount = 0;
  readonly #call: RoutedCall;
  readonly #answer: UpstreamAnswer;
  readonly #path: StreamPath;
  readonly #found: StreamFindings;
  readonly #deps: Pick<RelayDeps, 'traits'>;
  readonly needsNoCount: boolean;
  readonly #text: TextWatch;
  /** Kept until the answer is passed on. */
  #early: Buffer[] | null = [];
  #earlyBytes = 0;
  #isOver = false;
  #error: unknown = null;
  #onFirst: (() => void) | null = null;
  #onOver: (() => void) | null = null;
  readonly #end: StreamEnd;
  /** Memory of a long event, in the budget for bodies and answers. */
  readonly #eventHold: BodyHold;
  #isEventHeld = false;
  #sink: AnswerSink | null = null;
  /** Text bytes sent when the caller disconnected; null while it is connected. */
  #textBytesThatLeft: number | null = null;
  isCutAtLimit = false;

  private constructor(call: RoutedCall, answer: UpstreamAnswer, deps: RelayDeps) {
    this.#call = call;
    this.#answer = new PacedAnswer(answer, call.breakOff);
    this.#deps = deps;
    this.#eventHold = deps.bodyBudget.open(call.identity.userId);
    this.#end = new StreamEnd(deps.clock);
    this.#path = openPath(call);
    this.#found = this.#path.findings;
    this.#text = new TextWatch(call, this.#found, deps);
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
    opened.#answer.consume(opened);
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

  takeEnd(counted: Usage | null): Buffer {
    return this.#call.route.channel.secrets.clean(this.#path.takeEnd(counted));
  }

  brokenEnd(error: GatewayError): Buffer {
    return this.#path.breakOff(error, this.#call.requestId);
  }

  readOnForUsage(): number {
    if (!this.hasLeft || this.#isOver) return usageGraceMs.none;
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

  data(piece: Buffer): void {
    for (let at = 0; at < piece.length; ) {
      const step = this.#text.stepInto(piece.length - at);
      this.#read(piece.subarray(at, at + step));
      at += step;
    }
  }

  #read(piece: Buffer): void {
    if (this.#isOver) return;
    try {
      const passed = this.#path.read(piece);
      if (passed !== null) this.#pass(passed);
      this.#text.note();
      if (this.#found.isUnpaid) this.#cutAtLimit();
      if (this.#found.isComplete && !this.#found.isEnded && this.#end.isOverdue(this.#found))
        this.#stopReading();
      if (this.#isEventHeld || this.#path.unfinishedBytes > LONG_EVENT_BYTES) this.#holdEvent();
    } catch (error) {
      this.#over(toBrokenAnswer(error));
      this.#answer.cancel();
      return;
    }
    if (!this.#found.isEnded || this.isCutAtLimit) return;
    this.#over(this.#failureOfReader());
    if (this.#found.failure === null) this.#end.wait(() => this.#answer.cancel());
    else this.#answer.cancel();
  }

  end(): void {
    this.#end.clear();
    if (this.#isOver) return;
    try {
      const passed = this.#path.finish();
      if (passed !== null) this.#pass(passed);
      this.#text.note();
      if (this.#found.isUnpaid) this.#cutAtLimit();
      else this.#over(this.#failureOfReader());
    } catch (error) {
      this.#over(toBrokenAnswer(error));
    }
  }

  // A stream is complete after its finish reason, even if the last marker or the end never arrives.
  fail(error: UpstreamError): void {
    this.#end.clear();
    this.#over(this.#found.isComplete && error.fault !== 'cancelled' ? null : error);
  }

  /** Ends an answer that is no longer paid for, in the way its vendor ends one at its limit. */
  #cutAtLimit(): void {
    this.isCutAtLimit = true;
    this.#path.endEarly();
    this.#stopReading();
  }

  #stopReading(): void {
    this.#over(null);
    this.#answer.cancel();
  }

  /** @throws rate.body_bytes or gateway.busy if there is no memory for an event of this length */
  #holdEvent(): void {
    const { unfinishedBytes } = this.#path;
    this.#isEventHeld = unfinishedBytes > LONG_EVENT_BYTES;
    this.#eventHold.resize(this.#isEventHeld ? unfinishedBytes : 0);
  }

  #failureOfReader(): GatewayError | null {
    const { failure, failureCode } = this.#found;
    const { route, form } = this.#call;
    if (failure === null) return null;
    return toAnswerError({ failure, failureCode }, { channel: route.channel, form });
  }

  #pass(passed: Buffer): void {
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

  #write(bytes: Buffer): void {
    this.passedCount += 1;
    if (this.#sink?.write(bytes) === false) this.#answer.pause();
  }

  #over(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#error = error;
    this.#eventHold.release();
    if (error === null && this.isComplete && !this.isCutAtLimit)
      this.#deps.traits.learn(this.#call.route).sendsUsage = this.#found.usage !== null;
    this.#onFirst?.();
    this.#onOver?.();
  }
}
