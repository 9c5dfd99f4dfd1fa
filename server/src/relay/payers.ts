import type { CallBudget } from '../billing/account.ts';
import type { Payers } from '../billing/quota-book.ts';
import type { Identity } from './identify/identity-directory.ts';

const NO_BUDGETS: readonly CallBudget[] = [];

/** What pays for a caller's calls. */
export const payersOf = ({ userId, tokenId, isLimited }: Identity): Payers => ({
  userId,
  limitedTokenId: isLimited ? tokenId : null,
  budgets: NO_BUDGETS,
});
