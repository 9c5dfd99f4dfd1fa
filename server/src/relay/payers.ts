import { joinBudgets } from '../billing/account.ts';
import type { Payers } from '../billing/quota-book.ts';
import { callBudgets } from '../modules/budget/call-budgets.ts';
import type { RoutingGroup } from '../modules/routing/routing-snapshot.ts';
import type { Identity } from './identify/identity-directory.ts';

/** What pays for a call, and what its settlement says of that. */
export interface CallPayers extends Payers {
  /** `budgets` as a settlement names them. */
  joinedBudgets: string;
}

/** Who asks, and the group that pays. */
interface Payer {
  identity: Identity;
  group: RoutingGroup;
}

/** What a model is asked for, and when. */
interface Asked {
  /** Null where it is not known yet. */
  model: string | null;
  nowSeconds: number;
}

/** As they were found last for each key: calls of one second to one model get the same. */
const latest = new WeakMap<Identity, { group: RoutingGroup; asked: Asked; payers: CallPayers }>();

/**
 * What pays for a call: the balance, the limit of its key, and those budgets of the key and of the group that pays
 * which count the model, each in its present period.
 */
export function payersOf({ identity, group }: Payer, asked: Asked): CallPayers {
  const known = latest.get(identity);
  if (known?.group === group && isSame(known.asked, asked)) return known.payers;
  const payers = findPayers({ identity, group }, asked);
  latest.set(identity, { group, asked, payers });
  return payers;
}

const isSame = (one: Asked, other: Asked): boolean =>
  one.nowSeconds === other.nowSeconds && one.model === other.model;

function findPayers({ identity, group }: Payer, asked: Asked): CallPayers {
  const { userId, tokenId, isLimited } = identity;
  const budgets = [...callBudgets(identity.budgets, asked), ...callBudgets(group.budgets, asked)];
  return {
    userId,
    limitedTokenId: isLimited ? tokenId : null,
    budgets,
    joinedBudgets: joinBudgets(budgets),
  };
}
