import { GatewayError } from '../platform/gateway-error.ts';
import {
  type Account,
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
import { AccountShelf } from './account-shelf.ts';
import {
  freeOf,
  giveBack,
  growHold,
  type HoldTerms,
  type LeftPoints,
  leftOf,
  letGo,
  putAside,
  refusal,
  spent,
  type TakenPoints,
  takeCharge,
  tryToHold,
} from './hold.ts';
import { type WaitTerms, waitInQueue, wakeQueue } from './hold-queue.ts';

/**
 * Reads amounts less every charge that was recorded and is not in them yet; the book keeps what it learned.
 * Undefined when there is no such row.
 */
export interface QuotaSource {
  balanceOf(userId: number): Promise<StoredAccount | undefined>;
  remainderOf(tokenId: number): Promise<number | undefined>;
  /** Points that were counted against a budget in a period. */
  usedOf(budget: BudgetPeriod): Promise<number>;
}

export interface Payers {
  userId: number;
  /** Null when the token has no limit of its own. */
  limitedTokenId: number | null;
  budgets: readonly CallBudget[];
}

const NO_WAIT: WaitTerms = { waitMs: 0, onLeave() {} };

/**
 * Decides every hold. It lives in memory over the database's state: one process, one thread, so a hold on
 * several accounts is one step that nothing can come between. A process that dies takes its holds with it;
 * what was charged is in the outbox.
 */
export class QuotaBook {
  readonly #users: AccountShelf<number>;
  readonly #tokens: AccountShelf<number>;
  readonly #budgets: AccountShelf<string>;
  /** What pays for a call is asked for several times in one turn of the event loop. */
  #latest: { payers: Payers; removals: number; shares: readonly Share[] } | null = null;

  constructor(source: QuotaSource, { capacity = 100_000 }: { capacity?: number } = {}) {
    this.#users = new AccountShelf(async (id) => (await source.balanceOf(id)) ?? EMPTY, capacity);
    this.#tokens = new AccountShelf(async (id) => asAccount((await source.remainderOf(id)) ?? 0), capacity);
    this.#budgets = new AccountShelf(
      async (key) => asAccount(-(await source.usedOf(budgetOf(key)))),
      capacity,
    );
  }

  /** Makes sure that all accounts are known; instant when they are. */
  load(payers: Payers): Promise<void> | undefined {
    return this.#findShares(payers) === undefined ? this.#loadAll(payers) : undefined;
  }

  async #loadAll({ userId, limitedTokenId, budgets }: Payers): Promise<void> {
    const loaded = [await this.#users.loadPinned(userId)];
    try {
      if (limitedTokenId !== null) loaded.push(await this.#tokens.loadPinned(limitedTokenId));
      for (const budget of budgets) loaded.push(await this.#budgets.loadPinned(budget.key));
    } finally {
      // Whoever waits for the accounts finds them in this turn of the event loop.
      setImmediate(() => {
        for (const account of loaded) account.pins -= 1;
      });
    }
  }

  /**
   * Holds points on all payers at once, or when other calls have release what stands in the way.
   * @throws quota.insufficient, quota.token_insufficient, quota.budget_spent, with `retry_after` where others hold
   *   what is missing; caller.left. Nothing is held then
   */
  reserve(payers: Payers, terms: HoldTerms, wait: WaitTerms = NO_WAIT): Hold | Promise<Hold> {
    const shares = this.#sharesOf(payers);
    const tryNow = (): HoldAttempt => tryToHold(shares, terms);
    // Where others wait for one of the payers already, nobody passes them.
    const inLine = shares.find(({ account }) => account.queue.length > 0);
    const attempt = inLine === undefined ? tryNow() : refusal(shares, { ...terms, blocking: inLine });
    if ('hold' in attempt) return attempt.hold;
    if (!attempt.isWorthWaiting) throw attempt.error;
    const waiting = waitInQueue(attempt, tryNow, wait);
    keepWhile(waiting, shares);
    return waiting;
  }

  #sharesOf(payers: Payers): readonly Share[] {
    const shares = this.#findShares(payers);
    if (shares === undefined) throw new Error('an account is loaded before it is used');
    return shares;
  }

  /** Undefined where an account is not loaded. */
  #findShares(payers: Payers): readonly Share[] | undefined {
    const removals = this.#users.removals + this.#tokens.removals + this.#budgets.removals;
    if (this.#latest?.payers === payers && this.#latest.removals === removals) return this.#latest.shares;
    const shares = this.#lookUp(payers);
    if (shares !== undefined) this.#latest = { payers, removals, shares };
    return shares;
  }

  #lookUp({ userId, limitedTokenId, budgets }: Payers): Share[] | undefined {
    const user = this.#users.get(userId);
    if (user === undefined) return undefined;
    const shares: Share[] = [{ payer: 'balance', account: user, limit: 0, budget: null }];
    if (limitedTokenId !== null) {
      const token = this.#tokens.get(limitedTokenId);
      if (token === undefined) return undefined;
      shares.push({ payer: 'token', account: token, limit: 0, budget: null });
    }
    for (const budget of budgets) {
      const account = this.#budgets.get(budget.key);
      if (account === undefined) return undefined;
      shares.push({ payer: 'budget', account, limit: budget.points, budget });
    }
    return shares;
  }

  /** Sets points aside that were held for a call, for what goes on after it. */
  setAside(hold: Hold): Aside {
    letGo(hold);
    return putAside(hold.shares, hold.points);
  }

  /**
   * Sets aside what was so before the process began, whatever is left.
   * @param payers nothing is asked of their budgets
   */
  async setAsideAgain(payers: Payers, points: number): Promise<Aside> {
    await this.load(payers);
    return putAside(this.#sharesOf(payers), points);
  }

  /** As `settle`, of what was set aside; `recorded` or `undo` follows. */
  settleAside(aside: Aside, charge: number, { debtLimit = 0 } = {}): TakenPoints {
    for (const { account } of aside.shares) account.aside -= aside.points;
    const taken = takeCharge(aside, charge, debtLimit);
    for (const { account } of aside.shares) wakeQueue(account);
    return taken;
  }

  /**
   * Holds more points for a call that runs longer than was expected.
   * @returns false where one of its payers has no more; nothing is changed then
   */
  grow(hold: Hold, points: number): boolean {
    return growHold(hold, points);
  }

  /** Whether no other call holds anything of the payers that do not have so many points more. */
  isAlone(hold: Hold, points: number): boolean {
    return hold.shares.every((share) => share.account.holds === 1 || freeOf(share) >= points);
  }

  /** @throws as `reserve`, where a payer has nothing left, also not among what calls in flight hold */
  assertUnspent(payers: Payers): void {
    const empty = this.#sharesOf(payers).find((share) => leftOf(share) <= 0);
    if (empty !== undefined) throw spent(empty);
  }

  /** What the payers have left for a call. */
  left(payers: Payers): LeftPoints {
    let available = Number.POSITIVE_INFINITY;
    let availableAlone = Number.POSITIVE_INFINITY;
    for (const share of this.#sharesOf(payers)) {
      available = Math.min(available, freeOf(share));
      availableAlone = Math.min(availableAlone, leftOf(share));
    }
    return { available: Math.max(0, available), availableAlone: Math.max(0, availableAlone) };
  }

  /**
   * Replaces a hold by what the call really cost. The accounts stay in memory until `recorded` or `undo`.
   * @param debtLimit points that the balance may owe in all
   * @returns what was taken
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

  /** Gives a hold back unused. */
  release(hold: Hold): void {
    if (!hold.open) return;
    letGo(hold);
    for (const { account } of hold.shares) wakeQueue(account);
  }

  /** Gives points back that were taken for a settlement that could not be kept. */
  undo(hold: Pick<Hold, 'shares'>, taken: TakenPoints): void {
    giveBack(hold, taken);
    for (const { account } of hold.shares) {
      account.pins -= 1;
      wakeQueue(account);
    }
  }

  /** Remembers the outbox number of a hold's settlement. */
  recorded(hold: Pick<Hold, 'shares'>, settlementNumber: number): void {
    for (const { account } of hold.shares) {
      account.pins -= 1;
      // Settlements that waited for room on the disk are recorded out of order.
      if (settlementNumber > account.lastSettlement) account.lastSettlement = settlementNumber;
    }
  }

  /** The outbox has been written to the database through this number. */
  drained(throughNumber: number): void {
    this.#users.drainedThrough = throughNumber;
    this.#tokens.drainedThrough = throughNumber;
    this.#budgets.drainedThrough = throughNumber;
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
      wakeQueue(account);
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
      if (freeOf({ account, limit: 0 }) < points)
        throw new GatewayError('quota.insufficient', { needed: points });
      account.balance -= points;
      try {
        await write();
      } catch (error) {
        account.balance += points;
        wakeQueue(account);
        throw error;
      }
    } finally {
      account.pins -= 1;
    }
  }

  /**
   * Pays what a balance owes from what no call holds.
   * @param write pays up to so many points in the database, and returns how many
   */
  async payDebt(userId: number, write: (most: number) => Promise<number>): Promise<void> {
    const account = await this.#users.loadPinned(userId);
    const most = Math.max(0, Math.min(account.debt, account.balance - account.held - account.aside));
    account.balance -= most;
    let paid = 0;
    try {
      if (most > 0) paid = await write(most);
    } finally {
      account.balance += most - paid;
      account.debt -= paid;
      account.pins -= 1;
      wakeQueue(account);
    }
  }

  /**
   * Changes what a limited token may still spend, by the difference to what the book knows, so that calls in
   * flight and settlements on their way are neither lost nor counted twice. Changes of one token follow each
   * other; the book goes down before the database and up after it, so that nothing is spent that it refuses.
   * @param pointsOf what it may spend, by what it has left
   * @param write adds the difference to the stored remainder
   */
  async changeRemainder(
    tokenId: number,
    pointsOf: (left: number) => number,
    write: (difference: number) => Promise<void>,
  ): Promise<void> {
    const account = await this.#tokens.loadPinned(tokenId);
    const change = account.lastChange.then(() => changeAmount(account, pointsOf(account.balance), write));
    account.lastChange = change.catch(() => {});
    try {
      await change;
      wakeQueue(account);
    } finally {
      account.pins -= 1;
    }
  }

  /**
   * Gives back what was used of a budget; calls in flight count when they are settled.
   * @param write adds the points, which are below zero, to what is stored
   * @returns points given back
   */
  async resetBudget(budget: BudgetPeriod, write: (difference: number) => Promise<void>): Promise<number> {
    const account = await this.#budgets.loadPinned(keyOf(budget));
    let used = 0;
    const change = account.lastChange.then(async () => {
      used = -account.balance;
      await changeAmount(account, 0, (difference) => write(-difference));
    });
    account.lastChange = change.catch(() => {});
    try {
      await change;
      wakeQueue(account);
      return used;
    } finally {
      account.pins -= 1;
    }
  }

  /** What is used of a budget and held on it or set aside, or undefined when the account is not loaded. */
  useOf(budget: BudgetPeriod): { used: number; held: number } | undefined {
    const account = this.#budgets.get(keyOf(budget));
    return account && { used: -account.balance, held: account.held + account.aside };
  }

  /** Points that a loaded budget leaves, what calls in flight hold among them. */
  leftOf({ points, ...budget }: CallBudget): number {
    return Math.max(0, points - (this.useOf(budget)?.used ?? 0));
  }

  /** Balance as the book knows it, or undefined when the account is not loaded. */
  balanceOf(userId: number): number | undefined {
    return this.#users.get(userId)?.balance;
  }

  /** What a token has left as the book knows it, or undefined when the account is not loaded. */
  remainderOf(tokenId: number): number | undefined {
    return this.#tokens.get(tokenId)?.balance;
  }

  /** What a balance owes, as far as the book knows. */
  debtOf(userId: number): number {
    return this.#users.get(userId)?.debt ?? 0;
  }

  /** Points held or set aside at this moment, on all users. */
  heldPoints(): number {
    return this.#users.heldPoints();
  }
}

const EMPTY: StoredAccount = { points: 0, debt: 0 };

const asAccount = (points: number): StoredAccount => ({ points, debt: 0 });

/** Accounts that a call waits for stay in memory, all of one call. */
function keepWhile(waiting: Promise<Hold>, shares: readonly Share[]): void {
  const pin = (count: number): void => {
    for (const { account } of shares) account.pins += count;
  };
  const unpin = (): void => pin(-1);
  pin(1);
  waiting.then(unpin, unpin);
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
