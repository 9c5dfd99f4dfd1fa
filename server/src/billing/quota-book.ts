import { GatewayError } from '../platform/gateway-error.ts';
import {
  type Aside,
  type BudgetPeriod,
  budgetOf,
  type CallBudget,
  type Hold,
  type HoldAttempt,
  keyOf,
  type Share,
  type StoredAccount,
} from './account.ts';
import { changeAmount, inTurn } from './account-change.ts';
import { AccountShelf } from './account-shelf.ts';
import {
  freeOf,
  giveBack,
  growHold,
  type HoldTerms,
  type LeftPoints,
  leftOf,
  letGo,
  openHold,
  putAside,
  refusal,
  spent,
  type TakenPoints,
  takeCharge,
  tryToHold,
} from './hold.ts';
import { type WaitTerms, waitInQueue, wakeQueue } from './hold-queue.ts';

/**
 * Reads amounts, with recorded charges deducted that are not in the database yet. The book caches the
 * results. Returns undefined if there is no such row.
 */
export interface QuotaSource {
  balanceOf(userId: number): Promise<StoredAccount | undefined>;
  remainderOf(tokenId: number): Promise<number | undefined>;
  /** Points counted against a budget in a period. */
  usedOf(budget: BudgetPeriod): Promise<number>;
}

export interface Payers {
  userId: number;
  /** Null when the token has no limit of its own. */
  limitedTokenId: number | null;
  budgets: readonly CallBudget[];
}

/** Points that move on a balance, and the debt that changes with them. */
export type BalanceChange = Pick<TakenPoints, 'fromBalance' | 'debt'>;

const NO_WAIT: WaitTerms = { waitMs: 0, onLeave() {} };

/**
 * Decides every hold, in memory on top of the database's state. There is one process and one thread, so a
 * hold on several accounts is atomic. If the process dies, its holds are gone; the charges are in the outbox.
 */
export class QuotaBook {
  readonly #accounts: AccountShelf;
  /** The payers of a call are looked up several times in one turn of the event loop. */
  #latest: { payers: Payers; removals: number; shares: readonly Share[] } | null = null;

  /** @param capacity accounts in memory: balances, limits of keys and budgets together */
  constructor(source: QuotaSource, { capacity = 300_000 }: { capacity?: number } = {}) {
    this.#accounts = new AccountShelf((key) => readAccount(source, key), capacity);
  }

  /** Loads all accounts; returns undefined when they are already loaded. */
  load(payers: Payers): Promise<void> | undefined {
    return this.#findShares(payers) === undefined ? this.#loadAll(payers) : undefined;
  }

  #loadAll({ userId, limitedTokenId, budgets }: Payers): Promise<void> {
    const keys = [userKey(userId)];
    if (limitedTokenId !== null) keys.push(tokenKey(limitedTokenId));
    for (const { key } of budgets) keys.push(key);
    return this.#accounts.loadForTurn(keys);
  }

  /**
   * Holds points on all payers at once, waiting for blocking holds of other calls if necessary.
   * @throws quota.insufficient, quota.token_insufficient, quota.budget_spent, with `retry_after` where other
   * calls hold the missing points; caller.left. Nothing is held then
   */
  reserve(payers: Payers, terms: HoldTerms, wait: WaitTerms = NO_WAIT): Hold | Promise<Hold> {
    const shares = this.#sharesOf(payers);
    const tryNow = (): HoldAttempt => tryToHold(shares, terms);
    // If other calls already wait for one of the payers, join the queue.
    const inLine = shares.find(({ account }) => account.queue.length > 0);
    const attempt = inLine === undefined ? tryNow() : refusal(shares, { ...terms, blocking: inLine });
    if ('hold' in attempt) return attempt.hold;
    if (!attempt.isWorthWaiting) throw attempt.error;
    const waiting = waitInQueue(attempt, tryNow, wait);
    keepWhile(waiting, shares);
    return waiting;
  }

  /** A hold of no points, for a call whose end is recorded though it is paid by nothing. */
  async holdNothing(payers: Payers): Promise<Hold> {
    await this.load(payers);
    return openHold(this.#sharesOf(payers), 0);
  }

  #sharesOf(payers: Payers): readonly Share[] {
    const shares = this.#findShares(payers);
    if (shares === undefined) throw new Error('an account is loaded before it is used');
    return shares;
  }

  /** Returns undefined if an account is not loaded. */
  #findShares(payers: Payers): readonly Share[] | undefined {
    const { removals } = this.#accounts;
    if (this.#latest?.payers === payers && this.#latest.removals === removals) return this.#latest.shares;
    const shares = this.#lookUp(payers);
    if (shares !== undefined) this.#latest = { payers, removals, shares };
    return shares;
  }

  #lookUp({ userId, limitedTokenId, budgets }: Payers): Share[] | undefined {
    const user = this.#accounts.get(userKey(userId));
    if (user === undefined) return undefined;
    const shares: Share[] = [{ payer: 'balance', account: user, limit: 0, budget: null }];
    if (limitedTokenId !== null) {
      const token = this.#accounts.get(tokenKey(limitedTokenId));
      if (token === undefined) return undefined;
      shares.push({ payer: 'token', account: token, limit: 0, budget: null });
    }
    for (const budget of budgets) {
      const account = this.#accounts.get(budget.key);
      if (account === undefined) return undefined;
      shares.push({ payer: 'budget', account, limit: budget.points, budget });
    }
    return shares;
  }

  /** Converts a call's hold into points set aside for work that continues after the call. */
  setAside(hold: Hold): Aside {
    letGo(hold);
    const aside = putAside(hold.shares, hold.points);
    // No call waits for points set aside: some that wait can no longer be paid.
    for (const { account } of hold.shares) wakeQueue(account);
    return aside;
  }

  /**
   * Sets points aside again after a restart, even if the payers have fewer points left.
   * @param payers their budgets are not checked
   */
  async setAsideAgain(payers: Payers, points: number): Promise<Aside> {
    await this.load(payers);
    return putAside(this.#sharesOf(payers), points);
  }

  /** Like `settle`, for points set aside; `recorded` or `undo` follows. */
  settleAside(aside: Aside, charge: number, { debtLimit = 0 } = {}): TakenPoints {
    for (const { account } of aside.shares) account.aside -= aside.points;
    const taken = takeCharge(aside, charge, debtLimit);
    for (const { account } of aside.shares) wakeQueue(account);
    return taken;
  }

  /**
   * Holds more points for a call that runs longer than expected.
   * @returns false if one of the payers has too few points; nothing changes then
   */
  grow(hold: Hold, points: number): boolean {
    return growHold(hold, points);
  }

  /** Whether this hold is the only one on each payer with fewer free points than `points`. */
  isAlone(hold: Hold, points: number): boolean {
    return hold.shares.every((share) => share.account.holds === 1 || freeOf(share) >= points);
  }

  /** @throws like `reserve`, if a payer has nothing left even when other calls' holds count as available */
  assertUnspent(payers: Payers): void {
    const empty = this.#sharesOf(payers).find((share) => leftOf(share) <= 0);
    if (empty !== undefined) throw spent(empty);
  }

  /** Points that the payers have left for a call. */
  left(payers: Payers): LeftPoints {
    let available = Number.POSITIVE_INFINITY;
    let availableAlone = Number.POSITIVE_INFINITY;
    let calls = 0;
    for (const share of this.#sharesOf(payers)) {
      available = Math.min(available, freeOf(share));
      availableAlone = Math.min(availableAlone, leftOf(share));
      calls = Math.max(calls, share.account.holds);
    }
    return { available: Math.max(0, available), availableAlone: Math.max(0, availableAlone), calls };
  }

  /**
   * Replaces a hold with the actual charge. The accounts stay in memory until `recorded` or `undo`.
   * @param debtLimit maximum total debt of the balance, in points
   * @returns the points taken
   */
  settle(hold: Hold, charge: number, { debtLimit = 0 } = {}): TakenPoints {
    letGo(hold);
    const taken = takeCharge(hold, charge, debtLimit);
    for (const { account } of hold.shares) {
      account.pins += 1;
      wakeQueue(account);
    }
    return taken;
  }

  /** Releases a hold without a charge. */
  release(hold: Hold): void {
    if (!hold.open) return;
    letGo(hold);
    for (const { account } of hold.shares) wakeQueue(account);
  }

  /** Returns points taken for a settlement that could not be stored. */
  undo(hold: Pick<Hold, 'shares'>, taken: TakenPoints): void {
    giveBack(hold, taken);
    for (const { account } of hold.shares) {
      account.pins -= 1;
      wakeQueue(account);
    }
  }

  /** Stores the outbox number of a hold's settlement. */
  recorded(hold: Pick<Hold, 'shares'>, settlementNumber: number): void {
    for (const { account } of hold.shares) {
      account.pins -= 1;
      // Settlements that waited for disk space are recorded out of order.
      if (settlementNumber > account.lastSettlement) account.lastSettlement = settlementNumber;
    }
  }

  /** Notes that the database holds the outbox up to and including this number. */
  drained(throughNumber: number): void {
    this.#accounts.drainedThrough = throughNumber;
  }

  /**
   * Adds points outside a call; `write` adds them in the database. The account is loaded first and pinned
   * meanwhile: a later load would already include the points and count them twice.
   */
  credit(userId: number, points: number, write: () => Promise<void>): Promise<void> {
    return this.#accounts.with(userKey(userId), async (account) => {
      await write();
      account.balance += points;
    });
  }

  /**
   * Takes points outside a call: holds them, lets `write` change the database, then takes them permanently.
   * @throws quota.insufficient when the balance is smaller
   */
  debit(userId: number, points: number, write: () => Promise<void>): Promise<void> {
    return this.#accounts.with(userKey(userId), async (account) => {
      if (freeOf({ account, limit: 0 }) < points)
        throw new GatewayError('quota.insufficient', { needed: points });
      account.balance -= points;
      try {
        await write();
      } catch (error) {
        account.balance += points;
        throw error;
      }
    });
  }

  /**
   * Takes points outside a call, also from a smaller balance: the missing ones become debt, or are left. Points that
   * calls hold are taken too, as by a charge beyond its hold; else a long call would keep them from being taken.
   * @param write changes the database by the points of the balance and by the debt
   */
  debitUpTo(
    userId: number,
    { points, owes }: { points: number; owes: boolean },
    write: (taken: BalanceChange) => Promise<void>,
  ): Promise<void> {
    return this.#accounts.with(userKey(userId), async (account) => {
      const fromBalance = Math.min(points, Math.max(0, account.balance - account.debt));
      const debt = owes ? points - fromBalance : 0;
      account.balance -= fromBalance;
      account.debt += debt;
      try {
        await write({ fromBalance, debt });
      } catch (error) {
        account.balance += fromBalance;
        account.debt -= debt;
        throw error;
      }
    });
  }

  /** Returns points of `debitUpTo`. @param write returns the points and the debt that it gave back */
  creditBack(userId: number, write: () => Promise<BalanceChange>): Promise<void> {
    return this.#accounts.with(userKey(userId), async (account) => {
      const { fromBalance, debt } = await write();
      account.balance += fromBalance;
      account.debt -= debt;
    });
  }

  /**
   * Pays the debt of a balance from points that no call holds.
   * @param write pays up to `most` points in the database and returns the number paid
   * @returns the number paid
   */
  payDebt(userId: number, write: (most: number) => Promise<number>): Promise<number> {
    return this.#accounts.with(userKey(userId), async (account) => {
      const most = Math.max(0, Math.min(account.debt, account.balance - account.held - account.aside));
      account.balance -= most;
      let paid = 0;
      try {
        if (most > 0) paid = await write(most);
      } finally {
        account.balance += most - paid;
        account.debt -= paid;
      }
      return paid;
    });
  }

  /**
   * Changes the points that a limited token may still spend. It applies the difference to the known
   * remainder, so calls in flight and pending settlements are neither lost nor counted twice. Changes to one
   * token run one after another. The book decreases before the database and increases after it, so refused
   * points are never spent.
   * @param pointsOf new remainder, from the current one
   * @param write adds the difference to the stored remainder
   */
  changeRemainder(
    tokenId: number,
    pointsOf: (left: number) => number,
    write: (difference: number) => Promise<void>,
  ): Promise<void> {
    return this.#accounts.with(tokenKey(tokenId), (account) =>
      inTurn(account, () => changeAmount(account, pointsOf(account.balance), write)),
    );
  }

  /**
   * Resets the use of a budget. Calls in flight count when they are settled.
   * @param write adds the points, which are negative, to the stored use
   * @returns the number of points given back
   */
  resetBudget(budget: BudgetPeriod, write: (difference: number) => Promise<void>): Promise<number> {
    return this.#accounts.with(keyOf(budget), (account) =>
      inTurn(account, async () => {
        const used = -account.balance;
        await changeAmount(account, 0, (difference) => write(-difference));
        return used;
      }),
    );
  }

  /** Use of a budget, and points held or set aside on it; undefined when the account is not loaded. */
  useOf(budget: BudgetPeriod): { used: number; held: number } | undefined {
    const account = this.#accounts.get(keyOf(budget));
    return account && { used: -account.balance, held: account.held + account.aside };
  }

  /** Points left in a budget, including those held by calls in flight. */
  leftOf({ points, ...budget }: CallBudget): number {
    return Math.max(0, points - (this.useOf(budget)?.used ?? 0));
  }

  /** The balance in the book, or undefined when the account is not loaded. */
  balanceOf(userId: number): number | undefined {
    return this.#accounts.get(userKey(userId))?.balance;
  }

  /** The token's remainder in the book, or undefined when the account is not loaded. */
  remainderOf(tokenId: number): number | undefined {
    return this.#accounts.get(tokenKey(tokenId))?.balance;
  }

  /** The debt of a balance in the book. */
  debtOf(userId: number): number {
    return this.#accounts.get(userKey(userId))?.debt ?? 0;
  }

  /** Points currently held or set aside, over all users. */
  heldPoints(): number {
    return this.#accounts.heldPoints(userKey(''));
  }
}

const EMPTY: StoredAccount = { points: 0, debt: 0 };

const asAccount = (points: number): StoredAccount => ({ points, debt: 0 });

const userKey = (id: number | ''): string => `user ${id}`;
const tokenKey = (id: number): string => `token ${id}`;

/** The keys of budgets have no word in front. */
async function readAccount(source: QuotaSource, key: string): Promise<StoredAccount> {
  const [kind = '', id] = key.split(' ');
  if (kind === 'user') return (await source.balanceOf(Number(id))) ?? EMPTY;
  if (kind === 'token') return asAccount((await source.remainderOf(Number(id))) ?? 0);
  return asAccount(-(await source.usedOf(budgetOf(key))));
}

/** Keeps all accounts of a waiting call in memory. */
function keepWhile(waiting: Promise<Hold>, shares: readonly Share[]): void {
  const pin = (count: number): void => {
    for (const { account } of shares) account.pins += count;
  };
  const unpin = (): void => pin(-1);
  pin(1);
  waiting.then(unpin, unpin);
}
