import type { TokenCounter } from '../../platform/token-counter.ts';

/** Text kept before it is given to the counter: the memory that a stream may take for it. */
const FLUSH_CHARACTERS = 16_384;

/**
 * Counts the text of a stream whose upstream may send no usage, without keeping it: full spools go to the
 * counter, only their counts stay.
 */
export class TextSpool {
  readonly #counter: TokenCounter;
  #text = '';
  #counts: Promise<number | null>[] = [];

  constructor(counter: TokenCounter) {
    this.#counter = counter;
  }

  /** @param escaped the inside of a JSON string */
  add(escaped: string): void {
    this.#text += unescapeJson(escaped);
    if (this.#text.length >= FLUSH_CHARACTERS) this.#flush();
  }

  /** @returns tokens of everything added, or null when they could not be counted */
  async total(): Promise<number | null> {
    this.#flush();
    let sum = 0;
    for (const count of await Promise.all(this.#counts)) {
      if (count === null) return null;
      sum += count;
    }
    return sum;
  }

  #flush(): void {
    if (this.#text === '') return;
    this.#counts.push(this.#counter.count(this.#text));
    this.#text = '';
  }
}

function unescapeJson(escaped: string): string {
  if (!escaped.includes('\\')) return escaped;
  try {
    return JSON.parse(`"${escaped}"`) as string;
  } catch {
    return escaped;
  }
}
