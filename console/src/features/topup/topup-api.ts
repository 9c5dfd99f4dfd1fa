import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  bonusTable,
  discountTable,
  type InputOf,
  type OutputOf,
  type OwnOrderView,
  orderCalls,
  parseAmountTable,
  paymentCalls,
  redemptionCalls,
  type TopUpTerms,
} from '@turnpike/contract';
import { callAddress, callApi } from '../../api/call-api.ts';
import { selfQuery } from '../../api/self.ts';
import { siteStatusQuery } from '../../api/site-status.ts';
import { isOpen } from './order-state.ts';

const keys = { orders: ['topup', 'order'], lists: ['topup', 'order', 'list'] } as const;

/** The list is read again so often while a payment may arrive. */
const LIST_MS = 10_000;

/** Discounts and bonuses of the site, by amount. */
export type AmountTables = Pick<TopUpTerms, 'discounts' | 'bonuses'>;

export function useAmountTables(): AmountTables {
  const site = useQuery(siteStatusQuery).data;
  return {
    discounts: parseAmountTable(site?.RechargeDiscount ?? '', discountTable) ?? {},
    bonuses: parseAmountTable(site?.RechargeBonus ?? '', bonusTable) ?? {},
  };
}

export const payWaysQuery = queryOptions({
  queryKey: ['topup', 'way'],
  queryFn: ({ signal }) => callApi(paymentCalls.ways, { signal }),
});

export const ownOrdersQuery = ({ page, size, order }: { page: number; size: number; order: string }) =>
  queryOptions({
    queryKey: [...keys.lists, page, size, order],
    queryFn: ({ signal }) => callApi(orderCalls.listOwn, { query: { page, size, order }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => data?.data.some(isAwaited) && LIST_MS,
  });

/** An order whose payment may arrive at any time. */
const isAwaited = (order: OwnOrderView): boolean => isOpen(order) && order.expires_at > Date.now() / 1000;

export const ownOrderQuery = (trade_no: string) =>
  queryOptions({
    queryKey: [...keys.orders, 'one', trade_no],
    queryFn: ({ signal }) => callApi(orderCalls.getOwn, { params: { trade_no }, signal }),
  });

type PayPage = OutputOf<typeof orderCalls.page>;

/** How to pay an order; it stays as its creation returned it. */
export const payPageQuery = (trade_no: string) =>
  queryOptions({
    queryKey: ['topup', 'pay-page', trade_no],
    queryFn: ({ signal }): Promise<PayPage> => callApi(orderCalls.page, { params: { trade_no }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The page that leads on to the payment. It creates nothing, so it can be opened again. */
export const payPageAddress = (trade_no: string): string => callAddress(orderCalls.form, { trade_no });

/** Reads everything again that shows the balance. */
export function useRenewBalance(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [selfQuery.queryKey, ['statement'], ['log']].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
}

export function useRenewOrders(): () => Promise<unknown> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keys.lists });
}

export function useCreateOrder() {
  const client = useQueryClient();
  const renewOrders = useRenewOrders();
  return useMutation({
    mutationFn: (input: InputOf<typeof orderCalls.create>) => callApi(orderCalls.create, { input }),
    meta: { isQuiet: true },
    onSuccess: ({ trade_no, ...page }) => {
      client.setQueryData(payPageQuery(trade_no).queryKey, page);
    },
    // The gateway may have closed, or have other limits now.
    onError: () => client.invalidateQueries({ queryKey: payWaysQuery.queryKey }),
    // A refused order may be in the list too.
    onSettled: renewOrders,
  });
}

/** A change of an own order, after which its dialog and the list show the new state. */
function useOrderChange(send: (trade_no: string) => Promise<OwnOrderView>, isQuiet = false) {
  const client = useQueryClient();
  const renewOrders = useRenewOrders();
  return useMutation({
    mutationFn: send,
    meta: { isQuiet },
    onSuccess: (order) => {
      client.setQueryData(ownOrderQuery(order.trade_no).queryKey, order);
    },
    onSettled: renewOrders,
  });
}

/** Asks the gateway whether an order is paid. @param isQuiet the caller shows a failure */
export const useCheckOrder = ({ isQuiet }: { isQuiet?: boolean } = {}) =>
  useOrderChange((trade_no) => callApi(orderCalls.queryOwn, { params: { trade_no } }), isQuiet);

export const useCloseOrder = () =>
  useOrderChange((trade_no) => callApi(orderCalls.closeOwn, { params: { trade_no } }));

export function useRedeem() {
  const renewBalance = useRenewBalance();
  return useMutation({
    mutationFn: (input: InputOf<typeof redemptionCalls.redeem>) => callApi(redemptionCalls.redeem, { input }),
    meta: { isQuiet: true },
    onSuccess: renewBalance,
  });
}
