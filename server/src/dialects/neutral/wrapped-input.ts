import { endOfString } from '../../platform/json/json-structure.ts';

const START = /^\s*\{\s*"input"\s*:\s*"/;
/** An input that does not begin as expected within so many letters waits for its end. */
const MAX_START_LENGTH = 200;
const ESCAPE = '\\';
const SHORT_LENGTH = 2;
const UNICODE_LENGTH = 6;
const FIRST_HALF = /^\\u[dD][89abAB]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: models write them as they are.
const CONTROLS = /[\u0000-\u001f]/g;

/**
 * The text in `{"input":"…"}`, read from the pieces of that JSON. A model that wrote something else is taken by its
 * word, at the end.
 */
export class WrappedInput {
  #isText = false;
  /** The text has ended; nothing behind it counts. */
  #isOver = false;
  /** Before the text all that came, inside of it the part of an escape that a piece cuts. */
  #rest: string[] = [];
  #restLength = 0;

  /** @returns the text that is known now; empty where the piece completes none */
  add(piece: string): string {
    if (this.#isOver) return '';
    if (!this.#isText && this.#restLength >= MAX_START_LENGTH) {
      this.#rest.push(piece);
      return '';
    }
    const all = this.#rest.join('') + piece;
    if (this.#isText) return this.#read(all);
    const start = START.exec(all.slice(0, MAX_START_LENGTH));
    this.#isText = start !== null;
    if (start !== null) return this.#read(all.slice(start[0].length));
    this.#keep(all);
    return '';
  }

  /** @returns what was not returned before */
  end(): string {
    const rest = this.#rest.join('');
    return this.#isText ? rest : inputOf(rest);
  }

  #read(escaped: string): string {
    const end = endOfString(escaped, 0);
    this.#isOver = end < escaped.length;
    const text = escaped.slice(0, end);
    const length = this.#isOver ? end : wholeLength(text);
    this.#keep(text.slice(length));
    return unescaped(text.slice(0, length));
  }

  #keep(rest: string): void {
    this.#rest = rest === '' ? [] : [rest];
    this.#restLength = rest.length;
  }
}

/** Length without an escape, or the first half of a pair of them, that may go on. */
function wholeLength(text: string): number {
  for (let at = text.indexOf(ESCAPE); at !== -1; ) {
    const length = text[at + 1] === 'u' ? UNICODE_LENGTH : SHORT_LENGTH;
    const isHalf = FIRST_HALF.test(text.slice(at, at + UNICODE_LENGTH));
    const needed = isHalf && mayBeSecond(text, at + length) ? 2 * UNICODE_LENGTH : length;
    if (at + needed > text.length) return at;
    at = text.indexOf(ESCAPE, at + needed);
  }
  return text.length;
}

/** Another letter ends the pair. */
const mayBeSecond = (text: string, at: number): boolean =>
  at >= text.length || (text[at] === ESCAPE && (at + 1 >= text.length || text[at + 1] === 'u'));

function unescaped(text: string): string {
  try {
    const plain = text.replace(CONTROLS, (letter) => JSON.stringify(letter).slice(1, -1));
    return JSON.parse(`"${plain}"`) as string;
  } catch {
    return text;
  }
}

function inputOf(json: string): string {
  try {
    const { input } = JSON.parse(json) as { input?: unknown };
    return typeof input === 'string' ? input : json;
  } catch {
    return json;
  }
}
