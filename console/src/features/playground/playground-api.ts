import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type LogView, logCalls, quoteCalls, tokenCalls } from '@turnpike/contract';
import { callApi } from '../../api/call-api.ts';
import { hasPlaygroundKeyQuery } from '../../api/playground-key.ts';
import { selfQuery } from '../../api/self.ts';
import { jsonOf, withKey } from './relay-answer.ts';

/** Key of the reader's playground token, which exists; kept in memory only. */
export const playgroundTokenQuery = queryOptions({
  queryKey: ['playground', 'token'],
  queryFn: ({ signal }) => callApi(tokenCalls.playground, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Makes that token, which the server limits. */
export function useCreatePlaygroundKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(tokenCalls.playground, {}),
    onSuccess: async (token) => {
      // An answer on its way may be from before the key was made.
      await client.cancelQueries(hasPlaygroundKeyQuery);
      client.setQueryData(playgroundTokenQuery.queryKey, token);
      client.setQueryData(hasPlaygroundKeyQuery.queryKey, true);
    },
  });
}

/** Names of the models that the key may use, sorted. */
export const keyModelsQuery = (tokenKey: string) =>
  queryOptions({
    queryKey: ['playground', 'models', tokenKey],
    queryFn: async ({ signal }): Promise<string[]> => {
      const call = fetch('/v1/models', { signal, headers: withKey(tokenKey) });
      const list = await jsonOf<{ data?: { id: string }[] }>(call, signal);
      return (list.data ?? []).map(({ id }) => id).sort();
    },
    enabled: tokenKey !== '',
    staleTime: 60_000,
  });

/** A longer question is not sent just to see its price. */
const LONGEST_QUOTED = 500_000;

/** A call whose cost is estimated. */
export interface PricedCall {
  path: string;
  body: object;
}

/** Expected cost of a call, requested while the user types. */
export const callPriceQuery = (token_id: number, { path, body }: PricedCall) => {
  const text = JSON.stringify(body);
  return queryOptions({
    queryKey: ['playground', 'price', token_id, path, text],
    queryFn: ({ signal }) =>
      callApi(quoteCalls.ask, { input: { token_id, path, body: { ...body } }, signal }),
    enabled: token_id > 0 && text.length <= LONGEST_QUOTED,
    retry: false,
    staleTime: 60_000,
    gcTime: 60_000,
  });
};

const POLL_MS = 400;
export const MAX_POLLS = 25;

/** The log row of an answer; asked for until it is written. */
export const answerRowQuery = (requestId: string) =>
  queryOptions({
    queryKey: ['playground', 'answer', requestId],
    queryFn: async ({ signal, client }): Promise<LogView | null> => {
      const page = await callApi(logCalls.listSelf, { query: { request_id: requestId, size: 1 }, signal });
      const row = page.data.find((one) => one.request_id === requestId) ?? null;
      if (row !== null) void client.invalidateQueries(selfQuery);
      return row;
    },
    enabled: requestId !== '',
    refetchInterval: ({ state }) => (state.data || state.dataUpdateCount >= MAX_POLLS ? false : POLL_MS),
    staleTime: Number.POSITIVE_INFINITY,
  });
