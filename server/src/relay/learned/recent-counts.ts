const SAMPLES = 64;

/** The last counts, in the order of their arrival and by size, so that a quantile is read without sorting. */
export class RecentCounts {
  readonly #arrived = new Int32Array(SAMPLES);
  readonly #sorted = new Int32Array(SAMPLES);
  #size = 0;
  readonly #most: number;
  #next = 0;

  /** @param most a larger count is taken for this one */
  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#size;
  }

  /** A high quantile: of 64 counts the four largest are left out, of fewer the largest; 0 where there is none. */
  get high(): number {
    const leftOut = Math.max(1, Math.floor(this.#size / 16));
    return this.#sorted[this.#size - 1 - leftOut] ?? 0;
  }

  /** 0 where there is none. */
  get median(): number {
    return this.#sorted[this.#size >> 1] ?? 0;
  }

  add(seen: number): void {
    const count = Math.min(Math.max(0, seen), this.#most);
    if (this.#size === SAMPLES) this.#remove(this.#arrived[this.#next] as number);
    this.#arrived[this.#next] = count;
    this.#next = (this.#next + 1) % SAMPLES;
    this.#insert(count);
  }

  #insert(count: number): void {
    const place = this.#placeOf(count);
    this.#sorted.copyWithin(place + 1, place, this.#size);
    this.#sorted[place] = count;
    this.#size += 1;
  }

  #remove(count: number): void {
    const place = this.#placeOf(count);
    this.#sorted.copyWithin(place, place + 1, this.#size);
    this.#size -= 1;
  }

  /** The first place of a count that is not smaller. */
  #placeOf(count: number): number {
    let low = 0;
    let high = this.#size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] as number) < count) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
