import { type BudgetPeriod, keyOf, splitBudgets } from './account.ts';
import type { PendingCharge } from './settlement-target.ts';

/**
 * Charges that an earlier process left in the outbox. They keep balances correct until the database has them,
 * and are dropped afterwards.
 */
export class PendingCharges {
  readonly #byUser = new Map<number, PendingCharge[]>();
  readonly #byToken = new Map<number, PendingCharge[]>();
  readonly #byBudget = new Map<string, PendingCharge[]>();
  readonly #lastNumber: number;

  constructor(charges: readonly PendingCharge[]) {
    this.#lastNumber = charges.at(-1)?.number ?? 0;
    for (const charge of charges) {
      if (charge.quota > 0 || charge.debt > 0) addTo(this.#byUser, charge.user_id, charge);
      if (charge.token_quota > 0) addTo(this.#byToken, charge.token_id, charge);
      for (const budget of splitBudgets(charge.budgets)) addTo(this.#byBudget, keyOf(budget), charge);
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

  /** Points counted against a budget in a period after an outbox number. */
  ofBudget(budget: BudgetPeriod, afterNumber: number): number {
    const charges = this.#byBudget.get(keyOf(budget));
    return sumAfter(charges, afterNumber, 'quota') + sumAfter(charges, afterNumber, 'debt');
  }

  drained(throughNumber: number): void {
    if (throughNumber < this.#lastNumber) return;
    this.#byUser.clear();
    this.#byToken.clear();
    this.#byBudget.clear();
  }
}

function addTo<Key>(map: Map<Key, PendingCharge[]>, id: Key, charge: PendingCharge): void {
  const known = map.get(id);
  if (known === undefined) map.set(id, [charge]);
  else known.push(charge);
}

function sumAfter(
  charges: readonly PendingCharge[] = [],
  afterNumber: number,
  field: 'quota' | 'token_quota' | 'debt',
): number {
  let sum = 0;
  for (const charge of charges) if (charge.number > afterNumber) sum += charge[field];
  return sum;
}
