import { useMutation, useQueryClient } from '@tanstack/react-query';
import { budgetCalls } from '@turnpike/contract';
import { callApi } from './call-api.ts';

/** Gives back what was used of a budget; for administrators. */
export function useResetBudget() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callApi(budgetCalls.reset, { params: { id } }),
    onSuccess: () =>
      Promise.all(['token', 'user-group'].map((entity) => client.invalidateQueries({ queryKey: [entity] }))),
  });
}
