import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type BudgetInput, budgetCalls, type InputOf } from '@turnpike/contract';
import { callApi } from './call-api.ts';

/** An owner whose budgets are not a part of its own form, and the calls for them. */
export interface BudgetsOwner {
  type: 'channel' | 'user';
  id: number;
  read: (typeof budgetCalls)['ofChannel' | 'ofUser'];
  set: (typeof budgetCalls)['setOfChannel' | 'setOfUser'];
}

const keyOf = ({ type, id }: BudgetsOwner) => ['budget', type, id] as const;

export const ownedBudgetsQuery = (owner: BudgetsOwner) =>
  queryOptions({
    queryKey: keyOf(owner),
    queryFn: ({ signal }) => callApi(owner.read, { params: { id: owner.id }, signal }),
  });

interface NewBudgets {
  budgets: BudgetInput[];
  etag: string;
}

/** Sets the budgets of an owner; a form shows the failure. */
export function useSetBudgets(owner: BudgetsOwner) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ budgets, etag }: NewBudgets) =>
      callApi(owner.set, { params: { id: owner.id }, input: { budgets }, ifMatch: etag }),
    meta: { isQuiet: true },
    onSuccess: (answer) => client.setQueryData(keyOf(owner), answer),
  });
}

/** Reads everything again that shows a budget. */
function useReread() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      ['token', 'user-group', 'budget'].map((entity) => client.invalidateQueries({ queryKey: [entity] })),
    );
}

/** Gives back what was used of a budget; for administrators. */
export const useResetBudget = () =>
  useMutation({
    mutationFn: (id: number) => callApi(budgetCalls.reset, { params: { id } }),
    onSuccess: useReread(),
  });

/** Sets another limit of a budget for a while; for administrators. A form shows the failure. */
export const useOverrideBudget = (id: number) =>
  useMutation({
    mutationFn: (input: InputOf<typeof budgetCalls.override>) =>
      callApi(budgetCalls.override, { params: { id }, input }),
    meta: { isQuiet: true },
    onSuccess: useReread(),
  });
