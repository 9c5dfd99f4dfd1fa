import { JsonScanError } from './json-scan-error.ts';
import { filterOf, mayBeAmong, nameText } from './name-filter.ts';

/** A member that was looked for: where its value lies, counted from the first byte. */
export interface ScannedMember {
  start: number;
  /** First byte after the value. */
  end: number;
  /** Its first byte: what kind of value it is. */
  opening: number;
  /** The value's bytes, when the scanner keeps them and they are not too many. */
  bytes: Buffer | null;
}

export interface JsonFindingsOptions {
  /** Names to look for in the outermost object, or in that which `within` names. A name that comes twice is refused. */
  members: ReadonlySet<string>;
  /** Members one inside the other, from the outermost object on; the last one holds `members`. */
  within?: readonly string[];
  /** Keep the bytes of found members, up to this many each; 0 keeps none. */
  keepBytes?: number;
  /**
   * Members to count anywhere: a member's `name`, or a member with a text as `name=value`. Texts of a member
   * given as `name=*` are opaque: they are measured separately, as neither text nor file.
   */
  notices?: ReadonlySet<string>;
  /** Name whose values are located in objects that stand in lists of the outermost object. */
  listedMember?: string | undefined;
  /** The one list in whose objects it is looked for, and of how many objects; all of all lists where it is left out. */
  listedOf?: { list: string; max: number } | undefined;
  /** Member of the outermost object that is a list: see `counted`. */
  countedMember?: string | undefined;
  /** Members in which text is measured; all text where it is left out. */
  textMembers?: ReadonlySet<string> | undefined;
}

const QUOTE = 0x22;
const OPEN_OBJECT = 0x7b;
const OPEN_ARRAY = 0x5b;
const NO_NAMES: ReadonlySet<string> = new Set();
const NO_BYTES = Buffer.alloc(0);
const ANY_VALUE = '=*';
/** Limit for a stored value in a list, which is an id. */
const MAX_LISTED_BYTES = 1024;
/** Depth inside the objects of a list that is a member of the outermost object. */
const LISTED_DEPTH = 3;

interface NoticedNames {
  /** Names whose values are looked at. */
  valueNames: ReadonlySet<string>;
  /** Filter for these names and the counted names. */
  filter: Uint8Array;
}

const NO_NOTICES = { valueNames: NO_NAMES, filter: null };
/** There are as many sets of notices as kinds of call. */
const noticedNames = new WeakMap<ReadonlySet<string>, NoticedNames>();

function namesIn(notices: ReadonlySet<string>): NoticedNames {
  let names = noticedNames.get(notices);
  if (names === undefined) {
    const valueNames = new Set(
      [...notices]
        .filter((notice) => notice.includes('='))
        .map((notice) => notice.slice(0, notice.indexOf('='))),
    );
    names = { valueNames, filter: filterOf(new Set([...notices, ...valueNames])) };
    noticedNames.set(notices, names);
  }
  return names;
}

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

/** Targets of a scanner and its findings so far: names, values of members, and their positions. */
export class JsonFindings {
  readonly found = new Map<string, ScannedMember>();
  /** How often each of `notices` was seen, at any depth. */
  readonly noticed = new Map<string, number>();
  /** Objects inside a list that is a member of the outermost object: messages, tools, … */
  listedObjects = 0;
  /** Where the values of `listedMember` lie, and what they are, where bytes are kept and they are short. */
  readonly listedMembers: ScannedMember[] = [];
  /** Contents of the list `countedMember`: texts and lists in it, numbers in it or in its lists. */
  readonly counted = { texts: 0, lists: 0, numbers: 0 };
  /** Names below the outermost object are looked at. */
  readonly readsNames: boolean;
  /** Name of the member whose value comes next, where it is looked at. */
  valueName: string | null = null;
  /** The value that comes next is opaque. */
  isOpaque = false;

  readonly #wanted: ReadonlySet<string>;
  readonly #wantedFolded: ReadonlySet<string>;
  readonly #seenFolded = new Set<string>();
  readonly #nameFilter: Uint8Array;
  readonly #keepBytes: number;
  readonly #notices: ReadonlySet<string> | null;
  readonly #noticeFilter: Uint8Array | null;
  /** Names whose values are looked at. */
  readonly #valueNames: ReadonlySet<string>;
  readonly #listedMember: string | null;
  readonly #listedOf: { list: string; max: number } | null;
  readonly #countedMember: string | null;
  readonly #textMembers: ReadonlySet<string> | null;
  readonly #within: readonly string[];
  /** Depth inside the object that holds the wanted members. */
  readonly #memberDepth: number;
  /** Names of `within` that lead to where the scanner is. */
  #entered = 0;
  /** The object that had the listed member last, by its number. */
  #listedIn = 0;
  /** Its value comes next. */
  #isListed = false;
  #listedStart = -1;
  #listedOpening = 0;
  /** Pieces of the list value so far; null where it is not stored. */
  #listedPieces: Buffer[] | null = null;
  #listedFrom = 0;
  /** The member of the outermost object that is under way is a list. */
  #isInList = false;
  #capture: { name: string; start: number; opening: number; pieces: Buffer[]; size: number } | null = null;
  /** Where the part of the captured value begins that is not kept yet, in the piece that is read. */
  #captureFrom = 0;
  #piece: Buffer = NO_BYTES;
  /** Bytes before that piece. */
  #offset = 0;

  constructor(options: JsonFindingsOptions) {
    const {
      members,
      within = [],
      keepBytes = 0,
      notices,
      listedMember,
      listedOf,
      countedMember,
      textMembers,
    } = options;
    this.#textMembers = textMembers ?? null;
    this.#within = within;
    this.#memberDepth = within.length + 1;
    this.#wanted = members;
    this.#wantedFolded = foldAll(members);
    this.#nameFilter = filterOf(this.#wantedFolded);
    this.#keepBytes = keepBytes;
    this.#notices = notices ?? null;
    this.#listedMember = listedMember ?? null;
    this.#listedOf = listedOf ?? null;
    this.#countedMember = countedMember ?? null;
    this.readsNames = notices !== undefined || listedMember !== undefined || within.length > 0;
    const { valueNames, filter } = notices === undefined ? NO_NOTICES : namesIn(notices);
    this.#valueNames = valueNames;
    this.#noticeFilter = filter;
  }

  /** Whether a text that stands here is measured. */
  get measuresText(): boolean {
    return (
      this.#textMembers === null || (this.#capture !== null && this.#textMembers.has(this.#capture.name))
    );
  }

  /** First byte of a wanted member's value, as soon as it has come. */
  openingOf(name: string): number | null {
    const capture = this.#capture;
    if (capture?.name === name) return capture.start < 0 ? null : capture.opening;
    return this.found.get(name)?.opening ?? null;
  }

  beginPiece(bytes: Buffer): void {
    this.#piece = bytes;
    this.#captureFrom = 0;
  }

  endPiece(): void {
    const { length } = this.#piece;
    this.#keepPiece(length);
    if (this.#listedStart >= 0) this.#keepListed(length);
    this.#offset += length;
    this.#piece = NO_BYTES;
  }

  /** A name without escapes that lies in the piece that is read, as nearly every name does. */
  takePlainName(from: number, to: number, depth: number): void {
    const bytes = this.#piece;
    if (depth < this.#memberDepth) this.#enter(nameText(bytes, from, to), depth);
    else if (this.#holdsMembers(depth) && mayBeAmong(this.#nameFilter, bytes, from, to))
      this.#takeMember(nameText(bytes, from, to));
    if (this.#noticeFilter !== null && mayBeAmong(this.#noticeFilter, bytes, from, to))
      this.#notice(nameText(bytes, from, to));
    if (this.#looksForListed(depth)) this.#takeListed(nameText(bytes, from, to));
  }

  takeName(name: string, depth: number): void {
    if (depth < this.#memberDepth) this.#enter(name, depth);
    else if (this.#holdsMembers(depth)) this.#takeMember(name);
    this.#notice(name);
    if (this.#looksForListed(depth)) this.#takeListed(name);
  }

  /** @param at its first byte, in the piece that is read */
  startValue(byte: number, at: number, depth: number): void {
    const capture = this.#capture;
    if (capture !== null) {
      if (depth === this.#memberDepth && capture.start < 0) {
        capture.start = this.#offset + at;
        capture.opening = byte;
        this.#captureFrom = at;
      }
      if (capture.name === this.#countedMember) this.#count(byte, depth);
    }
    if (this.#isListed) {
      this.#listedStart = this.#offset + at;
      this.#listedOpening = byte;
      this.#listedFrom = at;
      this.#listedPieces = this.#keepBytes > 0 ? [] : null;
      this.#isListed = false;
    }
    if (byte === QUOTE) return;
    this.valueName = null;
    this.isOpaque = false;
    if (depth === 1) this.#isInList = byte === OPEN_ARRAY;
    else if (depth === 2 && byte === OPEN_OBJECT && this.#isInList) this.listedObjects += 1;
  }

  /** @param end first place after it, in the piece that is read */
  endValue(end: number, depth: number): void {
    if (this.#listedStart >= 0 && depth === LISTED_DEPTH) {
      this.#keepListed(end);
      const bytes = this.#listedPieces && Buffer.concat(this.#listedPieces);
      const [start, opening] = [this.#listedStart, this.#listedOpening];
      this.listedMembers.push({ start, end: this.#offset + end, opening, bytes });
      this.#listedStart = -1;
    }
    const capture = this.#capture;
    if (capture === null || depth !== this.#memberDepth || capture.start < 0) return;
    this.#keepPiece(end);
    this.found.set(capture.name, {
      start: capture.start,
      opening: capture.opening,
      end: this.#offset + end,
      bytes: this.#keepBytes > 0 && capture.size <= this.#keepBytes ? Buffer.concat(capture.pieces) : null,
    });
    this.#capture = null;
  }

  /** The text of the member that `valueName` names. */
  noticeValue(text: string): void {
    const pair = `${this.valueName}=${text}`;
    this.valueName = null;
    if (this.#notices?.has(pair)) this.noticed.set(pair, (this.noticed.get(pair) ?? 0) + 1);
  }

  #holdsMembers(depth: number): boolean {
    return depth === this.#memberDepth && this.#entered === this.#within.length;
  }

  /** A name on the way to the wanted members, or next to it. */
  #enter(name: string, depth: number): void {
    if (depth <= this.#entered + 1) this.#entered = this.#within[depth - 1] === name ? depth : depth - 1;
  }

  /** A name in the object that holds the wanted members. */
  #takeMember(name: string): void {
    // Nearly all are spelled so.
    const folded = this.#wantedFolded.has(name) ? name : fold(name);
    if (!this.#wantedFolded.has(folded)) return;
    if (this.#seenFolded.has(folded)) throw new JsonScanError('duplicate_member');
    this.#seenFolded.add(folded);
    if (!this.#wanted.has(name)) return;
    this.#capture = { name, start: -1, opening: 0, pieces: [], size: 0 };
  }

  #notice(name: string): void {
    const isLookedAt = this.#valueNames.has(name);
    this.isOpaque = isLookedAt && this.#notices?.has(name + ANY_VALUE) === true;
    this.valueName = isLookedAt && !this.isOpaque ? name : null;
    if (this.#notices?.has(name)) this.noticed.set(name, (this.noticed.get(name) ?? 0) + 1);
  }

  #looksForListed(depth: number): boolean {
    if (this.#listedMember === null || depth !== LISTED_DEPTH || !this.#isInList) return false;
    if (this.#listedOf === null) return true;
    return this.listedMembers.length < this.#listedOf.max && this.#capture?.name === this.#listedOf.list;
  }

  /** A name in an object that stands in a list of the outermost object. */
  #takeListed(name: string): void {
    if (fold(name) !== this.#listedMember) return;
    if (this.#listedIn === this.listedObjects) throw new JsonScanError('duplicate_member');
    this.#listedIn = this.listedObjects;
    this.#isListed = name === this.#listedMember;
  }

  /** A value of the counted member. */
  #count(byte: number, depth: number): void {
    if (depth < 2) return;
    if (byte !== QUOTE && byte !== OPEN_ARRAY && byte !== OPEN_OBJECT) this.counted.numbers += 1;
    else if (depth === 2 && byte === QUOTE) this.counted.texts += 1;
    else if (depth === 2 && byte === OPEN_ARRAY) this.counted.lists += 1;
  }

  #keepListed(end: number): void {
    const from = this.#listedFrom;
    this.#listedFrom = 0;
    if (this.#offset + end - this.#listedStart > MAX_LISTED_BYTES) this.#listedPieces = null;
    else this.#listedPieces?.push(Buffer.from(this.#piece.subarray(from, end)));
  }

  #keepPiece(end: number): void {
    const capture = this.#capture;
    if (capture === null || capture.start < 0 || this.#keepBytes === 0) return;
    capture.size += end - this.#captureFrom;
    if (capture.size <= this.#keepBytes)
      capture.pieces.push(Buffer.from(this.#piece.subarray(this.#captureFrom, end)));
    else capture.pieces.length = 0;
    this.#captureFrom = end;
  }
}
