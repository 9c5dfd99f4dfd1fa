import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { passkeyCalls, secondFactorCalls } from '@turnpike/contract';
import { callApi } from '../../api/call-api.ts';
import { makePasskey } from '../../api/passkey.ts';
import { selfQuery } from '../../api/self.ts';

export const secondFactorQuery = queryOptions({
  queryKey: ['profile', 'second-factor'] as const,
  queryFn: ({ signal }) => callApi(secondFactorCalls.get, { signal }),
});

export const passkeyListQuery = queryOptions({
  queryKey: ['profile', 'passkey'] as const,
  queryFn: ({ signal }) => callApi(passkeyCalls.list, { signal }),
});

/** A change after which the account may have what its role requires. */
function useChange<Given, Answer>(change: (given: Given) => Promise<Answer>, { isQuiet = true } = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { isQuiet },
    onSuccess: () =>
      Promise.all(
        [secondFactorQuery.queryKey, passkeyListQuery.queryKey, selfQuery.queryKey].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

export const useBeginAuthenticator = () =>
  useMutation({
    mutationFn: () => callApi(secondFactorCalls.begin, { input: {} }),
    meta: { isQuiet: true },
  });

export const useConfirmAuthenticator = () =>
  useChange((code: string) => callApi(secondFactorCalls.confirm, { input: { code } }));

export const useRemoveAuthenticator = () =>
  useChange((code: string) => callApi(secondFactorCalls.remove, { input: { code } }));

export const useRenewRecoveryCodes = () =>
  useChange((code: string) => callApi(secondFactorCalls.renewRecoveryCodes, { input: { code } }));

export const useCreatePasskey = () =>
  useChange(async (name: string) => {
    const response = await makePasskey(await callApi(passkeyCalls.begin, {}));
    return callApi(passkeyCalls.create, { input: { name, response } });
  });

export const useRemovePasskey = () =>
  useChange((id: number) => callApi(passkeyCalls.remove, { params: { id } }), { isQuiet: false });
