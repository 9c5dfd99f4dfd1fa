import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callbackVerdict, type InputOf, orderCalls, orderStatus } from '@turnpike/contract';
import { z } from 'zod';
import { callApi } from '../../../api/call-api.ts';
import { timeRanges, toTimestamps } from '../../../ui/filter/time-range.ts';
import { filterMoment, filterNumber, filterText, pageFilter } from '../../../ui/list/use-url-filter.ts';

const keys = { all: ['payment-order'] as const };

export const orderListFilter = pageFilter.extend({
  order: pageFilter.shape.order.catch('-created_at').default('-created_at'),
  trade_no: filterText(),
  gateway_no: filterText(),
  gateway_id: filterNumber(),
  user_id: filterNumber(),
  status: z.enum(orderStatus).optional().catch(undefined),
  range: z.enum(timeRanges).catch('all').default('all'),
  /** Epoch seconds, for the range `custom`. */
  from: filterMoment(),
  to: filterMoment(),
  /** Id of the order whose drawer is open. */
  open: filterText(),
});
export type OrderListFilter = z.output<typeof orderListFilter>;

export const orderPageQuery = ({ open: _, ...filter }: OrderListFilter) =>
  queryOptions({
    queryKey: [...keys.all, 'page', filter],
    queryFn: ({ signal }) => {
      const { range, from, to, ...query } = filter;
      return callApi(orderCalls.list, { query: { ...query, ...toTimestamps(range, { from, to }) }, signal });
    },
    placeholderData: keepPreviousData,
  });

export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.all, 'one', id],
    queryFn: ({ signal }) => callApi(orderCalls.get, { params: { id }, signal }),
  });

export const eventListFilter = pageFilter.omit({ order: true }).extend({
  trade_no: filterText(),
  gateway_id: filterNumber(),
  verdict: z.enum(callbackVerdict).optional().catch(undefined),
  /** Id of the entry whose drawer is open. */
  open: filterText(),
});
export type EventListFilter = z.output<typeof eventListFilter>;

export const eventPageQuery = ({ open: _, ...query }: EventListFilter) =>
  queryOptions({
    queryKey: [...keys.all, 'event', query],
    queryFn: ({ signal }) => callApi(orderCalls.events, { query, signal }),
    placeholderData: keepPreviousData,
  });

/** A question or a refund leaves events also where it fails. */
function useRereadOrders() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keys.all });
}

export const useAskGateway = (id: number) =>
  useMutation({
    mutationFn: () => callApi(orderCalls.query, { params: { id } }),
    onSettled: useRereadOrders(),
  });

export const useSettleRefund = (id: number) =>
  useMutation({
    mutationFn: (input: InputOf<typeof orderCalls.settleRefund>) =>
      callApi(orderCalls.settleRefund, { params: { id }, input }),
    meta: { isQuiet: true },
    onSettled: useRereadOrders(),
  });

export const useRefund = (id: number) =>
  useMutation({
    mutationFn: (input: InputOf<typeof orderCalls.refund>) =>
      callApi(orderCalls.refund, { params: { id }, input }),
    meta: { isQuiet: true },
    onSettled: useRereadOrders(),
  });
