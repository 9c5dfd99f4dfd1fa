import { nextTurn } from '../turns.ts';

/** Scripts that put no space between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const LETTER = /[\p{L}\p{N}\p{M}]/u;
const UNDERSCORE = 0x5f;
const MAX_ASCII = 0x7f;
/** Letters and digits of ASCII in lower case; 0 for everything else. */
const asciiLetters = Uint8Array.from({ length: MAX_ASCII + 1 }, (_, code) => {
  const character = String.fromCharCode(code);
  return LETTER.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});

const UNITS = 0x1_0000;
const UNITS_PER_TURN = 0x1000;
const WORDS_PER_TURN = 1000;
/** A longer run of letters is no word. */
const MAX_RUN = 1024;
let letterTable: Uint8Array | null = null;

/** Whether a UTF-16 unit is a letter of a script with spaces. Halves of pairs are none. */
async function lettersOf(): Promise<Uint8Array> {
  if (letterTable !== null) return letterTable;
  const letters = new Uint8Array(UNITS);
  for (let code = 0; code < UNITS; code += 1) {
    if (code % UNITS_PER_TURN === 0) await nextTurn();
    const character = String.fromCharCode(code);
    if (LETTER.test(character) && !UNSPACED.test(character)) letters[code] = 1;
  }
  letterTable = letters;
  return letters;
}

/** Longer texts are looked through as strings. */
const MAX_BYTES = 0x1_8000;

/** A word of a list, as it is written there. */
export interface ListedWord {
  word: string;
  /** Number of its line, from 1. */
  line: number;
}

/** Words that begin alike. */
interface Words {
  /** Each length once, so that the number of words does not count. */
  lengths: number[];
  byText: Map<string, ListedWord>;
}

/** Bits of the filter for each word: a fifteenth of other words passes it. */
const BITS_PER_WORD = 16;
const MIN_FILTER_BITS = 4096;

/**
 * Finds words of a list in texts, in any case and width. A word of a script with spaces is found as a whole word; one of a
 * script without, as any part of a text. Each character means itself, and a space any white space. An underscore joins
 * the letters at its sides to one word.
 *
 *     const list = await WordList.build('drugs\n賭博');
 *     list.find('Buy DRUGS'); // { word: 'drugs', line: 1 }
 */
export class WordList {
  readonly #letters: Uint8Array;
  /** By the hash of their first run of letters; those that begin otherwise by that of their first two units, or of one. */
  readonly #words = new Map<number, Words>();
  /** Nearly all text stops at it, so it is small enough for the fastest memory. */
  readonly #filter: Uint32Array;
  readonly #filterMask: number;
  /** One text at a time, with room for more bytes than units. */
  readonly #bytes = Buffer.allocUnsafeSlow(2 * MAX_BYTES);
  /** Some words are found by their first two units, or by one. */
  #hasPairs = false;
  #hasUnits = false;
  /** Some of them begin with ASCII. */
  #hasAsciiOthers = false;
  /** Length of the longest word. */
  maxLength = 0;

  private constructor(letters: Uint8Array, words: number) {
    this.#letters = letters;
    let bits = MIN_FILTER_BITS;
    while (bits < words * BITS_PER_WORD) bits *= 2;
    this.#filter = new Uint32Array(bits / 32);
    this.#filterMask = bits - 1;
  }

  /**
   * Builds a list in turns of the event loop.
   * @param text one word per line; empty lines are left out
   */
  static async build(text: string): Promise<WordList> {
    const lines = text.split('\n');
    const list = new WordList(await lettersOf(), lines.length);
    let line = 0;
    for (const word of lines) {
      if (line % WORDS_PER_TURN === 0) await nextTurn();
      line += 1;
      list.#add({ word: word.trim(), line });
    }
    return list;
  }

  #add(listed: ListedWord): void {
    const folded = fold(listed.word).trim();
    if (folded === '') return;
    this.maxLength = Math.max(this.maxLength, folded.length);
    const hash = this.#hashOf(folded);
    const bit = hash & this.#filterMask;
    this.#filter[bit >>> 5] = (this.#filter[bit >>> 5] as number) | (1 << (bit & 31));
    let words = this.#words.get(hash);
    if (words === undefined) {
      words = { lengths: [], byText: new Map() };
      this.#words.set(hash, words);
    }
    if (!words.lengths.includes(folded.length)) words.lengths.push(folded.length);
    if (!words.byText.has(folded)) words.byText.set(folded, listed);
  }

  /** @returns the first word of the list in the text; null where there is none */
  find(given: string): ListedWord | null {
    if (this.#isClearlyFree(given)) return null;
    const text = fold(given);
    const letters = this.#letters;
    const { length } = text;
    for (let at = 0; at < length; ) {
      const start = at;
      let hash = text.charCodeAt(at);
      at += 1;
      let found: ListedWord | null;
      if (letters[hash] === 1) {
        for (; at < length; at += 1) {
          const next = text.charCodeAt(at);
          if (letters[next] !== 1 && (next !== UNDERSCORE || !this.#joins(text, at))) break;
          hash = (Math.imul(hash, 31) + next) | 0;
        }
        found = this.#findAt(text, start, mixed(hash));
      } else found = this.#findOther(text, start);
      if (found !== null) return found;
    }
    return null;
  }

  /**
   * Whether a text is ASCII and no word of the list begins alike. Nearly all is, and bytes are read several times as fast
   * as the units of a string.
   */
  #isClearlyFree(text: string): boolean {
    const { length } = text;
    if (this.#hasAsciiOthers || length > MAX_BYTES) return false;
    // Everything but ASCII takes more bytes than units.
    const bytes = this.#bytes;
    if (bytes.write(text, 0, 'utf8') !== length) return false;
    const letters = asciiLetters;
    for (let at = 0; at < length; ) {
      let hash = letters[bytes[at] as number] as number;
      at += 1;
      if (hash === 0) continue;
      for (; at < length; at += 1) {
        const letter = letters[bytes[at] as number] as number;
        if (letter !== 0) hash = (Math.imul(hash, 31) + letter) | 0;
        else if (bytes[at] === UNDERSCORE && this.#joins(text, at))
          hash = (Math.imul(hash, 31) + UNDERSCORE) | 0;
        else break;
      }
      hash = mixed(hash);
      if (this.#mayBeWord(hash) && this.#words.has(hash)) return false;
    }
    return true;
  }

  #findOther(text: string, start: number): ListedWord | null {
    const found =
      this.#hasPairs && start + 1 < text.length ? this.#findAt(text, start, pairHash(text, start)) : null;
    return found ?? (this.#hasUnits ? this.#findAt(text, start, unitHash(text.charCodeAt(start))) : null);
  }

  /** Index after the last unit that is no letter; 0 where the text is one word. A longer run is taken for no word. */
  endOfLastBreak(text: string): number {
    const first = Math.max(0, text.length - MAX_RUN);
    for (let end = text.length; end > first; end -= 1) if (!this.#isLetter(text, end - 1)) return end;
    return first;
  }

  #findAt(text: string, start: number, hash: number): ListedWord | null {
    if (!this.#mayBeWord(hash)) return null;
    const words = this.#words.get(hash);
    if (words === undefined) return null;
    for (const length of words.lengths) {
      const end = start + length;
      const isWhole = !(
        this.#isLetter(text, end - 1) &&
        (this.#isLetter(text, end) || this.#joins(text, end))
      );
      const listed = isWhole ? words.byText.get(text.slice(start, end)) : undefined;
      if (listed !== undefined) return listed;
    }
    return null;
  }

  #mayBeWord(hash: number): boolean {
    const bit = hash & this.#filterMask;
    return ((this.#filter[bit >>> 5] as number) & (1 << (bit & 31))) !== 0;
  }

  #isLetter(text: string, at: number): boolean {
    return at < text.length && this.#letters[text.charCodeAt(at)] === 1;
  }

  /** Whether an underscore stands there before a letter; a letter is before it. */
  #joins(text: string, at: number): boolean {
    return text.charCodeAt(at) === UNDERSCORE && this.#isLetter(text, at + 1);
  }

  #hashOf(folded: string): number {
    if (this.#isLetter(folded, 0)) return this.#hashOfRun(folded);
    if (folded.charCodeAt(0) <= MAX_ASCII) this.#hasAsciiOthers = true;
    if (folded.length === 1) {
      this.#hasUnits = true;
      return unitHash(folded.charCodeAt(0));
    }
    this.#hasPairs = true;
    return pairHash(folded, 0);
  }

  #hashOfRun(folded: string): number {
    let hash = folded.charCodeAt(0);
    for (let at = 1; this.#isLetter(folded, at) || this.#joins(folded, at); at += 1)
      hash = (Math.imul(hash, 31) + folded.charCodeAt(at)) | 0;
    return mixed(hash);
  }
}

const unitHash = (unit: number): number => mixed(unit ^ 0x1b87_3593);
const pairHash = (text: string, at: number): number =>
  mixed(((text.charCodeAt(at) << 16) | text.charCodeAt(at + 1)) ^ 0x5bd1_e995);

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them
const ASCII = /^[\x00-\x7f]*$/;
/** Characters that show nothing and could be put between letters. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
/** No word has so many marks on a letter. The runtime orders them by a method whose time grows with their square. */
const MANY_MARKS = /(\p{M}{4})\p{M}+/gu;
/** White space that is no space. */
const OTHER_SPACE = /[^\S ]/g;
const ASCII_SPACE = /[\t-\r]/g;
const SPACES = / {2,}/g;

/** In lower case, with letters of any width as plain ones, and with single spaces. */
function fold(text: string): string {
  const folded = ASCII.test(text)
    ? text.toLowerCase().replace(ASCII_SPACE, ' ')
    : plain(text).toLowerCase().replaceAll('ς', 'σ').replace(OTHER_SPACE, ' ');
  return folded.replace(SPACES, ' ');
}

const plain = (text: string): string =>
  text.replace(INVISIBLE, '').replace(MANY_MARKS, '$1').normalize('NFKC');

function mixed(hash: number): number {
  const spread = Math.imul(hash ^ (hash >>> 16), 0x45d9_f3b);
  return spread ^ (spread >>> 15);
}
