import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type InputOf, type QueryOf, type tokenStatus, userTokenCalls } from '@turnpike/contract';
import { callApi } from '../../api/call-api.ts';

const all = ['user-token'] as const;

/** API keys of a user, some at a time. */
export const userKeysQuery = (query: QueryOf<typeof userTokenCalls.search>) =>
  queryOptions({
    queryKey: [...all, query],
    queryFn: ({ signal }) => callApi(userTokenCalls.search, { query, signal }),
    placeholderData: keepPreviousData,
  });

/** The own keys may be among those that changed. */
function useKeysAgain(): () => Promise<unknown> {
  const client = useQueryClient();
  return () => Promise.all([all, ['token']].map((queryKey) => client.invalidateQueries({ queryKey })));
}

export type UserKeyStatus = typeof tokenStatus.enabled | typeof tokenStatus.disabled;

export const useSetKeyStatus = () =>
  useMutation({
    mutationFn: (input: { id: number; status: UserKeyStatus }) =>
      callApi(userTokenCalls.update, { query: { status_only: true }, input }),
    onSuccess: useKeysAgain(),
  });

type KeyChange = InputOf<typeof userTokenCalls.update> & { etag: string };

/** A form shows a refusal. */
export const useChangeKey = () =>
  useMutation({
    mutationFn: ({ etag: ifMatch, ...input }: KeyChange) =>
      callApi(userTokenCalls.update, { input, ifMatch }),
    meta: { isQuiet: true },
    onSuccess: useKeysAgain(),
  });
