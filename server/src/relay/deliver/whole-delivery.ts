import type { CountedUnit } from '@turnpike/contract';
import { NO_UNITS, type Usage } from '../../billing/usage.ts';
import type { AnswerFacts, Dialect, NoticedCount } from '../../dialects/dialect.ts';
import type { KeptObject } from '../../dialects/kept-object.ts';
import { objectOf } from '../../dialects/neutral/json-values.ts';
import { cleanWords } from '../../dialects/neutral/vendor-words.ts';
import { ByteCollector } from '../../platform/byte-collector.ts';
import { parseExact } from '../../platform/exact-json.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { PacedAnswer } from '../../platform/paced-answer.ts';
import type { BodyConsumer, UpstreamAnswer, UpstreamError } from '../../platform/upstream-answer.ts';
import { outputAudioTokens, outputImageTokens } from '../answer/media-output.ts';
import { errorOfAnswer } from '../answer/read-failure.ts';
import { commonHeaders, jsonHeaders } from '../answer/response-headers.ts';
import { withCost, withoutVendorCost } from '../answer/told-cost.ts';
import { usageGraceMs } from '../answer/usage-grace.ts';
import { textForCaller } from '../answer/vendor-text.ts';
import type { Delivery, OutputCount, RoutedCall } from '../call/call-context.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { LongAnswer } from './long-answer.ts';

/**
 * Maximum size of an answer that is checked as a whole before its first byte is sent, if memory allows it.
 */
const CHECKED_BYTES = 1024 * 1024;
/**
 * Maximum size of an answer that is parsed at once: faster than scanning, and short enough for the main loop.
 */
const PARSED_BYTES = 64 * 1024;
/** For longer answers, the copy costs more than it saves. */
const ONE_WRITE_BYTES = 16 * 1024;
const NO_BYTES = Buffer.alloc(0);
const NO_MEDIA = { audioBytes: 0, imageCount: 0 };

/** A list may be empty in a compaction, and in a conversation whose dialect does not always fill it. */
const isList = (value: unknown, { operation: { kind, name }, answerMembers }: Dialect): boolean =>
  Array.isArray(value) &&
  (value.length > 0 || (kind === 'conversation' && answerMembers.isFilled !== true) || name === 'compaction');
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/**
 * Passes a whole answer on. A small one is read and checked completely before anything is sent, so that a
 * broken one can be retried on another channel. A long one flows through at the reader's pace, with one piece
 * held back.
 */
export class WholeDelivery implements Delivery, BodyConsumer {
  hasLeft = false;
  isComplete = false;
  readonly unreportedBytes = 0;
  readonly isCutAtLimit = false;
  kept: readonly KeptObject[] = [];
  readonly #call: RoutedCall;
  readonly #answer: UpstreamAnswer;
  readonly #deps: Pick<RelayDeps, 'tokenCounter' | 'usageHabits'>;
  /** Created when the answer turns out to be long. */
  #long: LongAnswer | null = null;
  /** Received bytes that were not sent yet, except for the last piece. */
  readonly #held = new ByteCollector();
  #last: Buffer = NO_BYTES;
  /** The answer as changed for its client; null if it is unchanged. */
  #mended: Buffer | null = null;
  #size = 0;
  #flows = false;
  #facts: AnswerFacts | null = null;
  #countedBytes: number | null = null;
  #leftBytes = 0;
  /** Bytes of text in the pieces that were sent. */
  #leftTextBytes = 0;
  /** Bytes of text in all pieces except the last one, which is held back. */
  #textBytesBeforeLast = 0;
  #isOver = false;
  #error: unknown = null;
  #onReady: (() => void) | null = null;
  #onOver: (() => void) | null = null;

  private constructor(call: RoutedCall, answer: UpstreamAnswer, deps: RelayDeps) {
    this.#call = call;
    this.#answer = new PacedAnswer(answer, call.breakOff);
    this.#deps = deps;
  }

  /**
   * Waits until the answer is complete, or too long to wait for.
   * @throws if it is broken
   */
  static async open(call: RoutedCall, answer: UpstreamAnswer, deps: RelayDeps): Promise<WholeDelivery> {
    const delivery = new WholeDelivery(call, answer, deps);
    const ready = new Promise<void>((resolve) => {
      delivery.#onReady = resolve;
    });
    delivery.#answer.consume(delivery);
    await ready;
    if (delivery.#error !== null) throw delivery.#error;
    return delivery;
  }

  get usage(): Usage | null {
    return this.#facts?.usage ?? null;
  }

  get needsNoCount(): boolean {
    return this.#flows ? this.#isKnownToSendUsage() : this.usage !== null;
  }

  // An answer that flows has text.
  get isFiltered(): boolean {
    return !this.#flows && this.#facts?.isFiltered?.() === true;
  }

  /** Only a conversation's answer is text. Vectors are not, even if they are encoded as text. */
  get textBytes(): number {
    if (this.#call.dialect.operation.kind !== 'conversation') return 0;
    if (!this.isComplete) return this.#leftTextBytes;
    return this.#countedBytes ?? this.#long?.textBytes ?? 0;
  }

  get audioTokens(): number {
    if (!this.#flows) return outputAudioTokens(this.#media.audioBytes);
    // An answer that flows is not parsed: apart from its text, nearly all of it is the requested sound.
    if (this.#call.facts.asks.audioOutput !== true) return 0;
    const bytes = this.isComplete ? this.#size : this.#leftBytes;
    return outputAudioTokens(Math.max(0, bytes - this.textBytes));
  }

  get imageTokens(): number {
    if (!this.#flows) return outputImageTokens(this.#media.imageCount, this.#call.facts);
    const pictures = this.units.find(({ kind }) => kind === 'image')?.count ?? this.#noticedPictures;
    // In an unfinished answer, most of one picture may already have been sent.
    const leaving = this.hasLeft && this.#call.facts.asks.imageOutput ? 1 : 0;
    return outputImageTokens(pictures ?? leaving, this.#call.facts);
  }

  /** Number of pictures that have started; null if there are none, or the dialect does not mark them. */
  get #noticedPictures(): number | null {
    const { picture } = this.#call.dialect.answerMembers;
    // In one of the dialects, sound has the same members.
    if (picture === undefined || this.#call.facts.asks.audioOutput) return null;
    return this.#long?.noticed(picture) ?? null;
  }

  get units(): readonly CountedUnit[] {
    return this.#facts?.units ?? NO_UNITS;
  }

  get #media(): { audioBytes: number; imageCount: number } {
    return this.#facts === null ? NO_MEDIA : this.#facts.media();
  }

  async run(): Promise<void> {
    if (!this.#flows) return;
    this.#call.heartbeat?.stop();
    const length = this.#answer.headers['content-length'];
    this.#writeHead(typeof length === 'string' ? length : null);
    this.#flow();
    this.#answer.resume();
    if (!this.#isOver) {
      await new Promise<void>((resolve) => {
        this.#onOver = resolve;
      });
    }
    if (this.#error !== null) throw this.#error;
  }

  finish(): void {
    const { response } = this.#call.caller;
    const { identity } = this.#call;
    const whole = this.#mended ?? this.#whole();
    const told = identity.tellsCost ? withCost : withoutVendorCost;
    // The length of an answer that flows was already sent.
    const rest = this.#flows
      ? whole
      : this.#call.route.channel.secrets.clean(told(whole, this.#call.chargedPoints ?? 0));
    this.#last = NO_BYTES;
    if (!this.#flows) {
      this.#writeHead(String(rest.length));
      this.hasLeft = true;
    }
    // Node writes the head and a string as one chunk, the head and a buffer as two.
    if (rest.length <= ONE_WRITE_BYTES) response.end(rest.toString('latin1'), 'latin1');
    else response.end(rest);
  }

  /** @param length null if it is not known before the end */
  #writeHead(length: string | null): void {
    const { response } = this.#call.caller;
    if (response.headersSent) return;
    const headers = commonHeaders(this.#call);
    headers.push(...jsonHeaders);
    if (length !== null) headers.push('content-length', length);
    response.writeHead(200, headers);
  }

  // Partial JSON must not look complete.
  breakOff(): void {
    this.#call.caller.response.destroy();
  }

  readOnForUsage(): number {
    if (!this.hasLeft || this.#isOver) return usageGraceMs.none;
    this.#answer.resume();
    return usageGraceMs.atEnd;
  }

  // An answer that flows is long.
  isEmpty(): boolean {
    if (this.#flows || this.#facts === null) return false;
    return this.audioTokens + this.imageTokens === 0 && this.#facts.text() === '';
  }

  async countOutput(): Promise<OutputCount | null> {
    if (this.#facts === null || this.#flows) return null;
    const text = this.#facts.text();
    this.#countedBytes = Buffer.byteLength(text);
    const tokens = await this.#deps.tokenCounter.count({ text });
    return tokens === null ? null : { tokens, uncountedBytes: 0 };
  }

  data(piece: Buffer): void {
    if (this.#isOver) return;
    if (this.#last.length > 0) this.#held.add(this.#last);
    this.#last = piece;
    this.#size += piece.length;
    const textBytesBefore = this.#long?.textBytesSoFar ?? 0;
    try {
      if (this.#long !== null) this.#long.feed(piece);
      else if (this.#size > PARSED_BYTES) this.#startLong();
      this.#textBytesBeforeLast = textBytesBefore;
    } catch (error) {
      this.#over(new GatewayError('upstream.broken_answer', {}, { cause: error }));
      this.#answer.cancel();
      return;
    }
    if (this.#onOver !== null) this.#flow();
    else if (!this.#flows && this.#isTooLongToHold(piece)) {
      // Check before any of it is sent and paid for: a long body may still be something else.
      if (this.#long?.isAnswer() === false) {
        this.#over(new GatewayError('upstream.broken_answer'));
        this.#answer.cancel();
        return;
      }
      this.#flows = true;
      this.#noteSounds();
      this.#answer.pause();
      this.#onReady?.();
    }
  }

  /** An answer that has to be parsed in pieces flows early if the memory for answers is used up. */
  #isTooLongToHold(piece: Buffer): boolean {
    if (this.#size > CHECKED_BYTES) return true;
    if (this.#size <= PARSED_BYTES) return false;
    return !this.#call.bodyHold.tryTake(piece.length);
  }

  end(): void {
    if (this.#isOver) return;
    try {
      this.#facts = this.#readFacts();
      this.isComplete = true;
      if (this.#flows) this.#learnHabit();
      this.#over(null);
    } catch (error) {
      this.#over(
        error instanceof GatewayError
          ? error
          : new GatewayError('upstream.broken_answer', {}, { cause: error }),
      );
    }
  }

  fail(error: UpstreamError): void {
    this.#over(error);
  }

  #readFacts(): AnswerFacts {
    const { dialect } = this.#call;
    const long = this.#long;
    if (long === null) {
      const { required, instead = [], texts = [] } = dialect.answerMembers;
      const answer = JSON.parse(this.#whole().toString('utf8')) as Record<string, unknown> | null;
      const isAnswer =
        (required.length > 0 && required.every((name) => isList(answer?.[name], dialect))) ||
        instead.some((name) => isObject(answer?.[name])) ||
        texts.some((name) => typeof answer?.[name] === 'string');
      if (!isAnswer || !isObject(answer) || Array.isArray(answer)) {
        const { route, form } = this.#call;
        const error = errorOfAnswer(answer, { channel: route.channel, form });
        throw error ?? new GatewayError('upstream.broken_answer');
      }
      const facts = this.#factsOf((name) => answer?.[name]);
      if (answer !== null) this.#mend(answer);
      return facts;
    }
    long.end();
    if (!long.isAnswer()) throw new GatewayError('upstream.broken_answer');
    const whole = this.#flows ? null : () => this.#whole();
    return this.#factsOf(
      (name) => long.member(name, whole),
      (name) => long.noticed(name) ?? 0,
    );
  }

  #factsOf(member: (name: string) => unknown, noticed?: NoticedCount): AnswerFacts {
    const { dialect } = this.#call;
    this.kept = dialect.keptOf?.(member) ?? this.kept;
    if (!this.#flows) this.#noteSounds();
    return dialect.readAnswer(member, () => this.#whole(), noticed);
  }

  /** Reads only the beginning of an answer that flows; its end is not kept. */
  #noteSounds(): void {
    const { dialect, facts } = this.#call;
    if (facts.asks.audioOutput) this.kept = dialect.keptSounds?.(this.#whole().toString('utf8')) ?? this.kept;
  }

  /** Parses the answer again, with exact numbers, if it must change for the client. */
  #mend(answer: Record<string, unknown>): void {
    if (!this.#changes(answer)) return;
    const exact = objectOf(parseExact(this.#whole().toString('utf8')));
    if (exact === null) return;
    this.#changes(exact);
    this.#mended = Buffer.from(JSON.stringify(exact));
  }

  /** Fixes an answer, and removes secrets from the vendor's message about its end. */
  #changes(answer: Record<string, unknown>): boolean {
    const { dialect, requestId, route } = this.#call;
    const clean = (text: string): string => textForCaller(text, route.channel);
    const isMended = dialect.mendAnswer?.(answer, requestId) === true;
    return cleanWords(answer, dialect.vendorWords ?? [], clean) || isMended;
  }

  #isKnownToSendUsage(): boolean {
    return this.#deps.usageHabits.find(this.#call.route) === true;
  }

  #learnHabit(): void {
    this.#deps.usageHabits.learn(this.#call.route, this.usage !== null);
  }

  #whole(): Buffer {
    if (this.#held.length > 0) {
      this.#held.add(this.#last);
      this.#last = this.#held.take();
    }
    return this.#last;
  }

  #startLong(): void {
    this.#long = new LongAnswer(this.#call.dialect.answerMembers);
    this.#long.feed(this.#whole());
  }

  /** Sends the received pieces except for the last one, which waits for the settlement. */
  #flow(): void {
    const { response } = this.#call.caller;
    const pieces = this.#held.takePieces();
    if (response.destroyed) return;
    let isFull = false;
    for (const piece of pieces) {
      this.hasLeft = true;
      this.#leftBytes += piece.length;
      isFull = !response.write(piece) || isFull;
    }
    this.#leftTextBytes = this.#textBytesBeforeLast;
    if (!isFull) return;
    this.#answer.pause();
    response.once('drain', () => this.#answer.resume());
  }

  #over(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#error = error;
    this.#onReady?.();
    this.#onOver?.();
  }
}
