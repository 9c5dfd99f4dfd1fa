import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { plannedPriceCalls, priceVersionCalls } from '@turnpike/contract';
import { callApi } from '../../../api/call-api.ts';
import { usePriceChange } from '../pricing-api.ts';

export const priceChangesQuery = (size: number) =>
  queryOptions({
    queryKey: ['price', 'changes', size],
    queryFn: ({ signal }) => callApi(priceVersionCalls.changes, { query: { size }, signal }),
    placeholderData: keepPreviousData,
  });

/** Versions of one model, or of one change. */
export const priceVersionsQuery = (of: { model?: string; change_id?: number }, size: number) =>
  queryOptions({
    queryKey: ['price', 'versions', of, size],
    queryFn: ({ signal }) => callApi(priceVersionCalls.versions, { query: { ...of, size }, signal }),
    placeholderData: keepPreviousData,
  });

export const plannedPricesQuery = queryOptions({
  queryKey: ['price', 'planned'],
  queryFn: ({ signal }) => callApi(plannedPriceCalls.list, { query: { size: 100 }, signal }),
});

export const useUndoPriceChange = () =>
  usePriceChange((id: number) => callApi(priceVersionCalls.undo, { params: { id } }), false);

export const useRemovePlannedPrice = () =>
  usePriceChange((id: number) => callApi(plannedPriceCalls.remove, { params: { id } }), false);
