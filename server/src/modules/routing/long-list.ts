const PART_LENGTH = 256;

/**
 * A list that grows in small parts. Hundreds of lists that grow together would copy all their members at the same
 * moment.
 */
export class LongList<Item> {
  readonly #parts: Item[][] = [];

  push(item: Item): void {
    const last = this.#parts.at(-1);
    if (last !== undefined && last.length < PART_LENGTH) last.push(item);
    else this.#parts.push([item]);
  }

  *[Symbol.iterator](): Generator<Item> {
    for (const part of this.#parts) yield* part;
  }
}
