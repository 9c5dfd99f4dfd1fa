import { GatewayError } from '../platform/gateway-error.ts';

/**
 * Reads amounts less every charge that was recorded and is not in them yet; the book keeps what it learned.
 * Undefined when there is no such row.
 */
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
  /** While above zero the account stays in memory: the database does not know what is being done to it. */
  pins: number;
  /** Outbox number of its last settlement: until that is drained, the database does not know this balance. */
  lastSettlement: number;
  /** Settles when the last change of its amount by hand has. */
  lastChange: Promise<void>;
}

/** Points held for one call on the balance, and on the token's remainder where it has a limit. */
export interface Hold {
  readonly points: number;
  readonly user: Account;
  readonly token: Account | null;
  open: boolean;
}

/** Points that a settled call took. */
export interface TakenPoints {
  fromBalance: number;
  /** 0 where the token has no limit. */
  fromToken: number;
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
    const loaded = [await this.#users.loadPinned(userId)];
    try {
      if (limitedTokenId !== null) loaded.push(await this.#tokens.loadPinned(limitedTokenId));
    } finally {
      // Whoever waits for the accounts finds them in this turn of the event loop.
      setImmediate(() => {
        for (const account of loaded) account.pins -= 1;
      });
    }
  }

  /**
   * Holds points on all payers at once.
   * @throws quota.insufficient or quota.token_insufficient; nothing is held then
   */
  reserve({ userId, limitedTokenId }: Payers, points: number): Hold {
    const user = this.#users.getLoaded(userId);
    const token = limitedTokenId === null ? null : this.#tokens.getLoaded(limitedTokenId);
    if (freeOf(user) < points) throw new GatewayError('quota.insufficient', { needed: points });
    if (token !== null && freeOf(token) < points) {
      throw new GatewayError('quota.token_insufficient', { needed: points });
    }
    hold(user, points);
    if (token !== null) hold(token, points);
    return { points, user, token, open: true };
  }

  /** Points that could be held now. */
  available({ userId, limitedTokenId }: Payers): number {
    const balance = freeOf(this.#users.getLoaded(userId));
    const limit = limitedTokenId === null ? balance : freeOf(this.#tokens.getLoaded(limitedTokenId));
    return Math.max(0, Math.min(balance, limit));
  }

  /** Whether no other call is in flight on any of the payers. */
  isIdle({ userId, limitedTokenId }: Payers): boolean {
    if (this.#users.getLoaded(userId).holds > 0) return false;
    return limitedTokenId === null || this.#tokens.getLoaded(limitedTokenId).holds === 0;
  }

  /**
   * Replaces a hold by what the call really cost. The accounts stay in memory until `recorded` or `undo`.
   * @returns what was taken: from the balance the charge, or what it has beyond other holds where that is less;
   *   the token's limit never makes the balance pay less, it only goes down to zero
   */
  settle(hold: Hold, charge: number): TakenPoints {
    const { user, token } = hold;
    letGo(hold);
    const fromBalance = take(user, charge);
    return { fromBalance, fromToken: token === null ? 0 : take(token, fromBalance) };
  }

  /** Gives a hold back unused. */
  release(hold: Hold): void {
    if (hold.open) letGo(hold);
  }

  /** Gives points back that were taken for a settlement that could not be kept. */
  undo({ user, token }: Hold, { fromBalance, fromToken }: TakenPoints): void {
    user.balance += fromBalance;
    user.pins -= 1;
    if (token === null) return;
    token.balance += fromToken;
    token.pins -= 1;
  }

  /** Remembers the outbox number of a hold's settlement. */
  recorded({ user, token }: Hold, settlementNumber: number): void {
    keepUntilDrained(user, settlementNumber);
    if (token !== null) keepUntilDrained(token, settlementNumber);
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
    const account = await this.#users.loadPinned(userId);
    try {
      await write();
      account.balance += points;
    } finally {
      account.pins -= 1;
    }
  }

  /**
   * Takes points away outside a call: holds them, lets `write` change the database, then takes them for good.
   * @throws quota.insufficient when the balance is smaller
   */
  async debit(userId: number, points: number, write: () => Promise<void>): Promise<void> {
    const account = await this.#users.loadPinned(userId);
    try {
      if (freeOf(account) < points) throw new GatewayError('quota.insufficient', { needed: points });
      account.balance -= points;
      try {
        await write();
      } catch (error) {
        account.balance += points;
        throw error;
      }
    } finally {
      account.pins -= 1;
    }
  }

  /**
   * Sets what a limited token may still spend, by the difference to what the book knows, so that calls in
   * flight and settlements on their way are neither lost nor counted twice. Changes of one token follow each
   * other; the book goes down before the database and up after it, so that nothing is spent that it refuses.
   * @param write adds the difference to the stored remainder
   */
  async setRemainder(
    tokenId: number,
    points: number,
    write: (difference: number) => Promise<void>,
  ): Promise<void> {
    const account = await this.#tokens.loadPinned(tokenId);
    const change = account.lastChange.then(() => changeAmount(account, points, write));
    account.lastChange = change.catch(() => {});
    try {
      await change;
    } finally {
      account.pins -= 1;
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
}

/** Points that no call holds. */
const freeOf = ({ balance, held }: Account): number => balance - held;

function hold(account: Account, points: number): void {
  account.held += points;
  account.holds += 1;
}

function letGo(hold: Hold): void {
  if (!hold.open) throw new Error('a hold is settled once');
  hold.open = false;
  const { points, user, token } = hold;
  user.held -= points;
  user.holds -= 1;
  if (token === null) return;
  token.held -= points;
  token.holds -= 1;
}

/** Takes points beyond what other calls hold, as far as there are any, and keeps the account in memory. */
function take(account: Account, points: number): number {
  const taken = Math.min(points, Math.max(0, freeOf(account)));
  account.balance -= taken;
  account.pins += 1;
  return taken;
}

function keepUntilDrained(account: Account, settlementNumber: number): void {
  account.pins -= 1;
  // Settlements that waited for room on the disk are recorded out of order.
  if (settlementNumber > account.lastSettlement) account.lastSettlement = settlementNumber;
}

async function changeAmount(
  account: Account,
  points: number,
  write: (difference: number) => Promise<void>,
): Promise<void> {
  const difference = points - account.balance;
  const lowered = Math.min(0, difference);
  account.balance += lowered;
  try {
    await write(difference);
  } catch (error) {
    account.balance -= lowered;
    throw error;
  }
  account.balance += difference - lowered;
}

/** Loaded accounts, a bounded number of them; only one that the database knows exactly is let go. */
class AccountShelf {
  drainedThrough = 0;
  readonly #accounts = new Map<number, Account>();
  readonly #loading = new Map<number, Promise<void>>();
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

  /** The account, kept in memory until the caller takes the pin off. */
  async loadPinned(id: number): Promise<Account> {
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
    for (const account of this.#accounts.values()) sum += account.held;
    return sum;
  }

  async #loadNow(id: number): Promise<void> {
    const balance = (await this.#read(id)) ?? 0;
    this.#makeRoom();
    this.#accounts.set(id, {
      balance,
      held: 0,
      holds: 0,
      pins: 0,
      lastSettlement: 0,
      lastChange: Promise.resolve(),
    });
  }

  #makeRoom(): void {
    if (this.#accounts.size < this.#capacity) return;
    for (const [id, account] of this.#accounts) {
      if (account.holds > 0 || account.pins > 0 || account.lastSettlement > this.drainedThrough) continue;
      this.#accounts.delete(id);
      if (this.#accounts.size < this.#capacity * 0.9) return;
    }
  }
}
