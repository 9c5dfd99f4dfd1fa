import type { CountedUnit } from '@turnpike/contract';
import { NO_UNITS, type Usage } from '../billing/usage.ts';
import type { GatewayError } from '../platform/gateway-error.ts';
import { escapeLength, isEscape, isHalfLetter, letterBytes } from './escaped-text.ts';
import type { KeptObject } from './kept-object.ts';

const NOTHING_KEPT: readonly KeptObject[] = [];
const ZERO = 0x30;
const NINE = 0x39;
/** The first byte of a letter that has four. */
const FOUR_BYTES = 0xf0;
/** Few: Chinese has three. */
export const PROSE_BYTES_A_TOKEN = 3;

export type FailureCode = 'upstream.malformed_call' | 'upstream.answer_cut';

/** Pays for the text of a stream before it is sent. */
export interface TextPayer {
  /** Whether this many more bytes of a stream are paid for, whatever they hold. */
  covers(bytes: number): boolean;
  /** Pays for the text that has come. @returns false if there are no points for it */
  pay(): boolean;
}

/** Amounts of an answer that its text and files add to. */
type SaidAmounts = Pick<StreamFindings, 'textBytes' | 'denseBytes' | 'audioBytes' | 'imageCount'>;

/** Text came that nobody pays for. It is taken back, and the answer ends before it. */
export class UnpaidTextError extends Error {
  override readonly name = 'UnpaidTextError';
}

/** Facts about a streamed answer so far. Every field exists from the start. */
export class StreamFindings {
  usage: Usage | null = null;
  /** Anything of an answer has come: more than comments and a role. */
  hasBegun = false;
  /** The answer came to its end: a finish reason or the terminal event was seen. */
  isComplete = false;
  /** The terminal event was seen: nothing more will come. */
  isEnded = false;
  /** The upstream reported an error inside the stream. */
  failure: string | null = null;
  /**
   * The event that reported it, without the channel's secrets. The caller gets it unchanged if no answer had begun and no
   * other channel is left. Null if a status serves the dialect's clients better.
   */
  failureEvent: string | null = null;
  /** The failure where no error of the vendor says it: a call that the model wrote wrongly, or an answer cut off. */
  failureCode: FailureCode | null = null;
  /** A call has begun; only the finish reason shows that it is complete. */
  hasCalls = false;
  /** The upstream says empty reasons where others say none, and may end with one. */
  hasEmptyReason = false;
  /** A filter of the vendor ended the answer. */
  isFiltered = false;
  /** Bytes of text, for an estimate where no usage comes. */
  textBytes = 0;
  /** Those of them that may be a token each: digits, and letters of four bytes such as emoji. */
  denseBytes = 0;
  /** Those of them that the last usage knows of. */
  reportedBytes = 0;
  /** Events that came after the answer was complete and say something. */
  lateEvents = 0;
  /** Bytes of sound, as base64, and pictures. */
  audioBytes = 0;
  imageCount = 0;
  /** Delivered units; see `AnswerFacts.units`. */
  units: readonly CountedUnit[] = NO_UNITS;
  /** Objects that the vendor keeps. */
  kept: readonly KeptObject[] = NOTHING_KEPT;
  /** Gets each text, as the inside of a JSON string; null where nobody counts it. */
  onText: ((escaped: string) => void) | null = null;
  /** Null where nothing limits the text. */
  payer: TextPayer | null = null;
  /** Text that came was not paid for: it counts as not come, and nothing after it is read. */
  isUnpaid = false;

  /** Bytes of prose that have as many tokens as the text has at most. */
  get proseBytes(): number {
    return this.textBytes + (PROSE_BYTES_A_TOKEN - 1) * this.denseBytes;
  }

  /** Amounts so far, for `takeBack`. */
  get said(): SaidAmounts {
    const { textBytes, denseBytes, audioBytes, imageCount } = this;
    return { textBytes, denseBytes, audioBytes, imageCount };
  }

  /** @param said the amounts before the text that is not paid for */
  takeBack(said: SaidAmounts): void {
    Object.assign(this, said);
    this.isUnpaid = true;
  }

  /** @throws UnpaidTextError if the text is not paid for; it is taken back then */
  addPaidText(text: string): void {
    if (this.payer === null) {
      this.addText(text);
      return;
    }
    const before = this.said;
    this.addText(text);
    if (this.payer.pay()) return;
    this.takeBack(before);
    throw new UnpaidTextError();
  }

  addText(text: string): void {
    const bytes = Buffer.from(text);
    this.textBytes += bytes.length;
    for (const byte of bytes) this.#noteDense(byte);
    this.onText?.(JSON.stringify(text).slice(1, -1));
  }

  /** Text as the inside of a JSON string. */
  addEscaped(bytes: Buffer, start: number, end: number): void {
    this.textBytes += end - start;
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at] as number;
      if (!isEscape(byte)) {
        this.#noteDense(byte);
        continue;
      }
      const length = escapeLength(bytes, at);
      this.textBytes += letterBytes(bytes, at) - length;
      if (isHalfLetter(bytes, at)) this.denseBytes += 2;
      at += length - 1;
    }
    this.onText?.(bytes.toString('utf8', start, end));
  }

  #noteDense(byte: number): void {
    if (byte >= ZERO && byte <= NINE) this.denseBytes += 1;
    else if (byte >= FOUR_BYTES) this.denseBytes += 4;
  }

  /**
   * The upstream's own marker of the end. An answer that has no reason for its end is whole where its usage came behind all
   * that it says, or empty reasons are all that its vendor says.
   */
  endByMarker(): void {
    this.isEnded = true;
    if (this.isComplete) return;
    const isSaid = this.hasCalls || this.textBytes + this.audioBytes + this.imageCount > 0;
    const isCounted = this.usage !== null && this.unreportedBytes === 0;
    const isWhole = this.hasCalls ? isCounted && this.hasEmptyReason : isCounted || this.hasEmptyReason;
    this.isComplete = isSaid && isWhole;
  }

  /** Bytes of text that came after the last usage, which cannot know them. */
  get unreportedBytes(): number {
    return this.textBytes - this.reportedBytes;
  }
}

/**
 * The path of a stream from its upstream to its caller. The result of `read` may be sent at once. The end of the stream is
 * held until `takeEnd`, because a call is charged before its last byte is sent.
 */
export interface StreamPath {
  readonly findings: StreamFindings;
  /** Bytes of the event that is not complete yet. */
  readonly unfinishedBytes: number;
  /**
   * @returns bytes for the caller, or null when there is nothing to send yet
   * @throws SseTooLongError when one event is longer than allowed
   */
  read(piece: Buffer): Buffer | null;
  /** The upstream's connection has ended. */
  finish(): Buffer | null;
  /** The answer ends here, as at its limit: `takeEnd` says so. */
  endEarly(): void;
  /**
   * The end of the stream for the caller.
   * @param charged usage for a caller who asked for it, if the upstream reported none
   */
  takeEnd(charged: Usage | null): Buffer;
  /** The event of an error after the first byte was sent. */
  breakOff(error: GatewayError, requestId: string): Buffer;
}
