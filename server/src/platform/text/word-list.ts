import { nextTurn } from '../turns.ts';

/** Scripts that put no space between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const LETTER = /[\p{L}\p{N}\p{M}_]/u;

/** Facts of each UTF-16 unit. Halves of pairs are no letters, so words of rare scripts are found as parts of words. */
interface UnitTable {
  lower: Uint16Array;
  /** In lower case; 0 for all but letters of scripts with spaces. */
  letters: Uint16Array;
}

const UNITS = 0x1_0000;
const UNITS_PER_TURN = 0x1000;
const WORDS_PER_TURN = 1000;
const MAX_RUN = 1024;
let units: UnitTable | null = null;

async function unitTable(): Promise<UnitTable> {
  if (units !== null) return units;
  const table = { lower: new Uint16Array(UNITS), letters: new Uint16Array(UNITS) };
  for (let code = 0; code < UNITS; code += 1) {
    if (code % UNITS_PER_TURN === 0) await nextTurn();
    const character = String.fromCharCode(code);
    const lowerCase = character.toLowerCase();
    const lower = lowerCase.length === 1 ? lowerCase.charCodeAt(0) : code;
    table.lower[code] = lower;
    if (LETTER.test(character) && !UNSPACED.test(character)) table.letters[code] = lower;
  }
  units = table;
  return table;
}

/** A word of a list, as it is written there. */
export interface ListedWord {
  word: string;
  /** Number of its line, from 1. */
  line: number;
}

interface Entry extends ListedWord {
  /** In lower case, with single spaces. */
  folded: string;
}

/** Bits of the filter for each word: a fifteenth of other words passes it. */
const BITS_PER_WORD = 16;
const MIN_FILTER_BITS = 4096;

/**
 * Finds words of a list in texts, in any case and width. A word of a script with spaces is found as a whole word; one of a
 * script without, as any part of a text. Each character means itself, and a space any white space.
 *
 *     const list = await WordList.build('drugs\n賭博');
 *     list.find('Buy DRUGS'); // { word: 'drugs', line: 1 }
 */
export class WordList {
  readonly #lower: Uint16Array;
  readonly #letters: Uint16Array;
  /** By the hash of their first run of letters; those that begin otherwise by that of their first two units, or of one. */
  readonly #entries = new Map<number, Entry[]>();
  /** Nearly all text stops at it, so it is small enough for the fastest memory. */
  readonly #filter: Uint32Array;
  readonly #filterMask: number;
  /** Some words are found by their first two units, or by one. */
  #hasPairs = false;
  #hasUnits = false;
  /** Length of the longest word. */
  maxLength = 0;

  private constructor({ lower, letters }: UnitTable, words: number) {
    this.#lower = lower;
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
    const list = new WordList(await unitTable(), lines.length);
    let line = 0;
    for (const word of lines) {
      if (line % WORDS_PER_TURN === 0) await nextTurn();
      line += 1;
      list.#add({ word: word.trim(), line });
    }
    return list;
  }

  #add({ word, line }: ListedWord): void {
    const folded = plain(word).toLowerCase().replace(/\s+/g, ' ').trim();
    if (folded === '') return;
    this.maxLength = Math.max(this.maxLength, folded.length);
    const hash = this.#hashOf(folded);
    const bit = hash & this.#filterMask;
    this.#filter[bit >>> 5] = (this.#filter[bit >>> 5] as number) | (1 << (bit & 31));
    const others = this.#entries.get(hash);
    if (others === undefined) this.#entries.set(hash, [{ word, line, folded }]);
    else others.push({ word, line, folded });
  }

  /** @returns the first word of the list in the text; null where there is none */
  find(given: string): ListedWord | null {
    const text = plain(given);
    const letters = this.#letters;
    const { length } = text;
    for (let at = 0; at < length; ) {
      const start = at;
      const code = text.charCodeAt(at);
      at += 1;
      let found: ListedWord | null = null;
      let hash = letters[code] as number;
      if (hash !== 0) {
        for (; at < length; at += 1) {
          const letter = letters[text.charCodeAt(at)] as number;
          if (letter === 0) break;
          hash = (Math.imul(hash, 31) + letter) | 0;
        }
        found = this.#findAt(text, start, mixed(hash));
      } else {
        if (this.#hasPairs && at < length) found = this.#findAt(text, start, this.#hashOfPair(text, start));
        if (this.#hasUnits) found ??= this.#findAt(text, start, unitHash(this.#lower[code] as number));
      }
      if (found !== null) return found;
    }
    return null;
  }

  /** Index after the last unit that is no letter; 0 where the text is one word. A longer run is taken for no word. */
  endOfLastBreak(text: string): number {
    const first = Math.max(0, text.length - MAX_RUN);
    for (let end = text.length; end > first; end -= 1) if (!this.#isLetter(text, end - 1)) return end;
    return first;
  }

  #findAt(text: string, start: number, hash: number): ListedWord | null {
    const bit = hash & this.#filterMask;
    if (((this.#filter[bit >>> 5] as number) & (1 << (bit & 31))) === 0) return null;
    const found = this.#entries.get(hash)?.find(({ folded }) => this.#isAt(folded, text, start));
    return found === undefined ? null : { word: found.word, line: found.line };
  }

  #isAt(word: string, text: string, start: number): boolean {
    let at = start;
    for (let index = 0; index < word.length; index += 1) {
      const code = word.charCodeAt(index);
      if (code === 0x20) {
        const before = at;
        while (isSpace(text.charCodeAt(at))) at += 1;
        if (at === before) return false;
      } else if (at < text.length && this.#lower[text.charCodeAt(at)] === code) at += 1;
      else return false;
    }
    return !(this.#isLetter(word, word.length - 1) && this.#isLetter(text, at));
  }

  #isLetter(text: string, at: number): boolean {
    return at < text.length && this.#letters[text.charCodeAt(at)] !== 0;
  }

  #hashOf(folded: string): number {
    if (this.#isLetter(folded, 0)) return this.#hashOfRun(folded);
    // A space may be a line break in a text.
    const isUnit = folded.length === 1 || folded[1] === ' ';
    if (isUnit) this.#hasUnits = true;
    else this.#hasPairs = true;
    return isUnit ? unitHash(folded.charCodeAt(0)) : this.#hashOfPair(folded, 0);
  }

  #hashOfRun(folded: string): number {
    let hash = folded.charCodeAt(0);
    for (let at = 1; this.#isLetter(folded, at); at += 1)
      hash = (Math.imul(hash, 31) + folded.charCodeAt(at)) | 0;
    return mixed(hash);
  }

  #hashOfPair(text: string, at: number): number {
    const first = this.#lower[text.charCodeAt(at)] as number;
    const second = this.#lower[text.charCodeAt(at + 1)] as number;
    return mixed(((first << 16) | second) ^ 0x5bd1_e995);
  }
}

/** Space, line breaks, tabs and the space that breaks no line; NFKC makes the others of them. */
const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0;

const unitHash = (unit: number): number => mixed(unit ^ 0x1b87_3593);

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them
const ASCII = /^[\x00-\x7f]*$/;
/** Characters that show nothing and could be put between letters. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g;

/** With letters of any width as plain ones. */
const plain = (text: string): string =>
  ASCII.test(text) ? text : text.normalize('NFKC').replace(INVISIBLE, '');

function mixed(hash: number): number {
  const spread = Math.imul(hash ^ (hash >>> 16), 0x45d9_f3b);
  return spread ^ (spread >>> 15);
}
