import type { BudgetUnit } from '@turnpike/contract';
import type { GatewayError } from '../platform/gateway-error.ts';

/** An amount of points that pays for calls or that calls count against. */
export interface Account {
  /**
   * Points after every settlement so far, drained to the database or not. For a balance or token: the points
   * left. For a budget: the points used, as a negative number.
   */
  balance: number;
  /** Cost of calls beyond the balance; the next credit pays it. */
  debt: number;
  /** Points held for calls in flight. */
  held: number;
  holds: number;
  /** Points set aside for long-running work such as batches. No call waits for them. */
  aside: number;
  /** While above zero, the account stays in memory, because the database does not have its current state. */
  pins: number;
  /** Outbox number of the last settlement. Until it is drained, the database does not have this balance. */
  lastSettlement: number;
  /** Settles when the last manual change of the amount has settled. */
  lastChange: Promise<void>;
  /** Calls that wait for the holds of other calls, in order of arrival. */
  readonly queue: Waiter[];
}

/**
 * The amounts of an account in the database, corrected by recorded charges that are not in the database yet.
 */
export interface StoredAccount {
  points: number;
  debt: number;
}

/** A budget in one of its periods. */
export interface BudgetPeriod {
  budgetId: number;
  /** The first second of the period; 0 where the budget has no period. */
  periodStart: number;
}

/** Returns the account key of a budget in one period. */
export const keyOf = ({ budgetId, periodStart }: BudgetPeriod): string => `${budgetId} ${periodStart}`;

/** The opposite of `keyOf`. */
export function budgetOf(key: string): BudgetPeriod {
  const [budgetId, periodStart] = key.split(' ').map(Number) as [number, number];
  return { budgetId, periodStart };
}

/**
 * Joins budgets by period into one text, such as `1764115200 1,2;0 7`. A settlement stores and reads it
 * faster than a list.
 */
export const joinBudgets = (budgets: readonly BudgetPeriod[]): string =>
  [...Map.groupBy(budgets, ({ periodStart }) => periodStart)]
    .map(([start, ofPeriod]) => `${start} ${ofPeriod.map(({ budgetId }) => budgetId).join()}`)
    .join(';');

/** @param joined by `joinBudgets` */
export function splitBudgets(joined: string): BudgetPeriod[] {
  if (joined === '') return [];
  return joined.split(';').flatMap((ofPeriod) => {
    const [start = '', ids = ''] = ofPeriod.split(' ');
    return ids.split(',').map((id) => ({ budgetId: Number(id), periodStart: Number(start) }));
  });
}

/** A budget that a call counts against, with its current limit. */
export interface CallBudget extends BudgetPeriod {
  /** See `keyOf`; made once for many calls. */
  key: string;
  points: number;
  /** Error parameters for a call that the budget refuses; `retry_after` is the end of its period. */
  refusal: Readonly<Record<string, string | number>>;
}

/** A budget that the count book keeps, in its own unit. */
export interface CountedBudget extends CallBudget {
  unit: BudgetUnit;
}

/** An amount that counts against a budget in one period. */
export interface CountedAmount extends BudgetPeriod {
  amount: number;
}

/** @param joined such as `7 1764115200 12;9 0 1`: budget, start of its period, amount */
export function splitCounts(joined: string): CountedAmount[] {
  if (joined === '') return [];
  return joined.split(';').map((one) => {
    const [budgetId = 0, periodStart = 0, amount = 0] = one.split(' ').map(Number);
    return { budgetId, periodStart, amount };
  });
}

/** The opposite of `splitCounts`. */
export const joinCounts = (counts: readonly CountedAmount[]): string =>
  counts.map(({ budgetId, periodStart, amount }) => `${budgetId} ${periodStart} ${amount}`).join(';');

/** One payer of a call. */
export interface Share {
  readonly payer: 'balance' | 'token' | 'budget';
  readonly account: Account;
  /** The limit of a budget, from which its account counts down; 0 for the other payers. */
  readonly limit: number;
  /** Null for the others. */
  readonly budget: CallBudget | null;
}

/** Points held for one call on all its payers. */
export interface Hold {
  /** Points held on every share. Less than the maximum cost where the payers have less. */
  points: number;
  /** Points held on each share in addition to `points`; null where there are none. */
  readonly beyond: readonly number[] | null;
  /** The balance first, then the token if it has a limit. */
  readonly shares: readonly Share[];
  open: boolean;
}

/** Points set aside on all payers of a piece of work. */
export type Aside = Pick<Hold, 'points' | 'shares'>;

/**
 * Result of an attempt to hold points: the hold, or the blocking account and the error for the case that
 * waiting does not help.
 */
export type HoldAttempt =
  | { hold: Hold }
  | { blocking: Account; isWorthWaiting: boolean; error: GatewayError };

/** A call that waits for the holds of other calls. */
export interface Waiter {
  /** Arrival number among all calls. */
  readonly number: number;
  readonly tryAgain: () => HoldAttempt;
  /** The account that it waits at now. */
  account: Account;
  readonly timer: NodeJS.Timeout;
  readonly resolve: (hold: Hold) => void;
  readonly reject: (error: unknown) => void;
}
