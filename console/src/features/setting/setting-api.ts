import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type OptionKey, optionCalls } from '@turnpike/contract';
import { callApi } from '../../api/call-api.ts';

/** Every open option as text, by key. */
export const optionsQuery = queryOptions({
  queryKey: ['option'],
  queryFn: async ({ signal }) => {
    const options = await callApi(optionCalls.list, { signal });
    return Object.fromEntries(options.map(({ key, value }) => [key, value]));
  },
});

/** Saves what was changed in one call; everything that shows a site's text follows. */
export function useSaveOptions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (options: { key: OptionKey; value: string }[]) =>
      callApi(optionCalls.updateMany, { input: { options } }),
    meta: { isQuiet: true },
    onSuccess: () =>
      Promise.all(
        [optionsQuery.queryKey, ['site']].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}
