import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { identityCalls, oauthCalls } from '@turnpike/contract';
import { callApi } from '../../api/call-api.ts';
import { selfQuery } from '../../api/self.ts';

/** Sign-ins of other sites that are linked to the own account. */
export const identitiesQuery = queryOptions({
  queryKey: ['profile', 'identity'],
  queryFn: ({ signal }) => callApi(identityCalls.list, { signal }),
});

export function useUnlink() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callApi(identityCalls.remove, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: identitiesQuery.queryKey }),
  });
}

export function useBindWeChat() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => callApi(oauthCalls.bindWechat, { input: { code } }),
    meta: { isQuiet: true },
    onSuccess: () =>
      Promise.all(
        [identitiesQuery.queryKey, selfQuery.queryKey].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
