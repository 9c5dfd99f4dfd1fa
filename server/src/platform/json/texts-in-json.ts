import { nextTurn } from '../turns.ts';
import { isRawBase64 } from './raw-base64.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const SPACES: ReadonlySet<number> = new Set([0x20, 0x0a, 0x0d, 0x09]);
/** Work of about a millisecond. */
const BYTES_PER_TURN = 128 * 1024;
const CHUNK_CHARACTERS = 64 * 1024;
/** Words are shorter. */
const MAX_RUN_CHARACTERS = 1024;

interface TextTerms<Found> {
  /** Members whose texts are not looked at, such as ids. */
  skips: ReadonlySet<string>;
  /** Returns null to go on. */
  find: (text: string) => Found | null;
  /** Long texts are cut; the pieces share so many characters, at most 4096. */
  shared: number;
}

/**
 * Looks through the texts of valid JSON, in turns of the event loop, until one is found. Files in base64 are left out.
 * @returns what `find` returned; null where it found nothing
 */
export async function findInTexts<Found>(json: Buffer, terms: TextTerms<Found>): Promise<Found | null> {
  let name = '';
  let nextTurnAt = BYTES_PER_TURN;
  // Searched once, however many texts have no escape.
  let backslash = json.indexOf(BACKSLASH);
  for (let start = json.indexOf(QUOTE); start !== -1; ) {
    if (backslash !== -1 && backslash < start) backslash = json.indexOf(BACKSLASH, start);
    const end = endOfText(json, start + 1);
    const isPlain = backslash === -1 || backslash > end;
    if (isName(json, end + 1)) name = json.toString('latin1', start + 1, end);
    else if (!terms.skips.has(name)) {
      const text = isPlain
        ? json.toString('utf8', start + 1, end)
        : (JSON.parse(json.toString('utf8', start, end + 1)) as string);
      const found = text.length > CHUNK_CHARACTERS ? await findInLong(text, terms) : findIn(text, terms);
      if (found !== null) return found;
    }
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

function isName(json: Buffer, after: number): boolean {
  let at = after;
  while (SPACES.has(json[at] ?? 0)) at += 1;
  return json[at] === COLON;
}

const isFile = (text: string): boolean => /^data:[^,]{0,200};base64,/i.test(text) || isRawBase64(text);

const findIn = <Found>(text: string, { find }: TextTerms<Found>): Found | null =>
  isFile(text) ? null : find(text);

async function findInLong<Found>(text: string, { find, shared }: TextTerms<Found>): Promise<Found | null> {
  if (isFile(text)) return null;
  for (let start = 0; ; ) {
    const end = start + CHUNK_CHARACTERS;
    const found = find(text.slice(start, end));
    if (found !== null || end >= text.length) return found;
    await nextTurn();
    // A piece that began within a word would begin with a part of one.
    const space = text.lastIndexOf(' ', end - shared);
    start = space > end - shared - MAX_RUN_CHARACTERS ? space : end - shared;
  }
}
