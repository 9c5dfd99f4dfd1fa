import type { CountedUnit } from '@turnpike/contract';
import type { Usage } from '../../billing/usage.ts';
import type { KeptObject } from '../../dialects/kept-object.ts';
import type { StreamFindings, StreamPath } from '../../dialects/stream-path.ts';
import { EventWriter } from '../../platform/event-writer.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { PacedAnswer } from '../../platform/paced-answer.ts';
import type { BodyConsumer, UpstreamAnswer, UpstreamError } from '../../platform/upstream-answer.ts';
import type { BodyHold } from '../accept/body-budget.ts';
import type { BeatingStream, Delivery, OutputCount, RoutedCall } from '../call-context.ts';
import { toAnswerError, toBrokenAnswer } from '../dispatch/read-failure.ts';
import { textForCaller } from '../dispatch/vendor-text.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { AnswerAsStream } from './answer-as-stream.ts';
import { GrowingHold } from './growing-hold.ts';
import { outputAudioTokens, outputImageTokens } from './media-output.ts';
import { commonHeaders, streamHeadersOf } from './response-headers.ts';
import { TextSpool } from './text-spool.ts';
import { CostTellingStream, mayTellCost, tellsUsage } from './told-cost.ts';
import { usageGraceMs } from './usage-grace.ts';

/** After the last event an upstream may take this long to end its answer, so that its connection can be kept. */
const END_GRACE_MS = 1_000;
/** A longer event takes memory from the budget for bodies and answers. */
const LONG_EVENT_BYTES = 64 * 1024;
/** What comes at once may go far beyond what is held: then it is read in parts of so many bytes. */
const PART_BYTES = 1024;
const SMALL_PART_BYTES = 64;
/** Text of an upstream that keeps to its limit seldom has more bytes for each token of it. */
const DOUBTED_BYTES_A_TOKEN = 8;
/** What comes before an answer begins is kept up to here; more is passed on as it is. */
const MAX_EARLY_BYTES = 64 * 1024;

/**
 * Passes a stream on, event by event, at the pace of its reader: while the caller's socket is full the
 * upstream's is not read.
 */
export class StreamDelivery implements Delivery, BodyConsumer, BeatingStream {
  passedCount = 0;
  readonly #call: RoutedCall;
  readonly #answer: UpstreamAnswer;
  readonly #path: StreamPath;
  readonly #found: StreamFindings;
  readonly #deps: Pick<RelayDeps, 'usageHabits' | 'clock' | 'tokenCounter'>;
  readonly needsNoCount: boolean;
  /** Counts the text; null while nobody has to. */
  #spool: TextSpool | null = null;
  /** From so many bytes of prose on it is counted also where the upstream is known to say its usage. */
  #doubtedBytes = Number.POSITIVE_INFINITY;
  /** Of the text that came before the spool. */
  #uncountedBytes = 0;
  /** Until the caller's header is written. */
  #early: Buffer[] | null = [];
  #earlyBytes = 0;
  #isOver = false;
  #error: unknown = null;
  #onFirst: (() => void) | null = null;
  #onOver: (() => void) | null = null;
  #grace: NodeJS.Timeout | null = null;
  /** What a long event takes of the memory for bodies and answers. */
  readonly #eventHold: BodyHold;
  #isEventHeld = false;
  /** Of the last event that said something after the answer was complete, and how many there were. */
  #lastDataMs: number | null = null;
  #lateEvents = 0;
  #writer: EventWriter | null = null;
  /** Null while the caller is there. */
  #textBytesThatLeft: number | null = null;
  readonly #growingHold: GrowingHold;
  isCutAtLimit = false;
  readonly #onDrain = (): void => this.#answer.resume();

  private constructor(call: RoutedCall, answer: UpstreamAnswer, deps: RelayDeps) {
    this.#call = call;
    this.#answer = new PacedAnswer(answer, call.breakOff);
    this.#deps = deps;
    this.#eventHold = deps.bodyBudget.open(call.identity.userId);
    this.#growingHold = new GrowingHold(call, deps);
    const { facts, route, sentLimit } = call;
    const { streams } = call.dialect;
    if (streams === null) throw new Error('only a call that may be streamed comes here');
    const path =
      call.converted === null
        ? streams.pass({
            wantsUsage: tellsUsage(call),
            answerCount: facts.answerCount,
            framing: facts.framing,
            requestId: call.requestId,
            withoutSecrets: (text) => textForCaller(text, route.channel),
            withoutKey: (bytes) => route.channel.secrets.clean(bytes),
          })
        : call.converted.openStream();
    this.#path = mayTellCost(call) ? new CostTellingStream(path, call) : path;
    this.#found = this.#path.findings;
    this.needsNoCount = deps.usageHabits.find(route) === true;
    if (!this.needsNoCount || deps.unboundHabits.find(route) === 'ignores') this.#openSpool();
    else if (sentLimit !== null) this.#doubtedBytes = sentLimit * DOUBTED_BYTES_A_TOKEN;
  }

  /**
   * Waits for the beginning of an answer: comments and a role alone can still be followed by a failure, after which
   * another channel is tried.
   * @throws where the stream fails before it
   */
  static async open(call: RoutedCall, answer: UpstreamAnswer, deps: RelayDeps): Promise<StreamDelivery> {
    const delivery = new StreamDelivery(call, new AnswerAsStream(answer, call), deps);
    const first = new Promise<void>((resolve) => {
      delivery.#onFirst = resolve;
    });
    delivery.#answer.consume(delivery);
    await first;
    if (delivery.#hasCommitted) return delivery;
    call.failedStream = delivery.#failedStream();
    throw delivery.#error ?? new GatewayError('upstream.answer_cut');
  }

  /** The call stays with this channel: something of an answer has come, or its proper end. */
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

  async run(): Promise<void> {
    const { response, request } = this.#call.caller;
    if (!response.headersSent) {
      response.writeHead(200, [...commonHeaders(this.#call), ...streamHeadersOf(this.#call.facts)]);
    }
    request.socket.setNoDelay(true);
    this.#writer = new EventWriter(response);
    const early = this.#early ?? [];
    this.#early = null;
    for (const bytes of early) this.#write(bytes);
    this.#call.heartbeat?.follow(this);
    if (!this.#isOver) {
      await new Promise<void>((resolve) => {
        this.#onOver = resolve;
      });
    }
    if (this.#error !== null) throw this.#error;
  }

  finish(counted: Usage | null): void {
    const { response } = this.#call.caller;
    const end = this.#path.takeEnd(counted);
    response.end(this.#call.route.channel.secrets.clean(end));
  }

  breakOff(error: GatewayError): void {
    const { response } = this.#call.caller;
    if (response.destroyed) return;
    response.end(this.#path.breakOff(error, this.#call.requestId));
  }

  readOnForUsage(): number {
    if (!this.hasLeft || this.#isOver) return usageGraceMs.none;
    this.#textBytesThatLeft ??= this.#found.textBytes;
    this.#found.onText = null;
    this.#doubtedBytes = Number.POSITIVE_INFINITY;
    // Some upstreams say it with every piece of text.
    if (this.#found.usage !== null && this.textBytes > 0 && this.unreportedBytes === 0)
      return usageGraceMs.none;
    this.#answer.resume();
    if (!this.#found.isComplete) return usageGraceMs.beforeEnd;
    return this.#found.usage === null ? usageGraceMs.atEnd : usageGraceMs.none;
  }

  // A caller who reads slowly is not silent, and needs no beats on top of what waits.
  beat(bytes: Buffer): void {
    const { response } = this.#call.caller;
    if (response.writableNeedDrain || response.socket?.writableNeedDrain) return;
    this.#writer?.write(bytes, this.#onDrain);
  }

  isEmpty(): boolean {
    const { textBytes, audioBytes, imageCount } = this.#found;
    return textBytes + audioBytes + imageCount === 0;
  }

  async countOutput(): Promise<OutputCount | null> {
    const tokens = (await this.#spool?.total()) ?? null;
    return tokens === null ? null : { tokens, uncountedBytes: this.#uncountedBytes };
  }

  data(piece: Buffer): void {
    for (let at = 0; at < piece.length; ) {
      const step = this.#stepInto(piece.length - at);
      this.#read(piece.subarray(at, at + step));
      at += step;
    }
  }

  /** How much of so many bytes is read before it is looked how far the text has come. */
  #stepInto(length: number): number {
    const { proseBytes } = this.#found;
    const step = length <= this.#growingHold.coveredBytes - proseBytes ? length : PART_BYTES;
    const doubtedRest = this.#doubtedBytes - proseBytes;
    return step <= doubtedRest ? step : Math.max(SMALL_PART_BYTES, doubtedRest);
  }

  #read(piece: Buffer): void {
    if (this.#isOver) return;
    try {
      const passed = this.#path.read(piece);
      if (passed !== null) this.#pass(passed);
      if (this.#found.proseBytes > this.#growingHold.coveredBytes) this.#coverText();
      if (this.#found.proseBytes > this.#doubtedBytes) this.#doubtLimit();
      if (this.#found.isComplete && !this.#found.isEnded) this.#watchEnd();
      if (this.#isEventHeld || this.#path.unfinishedBytes > LONG_EVENT_BYTES) this.#holdEvent();
    } catch (error) {
      this.#over(toBrokenAnswer(error));
      this.#answer.cancel();
      return;
    }
    if (!this.#found.isEnded || this.isCutAtLimit) return;
    this.#over(this.#failureOfReader());
    if (this.#found.failure === null) this.#endGently();
    else this.#answer.cancel();
  }

  end(): void {
    this.#clearGrace();
    if (this.#isOver) return;
    try {
      const passed = this.#path.finish();
      if (passed !== null) this.#pass(passed);
      this.#over(this.#failureOfReader());
    } catch (error) {
      this.#over(toBrokenAnswer(error));
    }
  }

  // A stream whose finish reason was seen is whole, even if its last marker or its end never comes.
  fail(error: UpstreamError): void {
    this.#clearGrace();
    this.#over(this.#found.isComplete && error.fault !== 'cancelled' ? null : error);
  }

  /** Ends an answer that nobody pays for any longer, as its vendor would end it at its limit. */
  #coverText(): void {
    const { proseBytes, isComplete } = this.#found;
    while (proseBytes > this.#growingHold.coveredBytes && !isComplete) {
      if (this.#growingHold.grow()) continue;
      this.isCutAtLimit = true;
      this.#path.endEarly();
      this.#over(null);
      this.#answer.cancel();
      return;
    }
  }

  #openSpool(): void {
    const spool = new TextSpool(this.#deps.tokenCounter);
    this.#spool = spool;
    this.#found.onText = (escaped) => spool.add(escaped);
  }

  /** Its upstream may not keep to the limit that it was told, and its caller may leave before the usage that would say so. */
  #doubtLimit(): void {
    this.#doubtedBytes = Number.POSITIVE_INFINITY;
    this.#uncountedBytes = this.#found.textBytes;
    this.#openSpool();
  }

  /** After the finish reason of every choice, some upstreams go on with nothing but comments or pings. */
  #watchEnd(): void {
    const now = this.#deps.clock.monotonicMs();
    const { lateEvents } = this.#found;
    if (this.#lastDataMs === null || lateEvents !== this.#lateEvents) this.#lastDataMs = now;
    this.#lateEvents = lateEvents;
    if (now - this.#lastDataMs < END_GRACE_MS) return;
    this.#over(null);
    this.#answer.cancel();
  }

  /** @throws rate.body_bytes or gateway.busy where there is no memory for an event of this length */
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
      // What passes is searched for the channel's key where it is read.
      this.#write(converted === null ? passed : route.channel.secrets.clean(passed));
      return;
    }
    // Id and model stand here, as their vendor says them.
    const bytes = route.channel.secrets.clean(passed);
    // Where nothing has begun yet, this may be held for minutes.
    this.#early.push(this.#found.hasBegun ? bytes : Buffer.from(bytes));
    this.#earlyBytes += bytes.length;
    if (this.#hasCommitted) this.#onFirst?.();
  }

  #write(bytes: Buffer): void {
    this.passedCount += 1;
    if (this.#writer?.write(bytes, this.#onDrain) === false) this.#answer.pause();
  }

  #over(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#error = error;
    this.#eventHold.release();
    if (error === null && this.isComplete && !this.isCutAtLimit) this.#learnHabit();
    this.#onFirst?.();
    this.#onOver?.();
  }

  #learnHabit(): void {
    this.#deps.usageHabits.learn(this.#call.route, this.#found.usage !== null);
  }

  #endGently(): void {
    this.#grace = setTimeout(() => this.#answer.cancel(), END_GRACE_MS);
  }

  #clearGrace(): void {
    if (this.#grace !== null) clearTimeout(this.#grace);
    this.#grace = null;
  }
}
