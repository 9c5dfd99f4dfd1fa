import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type LogView, logCalls, quoteCalls, tokenCalls } from '@turnpike/contract';
import { callApi, noAnswer } from '../../api/call-api.ts';
import { hasPlaygroundKeyQuery } from '../../api/playground-key.ts';
import { selfQuery } from '../../api/self.ts';
import { failureOf } from './relay-failure.ts';

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

/**
 * Names that are plainly not for chat; the relay's list does not say what a model is for. Those of Gemini that make
 * pictures are for chat too.
 */
const otherWork = /embed|whisper|tts|dall-e|moderation|rerank|^(?!.*gemini).*image|realtime|transcribe/i;

export const chatModelsQuery = (tokenKey: string) =>
  queryOptions({
    queryKey: ['playground', 'models', tokenKey],
    queryFn: async ({ signal }): Promise<string[]> => {
      const response = await fetch('/v1/models', {
        signal,
        headers: { authorization: `Bearer ${tokenKey}` },
      }).catch((cause: unknown) => {
        throw noAnswer(cause, signal);
      });
      if (!response.ok) throw await failureOf(response);
      const list = (await response.json()) as { data?: { id: string }[] };
      return (list.data ?? [])
        .map(({ id }) => id)
        .filter((id) => !otherWork.test(id))
        .sort();
    },
    enabled: tokenKey !== '',
    staleTime: 60_000,
  });

/** A longer question is not sent just to see its price. */
const LONGEST_QUOTED = 500_000;

/** Expected cost of a call, requested while the user types. */
export const questionPriceQuery = (tokenId: number, body: object) => {
  const text = JSON.stringify(body);
  return queryOptions({
    queryKey: ['playground', 'price', tokenId, text],
    queryFn: ({ signal }) =>
      callApi(quoteCalls.ask, { input: { token_id: tokenId, body: { ...body } }, signal }),
    enabled: tokenId > 0 && text.length <= LONGEST_QUOTED,
    retry: false,
    staleTime: 60_000,
    gcTime: 60_000,
  });
};

const POLL_MS = 400;
const MAX_POLLS = 25;

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
