import { queryOptions } from '@tanstack/react-query';
import { PLAYGROUND_TOKEN, tokenCalls } from '@turnpike/contract';
import { callApi } from './call-api.ts';

/** Whether the reader has the key already that the quick start and the playground call with. */
export const hasPlaygroundKeyQuery = queryOptions({
  queryKey: ['playground-key'],
  queryFn: async ({ signal }) => {
    const page = await callApi(tokenCalls.list, { query: { keyword: PLAYGROUND_TOKEN }, signal });
    return page.data.some(({ name }) => name === PLAYGROUND_TOKEN);
  },
});
