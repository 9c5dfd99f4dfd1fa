import { useQuery } from '@tanstack/react-query';
import { priceCalls } from '@turnpike/contract';
import { callApi } from './call-api.ts';
import { pricedModelsQuery } from './priced-models.ts';

/**
 * Names without a price. A price of `gpt-9*` counts for each name that begins so; offered patterns are no names.
 */
export function unpricedModels(offered: readonly string[], priced: readonly string[]): string[] {
  const exact = new Set(priced);
  const starts = priced.filter((model) => model.endsWith('*')).map((model) => model.slice(0, -1));
  return offered.filter(
    (model) => !model.endsWith('*') && !exact.has(model) && !starts.some((start) => model.startsWith(start)),
  );
}

/** Models of enabled channels without a price, for administrators; undefined for others and while it is not known. */
export function useUnpricedModels(isAdmin: boolean): string[] | undefined {
  return useQuery({
    queryKey: ['price', 'unpriced'],
    queryFn: async ({ signal, client }) => {
      const [offered, priced] = await Promise.all([
        callApi(priceCalls.modelList, { signal }),
        client.fetchQuery({ ...pricedModelsQuery, staleTime: 0 }),
      ]);
      return unpricedModels(
        offered,
        priced.map(({ id }) => id),
      );
    },
    enabled: isAdmin,
  }).data;
}
