import { hash, randomBytes } from 'node:crypto';
import { GatewayError } from '../gateway-error.ts';
import { Pieces } from '../memory/pieces.ts';
import { nextTurn } from '../turns.ts';
import { parseExact } from './exact-json.ts';
import { endOfText, MAX_STRUCTURE_BYTES, MIN_LONG_BYTES } from './json-structure.ts';

/** Read before other calls get their turn. */
const TURN_BYTES = 2 ** 20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Characters that base64 may contain but vendors refuse, as written in JSON. */
const NOT_PLAIN = ['-', '_', ' ', '%', '\\n', '\\r', '\\t'].map((text) => Buffer.from(text));
/** A piece of base64 does not end within an escape: `\n` or `%3D`. */
const OPEN_ESCAPE = /(?:\\|%.?)$/s;
/** Made plain before other calls get their turn. */
const PIECE_BYTES = 2 ** 18;

interface Span {
  bytes: Buffer;
  start: number;
  end: number;
}

/**
 * Parses a request's JSON without copying its long texts, and writes JSON in which they stand again, byte by byte. Numbers keep
 * every digit too (`parseExact`). In the parsed
 * value a long text is a short token that nobody can guess; a token may be moved, joined with other text and cut at
 * its beginning. Pictures of 20 MB are rewritten in the time of two copies.
 */
export class LongTexts {
  /**
   * Remaining limit for everything outside of long texts, over all calls: parsing it blocks the main loop.
   */
  #leftBytes = MAX_STRUCTURE_BYTES;
  readonly #mark = `tp:${randomBytes(9).toString('base64url')}:`;
  readonly #token = new RegExp(`${this.#mark}(\\d+);`, 'g');
  readonly #spans: Span[] = [];

  /** @throws SyntaxError; request.too_large where there is too much to parse */
  parse(bytes: Buffer): unknown {
    const parsing = this.#parsing(bytes);
    let step = parsing.next();
    while (step.done !== true) step = parsing.next();
    return step.value;
  }

  /** As `parse`, but other calls get their turn while long texts are passed over. */
  async parseInTurns(bytes: Buffer): Promise<unknown> {
    const parsing = this.#parsing(bytes);
    let step = parsing.next();
    while (step.done !== true) {
      await nextTurn();
      step = parsing.next();
    }
    return step.value;
  }

  /** Yields after each `TURN_BYTES`. */
  *#parsing(bytes: Buffer): Generator<void, unknown> {
    const pieces: string[] = [];
    let from = 0;
    let longBytes = 0;
    let seen = bytes.length > TURN_BYTES ? bytes.subarray(0, TURN_BYTES) : bytes;
    for (let open = bytes.indexOf(QUOTE); open !== -1; ) {
      let close = endOfText(seen, open + 1);
      while (close === seen.length && close < bytes.length) {
        yield;
        const at = Math.max(open + 1, close);
        seen = bytes.subarray(0, at + TURN_BYTES);
        close = endOfText(seen, at);
      }
      if (close - open > MIN_LONG_BYTES) {
        pieces.push(bytes.toString('utf8', from, open + 1), this.#keep(bytes, open + 1, close));
        longBytes += close - open;
        from = close;
      }
      if (close - longBytes > this.#leftBytes) throw new GatewayError('request.too_large');
      open = bytes.indexOf(QUOTE, close + 1);
    }
    this.#leftBytes -= bytes.length - longBytes;
    if (this.#leftBytes < 0) throw new GatewayError('request.too_large');
    if (pieces.length === 0) return parseExact(bytes.toString('utf8'));
    pieces.push(bytes.toString('utf8', from));
    return parseExact(pieces.join(''));
  }

  /** Parses a text that is JSON itself. @throws as `parse` */
  parseInside(text: string): unknown {
    return this.parse(Buffer.from(this.full(text)));
  }

  /** A text that stood in nothing that was parsed, such as base64. @param bytes as they stand in JSON */
  add(bytes: Buffer): string {
    return this.#keep(bytes, 0, bytes.length);
  }

  write(value: unknown): Buffer {
    const pieces = this.#piecesOf(value);
    return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
  }

  /** As `write`; long texts are not copied. */
  writeApart(value: unknown): Buffer | Pieces {
    return Pieces.of(this.#piecesOf(value));
  }

  #piecesOf(value: unknown): Buffer[] {
    const text = JSON.stringify(value);
    if (this.#spans.length === 0) return [Buffer.from(text)];
    const pieces: Buffer[] = [];
    let from = 0;
    for (const match of text.matchAll(this.#token)) {
      const { bytes, start, end } = this.#spans[Number(match[1])] as Span;
      pieces.push(Buffer.from(text.slice(from, match.index)), bytes.subarray(start, end));
      from = match.index + match[0].length;
    }
    pieces.push(Buffer.from(text.slice(from)));
    return pieces;
  }

  /** The first characters of a text, at least `length` of them where it has so many. */
  head(text: string, length: number): string {
    const span = this.#spanOf(text);
    if (span === null) return text;
    // A character takes up to twelve bytes: two escapes.
    const end = Math.min(span.end, span.start + 12 * length);
    return decode(
      span.bytes,
      span.start,
      end === span.end ? end : startOfCharacter(span.bytes, span.start, end),
    );
  }

  /** A text with the first characters of each long text in it. */
  withHeads(text: string, length: number): string {
    return text.replace(this.#token, (token) => this.head(token, length));
  }

  /** A text without its first characters, which `head` has shown. */
  withoutHead(text: string, length: number): string {
    const span = this.#spanOf(text);
    if (span === null) return text.slice(length);
    let { start } = span;
    for (let passed = 0; passed < length; passed += 1) start = endOfCharacter(span.bytes, start);
    return this.#keep(span.bytes, start, span.end);
  }

  /** The whole text; only where it must be looked into. */
  full(text: string): string {
    return text.replace(this.#token, (_token, index: string) => {
      const { bytes, start, end } = this.#spans[Number(index)] as Span;
      return decode(bytes, start, end);
    });
  }

  /** A text that is the same for the same bytes, with a hash in place of each long text. */
  withHashes(text: string): string {
    if (this.#spans.length === 0) return text;
    return text.replace(this.#token, (_token, index: string) => {
      const { bytes, start, end } = this.#spans[Number(index)] as Span;
      return hash('sha256', bytes.subarray(start, end), 'base64url');
    });
  }

  /**
   * Returns base64 in its usual alphabet, without blanks, line ends and percent-encoding. Other base64 is
   * copied.
   * @param onCopy receives the number of bytes before they are copied
   */
  async plainBase64(text: string, onCopy: (bytes: number) => void): Promise<string> {
    const span = this.#spanOf(text);
    if (span === null) return toPlain(text);
    const given = span.bytes.subarray(span.start, span.end);
    if (await isPlain(given)) return text;
    onCopy(given.length);
    const plain = Buffer.allocUnsafe(given.length);
    let length = 0;
    for (let from = 0, end = 0; from < given.length; from = end) {
      end = Math.min(from + PIECE_BYTES, given.length);
      while (end < given.length && OPEN_ESCAPE.test(given.toString('latin1', end - 2, end))) end += 1;
      length += plain.write(toPlain(given.toString('latin1', from, end)), length, 'latin1');
      await nextTurn();
    }
    return this.#keep(plain, 0, length);
  }

  /** A text as bytes; a long one without escapes is not copied. */
  toBytes(text: string): Buffer {
    const span = this.#spanOf(text);
    const given = span?.bytes.subarray(span.start, span.end);
    return given === undefined || given.includes(BACKSLASH) ? Buffer.from(this.full(text)) : given;
  }

  /** Bytes of a text as it stands in JSON. */
  bytesOf(text: string): number {
    const span = this.#spanOf(text);
    return span === null ? Buffer.byteLength(text) : span.end - span.start;
  }

  #keep(bytes: Buffer, start: number, end: number): string {
    this.#spans.push({ bytes, start, end });
    return `${this.#mark}${this.#spans.length - 1};`;
  }

  #spanOf(text: string): Span | null {
    if (!text.startsWith(this.#mark)) return null;
    const [whole, index] = [...text.matchAll(this.#token)][0] ?? [];
    return whole === text ? (this.#spans[Number(index)] ?? null) : null;
  }
}

/** Looks at a text of any length in turns. */
async function isPlain(base64: Buffer): Promise<boolean> {
  for (let from = 0; from < base64.length; from += TURN_BYTES) {
    // An escape may stand across the end of a piece.
    const piece = base64.subarray(from, from + TURN_BYTES + 1);
    if (NOT_PLAIN.some((one) => piece.includes(one))) return false;
    await nextTurn();
  }
  return true;
}

const toPlain = (base64: string): string =>
  base64
    .replace(/%([0-9a-f]{2})/gi, (_encoded, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\s+|\\[nrt]/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');

const decode = (bytes: Buffer, start: number, end: number): string =>
  JSON.parse(`"${bytes.toString('utf8', start, end)}"`) as string;

/** Bytes after the first one of a character, by its first byte; an escape is one character. */
function endOfCharacter(bytes: Buffer, at: number): number {
  const first = bytes[at] as number;
  if (first === BACKSLASH) return at + (bytes[at + 1] === 0x75 ? 6 : 2);
  if (first < 0x80) return at + 1;
  if (first < 0xe0) return at + 2;
  return at + (first < 0xf0 ? 3 : 4);
}

/** The last place up to `end` where a character begins. */
function startOfCharacter(bytes: Buffer, start: number, end: number): number {
  let at = start;
  for (let next = at; next <= end; next = endOfCharacter(bytes, at)) at = next;
  return at;
}
