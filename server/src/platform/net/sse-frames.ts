import { ByteCollector } from '../memory/byte-collector.ts';

/** One event of a server-sent stream: its bytes with the blank line that ends it. */
export interface SseEvent {
  bytes: Buffer;
  /** Its data, lines joined; empty for a comment. */
  data: string;
}

export class SseTooLongError extends Error {
  override readonly name = 'SseTooLongError';
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const MARK = Buffer.from('\ufeff');
/** Stands for the byte before the first one. */
const NOTHING = -1;

/**
 * Splits the bytes of a stream at the ends of events. Complete events are passed on in as few buffers as
 * possible; only the unfinished event is kept. Each byte is inspected once and joined once. Joining and
 * searching the unfinished event again with each piece would be quadratic.
 */
export class SseFrames {
  readonly #maxEventBytes: number;
  readonly #rest = new ByteCollector();
  /** The last two bytes of the rest: a blank line may be cut by the end of a piece. */
  #last = NOTHING;
  #secondLast = NOTHING;
  /** How much of a byte order mark has come; null once something else has. */
  #markBytes: number | null = 0;

  constructor({ maxEventBytes }: { maxEventBytes: number }) {
    this.#maxEventBytes = maxEventBytes;
  }

  /** Bytes that are kept until their event is complete. */
  get unfinishedBytes(): number {
    return this.#rest.length;
  }

  /**
   * @returns bytes of whole events, or null while none is complete
   * @throws SseTooLongError when one event is longer than allowed
   */
  push(given: Buffer): Buffer | null {
    const piece = this.#markBytes === null ? given : this.#withoutMark(given, this.#markBytes);
    const end = lastEventEnd(piece, this.#last, this.#secondLast);
    if (end === 0) {
      this.#keep(piece);
      return null;
    }
    let whole = end === piece.length ? piece : piece.subarray(0, end);
    if (this.#rest.length > 0) {
      this.#rest.add(whole);
      whole = this.#rest.take();
    }
    this.#last = NOTHING;
    this.#secondLast = NOTHING;
    if (end < piece.length) this.#keep(piece.subarray(end));
    return whole;
  }

  /** Returns the bytes after the last complete event; some vendors omit the last blank line. */
  takeRest(): Buffer | null {
    return this.#rest.length === 0 ? null : this.#rest.take();
  }

  /**
   * Removes a byte order mark from the start of a stream. It is not part of the first event, and after a
   * heartbeat a reader would treat it as part of an event.
   */
  #withoutMark(piece: Buffer, before: number): Buffer {
    let length = 0;
    while (length < piece.length && before + length < MARK.length && piece[length] === MARK[before + length])
      length += 1;
    const isWhole = before + length === MARK.length;
    this.#markBytes = !isWhole && length === piece.length ? before + length : null;
    if (isWhole || this.#markBytes !== null) return piece.subarray(length);
    return before === 0 ? piece : Buffer.concat([MARK.subarray(0, before), piece]);
  }

  #keep(bytes: Buffer): void {
    if (bytes.length === 0) return;
    if (this.#rest.length + bytes.length > this.#maxEventBytes)
      throw new SseTooLongError('an event is too long');
    this.#rest.add(bytes);
    this.#secondLast = bytes.length > 1 ? (bytes[bytes.length - 2] as number) : this.#last;
    this.#last = bytes[bytes.length - 1] as number;
  }
}

/** First place after the last blank line, 0 when there is none. */
function lastEventEnd(bytes: Buffer, last: number, secondLast: number): number {
  for (let i = bytes.length - 1; i >= 0; i -= 1) {
    if (bytes[i] !== NEWLINE) continue;
    const before = i > 0 ? bytes[i - 1] : last;
    if (before === NEWLINE) return i + 1;
    if (before !== RETURN) continue;
    const beforeReturn = i > 1 ? bytes[i - 2] : i === 1 ? last : secondLast;
    if (beforeReturn === NEWLINE) return i + 1;
  }
  return 0;
}

/** Splits bytes of whole events. */
export function splitEvents(bytes: Buffer): SseEvent[] {
  const events: SseEvent[] = [];
  let start = 0;
  for (let i = bytes.indexOf(NEWLINE, 1); i !== -1; i = bytes.indexOf(NEWLINE, i + 1)) {
    const blank = bytes[i - 1] === NEWLINE || (bytes[i - 1] === RETURN && bytes[i - 2] === NEWLINE);
    if (!blank) continue;
    const event = bytes.subarray(start, i + 1);
    if (event.length > 2) events.push({ bytes: event, data: dataOf(event) });
    start = i + 1;
  }
  if (start < bytes.length)
    events.push({ bytes: bytes.subarray(start), data: dataOf(bytes.subarray(start)) });
  return events;
}

function dataOf(event: Buffer): string {
  const lines: string[] = [];
  for (let start = 0; start < event.length; ) {
    const newline = event.indexOf(NEWLINE, start);
    const next = newline === -1 ? event.length : newline + 1;
    let end = newline === -1 ? event.length : newline;
    if (end > start && event[end - 1] === RETURN) end -= 1;
    if (event.toString('latin1', start, Math.min(end, start + 5)) === 'data:') {
      const from = event[start + 5] === SPACE ? start + 6 : start + 5;
      lines.push(event.toString('utf8', Math.min(from, end), end));
    }
    start = next;
  }
  return lines.join('\n');
}

const SPACE = 0x20;
