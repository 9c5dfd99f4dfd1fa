interface Timed {
  /** `null` stays until closed. */
  durationMs: number | null;
}

export type Queued<Item> = Item & { id: number };

/** Source: docs/reference/compatibility.md, "Numbers on screens". */
const MAX_SHOWN = 3;

/**
 * Short messages that close by themselves. At most three are shown. A further one replaces the oldest that closes by itself,
 * or waits if none does. A message that is shown or waiting is not added again. Their time runs between `resume` and
 * `pause`, because a message that is not rendered yet cannot be read.
 */
export class ToastQueue<Item extends Timed> {
  readonly #isSame: (one: Item, other: Item) => boolean;
  readonly #listeners = new Set<() => void>();
  readonly #timers = new Map<
    number,
    { handle?: ReturnType<typeof setTimeout>; endsAt: number; leftMs: number }
  >();
  #shown: readonly Queued<Item>[] = [];
  #waiting: Queued<Item>[] = [];
  #isPaused = true;
  #lastId = 0;

  constructor({ isSame }: { isSame: (one: Item, other: Item) => boolean }) {
    this.#isSame = isSame;
  }

  readonly shown = (): readonly Queued<Item>[] => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  add(item: Item): void {
    if ([...this.#shown, ...this.#waiting].some((one) => this.#isSame(one, item))) return;
    this.#lastId += 1;
    this.#waiting.push({ ...item, id: this.#lastId });
    const oldest = this.#shown.find(({ durationMs }) => durationMs !== null);
    if (this.#shown.length >= MAX_SHOWN && oldest) this.close(oldest.id);
    else this.#fill();
  }

  close(id: number): void {
    clearTimeout(this.#timers.get(id)?.handle);
    this.#timers.delete(id);
    this.#shown = this.#shown.filter((one) => one.id !== id);
    this.#fill();
  }

  /** Takes away what no longer holds, whether it is shown or waits. */
  withdraw(isOutdated: (item: Item) => boolean): void {
    this.#waiting = this.#waiting.filter((one) => !isOutdated(one));
    for (const one of this.#shown.filter(isOutdated)) this.close(one.id);
  }

  /** While none is drawn, or somebody reads or reaches for one, none goes. */
  pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    for (const timer of this.#timers.values()) {
      clearTimeout(timer.handle);
      timer.leftMs = timer.endsAt - Date.now();
    }
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    for (const id of this.#timers.keys()) this.#start(id);
  }

  #fill(): void {
    while (this.#shown.length < MAX_SHOWN) {
      const next = this.#waiting.shift();
      if (next === undefined) break;
      this.#shown = [...this.#shown, next];
      if (next.durationMs === null) continue;
      this.#timers.set(next.id, { endsAt: 0, leftMs: next.durationMs });
      if (!this.#isPaused) this.#start(next.id);
    }
    for (const listener of this.#listeners) listener();
  }

  #start(id: number): void {
    const timer = this.#timers.get(id);
    if (timer === undefined) return;
    timer.endsAt = Date.now() + timer.leftMs;
    timer.handle = setTimeout(() => this.close(id), timer.leftMs);
  }
}
