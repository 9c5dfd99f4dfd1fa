/** How many of something are open by key, up to a limit; a key without any takes no memory. */
export class OpenCounts {
  readonly #counts = new Map<string, number>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @returns false where the limit is reached; nothing is counted then */
  open(key: string): boolean {
    const count = this.#counts.get(key) ?? 0;
    if (count >= this.#limit) return false;
    this.#counts.set(key, count + 1);
    return true;
  }

  close(key: string): void {
    const count = this.#counts.get(key) ?? 0;
    if (count > 1) this.#counts.set(key, count - 1);
    else this.#counts.delete(key);
  }
}
