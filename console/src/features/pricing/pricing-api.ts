import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ownedPrice, plannedPriceCalls, priceCalls, type sharedPrice } from '@turnpike/contract';
import { z } from 'zod';
import { callApi } from '../../api/call-api.ts';
import { filterText, pageFilter } from '../../ui/list/use-url-filter.ts';
import { priceUnits } from '../../ui/price/price-unit.ts';
import { confirmingJumps } from './price-change/jump-question.ts';
import { jumpsOf } from './price-change/jumps-of.ts';

export const pricingFilter = pageFilter.extend({
  size: z.coerce.number().int().min(1).max(100).catch(50).default(50),
  order: z.string().catch('model').default('model'),
  keyword: filterText(),
  type: filterText(),
  owner: filterText(),
  lock: filterText(),
  view: z.enum(['single', 'multiple']).catch('single').default('single'),
  unit: z.enum(priceUnits).catch('1M').default('1M'),
  /** `new`, `missing`, `compare`, `schedule`, `history`, `history:<model>`, or the model whose price is open. */
  open: filterText(),
});
export type PricingFilter = z.output<typeof pricingFilter>;

const keys = { all: ['price'] as const };

export const pricesQuery = queryOptions({
  queryKey: [...keys.all, 'list'],
  queryFn: ({ signal }) => callApi(priceCalls.list, { query: {}, signal }),
});

/** Models that channels offer or that have a price. */
export const knownModelsQuery = queryOptions({
  queryKey: [...keys.all, 'models'],
  queryFn: ({ signal }) => callApi(priceCalls.modelList, { signal }),
});

export function usePriceChange<Input, Answer>(change: (input: Input) => Promise<Answer>, isQuiet: boolean) {
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

type SharedPriceInput = z.input<typeof sharedPrice> & { etags: readonly string[] };

export function useSavePrice() {
  const client = useQueryClient();
  return usePriceChange(
    ({ etags, ...input }: SharedPriceInput) =>
      confirmingJumps(
        (confirmed) =>
          callApi(priceCalls.saveShared, {
            input: { ...input, confirmed },
            ...(etags.length > 0 && { ifMatch: [...new Set(etags)].join(', ') }),
          }),
        async () => {
          const price = ownedPrice.parse(input.price);
          return jumpsOf(
            await client.fetchQuery({ ...pricesQuery, staleTime: 0 }),
            input.models.map((model) => ({ ...price, model })),
          );
        },
      ),
    true,
  );
}

/** Plans one price for several models, one after the other; what is planned for the same second is replaced. */
export function usePlanPrice() {
  const client = useQueryClient();
  return usePriceChange(
    ({ models, price, valid_from }: Pick<SharedPriceInput, 'models' | 'price'> & { valid_from: number }) =>
      confirmingJumps(
        async (confirmed) => {
          for (const model of models)
            await callApi(plannedPriceCalls.create, { input: { ...price, model, valid_from, confirmed } });
        },
        async () => {
          const next = ownedPrice.parse(price);
          return jumpsOf(
            await client.fetchQuery({ ...pricesQuery, staleTime: 0 }),
            models.map((model) => ({ ...next, model })),
          );
        },
      ),
    true,
  );
}

export const useDeletePrices = () =>
  usePriceChange((models: string[]) => callApi(priceCalls.removeMany, { input: { models } }), false);

export const useLockPrices = () =>
  usePriceChange(
    (input: { models: string[]; locked: boolean }) => callApi(priceCalls.lockMany, { input }),
    false,
  );
