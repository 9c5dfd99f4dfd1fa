import { queryOptions } from '@tanstack/react-query';
import { attentionCalls } from '@turnpike/contract';
import { callApi } from '../../../api/call-api.ts';

/** As long as the server keeps an answer. */
const REFRESH_MS = 15_000;

/** Items for an administrator, and the figures of today. */
export const attentionQuery = queryOptions({
  queryKey: ['dashboard', 'attention'],
  queryFn: ({ signal }) => callApi(attentionCalls.read, { signal }),
  refetchInterval: REFRESH_MS,
});
