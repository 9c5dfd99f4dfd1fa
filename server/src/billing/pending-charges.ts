import { type BudgetPeriod, keyOf, splitBudgets, splitCounts } from './account.ts';
import type { PendingCharge } from './settlement-target.ts';

/**
 * Charges that an earlier process left in the outbox. They keep balances correct until the database has them,
 * and are dropped afterwards.
 */
export class PendingCharges {
  readonly #byUser = new Map<number, PendingCharge[]>();
  readonly #byToken = new Map<number, PendingCharge[]>();
  /** Points of each charge, or the amount of a budget that counts otherwise. */
  readonly #byBudget = new Map<string, NumberedAmount[]>();
  readonly #lastNumber: number;

  constructor(charges: readonly PendingCharge[]) {
    this.#lastNumber = charges.at(-1)?.number ?? 0;
    for (const charge of charges) {
      if (charge.quota > 0 || charge.debt > 0) addTo(this.#byUser, charge.user_id, charge);
      if (charge.token_quota > 0) addTo(this.#byToken, charge.token_id, charge);
      const { number, quota, debt } = charge;
      for (const budget of splitBudgets(charge.budgets))
        addTo(this.#byBudget, keyOf(budget), { number, amount: quota + debt });
      for (const { amount, ...budget } of splitCounts(charge.counts))
        addTo(this.#byBudget, keyOf(budget), { number, amount });
    }
  }

  /** Points of a user's charges after an outbox number. */
  ofUser(userId: number, afterNumber: number): number {
    return sumAfter(this.#byUser.get(userId), afterNumber, 'quota');
  }

  /** Points that a user owes for charges after an outbox number. */
  debtOf(userId: number, afterNumber: number): number {
    return sumAfter(this.#byUser.get(userId), afterNumber, 'debt');
  }

  /** Points taken from a token's remainder after an outbox number. */
  ofToken(tokenId: number, afterNumber: number): number {
    return sumAfter(this.#byToken.get(tokenId), afterNumber, 'token_quota');
  }

  /** Amount counted against a budget in a period after an outbox number. */
  ofBudget(budget: BudgetPeriod, afterNumber: number): number {
    return sumAfter(this.#byBudget.get(keyOf(budget)), afterNumber, 'amount');
  }

  drained(throughNumber: number): void {
    if (throughNumber < this.#lastNumber) return;
    this.#byUser.clear();
    this.#byToken.clear();
    this.#byBudget.clear();
  }
}

interface NumberedAmount {
  number: number;
  amount: number;
}

function addTo<Key, Item>(map: Map<Key, Item[]>, id: Key, item: Item): void {
  const known = map.get(id);
  if (known === undefined) map.set(id, [item]);
  else known.push(item);
}

function sumAfter<Field extends string>(
  charges: readonly ({ number: number } & Record<Field, number>)[] = [],
  afterNumber: number,
  field: Field,
): number {
  let sum = 0;
  for (const charge of charges) if (charge.number > afterNumber) sum += charge[field];
  return sum;
}
