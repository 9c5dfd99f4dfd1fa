import { filterOf, mayBeAmong } from './name-filter.ts';
import { Base64Sample, MIN_BASE64_BYTES } from './raw-base64.ts';
import { skipPlain } from './skip-plain-text.ts';

/**
 * Reads JSON bytes once, in pieces, without building anything: checks the grammar, finds the members of the
 * outermost object that somebody asked for, and measures the text inside. A body of any size costs one pass
 * that can be interrupted between pieces, and its bytes stay as they came.
 */

/** Why a text is refused. */
export type JsonFault = 'malformed' | 'too_deep' | 'duplicate_member';

export class JsonScanError extends Error {
  override readonly name = 'JsonScanError';
  readonly fault: JsonFault;

  constructor(fault: JsonFault) {
    super(fault);
    this.fault = fault;
  }
}

/** A member of the outermost object: where its value lies, counted from the first byte. */
export interface ScannedMember {
  start: number;
  /** First byte after the value. */
  end: number;
  /** The value's bytes, when the scanner keeps them and they are not too many. */
  bytes: Buffer | null;
}

export interface JsonScannerOptions {
  /** Names in the outermost object to look for. A name that comes twice is refused. */
  members: ReadonlySet<string>;
  /** Keep the bytes of found members, up to this many each; 0 keeps none. */
  keepBytes?: number;
  maxDepth?: number;
  /**
   * What to count wherever it stands: a member's `name`, or a member with a text as `name=value`. Texts of a member that
   * is named as `name=*` are opaque: they are measured apart, as neither text nor file.
   */
  notices?: ReadonlySet<string>;
  /** Name whose values are located in objects that stand in lists of the outermost object. */
  listedMember?: string | undefined;
  /** Member of the outermost object that is a list: see `counted`. */
  countedMember?: string | undefined;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const SLASH = 0x2f;

// What may come next.
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
/** Of a value that is looked at, with room for escapes. */
const MAX_VALUE_BYTES = 600;
const NO_NAMES: ReadonlySet<string> = new Set();
const ANY_VALUE = '=*';
/** Depth inside the objects of a list that is a member of the outermost object. */
const LISTED_DEPTH = 3;

const valueNamesOf = (notices: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    [...notices]
      .filter((notice) => notice.includes('='))
      .map((notice) => notice.slice(0, notice.indexOf('='))),
  );

/** A name as parsers see it that do not look at case, such as Go's: to them `Model` replaces `model`. */
const fold = (name: string): string => (PLAIN_NAME.test(name) ? name : name.normalize('NFKC')).toLowerCase();
const PLAIN_NAME = /^[\x20-\x7e]*$/;

/** The folded names of each set that scanners were asked for; there are as many sets as kinds of call. */
const foldedSets = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>();

function foldAll(names: ReadonlySet<string>): ReadonlySet<string> {
  let folded = foldedSets.get(names);
  if (folded === undefined) {
    folded = new Set([...names].map(fold));
    foldedSets.set(names, folded);
  }
  return folded;
}

export class JsonScanner {
  readonly found = new Map<string, ScannedMember>();
  /** Bytes inside text values, names and inlined files left out. */
  textBytes = 0;
  /** Text values that hold a file: `data:…`, or base64 as `Base64Sample` tells it. */
  inlinedFiles = 0;
  /** Bytes inside them. */
  fileBytes = 0;
  /** Bytes of opaque texts. */
  opaqueBytes = 0;
  /** How often each of `notices` was seen, at any depth. */
  readonly noticed = new Map<string, number>();
  /** Objects inside a list that is a member of the outermost object: messages, tools, … */
  listedObjects = 0;
  /** Where the values of `listedMember` lie. */
  readonly listedMembers: { start: number; end: number }[] = [];
  /** What the list `countedMember` holds: texts and lists in it, numbers in it or in its lists. */
  readonly counted = { texts: 0, lists: 0, numbers: 0 };

  readonly #wanted: ReadonlySet<string>;
  readonly #wantedFolded: ReadonlySet<string>;
  readonly #seenFolded = new Set<string>();
  readonly #keepBytes: number;
  readonly #maxDepth: number;
  readonly #notices: ReadonlySet<string> | null;
  readonly #noticeFilter: Uint8Array | null;
  /** Names whose values are looked at. */
  readonly #valueNames: ReadonlySet<string>;
  readonly #listedMember: string | null;
  readonly #countedMember: string | null;
  /** The object that had the listed member last, by its number. */
  #listedIn = 0;
  /** Its value comes next. */
  #isListed = false;
  #listedStart = -1;
  /** Names below the outermost object are looked at. */
  readonly #readsNames: boolean;
  /** Name of the member whose value comes next, where it is looked at. */
  #valueName: string | null = null;
  /** The value that comes next is opaque. */
  #isOpaque = false;
  readonly #nameFilter: Uint8Array;
  readonly #containers: number[] = [0];
  #depth = 0;
  #state = VALUE;
  #offset = 0;

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

  #capture: { name: string; start: number; pieces: Buffer[]; size: number } | null = null;
  #captureFrom = 0;

  constructor({ members, keepBytes = 0, maxDepth = 200, ...rest }: JsonScannerOptions) {
    const { notices, listedMember, countedMember } = rest;
    this.#wanted = members;
    this.#wantedFolded = foldAll(members);
    this.#keepBytes = keepBytes;
    this.#maxDepth = maxDepth;
    this.#notices = notices ?? null;
    this.#listedMember = listedMember ?? null;
    this.#countedMember = countedMember ?? null;
    this.#readsNames = notices !== undefined || listedMember !== undefined;
    this.#valueNames = notices === undefined ? NO_NAMES : valueNamesOf(notices);
    this.#noticeFilter = notices === undefined ? null : filterOf(new Set([...notices, ...this.#valueNames]));
    this.#nameFilter = filterOf(this.#wantedFolded);
  }

  /** As `textBytes`, with the part of an unfinished text that has come. */
  get textBytesSoFar(): number {
    const isText = this.#state === IN_STRING && !this.#isName && !this.#isInlinedFile && !this.#isOpaque;
    return isText ? this.textBytes + this.#stringBytes : this.textBytes;
  }

  get #isInlinedFile(): boolean {
    return this.#dataPrefix === DATA_PREFIX.length || this.#base64.isBase64;
  }

  /** @throws JsonScanError */
  feed(bytes: Buffer): void {
    this.#captureFrom = 0;
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
    this.#keepPiece(bytes, length);
    this.#offset += length;
  }

  /** @throws JsonScanError when the text is not complete, or is no object where members were asked for */
  end(): void {
    if (this.#state === IN_NUMBER && this.#depth === 0) this.#endNumber(0);
    if (this.#state !== AFTER) throw new JsonScanError('malformed');
  }

  #readStructure(byte: number, bytes: Buffer, i: number): number {
    switch (this.#state) {
      case VALUE_OR_END:
        if (byte === CLOSE_ARRAY) return this.#close(CLOSE_ARRAY, bytes, i);
        return this.#startValue(byte, i);
      case VALUE:
        return this.#startValue(byte, i);
      case NAME_OR_END:
        if (byte === CLOSE_OBJECT) return this.#close(CLOSE_OBJECT, bytes, i);
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
        return this.#close(byte, bytes, i);
      default:
        throw new JsonScanError('malformed');
    }
  }

  #startName(byte: number, bytes: Buffer, i: number): number {
    if (byte !== QUOTE) throw new JsonScanError('malformed');
    const end = skipPlain(bytes, i + 1);
    if (end < bytes.length && bytes[end] === QUOTE && end - i <= MAX_NAME_BYTES) {
      // Nearly every name is plain and lies in one piece.
      if (this.#depth === 1 && mayBeAmong(this.#nameFilter, bytes, i + 1, end))
        this.#takeName(bytes.toString('utf8', i + 1, end));
      if (this.#noticeFilter !== null && mayBeAmong(this.#noticeFilter, bytes, i + 1, end))
        this.#notice(bytes.toString('utf8', i + 1, end));
      if (this.#listedMember !== null) this.#takeListed(bytes.toString('utf8', i + 1, end));
      this.#state = COLON;
      return end + 1;
    }
    this.#startString(true);
    return i + 1;
  }

  #startValue(byte: number, i: number): number {
    if (this.#capture !== null && this.#depth === 1 && this.#capture.start < 0) {
      this.#capture.start = this.#offset + i;
      this.#captureFrom = i;
    }
    if (this.#isListed) {
      this.#listedStart = this.#offset + i;
      this.#isListed = false;
    }
    if (this.#countedMember !== null && this.#capture?.name === this.#countedMember) this.#count(byte);
    if (byte === QUOTE) {
      this.#startString(false);
      return i + 1;
    }
    this.#valueName = null;
    this.#isOpaque = false;
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (this.#depth >= this.#maxDepth) throw new JsonScanError('too_deep');
      if (byte === OPEN_OBJECT && this.#depth === 2 && this.#containers[2] === OPEN_ARRAY)
        this.listedObjects += 1;
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

  /** A value of the counted member. */
  #count(byte: number): void {
    if (this.#depth < 2) return;
    if (byte !== QUOTE && byte !== OPEN_ARRAY && byte !== OPEN_OBJECT) this.counted.numbers += 1;
    else if (this.#depth === 2 && byte === QUOTE) this.counted.texts += 1;
    else if (this.#depth === 2 && byte === OPEN_ARRAY) this.counted.lists += 1;
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
    const collect = this.#isName && (this.#depth === 1 || this.#readsNames);
    const collectValue = !this.#isName && this.#valueName !== null;
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
        this.#endString(bytes, i);
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

  #endString(bytes: Buffer, i: number): void {
    if (!this.#isName) {
      if (this.#valueName !== null) this.#noticeValue(this.#valueName);
      this.#measure();
      this.#endValue(bytes, i + 1);
      return;
    }
    this.#state = COLON;
    if (this.#depth !== 1 && (!this.#readsNames || this.#stringBytes > MAX_NAME_BYTES)) return;
    const raw = Buffer.from(this.#name).toString('utf8');
    // An escaped spelling of a name is the same name to whoever parses it later.
    const name = this.#hasEscape ? (JSON.parse(`"${raw}"`) as string) : raw;
    if (this.#depth === 1) this.#takeName(name);
    this.#notice(name);
    if (this.#listedMember !== null) this.#takeListed(name);
  }

  #measure(): void {
    if (this.#isOpaque) this.opaqueBytes += this.#stringBytes;
    else if (this.#isInlinedFile) {
      this.inlinedFiles += 1;
      this.fileBytes += this.#stringBytes;
    } else this.textBytes += this.#stringBytes;
    this.#isOpaque = false;
  }

  #notice(name: string): void {
    const isLookedAt = this.#valueNames.has(name);
    this.#isOpaque = isLookedAt && this.#notices?.has(name + ANY_VALUE) === true;
    this.#valueName = isLookedAt && !this.#isOpaque ? name : null;
    if (this.#notices?.has(name)) this.noticed.set(name, (this.noticed.get(name) ?? 0) + 1);
  }

  /** A name in an object that stands in a list of the outermost object. */
  #takeListed(name: string): void {
    if (this.#depth !== LISTED_DEPTH || this.#containers[LISTED_DEPTH - 1] !== OPEN_ARRAY) return;
    if (fold(name) !== this.#listedMember) return;
    if (this.#listedIn === this.listedObjects) throw new JsonScanError('duplicate_member');
    this.#listedIn = this.listedObjects;
    this.#isListed = name === this.#listedMember;
  }

  #collectValue(bytes: Buffer, from: number, to: number): void {
    if (this.#stringBytes + to - from > MAX_VALUE_BYTES) this.#valueName = null;
    else for (let i = from; i < to; i += 1) this.#name.push(bytes[i] as number);
  }

  #noticeValue(name: string): void {
    this.#valueName = null;
    const raw = Buffer.from(this.#name).toString('utf8');
    const pair = `${name}=${this.#hasEscape ? (JSON.parse(`"${raw}"`) as string) : raw}`;
    if (this.#notices?.has(pair)) this.noticed.set(pair, (this.noticed.get(pair) ?? 0) + 1);
  }

  /** A name in the outermost object. */
  #takeName(name: string): void {
    const folded = fold(name);
    if (!this.#wantedFolded.has(folded)) return;
    if (this.#seenFolded.has(folded)) throw new JsonScanError('duplicate_member');
    this.#seenFolded.add(folded);
    if (!this.#wanted.has(name)) return;
    this.#capture = { name, start: -1, pieces: [], size: 0 };
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
        this.#endNumber(i, bytes);
        return i;
      }
      if (this.#number.length >= MAX_NUMBER_BYTES) throw new JsonScanError('malformed');
      this.#number += String.fromCharCode(byte);
    }
    return i;
  }

  #endNumber(i: number, bytes?: Buffer): void {
    if (!NUMBER.test(this.#number)) throw new JsonScanError('malformed');
    this.#endValue(bytes ?? Buffer.alloc(0), i);
  }

  #readLiteral(bytes: Buffer, from: number): number {
    let i = from;
    for (; i < bytes.length; i += 1) {
      if (bytes[i] !== this.#literal.charCodeAt(this.#literalAt)) throw new JsonScanError('malformed');
      this.#literalAt += 1;
      if (this.#literalAt === this.#literal.length) {
        this.#endValue(bytes, i + 1);
        return i + 1;
      }
    }
    return i;
  }

  #close(byte: number, bytes: Buffer, i: number): number {
    const opened = this.#containers[this.#depth];
    const fits = opened === OPEN_OBJECT ? byte === CLOSE_OBJECT : byte === CLOSE_ARRAY;
    if (this.#depth === 0 || !fits) throw new JsonScanError('malformed');
    this.#depth -= 1;
    this.#endValue(bytes, i + 1);
    return i + 1;
  }

  /** @param end first place after the value, in this piece */
  #endValue(bytes: Buffer, end: number): void {
    if (this.#depth === 0) {
      this.#state = AFTER;
      return;
    }
    this.#state = COMMA_OR_END;
    if (this.#listedStart >= 0 && this.#depth === LISTED_DEPTH) {
      this.listedMembers.push({ start: this.#listedStart, end: this.#offset + end });
      this.#listedStart = -1;
    }
    const capture = this.#capture;
    if (capture === null || this.#depth !== 1 || capture.start < 0) return;
    this.#keepPiece(bytes, end);
    this.found.set(capture.name, {
      start: capture.start,
      end: this.#offset + end,
      bytes: this.#keepBytes > 0 && capture.size <= this.#keepBytes ? Buffer.concat(capture.pieces) : null,
    });
    this.#capture = null;
  }

  #keepPiece(bytes: Buffer, end: number): void {
    const capture = this.#capture;
    if (capture === null || capture.start < 0 || this.#keepBytes === 0) return;
    capture.size += end - this.#captureFrom;
    if (capture.size <= this.#keepBytes)
      capture.pieces.push(Buffer.from(bytes.subarray(this.#captureFrom, end)));
    else capture.pieces.length = 0;
    this.#captureFrom = end;
  }
}

const ESCAPES: ReadonlySet<number> = new Set(Buffer.from('"\\/bfnrt'));

function isHex(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}
