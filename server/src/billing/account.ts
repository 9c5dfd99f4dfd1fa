import type { GatewayError } from '../platform/gateway-error.ts';

/** An amount of points that calls are paid from, or counted against. */
export interface Account {
  /**
   * Points after everything settled so far, drained to the database or not: of a balance or a token what is left, of
   * a budget what was used, below zero.
   */
  balance: number;
  /** What calls cost beyond a balance; the next credit pays it. */
  debt: number;
  /** Points held for calls in flight. */
  held: number;
  holds: number;
  /** Points set aside for what goes on for hours, such as batches: no call may wait for them. */
  aside: number;
  /** While above zero the account stays in memory: the database does not know what is being done to it. */
  pins: number;
  /** Outbox number of its last settlement: until that is drained, the database does not know this balance. */
  lastSettlement: number;
  /** Settles when the last change of its amount by hand has. */
  lastChange: Promise<void>;
  /** When a hold on it last ended, in ms of the monotonic clock. */
  lastEndMs: number;
  /** Calls that wait for the holds of others, in the order of their arrival. */
  readonly queue: Waiter[];
}

/** What an account holds in the database, with what was recorded and is not in there yet. */
export interface StoredAccount {
  points: number;
  debt: number;
}

/** A budget in one of its periods. */
export interface BudgetPeriod {
  budgetId: number;
  /** Its first second; 0 where the budget has no period. */
  periodStart: number;
}

/** Name of the account of a budget in one of its periods. */
export const keyOf = ({ budgetId, periodStart }: BudgetPeriod): string => `${budgetId} ${periodStart}`;

/** The opposite of `keyOf`. */
export function budgetOf(key: string): BudgetPeriod {
  const [budgetId, periodStart] = key.split(' ').map(Number) as [number, number];
  return { budgetId, periodStart };
}

/** Budgets by their periods as one text, such as `1764115200 1,2;0 7`: a settlement keeps and reads it faster than a list. */
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

/** A budget that a call counts against, with its limit as it stands now. */
export interface CallBudget extends BudgetPeriod {
  /** See `keyOf`; made once for many calls. */
  key: string;
  points: number;
  /** What is said of it where it does not pay for a call; its `retry_after` is when its period ends. */
  refusal: Readonly<Record<string, string | number>>;
}

/** One of those that pay for a call. */
export interface Share {
  readonly payer: 'balance' | 'token' | 'budget';
  readonly account: Account;
  /** Of a budget, what may be counted against it; its account counts downwards from there. 0 for the others. */
  readonly limit: number;
  /** Null for the others. */
  readonly budget: CallBudget | null;
}

/** Points held for one call on everything that pays for it. */
export interface Hold {
  /** All that its payers have for it where that is less than it may cost. */
  points: number;
  /** What is held on each of its shares beyond that; null where it is nothing. */
  readonly beyond: readonly number[] | null;
  /** The balance's first; the token's where it has a limit. */
  readonly shares: readonly Share[];
  open: boolean;
}

/** Points set aside on everything that pays for something. */
export type Aside = Pick<Hold, 'points' | 'shares'>;

/** A try to hold points: the hold, or which account stands in the way and what is said where waiting does not help. */
export type HoldAttempt =
  | { hold: Hold }
  | { blocking: Account; isWorthWaiting: boolean; error: GatewayError };

/** A call that waits for the holds of others. */
export interface Waiter {
  /** Of its arrival, among all calls. */
  readonly number: number;
  readonly tryAgain: () => HoldAttempt;
  /** Where it waits now. */
  account: Account;
  timer: NodeJS.Timeout;
  readonly resolve: (hold: Hold) => void;
  readonly reject: (error: unknown) => void;
}
