import type { BudgetInput, OwnedBudgets } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import { assertKnownState, etagOf, type KnownStates } from '../../platform/etag.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { type BudgetOwner, type BudgetRow, listBudgets, replaceBudgets } from './budget-repository.ts';
import { budgetState, toBudgetViews } from './budget-views.ts';

const stateOf = (budgets: readonly BudgetRow[]): string => etagOf([budgetState(budgets)]);

/** Budgets of an owner that exists, with what is used of them. */
export async function getOwnedBudgets(
  deps: ModuleDeps,
  { owner_type, owner_id }: BudgetOwner,
): Promise<OwnedBudgets> {
  const budgets = await listBudgets(deps.db, owner_type, [owner_id]);
  return { budgets: await toBudgetViews(deps, budgets), etag: stateOf(budgets) };
}

interface BudgetChange {
  budgets: readonly BudgetInput[];
  knownStates: KnownStates;
  nowSeconds: number;
}

/**
 * Sets the budgets of an owner that this transaction has locked.
 * @throws request.changed_meanwhile when they are not in a known state
 */
export async function setOwnedBudgets(
  trx: Transaction<Tables>,
  owner: BudgetOwner,
  { budgets, knownStates, nowSeconds }: BudgetChange,
): Promise<void> {
  assertKnownState(knownStates, stateOf(await listBudgets(trx, owner.owner_type, [owner.owner_id])));
  await replaceBudgets(trx, owner, { budgets, nowSeconds });
}
