import type { Usage } from '../billing/usage.ts';
import type { GatewayError } from '../platform/gateway-error.ts';
import { assertParsable } from '../platform/json/json-structure.ts';
import { type SseEvent, SseFrames, splitEvents } from '../platform/net/sse-frames.ts';
import type { ErrorFormat, StreamOptions } from './dialect.ts';
import type { StreamFindings, StreamPath, TextPayer } from './stream-path.ts';

/** A picture inside an event is several megabytes long. */
export const MAX_EVENT_BYTES = 16 * 2 ** 20;
const BLANK_LINE = Buffer.from('\n\n');

/**
 * The fate of an event. The caller gets it, does not get it, or gets it last, after the call is charged. It may be
 * rewritten. If another event follows a kept one, the kept one was not the last and is sent.
 */
export type EventFate = 'pass' | 'drop' | 'keep' | { rewritten: Buffer } | { kept: Buffer };

/** Scans a passed stream of one dialect and records its findings. */
export interface StreamScan {
  readonly findings: StreamFindings;
  /** Whether an event is more than what vendors send before they know whether they can answer. */
  begins(event: SseEvent): boolean;
  /** Whether an event only keeps the connection busy; left out where comments alone do that. */
  isBeat?(event: SseEvent): boolean;
  /**
   * Measures the text of whole events without taking them apart.
   * @param text the same, one letter a byte
   * @returns whether nothing else happens in them, so that all pass
   */
  skim(text: string, bytes: Buffer): boolean;
  /** Bytes of text in an event, which `skim` has measured already. */
  textBytesOf(text: string, bytes: Buffer): number;
  /** @param textBytesSoFar of the stream up to the end of this event: more may have come with it */
  read(event: SseEvent, textBytesSoFar: number): EventFate;
  /** The upstream's connection has ended, before anything that ends the stream; left out where that is always a failure. */
  close?(): void;
  /**
   * The end of the stream.
   * @param kept the last event if it was kept
   * @param charged see `StreamPath.takeEnd`
   */
  end(kept: Buffer | null, charged: Usage | null): Buffer;
  /** The end of an answer at its limit, in place of the upstream's; absent if every call names a limit. */
  endEarly?(charged: Usage | null): string;
  /** The event of an error after the first byte, if it depends on earlier events. */
  breakOff?(error: GatewayError, requestId: string): string;
}

/**
 * A stream whose caller and upstream speak the same dialect. Bytes pass as they came; only a piece in which something
 * happens (usage, an error, the end) is taken apart.
 */
export class PassedStream implements StreamPath {
  readonly findings: StreamFindings;
  readonly #scan: StreamScan;
  readonly #errors: ErrorFormat;
  readonly #withoutKey: (bytes: Buffer) => Buffer;
  readonly #frames = new SseFrames({ maxEventBytes: MAX_EVENT_BYTES });
  #kept: Buffer | null = null;
  #endsEarly = false;

  constructor(
    scan: StreamScan,
    errors: ErrorFormat,
    { withoutKey = (bytes) => bytes }: Pick<StreamOptions, 'withoutKey'> = {},
  ) {
    this.findings = scan.findings;
    this.#scan = scan;
    this.#errors = errors;
    this.#withoutKey = withoutKey;
  }

  get unfinishedBytes(): number {
    return this.#frames.unfinishedBytes;
  }

  read(piece: Buffer): Buffer | null {
    const bytes = this.#frames.push(piece);
    if (bytes === null) return null;
    assertParsable(bytes);
    if (!this.findings.hasBegun)
      this.findings.hasBegun = splitEvents(bytes).some((event) => this.#scan.begins(event));
    return this.#readEvents(bytes);
  }

  finish(): Buffer | null {
    const passed = this.#readRest();
    if (!this.findings.isEnded) this.#scan.close?.();
    return passed;
  }

  #readRest(): Buffer | null {
    const rest = this.#frames.takeRest();
    if (rest === null || this.findings.isEnded) return null;
    // The last blank line was left out; an unfinished event is not passed on.
    const [event] = splitEvents(rest);
    if (event === undefined || !isWholeData(event.data)) return null;
    return this.#readEvents(Buffer.concat([rest, BLANK_LINE]));
  }

  endEarly(): void {
    this.#endsEarly = true;
    this.findings.isComplete = true;
    this.findings.isEnded = true;
  }

  takeEnd(charged: Usage | null): Buffer {
    if (this.#endsEarly) return Buffer.from(this.#scan.endEarly?.(charged) ?? '');
    return this.#scan.end(this.#kept, charged);
  }

  breakOff(error: GatewayError, requestId: string): Buffer {
    return Buffer.from(this.#scan.breakOff?.(error, requestId) ?? this.#errors.event(error, requestId));
  }

  #readEvents(bytes: Buffer): Buffer | null {
    const { payer } = this.findings;
    return payer === null || payer.covers(bytes.length)
      ? this.#readTogether(bytes)
      : this.#readPaid(bytes, payer);
  }

  /** Pays for each event, and ends before the first one that is not paid for. */
  #readPaid(bytes: Buffer, payer: TextPayer): Buffer | null {
    const passed: Buffer[] = [];
    for (const event of splitEvents(bytes)) {
      if (this.findings.isEnded) break;
      const before = this.findings.said;
      const isPlain = this.#skim(event.bytes);
      if (!payer.pay()) {
        this.findings.takeBack(before);
        break;
      }
      const one = this.#readSkimmed(event.bytes, { isPlain, textBytesBefore: before.textBytes });
      if (one !== null) passed.push(one);
    }
    if (passed.length === 0) return null;
    return passed.length === 1 ? (passed[0] as Buffer) : Buffer.concat(passed);
  }

  #readTogether(bytes: Buffer): Buffer | null {
    const textBytesBefore = this.findings.textBytes;
    return this.#readSkimmed(bytes, { isPlain: this.#skim(bytes), textBytesBefore });
  }

  #skim(bytes: Buffer): boolean {
    // Places in a text of one letter a byte are places in the bytes, and a short text is searched faster than a buffer.
    return this.#scan.skim(bytes.toString('latin1'), bytes);
  }

  #readSkimmed(
    bytes: Buffer,
    { isPlain, textBytesBefore }: { isPlain: boolean; textBytesBefore: number },
  ): Buffer | null {
    let textBytesSoFar = textBytesBefore;
    if (isPlain && this.#kept === null && !this.findings.isComplete) return this.#withoutKey(bytes);
    const passed: Buffer[] = [];
    for (const event of splitEvents(bytes)) {
      if (this.findings.isEnded) break;
      textBytesSoFar += this.#scan.textBytesOf(event.bytes.toString('latin1'), event.bytes);
      if (this.findings.isComplete && event.data !== '' && this.#scan.isBeat?.(event) !== true)
        this.findings.lateEvents += 1;
      const fate = this.#scan.read(event, textBytesSoFar);
      if (fate === 'drop') continue;
      // A comment says nothing about which event is the last.
      if (this.#kept !== null && event.data !== '') {
        passed.push(this.#kept);
        this.#kept = null;
      }
      if (fate === 'pass') passed.push(event.bytes);
      // The piece that it is a part of is reused by who reads.
      else if (fate === 'keep') this.#kept = Buffer.from(event.bytes);
      else if ('kept' in fate) this.#kept = fate.kept;
      else passed.push(fate.rewritten);
    }
    // Bytes after the end are not part of the answer.
    if (this.findings.isEnded) this.findings.textBytes = textBytesSoFar;
    if (passed.length === 0) return null;
    return this.#withoutKey(passed.length === 1 ? (passed[0] as Buffer) : Buffer.concat(passed));
  }
}

/** Whether an event without its blank line came to its end. */
export function isWholeData(data: string): boolean {
  const text = data.trim();
  if (text === '[DONE]') return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
