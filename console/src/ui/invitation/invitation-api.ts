import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { invitationCalls } from '@turnpike/contract';
import { callApi } from '../../api/call-api.ts';
import { selfQuery } from '../../api/self.ts';

export const invitationQuery = queryOptions({
  queryKey: ['invitation'],
  queryFn: ({ signal }) => callApi(invitationCalls.overview, { signal }),
  staleTime: 30_000,
});

/** Moves so many points of the reward to the balance: the amount that was shown, not a newer one. */
export function useTransferReward() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (quota: number) => callApi(invitationCalls.transfer, { input: { quota } }),
    onSettled: () =>
      Promise.all(
        [invitationQuery.queryKey, selfQuery.queryKey, ['statement']].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
