import type { Account, StoredAccount } from './account.ts';

/**
 * A bounded cache of loaded accounts. It releases an account only when the database holds its exact amount.
 */
export class AccountShelf<Key extends number | string> {
  drainedThrough = 0;
  /** Number of accounts released so far. While it is unchanged, earlier look-ups are still valid. */
  removals = 0;
  readonly #accounts = new Map<Key, Account>();
  readonly #loading = new Map<Key, Promise<void>>();
  readonly #read: (id: Key) => Promise<StoredAccount>;
  readonly #capacity: number;

  constructor(read: (id: Key) => Promise<StoredAccount>, capacity: number) {
    this.#read = read;
    this.#capacity = capacity;
  }

  get(id: Key): Account | undefined {
    return this.#accounts.get(id);
  }

  /** Returns the account and pins it in memory until the caller unpins it. */
  async loadPinned(id: Key): Promise<Account> {
    for (;;) {
      const known = this.#accounts.get(id);
      if (known !== undefined) {
        known.pins += 1;
        return known;
      }
      let loading = this.#loading.get(id);
      if (loading === undefined) {
        loading = this.#loadNow(id).finally(() => this.#loading.delete(id));
        this.#loading.set(id, loading);
      }
      await loading;
    }
  }

  heldPoints(): number {
    let sum = 0;
    for (const account of this.#accounts.values()) sum += account.held + account.aside;
    return sum;
  }

  async #loadNow(id: Key): Promise<void> {
    const { points, debt } = await this.#read(id);
    this.#makeRoom();
    this.#accounts.set(id, {
      balance: points,
      debt,
      held: 0,
      holds: 0,
      aside: 0,
      pins: 0,
      lastSettlement: 0,
      lastChange: Promise.resolve(),
      queue: [],
    });
  }

  #makeRoom(): void {
    if (this.#accounts.size < this.#capacity) return;
    for (const [id, account] of this.#accounts) {
      if (!this.#isKnownToDatabase(account)) continue;
      this.#accounts.delete(id);
      this.removals += 1;
      if (this.#accounts.size < this.#capacity * 0.9) return;
    }
  }

  #isKnownToDatabase({ holds, pins, queue, lastSettlement }: Account): boolean {
    return holds === 0 && pins === 0 && queue.length === 0 && lastSettlement <= this.drainedThrough;
  }
}
