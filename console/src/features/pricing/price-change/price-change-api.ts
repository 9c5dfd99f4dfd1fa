import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { plannedPriceCalls, priceVersionCalls } from '@turnpike/contract';
import { callApi } from '../../../api/call-api.ts';
import { pricesQuery, usePriceChange } from '../pricing-api.ts';
import { confirmingJumps } from './jump-question.ts';
import { jumpsOf } from './jumps-of.ts';

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

export function useUndoPriceChange() {
  const client = useQueryClient();
  return usePriceChange(
    (id: number) =>
      confirmingJumps(
        (confirmed) =>
          callApi(priceVersionCalls.undo, { params: { id }, query: confirmed ? { confirmed } : {} }),
        async () => {
          const [inUse, versions] = await Promise.all([
            client.fetchQuery({ ...pricesQuery, staleTime: 0 }),
            callApi(priceVersionCalls.versions, { query: { change_id: id, size: 100 } }),
          ]);
          return jumpsOf(
            inUse,
            versions.data.flatMap(({ before }) => before ?? []),
          );
        },
      ),
    false,
  );
}

export const useRemovePlannedPrice = () =>
  usePriceChange((id: number) => callApi(plannedPriceCalls.remove, { params: { id } }), false);
