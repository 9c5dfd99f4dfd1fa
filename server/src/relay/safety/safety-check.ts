import { GatewayError } from '../../platform/gateway-error.ts';
import { findInTexts, unescaped } from '../../platform/json/texts-in-json.ts';
import { type ListedWord, WordList } from '../../platform/text/word-list.ts';

/** Pieces of a long text share at least so much, so that no word is cut in both. */
const MAX_SHARED = 4096;

/** Keeps the list of words that the site does not allow, ready for every call. */
export class SafetyCheck {
  #source: string | null = null;
  #list: Promise<WordList> | null = null;
  #built: WordList | null = null;

  /**
   * Looks for listed words in the texts of a request.
   * @param words one per line
   * @throws request.unsafe, with the line and word for administrators
   */
  async assertSafe(body: Buffer, words: string): Promise<void> {
    const list = await this.#listOf(words);
    const shared = Math.min(MAX_SHARED, 2 * list.maxLength);
    const found = await findInTexts(body, { find: (text) => list.find(text), shared });
    if (found !== null) throw unsafe('request.unsafe', found);
  }

  /** @returns null where answers are not checked. The list of the call's request is ready then */
  answerGuard({ checksAnswers }: { checksAnswers: boolean }): AnswerGuard | null {
    return checksAnswers && this.#built !== null ? new AnswerGuard(this.#built) : null;
  }

  /** The list is built when it is first asked for and after each change. */
  #listOf(words: string): Promise<WordList> {
    if (this.#list === null || this.#source !== words) {
      this.#source = words;
      this.#list = WordList.build(words);
      this.#list.then((list) => {
        // A longer list may be ready after a later one.
        if (this.#source === words) this.#built = list;
      });
    }
    return this.#list;
  }
}

const unsafe = (code: 'request.unsafe' | 'answer.unsafe', { word, line }: ListedWord): GatewayError =>
  new GatewayError(code, {}, { note: `SafeKeyWords, line ${line}: ${word}` });

/** Looks for listed words in the text of one answer, as it comes. */
export class AnswerGuard {
  readonly #list: WordList;
  readonly #shared: number;
  /** The end of the text so far, in which a word may have begun. */
  #text = '';

  constructor(list: WordList) {
    this.#list = list;
    this.#shared = Math.min(MAX_SHARED, 2 * list.maxLength);
  }

  addPlain(text: string): void {
    this.#text += text;
  }

  /** @param escaped inside of a JSON string */
  add(escaped: string): void {
    this.#text += escaped.includes('\\') ? decoded(escaped) : escaped;
  }

  /**
   * @param isEnd the last word is complete
   * @throws answer.unsafe
   */
  check(isEnd: boolean): void {
    const text = this.#text;
    // The last word may go on in the next piece.
    const end = isEnd ? text.length : this.#list.endOfLastBreak(text);
    if (end === 0) return;
    const checked = text.slice(0, end);
    const found =
      this.#list.find(checked) ?? (checked.includes('\\') ? this.#list.find(unescaped(checked)) : null);
    if (found !== null) throw unsafe('answer.unsafe', found);
    const kept = this.#list.endOfLastBreak(text.slice(0, Math.max(0, end - this.#shared)));
    this.#text = text.slice(kept);
  }
}

function decoded(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    // A piece may end within an escape.
    return text;
  }
}

/** @throws answer.unsafe */
export function assertSafeText(guard: AnswerGuard | null, text: string): void {
  guard?.addPlain(text);
  guard?.check(true);
}
