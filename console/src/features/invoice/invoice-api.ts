import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { invoiceCalls, type Language } from '@turnpike/contract';
import type { z } from 'zod';
import { callAddress, callApi } from '../../api/call-api.ts';
import { pageFilter } from '../../ui/list/use-url-filter.ts';

const keys = { all: ['invoice'] as const };

export const ownInvoiceFilter = pageFilter.extend({
  order: pageFilter.shape.order.catch('-date').default('-date'),
});

export const ownInvoicesQuery = (filter: z.output<typeof ownInvoiceFilter>) =>
  queryOptions({
    queryKey: [...keys.all, 'own', filter],
    queryFn: ({ signal }) => callApi(invoiceCalls.listOwn, { query: filter as object, signal }),
    placeholderData: keepPreviousData,
  });

/** An own invoice with its use by model. */
export const ownInvoiceQuery = (date: string) =>
  queryOptions({
    queryKey: [...keys.all, 'month', date],
    queryFn: async ({ signal }) => {
      const query = { date };
      const [invoice, lines] = await Promise.all([
        callApi(invoiceCalls.getOwn, { query, signal }),
        callApi(invoiceCalls.linesOwn, { query, signal }),
      ]);
      return { ...invoice, lines };
    },
  });

/** Reads the lists again. */
export function useRenewInvoices(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: keys.all });
}

export const invoiceCsvHref = (date: string): string => callAddress(invoiceCalls.exportOwnCsv, {}, { date });

export const invoicePdfHref = (date: string, language: Language): string =>
  callAddress(invoiceCalls.pdfOwn, {}, { date, language });

/** A month, `YYYY-MM`, of its first day. */
export const monthOf = (date: string): string => date.slice(0, 7);

export const invoiceAddress = ({ date }: { date: string }): string =>
  `/panel/invoice/detail/${monthOf(date)}`;
