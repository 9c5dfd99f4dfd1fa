import { GatewayError } from '../platform/gateway-error.ts';

/** Reads the stored amounts; the book keeps what it learned. Undefined when there is no such row. */
export interface QuotaSource {
  balanceOf(userId: number): Promise<number | undefined>;
  remainderOf(tokenId: number): Promise<number | undefined>;
}

/** An amount of points that calls are paid from: a user's balance or a limited token's remainder. */
interface Account {
  /** Points after everything settled so far, drained to the database or not. */
  balance: number;
  /** Points held for calls in flight. */
  held: number;
  holds: number;
  /** Outbox number of its last settlement: until that is drained, the database does not know this balance. */
  lastSettlement: number;
}

/** Points held for one call on every account that pays for it. */
export interface Hold {
  readonly points: number;
  readonly accounts: readonly Account[];
  open: boolean;
}

export interface Payers {
  userId: number;
  /** Null when the token has no limit of its own. */
  limitedTokenId: number | null;
}

/**
 * Decides every hold. It lives in memory over the database's state: one process, one thread, so a hold on
 * several accounts is one step that nothing can come between. A process that dies takes its holds with it;
 * what was charged is in the outbox.
 */
export class QuotaBook {
  readonly #users: AccountShelf;
  readonly #tokens: AccountShelf;

  constructor(source: QuotaSource, { capacity = 100_000 }: { capacity?: number } = {}) {
    this.#users = new AccountShelf((id) => source.balanceOf(id), capacity);
    this.#tokens = new AccountShelf((id) => source.remainderOf(id), capacity);
  }

  /** Makes sure that both accounts are known; instant when they are. */
  load(payers: Payers): Promise<void> | undefined {
    const { userId, limitedTokenId } = payers;
    if (this.#users.has(userId) && (limitedTokenId === null || this.#tokens.has(limitedTokenId)))
      return undefined;
    return this.#loadBoth(payers);
  }

  async #loadBoth({ userId, limitedTokenId }: Payers): Promise<void> {
    await this.#users.load(userId);
    if (limitedTokenId !== null) await this.#tokens.load(limitedTokenId);
  }

  /**
   * Holds points on all payers at once.
   * @throws quota.insufficient or quota.token_insufficient; nothing is held then
   */
  reserve(payers: Payers, points: number): Hold {
    const accounts = this.#accountsOf(payers);
    for (const [index, account] of accounts.entries()) {
      if (account.balance - account.held < points) throw insufficient(index, points);
    }
    return openHold(accounts, points);
  }

  /** Points that could be held now. */
  available(payers: Payers): number {
    return Math.max(
      0,
      Math.min(...this.#accountsOf(payers).map((account) => account.balance - account.held)),
    );
  }

  /** Whether no other call is in flight on any of the payers. */
  isIdle(payers: Payers): boolean {
    return this.#accountsOf(payers).every((account) => account.holds === 0);
  }

  /**
   * Replaces a hold by what the call really cost.
   * @returns points taken: the charge, or what is left where that is less; a balance never goes below zero
   */
  settle(hold: Hold, charge: number): number {
    if (!hold.open) throw new Error('a hold is settled once');
    hold.open = false;
    let taken = charge;
    for (const account of hold.accounts) {
      account.held -= hold.points;
      account.holds -= 1;
      taken = Math.min(taken, Math.max(0, account.balance - account.held));
    }
    for (const account of hold.accounts) account.balance -= taken;
    return taken;
  }

  /** Gives a hold back unused. */
  release(hold: Hold): void {
    if (hold.open) this.settle(hold, 0);
  }

  /** Gives points back that were taken for a settlement that could not be kept. */
  undo(hold: Hold, taken: number): void {
    for (const account of hold.accounts) account.balance += taken;
  }

  /** Remembers the outbox number of a hold's settlement. */
  recorded(hold: Hold, settlementNumber: number): void {
    for (const account of hold.accounts) account.lastSettlement = settlementNumber;
  }

  /** The outbox has been written to the database through this number. */
  drained(throughNumber: number): void {
    this.#users.drainedThrough = throughNumber;
    this.#tokens.drainedThrough = throughNumber;
  }

  /**
   * Adds points outside a call, as `write` adds them in the database. The account is read before and kept
   * meanwhile: read afterwards it would hold the points already and get them twice.
   */
  async credit(userId: number, points: number, write: () => Promise<void>): Promise<void> {
    const account = await this.#users.load(userId);
    const pin = openHold([account], 0);
    try {
      await write();
      account.balance += points;
    } finally {
      this.release(pin);
    }
  }

  /**
   * Takes points away outside a call: holds them, lets `write` change the database, then takes them for good.
   * @throws quota.insufficient when the balance is smaller
   */
  async debit(userId: number, points: number, write: () => Promise<void>): Promise<void> {
    await this.#users.load(userId);
    const hold = this.reserve({ userId, limitedTokenId: null }, points);
    try {
      await write();
    } catch (error) {
      this.release(hold);
      throw error;
    }
    this.settle(hold, points);
  }

  /**
   * Sets what a limited token may still spend, by the difference to what the book knows, so that calls in
   * flight and settlements on their way are neither lost nor counted twice.
   * @param write adds the difference to the stored remainder
   */
  async setRemainder(
    tokenId: number,
    points: number,
    write: (difference: number) => Promise<void>,
  ): Promise<void> {
    const account = await this.#tokens.load(tokenId);
    const difference = points - account.balance;
    account.balance = points;
    try {
      await write(difference);
    } catch (error) {
      account.balance -= difference;
      throw error;
    }
  }

  /** Balance as the book knows it, or undefined when the account is not loaded. */
  balanceOf(userId: number): number | undefined {
    return this.#users.get(userId)?.balance;
  }

  /** Points held at this moment, on all users. */
  heldPoints(): number {
    return this.#users.heldPoints();
  }

  #accountsOf({ userId, limitedTokenId }: Payers): Account[] {
    const accounts = [this.#users.getLoaded(userId)];
    if (limitedTokenId !== null) accounts.push(this.#tokens.getLoaded(limitedTokenId));
    return accounts;
  }
}

function insufficient(index: number, points: number): GatewayError {
  return new GatewayError(index === 0 ? 'quota.insufficient' : 'quota.token_insufficient', {
    needed: points,
  });
}

function openHold(accounts: Account[], points: number): Hold {
  for (const account of accounts) {
    account.held += points;
    account.holds += 1;
  }
  return { points, accounts, open: true };
}

/** Loaded accounts, a bounded number of them; only one that the database knows exactly is let go. */
class AccountShelf {
  drainedThrough = 0;
  readonly #accounts = new Map<number, Account>();
  readonly #loading = new Map<number, Promise<Account>>();
  readonly #read: (id: number) => Promise<number | undefined>;
  readonly #capacity: number;

  constructor(read: (id: number) => Promise<number | undefined>, capacity: number) {
    this.#read = read;
    this.#capacity = capacity;
  }

  has(id: number): boolean {
    return this.#accounts.has(id);
  }

  get(id: number): Account | undefined {
    return this.#accounts.get(id);
  }

  getLoaded(id: number): Account {
    const account = this.#accounts.get(id);
    if (account === undefined) throw new Error('an account is loaded before it is used');
    return account;
  }

  async load(id: number): Promise<Account> {
    const known = this.#accounts.get(id);
    if (known !== undefined) return known;
    let loading = this.#loading.get(id);
    if (loading === undefined) {
      loading = this.#loadNow(id);
      this.#loading.set(id, loading);
    }
    return loading;
  }

  heldPoints(): number {
    let sum = 0;
    for (const account of this.#accounts.values()) sum += account.held;
    return sum;
  }

  async #loadNow(id: number): Promise<Account> {
    try {
      const balance = (await this.#read(id)) ?? 0;
      const account: Account = { balance, held: 0, holds: 0, lastSettlement: 0 };
      this.#makeRoom();
      this.#accounts.set(id, account);
      return account;
    } finally {
      this.#loading.delete(id);
    }
  }

  #makeRoom(): void {
    if (this.#accounts.size < this.#capacity) return;
    for (const [id, account] of this.#accounts) {
      if (account.holds > 0 || account.lastSettlement > this.drainedThrough) continue;
      this.#accounts.delete(id);
      if (this.#accounts.size < this.#capacity * 0.9) return;
    }
  }
}
