import { queryOptions } from '@tanstack/react-query';
import { type Price, type PriceUpdateMode, priceListCalls } from '@turnpike/contract';
import { callApi } from '../../api/call-api.ts';
import { usePriceChange } from './pricing-api.ts';

/**
 * What a price list holds.
 * @param source the list that comes with the product, or an address; undefined waits
 */
export const priceListQuery = (source: { url?: string } | undefined) =>
  queryOptions({
    queryKey: ['price_list', source ?? null],
    queryFn: ({ signal }) => callApi(priceListCalls.read, { input: source ?? {}, signal }),
    enabled: source !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

const syncPrices = (updateMode: PriceUpdateMode) => (input: Price[]) =>
  callApi(priceListCalls.sync, { query: { updateMode }, input });

/** Sets the given prices, new and changed; every other one stays. */
export const useTakePrices = () => usePriceChange(syncPrices('merge'), false);

/** Sets the given prices and removes every other one that is not locked. */
export const useOverwritePrices = () => usePriceChange(syncPrices('overwrite'), false);
