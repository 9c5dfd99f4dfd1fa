import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { type Price, type PriceUpdateMode, priceListCalls } from '@turnpike/contract';
import { callApi } from '../../api/call-api.ts';
import { confirmingJumps } from './price-change/jump-question.ts';
import { jumpsOf } from './price-change/jumps-of.ts';
import { pricesQuery, usePriceChange } from './pricing-api.ts';

const fileKey = (file: File | undefined) => file && [file.name, file.size, file.lastModified];

/**
 * Content of a price list.
 * @param source the list that comes with the product, an address or a file; undefined waits
 */
export const priceListQuery = (source: { url?: string; file?: File } | undefined) =>
  queryOptions({
    queryKey: [
      'price_list',
      source === undefined ? null : (source.url ?? fileKey(source.file) ?? 'built_in'),
    ],
    queryFn: async ({ signal }) => {
      const { file, ...rest } = source ?? {};
      const input = file === undefined ? rest : { file: await file.text() };
      return callApi(priceListCalls.read, { input, signal });
    },
    enabled: source !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

function useSyncPrices(updateMode: PriceUpdateMode) {
  const client = useQueryClient();
  return usePriceChange(
    (input: Price[]) =>
      confirmingJumps(
        (confirmed) =>
          callApi(priceListCalls.sync, {
            query: { updateMode, ...(confirmed && { confirmed }) },
            input,
          }),
        async () => {
          return jumpsOf(await client.fetchQuery({ ...pricesQuery, staleTime: 0 }), input);
        },
      ),
    false,
  );
}

/** Sets the given prices, new and changed; every other one stays. */
export const useTakePrices = () => useSyncPrices('merge');

/** Sets the given prices and removes every other one that is not locked. */
export const useOverwritePrices = () => useSyncPrices('overwrite');
