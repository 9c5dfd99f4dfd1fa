import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { gatewayKindOf, type InputOf, paymentStatementCalls } from '@turnpike/contract';
import type { z } from 'zod';
import { callApi } from '../../../api/call-api.ts';
import { filterNumber, filterSwitch, filterText, pageFilter } from '../../../ui/list/use-url-filter.ts';
import { gatewaysByNameQuery } from '../gateway/gateway-api.ts';
import { orderKeys } from '../order/order-api.ts';

const keys = { all: ['payment-statement'] as const };

export const statementListFilter = pageFilter.extend({
  order: pageFilter.shape.order.catch('-day').default('-day'),
  gateway_id: filterNumber(),
  with_differences: filterSwitch(),
  /** `new`, or the id of the comparison whose drawer is open. */
  open: filterText(),
});
export type StatementListFilter = z.output<typeof statementListFilter>;

export const statementPageQuery = ({ open: _, ...filter }: StatementListFilter) =>
  queryOptions({
    queryKey: [...keys.all, 'page', filter],
    queryFn: ({ signal }) => {
      const with_differences = filter.with_differences !== undefined;
      return callApi(paymentStatementCalls.list, { query: { ...filter, with_differences }, signal });
    },
    placeholderData: keepPreviousData,
  });

export const statementQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.all, 'one', id],
    queryFn: ({ signal }) => callApi(paymentStatementCalls.get, { params: { id }, signal }),
  });

/** Gateways whose kind has a statement. */
export const statementGatewaysQuery = queryOptions({
  ...gatewaysByNameQuery,
  select: ({ data }) =>
    data
      .filter(({ type }) => gatewayKindOf(type)?.statement !== undefined)
      .map(({ id, name }) => ({ value: id, label: name })),
});

/** A check that fails is stored, too; one that succeeds may have credited orders. */
export function useCheckDay({ isQuiet = false } = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof paymentStatementCalls.check>) =>
      callApi(paymentStatementCalls.check, { input }),
    meta: { isQuiet },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.all }),
        client.invalidateQueries({ queryKey: orderKeys.all }),
      ]),
  });
}
