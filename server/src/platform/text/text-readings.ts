/** The characters of a text, read in some way, and the part of the text that each comes from. */
export interface Reading {
  characters: string;
  starts: number[];
  ends: number[];
  /** Its characters are not those of the text. */
  isDecoded: boolean;
}

interface Encoding {
  bits: number;
  /** Characters that stand for whole bytes together: it may begin at each of them. */
  group: number;
  values: ReadonlyMap<string, number>;
}

const valuesOf = (alphabet: string): [string, number][] => [...alphabet].map((letter, i) => [letter, i]);

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Either alphabet of it. Source: RFC 4648. */
const BASE64: Encoding = {
  ...{ bits: 6, group: 4 },
  values: new Map([...valuesOf(`${LETTERS}+/`), ...valuesOf(`${LETTERS}-_`)]),
};
const HEX: Encoding = {
  ...{ bits: 4, group: 2 },
  values: new Map([...valuesOf('0123456789abcdef'), ...valuesOf('0123456789ABCDEF')]),
};

/** Escapes of JSON and other languages, of addresses, mail and HTML. A named escape is never a letter. */
const ESCAPE =
  /[\\%]u(?:\{([\da-f]{1,6})\}|([\da-f]{4}))|(?:%|\\x|0x|=)([\da-f]{2})|&#x([\da-f]{1,6});?|&#(\d{1,7});?|&[a-z]{2,8};|\\[bfnrt]/gi;
/** Limit for text that is escaped again at each hop, such as JSON in JSON. */
const MAX_ROUNDS = 3;

/** A text in all ways that letters are commonly written in: as it stands, without escapes, and what either encodes. */
export function* readingsOf(text: string): Generator<Reading> {
  const written = asWritten(text);
  const bare = withoutEscapes(written);
  for (const reading of bare === written ? [written] : [written, bare]) {
    yield reading;
    for (const encoding of [BASE64, HEX]) {
      for (let skipped = 0; skipped < encoding.group; skipped++) yield decoded(reading, encoding, skipped);
    }
  }
}

/** Letters and digits only, in small letters. */
export function foldedReading({ characters, starts, ends, isDecoded }: Reading): Reading {
  const folded = newReading(isDecoded);
  for (let i = 0; i < characters.length; i++)
    add(folded, foldedCharacter(characters, i), Number(starts[i]), Number(ends[i]));
  return folded;
}

export const foldedText = (text: string): string => foldedReading(asWritten(text)).characters;

function foldedCharacter(text: string, i: number): string {
  const code = text.charCodeAt(i);
  if (code > 127) {
    const plain = text.charAt(i).normalize('NFKC').toLowerCase();
    return plain.replace(/[^\p{L}\p{N}]/gu, '');
  }
  const isDigit = code >= 48 && code <= 57;
  const isSmall = code >= 97 && code <= 122;
  if (isDigit || isSmall) return text.charAt(i);
  return code >= 65 && code <= 90 ? String.fromCharCode(code + 32) : '';
}

function asWritten(text: string): Reading {
  const reading = newReading(false);
  for (let i = 0; i < text.length; i++) add(reading, text.charAt(i), i, i + 1);
  return reading;
}

/** @returns the reading itself where it has none */
function withoutEscapes(reading: Reading): Reading {
  let bare = reading;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { characters } = bare;
    const next = newReading(false);
    let from = 0;
    for (const match of characters.matchAll(ESCAPE)) {
      copy(bare, next, from, match.index);
      from = match.index + match[0].length;
      add(next, escapedCharacter(match), Number(bare.starts[match.index]), Number(bare.ends[from - 1]));
    }
    if (from === 0) break;
    copy(bare, next, from, characters.length);
    bare = next;
  }
  return bare;
}

function escapedCharacter([, braced, four, two, hexReference, reference]: RegExpMatchArray): string {
  const hex = braced ?? four ?? two ?? hexReference;
  if (hex === undefined && reference === undefined) return ' ';
  return String.fromCharCode(hex === undefined ? Number(reference) : Number.parseInt(hex, 16));
}

/** Characters outside of the encoding are skipped, like line breaks. */
function decoded(reading: Reading, { bits, values }: Encoding, skipped: number): Reading {
  const { characters, starts, ends } = reading;
  const read = newReading(true);
  let toSkip = skipped;
  let held = 0;
  let heldBits = 0;
  let first = 0;
  for (let i = 0; i < characters.length; i++) {
    const value = values.get(characters.charAt(i));
    if (value === undefined || toSkip-- > 0) continue;
    if (heldBits === 0) first = i;
    held = ((held << bits) | value) & 0xffff;
    heldBits += bits;
    if (heldBits < 8) continue;
    heldBits -= 8;
    add(read, String.fromCharCode((held >> heldBits) & 0xff), Number(starts[first]), Number(ends[i]));
    first = i;
  }
  return read;
}

const newReading = (isDecoded: boolean): Reading => ({ characters: '', starts: [], ends: [], isDecoded });

function add(reading: Reading, characters: string, start: number, end: number): void {
  reading.characters += characters;
  for (let i = 0; i < characters.length; i++) {
    reading.starts.push(start);
    reading.ends.push(end);
  }
}

function copy({ characters, starts, ends }: Reading, to: Reading, from: number, until: number): void {
  for (let i = from; i < until; i++) add(to, characters.charAt(i), Number(starts[i]), Number(ends[i]));
}
