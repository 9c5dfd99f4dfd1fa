import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Price, priceCalls, type sharedPrice } from '@turnpike/contract';
import { z } from 'zod';
import { callApi } from '../../api/call-api.ts';
import { priceUnits } from '../../ui/price/price-unit.ts';
import { filterText, pageFilter } from '../../ui/use-url-filter.ts';

export const pricingFilter = pageFilter.extend({
  size: z.coerce.number().int().min(1).max(100).catch(50).default(50),
  order: z.string().catch('model').default('model'),
  keyword: filterText(),
  type: filterText(),
  owner: filterText(),
  lock: filterText(),
  view: z.enum(['single', 'multiple']).catch('single').default('single'),
  unit: z.enum(priceUnits).catch('1M').default('1M'),
  /** `new`, `missing`, `compare`, or the model whose price is open. */
  open: filterText(),
});
export type PricingFilter = z.output<typeof pricingFilter>;

const keys = { all: ['price'] as const, list: ['price_list'] as const };

export const pricesQuery = queryOptions({
  queryKey: [...keys.all, 'list'],
  queryFn: ({ signal }) => callApi(priceCalls.list, { query: {}, signal }),
});

/** Models that channels offer or that have a price. */
export const knownModelsQuery = queryOptions({
  queryKey: [...keys.all, 'models'],
  queryFn: ({ signal }) => callApi(priceCalls.modelList, { signal }),
});

/**
 * What a price list holds.
 * @param source the list that comes with the product, or an address; undefined waits
 */
export const priceListQuery = (source: { url?: string } | undefined) =>
  queryOptions({
    queryKey: [...keys.list, source ?? null],
    queryFn: ({ signal }) => callApi(priceCalls.readList, { input: source ?? {}, signal }),
    enabled: source !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

function usePriceChange<Input, Answer>(change: (input: Input) => Promise<Answer>, isQuiet: boolean) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { isQuiet },
    onSuccess: () =>
      Promise.all(
        [keys.all, ['model']].map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })),
      ),
  });
}

export const useSavePrice = () =>
  usePriceChange((input: z.input<typeof sharedPrice>) => callApi(priceCalls.saveShared, { input }), true);

export const useDeletePrices = () =>
  usePriceChange((models: string[]) => callApi(priceCalls.removeMany, { input: { models } }), false);

/** Sets the given prices, new and changed; every other one stays. */
export const useTakePrices = () =>
  usePriceChange(
    (input: Price[]) => callApi(priceCalls.sync, { query: { updateMode: 'merge' }, input }),
    false,
  );

export const useLockPrices = () =>
  usePriceChange(
    (input: { models: string[]; locked: boolean }) => callApi(priceCalls.lockMany, { input }),
    false,
  );
