import { JsonFindings, type JsonFindingsOptions, type ScannedMember } from './json-findings.ts';
import { JsonScanError } from './json-scan-error.ts';
import { Base64Sample, MIN_BASE64_BYTES } from './raw-base64.ts';
import { skipPlain } from './skip-plain-text.ts';

/**
 * Reads JSON bytes once, in pieces, without building anything: checks the grammar, finds the members of one
 * object that somebody asked for, and measures the text inside. A body of any size costs one pass
 * that can be interrupted between pieces, and its bytes stay as they came.
 */

export interface JsonScannerOptions extends JsonFindingsOptions {
  maxDepth?: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const SLASH = 0x2f;

// States: the tokens that may come next.
const VALUE = 0;
const VALUE_OR_END = 1;
const NAME_OR_END = 2;
const NAME = 3;
const COLON = 4;
const COMMA_OR_END = 5;
const AFTER = 6;
// Inside a token.
const IN_STRING = 7;
const IN_NUMBER = 8;
const IN_LITERAL = 9;

const DATA_PREFIX = Buffer.from('data:');
const LITERALS = new Map([
  [0x74, 'true'],
  [0x66, 'false'],
  [0x6e, 'null'],
]);
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const MAX_NUMBER_BYTES = 400;
const MAX_NAME_BYTES = 1024;
/** Limit for a value that is inspected, with room for escapes. */
const MAX_VALUE_BYTES = 600;

export class JsonScanner {
  /** Bytes inside text values, names and inlined files left out. */
  textBytes = 0;
  /** Text values that hold a file: `data:…`, or base64 as `Base64Sample` detects it. */
  inlinedFiles = 0;
  /** Bytes inside them. */
  fileBytes = 0;
  /** Bytes of opaque texts. */
  opaqueBytes = 0;

  readonly #findings: JsonFindings;
  readonly #maxDepth: number;
  readonly #containers: number[] = [0];
  #depth = 0;
  #state = VALUE;

  // The string under way.
  #isName = false;
  #escaped = false;
  #unicodeLeft = 0;
  #stringBytes = 0;
  #dataPrefix = 0;
  #hasEscape = false;
  #name: number[] = [];
  readonly #base64 = new Base64Sample();

  #number = '';
  #literal = '';
  #literalAt = 0;

  constructor(options: JsonScannerOptions) {
    this.#findings = new JsonFindings(options);
    this.#maxDepth = options.maxDepth ?? 200;
  }

  get found(): ReadonlyMap<string, ScannedMember> {
    return this.#findings.found;
  }
  get noticed(): ReadonlyMap<string, number> {
    return this.#findings.noticed;
  }
  get listedObjects(): number {
    return this.#findings.listedObjects;
  }
  get listedMembers(): JsonFindings['listedMembers'] {
    return this.#findings.listedMembers;
  }
  get counted(): JsonFindings['counted'] {
    return this.#findings.counted;
  }

  /** First byte of a wanted member's value, as soon as it has come; null before. */
  openingOf(name: string): number | null {
    return this.#findings.openingOf(name);
  }

  /** As `textBytes`, with the part of an unfinished text that has come. */
  get textBytesSoFar(): number {
    const isText =
      this.#state === IN_STRING &&
      !this.#isName &&
      !this.#isInlinedFile &&
      !this.#findings.isOpaque &&
      this.#findings.measuresText;
    return isText ? this.textBytes + this.#stringBytes : this.textBytes;
  }

  get #isInlinedFile(): boolean {
    return this.#dataPrefix === DATA_PREFIX.length || this.#base64.isBase64;
  }

  /** @throws JsonScanError */
  feed(bytes: Buffer): void {
    this.#findings.beginPiece(bytes);
    let i = 0;
    const length = bytes.length;
    while (i < length) {
      switch (this.#state) {
        case IN_STRING:
          i = this.#readString(bytes, i);
          break;
        case IN_NUMBER:
          i = this.#readNumber(bytes, i);
          break;
        case IN_LITERAL:
          i = this.#readLiteral(bytes, i);
          break;
        default: {
          const byte = bytes[i] as number;
          if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) i += 1;
          else i = this.#readStructure(byte, bytes, i);
        }
      }
    }
    this.#findings.endPiece();
  }

  /** @throws JsonScanError when the text is not complete, or is no object where members were asked for */
  end(): void {
    if (this.#state === IN_NUMBER && this.#depth === 0) this.#endNumber(0);
    if (this.#state !== AFTER) throw new JsonScanError('malformed');
  }

  #readStructure(byte: number, bytes: Buffer, i: number): number {
    switch (this.#state) {
      case VALUE_OR_END:
        if (byte === CLOSE_ARRAY) return this.#close(CLOSE_ARRAY, i);
        return this.#startValue(byte, i);
      case VALUE:
        return this.#startValue(byte, i);
      case NAME_OR_END:
        if (byte === CLOSE_OBJECT) return this.#close(CLOSE_OBJECT, i);
        return this.#startName(byte, bytes, i);
      case NAME:
        return this.#startName(byte, bytes, i);
      case COLON:
        if (byte !== 0x3a) throw new JsonScanError('malformed');
        this.#state = VALUE;
        return i + 1;
      case COMMA_OR_END:
        if (byte === 0x2c) {
          this.#state = this.#containers[this.#depth] === OPEN_OBJECT ? NAME : VALUE;
          return i + 1;
        }
        return this.#close(byte, i);
      default:
        throw new JsonScanError('malformed');
    }
  }

  #startName(byte: number, bytes: Buffer, i: number): number {
    if (byte !== QUOTE) throw new JsonScanError('malformed');
    const end = skipPlain(bytes, i + 1);
    if (end < bytes.length && bytes[end] === QUOTE && end - i <= MAX_NAME_BYTES) {
      // Nearly every name is plain and lies in one piece.
      this.#findings.takePlainName(i + 1, end, this.#depth);
      this.#state = COLON;
      return end + 1;
    }
    this.#startString(true);
    return i + 1;
  }

  #startValue(byte: number, i: number): number {
    this.#findings.startValue(byte, i, this.#depth);
    if (byte === QUOTE) {
      this.#startString(false);
      return i + 1;
    }
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (this.#depth >= this.#maxDepth) throw new JsonScanError('too_deep');
      this.#depth += 1;
      this.#containers[this.#depth] = byte;
      this.#state = byte === OPEN_OBJECT ? NAME_OR_END : VALUE_OR_END;
      return i + 1;
    }
    const literal = LITERALS.get(byte);
    if (literal !== undefined) {
      this.#literal = literal;
      this.#literalAt = 0;
      this.#state = IN_LITERAL;
      return i;
    }
    if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) {
      this.#number = '';
      this.#state = IN_NUMBER;
      return i;
    }
    throw new JsonScanError('malformed');
  }

  #startString(isName: boolean): void {
    this.#state = IN_STRING;
    this.#isName = isName;
    this.#escaped = false;
    this.#hasEscape = false;
    this.#unicodeLeft = 0;
    this.#stringBytes = 0;
    this.#dataPrefix = 0;
    this.#name.length = 0;
    this.#base64.reset();
  }

  #readString(bytes: Buffer, from: number): number {
    const collect = this.#isName && (this.#depth === 1 || this.#findings.readsNames);
    const collectValue = !this.#isName && this.#findings.valueName !== null;
    let i = from;
    while (i < bytes.length) {
      if (this.#unicodeLeft === 0 && !this.#escaped) {
        const plainEnd = skipPlain(bytes, i);
        if (collectValue) this.#collectValue(bytes, i, plainEnd);
        this.#takeText(bytes, i, plainEnd, collect);
        i = plainEnd;
        if (i === bytes.length) break;
      }
      const byte = bytes[i] as number;
      if (this.#unicodeLeft > 0) {
        if (!isHex(byte)) throw new JsonScanError('malformed');
        this.#unicodeLeft -= 1;
      } else if (this.#escaped) {
        this.#escaped = false;
        if (byte !== SLASH) this.#base64.isOpen = false;
        if (byte === 0x75) this.#unicodeLeft = 4;
        else if (!ESCAPES.has(byte)) throw new JsonScanError('malformed');
      } else if (byte === QUOTE) {
        this.#endString(i);
        return i + 1;
      } else if (byte === BACKSLASH) {
        this.#escaped = true;
        this.#hasEscape = true;
      } else throw new JsonScanError('malformed');
      if (collectValue) this.#collectValue(bytes, i, i + 1);
      this.#takeText(bytes, i, i + 1, collect);
      i += 1;
    }
    return i;
  }

  /** Takes a part of the string under way: keeps it where it is a name to look at, else measures it. */
  #takeText(bytes: Buffer, from: number, to: number, collect: boolean): void {
    const length = to - from;
    if (length === 0) return;
    if (collect) {
      if (this.#stringBytes + length <= MAX_NAME_BYTES)
        for (let i = from; i < to; i += 1) this.#name.push(bytes[i] as number);
      else if (this.#depth === 1) throw new JsonScanError('malformed');
    } else if (!this.#isName) this.#lookForFile(bytes, from, to);
    this.#stringBytes += length;
  }

  /** Looks whether a text value is a file; most are too short to be one, and their end is in sight. */
  #lookForFile(bytes: Buffer, from: number, to: number): void {
    if (this.#stringBytes < DATA_PREFIX.length) {
      const end = Math.min(to, from + DATA_PREFIX.length - this.#stringBytes);
      for (let i = from; i < end; i += 1) {
        if (bytes[i] === DATA_PREFIX[this.#stringBytes + i - from]) this.#dataPrefix += 1;
      }
    }
    if (this.#base64.length > 0 || bytes[to] !== QUOTE || to - from >= MIN_BASE64_BYTES)
      this.#base64.add(bytes, from, to);
  }

  #endString(i: number): void {
    const findings = this.#findings;
    if (!this.#isName) {
      if (findings.valueName !== null) findings.noticeValue(this.#collected());
      this.#measure();
      this.#endValue(i + 1);
      return;
    }
    this.#state = COLON;
    if (this.#depth !== 1 && (!findings.readsNames || this.#stringBytes > MAX_NAME_BYTES)) return;
    findings.takeName(this.#collected(), this.#depth);
  }

  /** The collected text, unescaped: an escaped spelling of a name equals the name once parsed. */
  #collected(): string {
    const raw = Buffer.from(this.#name).toString('utf8');
    return this.#hasEscape ? (JSON.parse(`"${raw}"`) as string) : raw;
  }

  #measure(): void {
    if (this.#findings.isOpaque) this.opaqueBytes += this.#stringBytes;
    else if (this.#isInlinedFile) {
      this.inlinedFiles += 1;
      this.fileBytes += this.#stringBytes;
    } else if (this.#findings.measuresText) this.textBytes += this.#stringBytes;
    this.#findings.isOpaque = false;
  }

  #collectValue(bytes: Buffer, from: number, to: number): void {
    if (this.#stringBytes + to - from > MAX_VALUE_BYTES) this.#findings.valueName = null;
    else for (let i = from; i < to; i += 1) this.#name.push(bytes[i] as number);
  }

  #readNumber(bytes: Buffer, from: number): number {
    let i = from;
    for (; i < bytes.length; i += 1) {
      const byte = bytes[i] as number;
      const isPart =
        (byte >= 0x30 && byte <= 0x39) ||
        byte === 0x2d ||
        byte === 0x2b ||
        byte === 0x2e ||
        byte === 0x65 ||
        byte === 0x45;
      if (!isPart) {
        this.#endNumber(i);
        return i;
      }
      if (this.#number.length >= MAX_NUMBER_BYTES) throw new JsonScanError('malformed');
      this.#number += String.fromCharCode(byte);
    }
    return i;
  }

  #endNumber(i: number): void {
    if (!NUMBER.test(this.#number)) throw new JsonScanError('malformed');
    this.#endValue(i);
  }

  #readLiteral(bytes: Buffer, from: number): number {
    let i = from;
    for (; i < bytes.length; i += 1) {
      if (bytes[i] !== this.#literal.charCodeAt(this.#literalAt)) throw new JsonScanError('malformed');
      this.#literalAt += 1;
      if (this.#literalAt === this.#literal.length) {
        this.#endValue(i + 1);
        return i + 1;
      }
    }
    return i;
  }

  #close(byte: number, i: number): number {
    const opened = this.#containers[this.#depth];
    const fits = opened === OPEN_OBJECT ? byte === CLOSE_OBJECT : byte === CLOSE_ARRAY;
    if (this.#depth === 0 || !fits) throw new JsonScanError('malformed');
    this.#depth -= 1;
    this.#endValue(i + 1);
    return i + 1;
  }

  /** @param end first place after the value, in this piece */
  #endValue(end: number): void {
    if (this.#depth === 0) {
      this.#state = AFTER;
      return;
    }
    this.#state = COMMA_OR_END;
    this.#findings.endValue(end, this.#depth);
  }
}

const ESCAPES: ReadonlySet<number> = new Set(Buffer.from('"\\/bfnrt'));

function isHex(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}
