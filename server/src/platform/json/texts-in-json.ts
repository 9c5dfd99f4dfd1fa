import { nextTurn } from '../turns.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const LINE_BREAK = 0x0a;
/** Work of about a millisecond. */
const BYTES_PER_TURN = 128 * 1024;
const CHUNK_CHARACTERS = 64 * 1024;
/** Words are shorter. */
const MAX_RUN_CHARACTERS = 1024;
/** Shorter texts may be words. */
const MIN_FILE_CHARACTERS = 64;
const DATA_URL = /^data:[^,]{0,200};base64,/i;
const BASE64 = /^[A-Za-z0-9+/=_-]*$/;
/** Words of one kind of letters are no files. */
const IS_MIXED = [/[A-Z]/, /[a-z]/, /[0-9+/]/];

interface TextTerms<Found> {
  /** Returns null to go on. */
  find: (text: string) => Found | null;
  /** Long texts are cut; the pieces share so many characters, at most 4096. */
  shared: number;
}

/**
 * Looks through the texts of valid JSON, names of members among them, in turns of the event loop, until one is found. Files
 * in base64 are left out.
 * @returns what `find` returned; null where it found nothing
 */
export async function findInTexts<Found>(json: Buffer, terms: TextTerms<Found>): Promise<Found | null> {
  let nextTurnAt = BYTES_PER_TURN;
  // Searched once, however many texts have no escape.
  let backslash = json.indexOf(BACKSLASH);
  for (let start = json.indexOf(QUOTE); start !== -1; ) {
    if (backslash !== -1 && backslash < start) backslash = json.indexOf(BACKSLASH, start);
    const end = endOfText(json, start + 1);
    const isPlain = backslash === -1 || backslash > end;
    const text = isPlain
      ? json.toString('utf8', start + 1, end)
      : (JSON.parse(json.toString('utf8', start, end + 1)) as string);
    const found = text.length > CHUNK_CHARACTERS ? await findInLong(text, terms) : findIn(text, terms);
    if (found !== null) return found;
    if (end > nextTurnAt) {
      await nextTurn();
      nextTurnAt = end + BYTES_PER_TURN;
    }
    start = json.indexOf(QUOTE, end + 1);
  }
  return null;
}

/** Index of the quotation mark after a text. */
function endOfText(json: Buffer, start: number): number {
  let end = json.indexOf(QUOTE, start);
  for (;;) {
    if (end === -1) return json.length;
    let escapes = 0;
    while (json[end - 1 - escapes] === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
    end = json.indexOf(QUOTE, end + 1);
  }
}

function findIn<Found>(text: string, { find }: TextTerms<Found>): Found | null {
  if (isFile(text)) return null;
  return find(text) ?? (text.includes('\\') ? find(unescaped(text)) : null);
}

function isFile(text: string): boolean {
  if (text.length < MIN_FILE_CHARACTERS) return false;
  const bytes = text.startsWith('data:') ? text.replace(DATA_URL, '') : text;
  return (
    bytes.length >= MIN_FILE_CHARACTERS && BASE64.test(bytes) && IS_MIXED.every((kind) => kind.test(bytes))
  );
}

/** Escapes of JSON that stands in a text, at any depth. */
const ESCAPE = /\\+(?:u([0-9a-f]{4})|[nrtbf])/gi;

/** A text with the escapes of JSON in it as what they mean: a letter or white space. */
export const unescaped = (text: string): string =>
  text.replace(ESCAPE, (_, code?: string) =>
    code === undefined ? ' ' : String.fromCharCode(Number.parseInt(code, 16)),
  );

/** Each piece is looked at by itself, also for whether it is a part of a file. */
async function findInLong<Found>(text: string, terms: TextTerms<Found>): Promise<Found | null> {
  for (let start = 0; ; ) {
    const end = endOfPiece(text, start);
    const found = findIn(text.slice(start, end), terms);
    if (found !== null || end === text.length) return found;
    await nextTurn();
    start = Math.max(start + 1, breakBefore(text, end - terms.shared));
  }
}

/** A piece that ended within a word would end with a part of one. */
const endOfPiece = (text: string, start: number): number =>
  start + CHUNK_CHARACTERS >= text.length ? text.length : breakBefore(text, start + CHUNK_CHARACTERS);

/** The last space or line break before an index, or the index itself if there is none near. */
function breakBefore(text: string, at: number): number {
  for (let near = at; near > Math.max(0, at - MAX_RUN_CHARACTERS); near -= 1) {
    const unit = text.charCodeAt(near);
    if (unit === SPACE || unit === LINE_BREAK) return near;
  }
  return at;
}
