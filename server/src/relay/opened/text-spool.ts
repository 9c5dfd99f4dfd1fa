import type { Counting } from '../../platform/text/token-counter.ts';

/** Characters collected before they go to the counter; this limits the memory of a stream. */
const FLUSH_CHARACTERS = 16_384;
/** Maximum texts of one stream that wait for the counter; a faster stream is estimated. */
const MAX_UNCOUNTED = 32;

/**
 * Counts the text of a stream whose upstream may not report usage. Full spools go to the counter, and only
 * their counts are kept.
 */
export class TextSpool {
  readonly #counter: Counting;
  #escaped = '';
  #sum = 0;
  readonly #uncounted = new Set<Promise<void>>();
  #isGivenUp = false;

  constructor(counter: Counting) {
    this.#counter = counter;
  }

  /** @param escaped the inside of a JSON string */
  add(escaped: string): void {
    if (this.#isGivenUp) return;
    this.#escaped += escaped;
    if (this.#escaped.length >= FLUSH_CHARACTERS) this.#flush();
  }

  /** @returns tokens of everything added, or null if they could not be counted */
  async total(): Promise<number | null> {
    this.#flush();
    await Promise.all(this.#uncounted);
    return this.#isGivenUp ? null : this.#sum;
  }

  #flush(): void {
    const escaped = this.#escaped;
    this.#escaped = '';
    if (escaped === '' || this.#isGivenUp) return;
    if (this.#uncounted.size >= MAX_UNCOUNTED) {
      this.#isGivenUp = true;
      return;
    }
    const counting = this.#counter.count({ escaped }).then((count) => {
      this.#uncounted.delete(counting);
      if (count === null) this.#isGivenUp = true;
      else this.#sum += count;
    });
    this.#uncounted.add(counting);
  }
}
