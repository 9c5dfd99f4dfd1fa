import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type AccessTokenScope, accessTokenCalls } from '@turnpike/contract';
import { callApi } from '../../api/call-api.ts';

export const accessTokenListQuery = queryOptions({
  queryKey: ['profile', 'access-token'] as const,
  queryFn: ({ signal }) => callApi(accessTokenCalls.list, { signal }),
});

export interface NewAccessToken {
  name: string;
  scope: AccessTokenScope;
  /** Until it expires; 0 for no end. */
  days: number;
}

const DAY_SECONDS = 86_400;

/** Answers the token, which cannot be read again. */
export function useCreateAccessToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, scope, days }: NewAccessToken) => {
      const expires_time = days === 0 ? 0 : Math.floor(Date.now() / 1000) + days * DAY_SECONDS;
      return callApi(accessTokenCalls.create, { input: { name, scope, expires_time } });
    },
    meta: { isQuiet: true },
    onSuccess: () => client.invalidateQueries({ queryKey: accessTokenListQuery.queryKey }),
  });
}

export function useRevokeAccessToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callApi(accessTokenCalls.remove, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: accessTokenListQuery.queryKey }),
  });
}
