import type { BudgetUnit } from '@turnpike/contract';
import { type Account, type CountedAmount, type CountedBudget, joinCounts } from './account.ts';

/** Use of one call in each unit. Points are its cost at the vendor, because payers' points are in the quota book. */
export type CallAmounts = Readonly<Record<BudgetUnit, number>>;

/** The part of a call in one budget. */
interface Count extends CountedAmount {
  readonly unit: BudgetUnit;
  readonly account: Account;
  /** Held while the hold is open; then counted. */
  amount: number;
}

/** Amounts held for one call. */
export interface CountHold {
  readonly counts: readonly Count[];
  isOpen: boolean;
}

const NOTHING: CallAmounts = { points: 0, tokens: 0, requests: 0 };

/** The amount that is neither counted nor held. */
export const freeAmount = ({ points }: CountedBudget, { balance, held }: Account): number =>
  points + balance - held;

/** Holds amounts, whatever is left of the budgets. */
export function holdCounts(
  budgets: readonly CountedBudget[],
  amounts: CallAmounts,
  accountOf: (budget: CountedBudget) => Account,
): CountHold {
  const counts = budgets.map((budget): Count => {
    const { budgetId, periodStart, unit } = budget;
    return { budgetId, periodStart, unit, account: accountOf(budget), amount: amounts[unit] };
  });
  for (const { account, amount } of counts) {
    account.held += amount;
    account.holds += 1;
  }
  return { counts, isOpen: true };
}

/** Replaces a hold with the actual use. `recordCounts` or `undoCounts` follows. */
export function settleCounts(hold: CountHold, amounts: CallAmounts): void {
  if (!hold.isOpen) throw new Error('a hold is settled once');
  hold.isOpen = false;
  for (const count of hold.counts) {
    const { account } = count;
    account.held -= count.amount;
    account.holds -= 1;
    account.pins += 1;
    count.amount = amounts[count.unit];
    account.balance -= count.amount;
  }
}

/** Stores the outbox number of the call's settlement. */
export function recordCounts(hold: CountHold, settlementNumber: number): void {
  for (const { account } of hold.counts) {
    account.pins -= 1;
    if (settlementNumber > account.lastSettlement) account.lastSettlement = settlementNumber;
  }
}

/** Takes back a use whose settlement could not be stored. */
export function undoCounts(hold: CountHold): void {
  for (const { account, amount } of hold.counts) {
    account.pins -= 1;
    account.balance += amount;
  }
}

/** Ends a hold without a use; one that is settled stays as it is. */
export function releaseCounts(hold: CountHold): void {
  if (!hold.isOpen) return;
  settleCounts(hold, NOTHING);
  undoCounts(hold);
}

/** Amounts of a settled hold, as a settlement names them. */
export const countsOf = ({ counts }: CountHold): string =>
  joinCounts(counts.filter(({ amount }) => amount > 0));
