import { type BudgetPeriod, type CountedBudget, keyOf } from '../../billing/account.ts';
import type { CallAmounts } from '../../billing/count-hold.ts';
import { ONE } from '../../billing/decimal.ts';
import type { StoredHold } from '../../billing/held-work.ts';
import type { Price } from '../../billing/price-book.ts';
import { USUAL_HOUR } from '../../billing/price-hours.ts';

/** Payers and price of work that goes on after its call, at its start; stored with it as JSON. */
export interface WorkTerms {
  requestId: string;
  username: string;
  tokenId: number;
  tokenName: string;
  isLimited: boolean;
  budgets: BudgetPeriod[];
  /** Budgets that the count book keeps, with what is held on them; absent where none applies. */
  counted?: HeldBudgets;
  sourceIp: string;
  groupName: string;
  groupRatio: number;
  model: string;
  billedModel: string;
  upstreamModel: string;
  price: Price;
}

export interface HeldBudgets {
  budgets: Pick<CountedBudget, 'budgetId' | 'periodStart' | 'unit'>[];
  amounts: CallAmounts;
  /** Share of the list price that the channel costs. */
  costRatio: number;
}

/** Bigints are `{"big": "…"}`, maps `{"map": […]}`. */
export const formatTerms = (terms: WorkTerms): string =>
  JSON.stringify(terms, (_name, value: unknown) => {
    if (typeof value === 'bigint') return { big: String(value) };
    return value instanceof Map ? { map: [...value] } : value;
  });

export function parseTerms<Terms extends WorkTerms>(text: string): Terms {
  const terms = JSON.parse(text, (_name, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    const { big, map } = value as { big?: unknown; map?: unknown };
    if (typeof big === 'string') return BigInt(big);
    return Array.isArray(map) ? new Map(map as [unknown, unknown][]) : value;
  }) as Terms;
  // Rows of older versions have no hour.
  return { ...terms, price: { ...USUAL_TIME, ...terms.price } };
}

const USUAL_TIME: Pick<Price, 'hours' | 'hour' | 'maxHour'> = { hours: null, hour: USUAL_HOUR, maxHour: ONE };

/** Returns the holds of work as they are stored. */
export function storedHold({
  userId,
  held,
  terms,
}: {
  userId: number;
  held: number;
  terms: Pick<WorkTerms, 'isLimited' | 'tokenId' | 'budgets' | 'counted'>;
}): StoredHold {
  const unchecked = <Budget extends BudgetPeriod>(budget: Budget) => ({
    ...{ ...budget, key: keyOf(budget), points: 0, refusal: {} },
  });
  const { isLimited, tokenId, budgets, counted } = terms;
  return {
    payers: { userId, limitedTokenId: isLimited ? tokenId : null, budgets: budgets.map(unchecked) },
    points: held,
    counted:
      counted === undefined ? null : { budgets: counted.budgets.map(unchecked), amounts: counted.amounts },
  };
}
