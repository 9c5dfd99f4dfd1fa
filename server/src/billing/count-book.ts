import { GatewayError } from '../platform/gateway-error.ts';
import { type Account, type BudgetPeriod, budgetOf, type CountedBudget, keyOf } from './account.ts';
import { changeAmount, inTurn } from './account-change.ts';
import { AccountShelf } from './account-shelf.ts';
import { type CallAmounts, type CountHold, freeAmount, holdCounts } from './count-hold.ts';

interface CountBookOptions {
  /** Amount counted in a period, with recorded settlements that are not in the database yet. */
  usedOf: (budget: BudgetPeriod) => Promise<number>;
  nowSeconds: () => number;
  /** Accounts in memory. */
  capacity?: number;
}

/**
 * Counts against budgets that points of payers do not pay: those in tokens or requests, and all budgets of channels. Like
 * the quota book, it is in memory on top of the database's state. No call waits for another one.
 */
export class CountBook {
  readonly #accounts: AccountShelf;
  readonly #openedAtSeconds: number;

  constructor({ usedOf, nowSeconds, capacity = 100_000 }: CountBookOptions) {
    this.#openedAtSeconds = nowSeconds();
    const read = async (key: string) => ({ points: 0 - (await usedOf(budgetOf(key))), debt: 0 });
    this.#accounts = new AccountShelf(read, capacity);
  }

  /** Loads the accounts of budgets; returns undefined if they are already loaded. */
  load(budgets: readonly CountedBudget[]): Promise<void> | undefined {
    if (budgets.length === 0) return undefined;
    const missing = budgets.filter((budget) => this.#find(budget) === undefined);
    return missing.length === 0 ? undefined : this.#accounts.loadForTurn(missing.map(({ key }) => key));
  }

  /**
   * A period that began after this process did has no use in the database: this process counted all of it. It begins
   * empty without a question, so that the choice of a channel never waits.
   */
  #find({ key, periodStart }: CountedBudget): Account | undefined {
    const known = this.#accounts.get(key);
    if (known !== undefined) return known;
    if (periodStart <= this.#openedAtSeconds || this.#accounts.removals > 0) return undefined;
    return this.#accounts.openEmpty(key);
  }

  /**
   * Holds amounts on all budgets, or on none. They are loaded.
   * @throws quota.budget_spent, with `retry_after: 1` where only other calls are in the way
   */
  hold(budgets: readonly CountedBudget[], amounts: CallAmounts): CountHold {
    const spent = this.#spent(budgets, amounts);
    if (spent === null) return holdCounts(budgets, amounts, (budget) => this.#mustFind(budget));
    const { refusal } = spent.budget;
    throw new GatewayError('quota.budget_spent', spent.isOnlyHeld ? { ...refusal, retry_after: 1 } : refusal);
  }

  /** Holds amounts again after a restart, whatever is left of the budgets. */
  async holdAgain(budgets: readonly CountedBudget[], amounts: CallAmounts): Promise<CountHold> {
    await this.load(budgets);
    return holdCounts(budgets, amounts, (budget) => this.#mustFind(budget));
  }

  /** @returns null if the budgets can hold the amounts now; else seconds to wait, infinite if they never can */
  waitSeconds(budgets: readonly CountedBudget[], amounts: CallAmounts): number | null {
    const missing = this.load(budgets);
    if (missing !== undefined) {
      // Loaded for the next call; a failure is found then.
      missing.catch(() => {});
      return 1;
    }
    const spent = this.#spent(budgets, amounts);
    if (spent === null) return null;
    return spent.isOnlyHeld ? 1 : Number(spent.budget.refusal.retry_after ?? Number.POSITIVE_INFINITY);
  }

  /** The first budget that cannot hold an amount. */
  #spent(
    budgets: readonly CountedBudget[],
    amounts: CallAmounts,
  ): { budget: CountedBudget; isOnlyHeld: boolean } | null {
    for (const budget of budgets) {
      const account = this.#mustFind(budget);
      const missing = amounts[budget.unit] - freeAmount(budget, account);
      if (missing > 0) return { budget, isOnlyHeld: missing <= account.held };
    }
    return null;
  }

  #mustFind(budget: CountedBudget): Account {
    const account = this.#find(budget);
    if (account === undefined) throw new Error('a budget is loaded before it is used');
    return account;
  }

  /** @throws quota.budget_spent if a budget has nothing left even when holds of other calls count as left */
  assertUnspent(budgets: readonly CountedBudget[]): void {
    for (const budget of budgets) {
      const account = this.#mustFind(budget);
      if (freeAmount(budget, account) + account.held <= 0)
        throw new GatewayError('quota.budget_spent', budget.refusal);
    }
  }

  /** Notes that the database holds the outbox up to and including this number. */
  drained(throughNumber: number): void {
    this.#accounts.drainedThrough = throughNumber;
  }

  /**
   * Resets the use of a budget. Calls in flight count when they are settled.
   * @param write adds the amount, which is negative, to the stored use
   */
  async resetBudget(budget: BudgetPeriod, write: (difference: number) => Promise<void>): Promise<void> {
    await this.#accounts.with(keyOf(budget), (account) =>
      inTurn(account, () => changeAmount(account, 0, (difference) => write(-difference))),
    );
  }

  /** Use of a budget, and the amount held on it; undefined when the account is not loaded. */
  useOf(budget: BudgetPeriod): { used: number; held: number } | undefined {
    const account = this.#accounts.get(keyOf(budget));
    return account && { used: 0 - account.balance, held: account.held };
  }
}
