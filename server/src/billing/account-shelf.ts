import type { Account, StoredAccount } from './account.ts';
import { wakeQueue } from './hold-queue.ts';

/**
 * A bounded cache of loaded accounts. It releases an account only when the database holds its exact amount.
 */
export class AccountShelf {
  drainedThrough = 0;
  /** Number of accounts released so far. While it is unchanged, earlier look-ups are still valid. */
  removals = 0;
  readonly #accounts = new Map<string, Account>();
  readonly #loading = new Map<string, Promise<void>>();
  readonly #read: (key: string) => Promise<StoredAccount>;
  readonly #capacity: number;

  constructor(read: (key: string) => Promise<StoredAccount>, capacity: number) {
    this.#read = read;
    this.#capacity = capacity;
  }

  get(key: string): Account | undefined {
    return this.#accounts.get(key);
  }

  /** Returns the account and pins it in memory until the caller unpins it. */
  async loadPinned(key: string): Promise<Account> {
    for (;;) {
      const known = this.#accounts.get(key);
      if (known !== undefined) {
        known.pins += 1;
        return known;
      }
      let loading = this.#loading.get(key);
      if (loading === undefined) {
        loading = this.#loadNow(key).finally(() => this.#loading.delete(key));
        this.#loading.set(key, loading);
      }
      await loading;
    }
  }

  /** Loads accounts; they stay in memory for the rest of the turn of the event loop in which this resolves. */
  async loadForTurn(keys: readonly string[]): Promise<void> {
    const loaded: Account[] = [];
    try {
      for (const key of keys) loaded.push(await this.loadPinned(key));
    } finally {
      // Callers that await the accounts run in this turn of the event loop and still find them pinned.
      setImmediate(() => {
        for (const account of loaded) account.pins -= 1;
      });
    }
  }

  /** Opens an account that the database is known to have no amount of. */
  openEmpty(key: string): Account {
    return this.#add(key, { points: 0, debt: 0 });
  }

  /** Runs something with an account, which stays in memory meanwhile. Calls that wait for it try again afterwards. */
  async with<Result>(key: string, use: (account: Account) => Promise<Result>): Promise<Result> {
    const account = await this.loadPinned(key);
    try {
      return await use(account);
    } finally {
      account.pins -= 1;
      wakeQueue(account);
    }
  }

  /** Points held or set aside on the accounts whose keys begin so. */
  heldPoints(begin: string): number {
    let sum = 0;
    for (const [key, { held, aside }] of this.#accounts) if (key.startsWith(begin)) sum += held + aside;
    return sum;
  }

  async #loadNow(key: string): Promise<void> {
    const stored = await this.#read(key);
    if (!this.#accounts.has(key)) this.#add(key, stored);
  }

  #add(key: string, { points, debt }: StoredAccount): Account {
    this.#makeRoom();
    const account: Account = {
      balance: points,
      debt,
      held: 0,
      holds: 0,
      aside: 0,
      pins: 0,
      lastSettlement: 0,
      lastChange: Promise.resolve(),
      queue: [],
    };
    this.#accounts.set(key, account);
    return account;
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
