import type { Payers } from '../billing/quota-book.ts';
import { callBudgets } from '../modules/budget/call-budgets.ts';
import type { IdentifiedCall } from './call-context.ts';

/**
 * What pays for a call: the balance, the limit of its key, and those budgets of the key and of the group that pays
 * which count the model, each in its present period.
 * @param model null where it is not known yet
 */
export function payersOf(
  { identity, group }: Pick<IdentifiedCall, 'identity' | 'group'>,
  { model, nowSeconds }: { model: string | null; nowSeconds: number },
): Payers {
  const { userId, tokenId, isLimited } = identity;
  const asked = { model, nowSeconds };
  const ofKey = callBudgets(identity.budgets, asked);
  return {
    userId,
    limitedTokenId: isLimited ? tokenId : null,
    budgets: group.budgets.length === 0 ? ofKey : [...ofKey, ...callBudgets(group.budgets, asked)],
  };
}
