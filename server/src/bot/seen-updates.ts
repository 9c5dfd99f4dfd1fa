const CAPACITY = 10_000;

/** Numbers of updates that were taken: Telegram sends one again when it has not seen the answer. */
export class SeenUpdates {
  readonly #ids = new Set<number>();

  /** @returns false for one that was added before */
  add(id: number): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > CAPACITY && oldest !== undefined) this.#ids.delete(oldest);
    return true;
  }
}
