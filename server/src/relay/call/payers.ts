import { type CountedBudget, joinBudgets } from '../../billing/account.ts';
import type { Payers } from '../../billing/quota-book.ts';
import { callBudgets } from '../../modules/budget/call-budgets.ts';
import type { RoutingGroup } from '../../modules/routing/routing-snapshot.ts';
import type { Identity } from '../rights/identity.ts';

/** Payers of a call, and the fields of its settlement about them. */
export interface CallPayers extends Payers {
  /** Budgets in tokens or requests. */
  counted: readonly CountedBudget[];
  /** `budgets` as a settlement names them. */
  joinedBudgets: string;
}

interface Payer {
  identity: Identity;
  payingGroup: RoutingGroup;
}

/** The requested model and the time. */
interface Asked {
  /** Null where it is not known yet. */
  model: string | null;
  nowSeconds: number;
}

/** As they were found last for each key: calls of one second to one model get the same. */
const latest = new WeakMap<Identity, { payingGroup: RoutingGroup; asked: Asked; payers: CallPayers }>();

/**
 * Returns the payers of a call: the balance, the limit of the key, and budgets in their current periods. The
 * budgets are those of the key and of the paying group that count the model.
 */
export function payersOf({ identity, payingGroup }: Payer, asked: Asked): CallPayers {
  const known = latest.get(identity);
  if (known?.payingGroup === payingGroup && isSame(known.asked, asked)) return known.payers;
  const payers = findPayers({ identity, payingGroup }, asked);
  latest.set(identity, { payingGroup, asked, payers });
  return payers;
}

const isSame = (one: Asked, other: Asked): boolean =>
  one.nowSeconds === other.nowSeconds && one.model === other.model;

function findPayers({ identity, payingGroup }: Payer, asked: Asked): CallPayers {
  const { userId, tokenId, isLimited } = identity;
  const rules = [...identity.budgets, ...payingGroup.budgets];
  const budgets = callBudgets(
    rules.filter(({ isCounted }) => !isCounted),
    asked,
  );
  return {
    userId,
    limitedTokenId: isLimited ? tokenId : null,
    budgets,
    counted: callBudgets(
      rules.filter(({ isCounted }) => isCounted),
      asked,
    ),
    joinedBudgets: joinBudgets(budgets),
  };
}
