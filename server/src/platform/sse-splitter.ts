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

/**
 * Cuts a stream's bytes at the ends of events. What is complete goes out in as few buffers as possible and
 * without a copy; only the piece of an unfinished event is kept, and that is bounded.
 */
export class SseSplitter {
  readonly #maxEventBytes: number;
  #rest: Buffer | null = null;

  constructor({ maxEventBytes }: { maxEventBytes: number }) {
    this.#maxEventBytes = maxEventBytes;
  }

  /**
   * @returns bytes of whole events, or null while none is complete
   * @throws SseTooLongError when one event is longer than allowed
   */
  push(piece: Buffer): Buffer | null {
    const bytes = this.#rest === null ? piece : Buffer.concat([this.#rest, piece]);
    const end = lastEventEnd(bytes);
    const restLength = bytes.length - end;
    if (restLength > this.#maxEventBytes) throw new SseTooLongError('an event is too long');
    this.#rest = restLength === 0 ? null : end === 0 && this.#rest === null ? bytes : bytes.subarray(end);
    return end === 0 ? null : end === bytes.length ? bytes : bytes.subarray(0, end);
  }

  /** What came after the last whole event; some vendors leave out the last blank line. */
  takeRest(): Buffer | null {
    const rest = this.#rest;
    this.#rest = null;
    return rest;
  }
}

/** First place after the last blank line, 0 when there is none. */
function lastEventEnd(bytes: Buffer): number {
  for (let i = bytes.length - 1; i > 0; i -= 1) {
    if (bytes[i] !== NEWLINE) continue;
    const before = bytes[i - 1];
    if (before === NEWLINE) return i + 1;
    if (before === RETURN && i >= 2 && bytes[i - 2] === NEWLINE) return i + 1;
  }
  return 0;
}

/** Splits bytes of whole events. */
export function splitEvents(bytes: Buffer): SseEvent[] {
  const events: SseEvent[] = [];
  let start = 0;
  for (let i = 1; i < bytes.length; i += 1) {
    if (bytes[i] !== NEWLINE) continue;
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
  for (const line of event.toString('utf8').split(/\r?\n/)) {
    if (line.startsWith('data:')) lines.push(line.slice(line.startsWith('data: ') ? 6 : 5));
  }
  return lines.join('\n');
}
