import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { channelHealthCalls, type InputOf, MAX_PAGE_SIZE, tokenCalls } from '@turnpike/contract';
import { callApi } from '../../api/call-api.ts';

export type ExplainedCall = InputOf<typeof channelHealthCalls.explain> & {
  /** Counts the questions: the same call may be explained again, since channels change. */
  run: number;
};

/** Keys of the reader, the newest. */
export const ownKeysQuery = queryOptions({
  queryKey: ['token', 'own-names'],
  queryFn: async ({ signal }) => {
    const page = await callApi(tokenCalls.list, { query: { size: MAX_PAGE_SIZE }, signal });
    return page.data.map(({ id, name }) => ({ id, name }));
  },
});

/** Which channel the call would take now, and why. */
export const explanationQuery = (asked: ExplainedCall | undefined) =>
  queryOptions({
    queryKey: ['explanation', asked],
    queryFn: ({ signal }) => {
      const { run: _, ...input } = asked as ExplainedCall;
      return callApi(channelHealthCalls.explain, { input, signal });
    },
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
