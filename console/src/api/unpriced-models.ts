import { useQuery } from '@tanstack/react-query';
import { channelCalls, priceCalls } from '@turnpike/contract';
import { callApi } from './call-api.ts';

/** Models that an enabled channel offers and that have no price. A price of `gpt-9*` counts for each name that begins so. */
export function unpricedModels(offered: readonly string[], priced: readonly string[]): string[] {
  const exact = new Set(priced);
  const starts = priced.filter((model) => model.endsWith('*')).map((model) => model.slice(0, -1));
  return offered.filter((model) => !exact.has(model) && !starts.some((start) => model.startsWith(start)));
}

/** The same from the server, for administrators; undefined for others and while it is not known. */
export function useUnpricedModels(isAdmin: boolean): string[] | undefined {
  return useQuery({
    queryKey: ['price', 'unpriced'],
    queryFn: async ({ signal }) => {
      const [offered, priced] = await Promise.all([
        callApi(priceCalls.modelList, { signal }),
        callApi(channelCalls.models, { signal }),
      ]);
      return unpricedModels(
        offered,
        priced.map(({ id }) => id),
      );
    },
    enabled: isAdmin,
  }).data;
}
