import { queryOptions } from '@tanstack/react-query';
import { type PaymentView, paymentCalls } from '@turnpike/contract';
import type { z } from 'zod';
import { callApi } from '../../../api/call-api.ts';
import { useSwitch } from '../../../ui/list/entity-mutations.ts';
import { entityQueries } from '../../../ui/list/entity-queries.ts';
import { filterText, pageFilter } from '../../../ui/list/use-url-filter.ts';

export const gateways = entityQueries('payment-gateway', paymentCalls);

export const gatewayFilter = pageFilter.extend({
  order: pageFilter.shape.order.catch('-created_at').default('-created_at'),
  name: filterText(),
  type: filterText(),
  /** `new`, or the id of the row that is open. */
  open: filterText(),
});
export type GatewayFilter = z.output<typeof gatewayFilter>;

/** All gateways by name. */
export const gatewaysByNameQuery = queryOptions({
  queryKey: [...gateways.keys.all, 'choices'],
  queryFn: ({ signal }) => callApi(paymentCalls.list, { query: { size: 100, order: 'name' }, signal }),
});

/** The same for filters. */
export const gatewayChoicesQuery = queryOptions({
  ...gatewaysByNameQuery,
  select: ({ data }) => data.map(({ id, name }) => ({ value: id, label: name })),
});

export const useGatewaySwitch = () =>
  useSwitch(gateways, {
    send: ({ id }: PaymentView, enable) => callApi(paymentCalls.update, { input: { id, enable } }),
    patch: (enable) => ({ enable }),
  });
