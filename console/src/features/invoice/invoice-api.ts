import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type InputOf, invoiceCalls, invoiceStatus, type Language } from '@turnpike/contract';
import { z } from 'zod';
import { callAddress, callApi } from '../../api/call-api.ts';
import { filterNumber, pageFilter } from '../../ui/list/use-url-filter.ts';

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

export const allInvoiceFilter = ownInvoiceFilter.extend({
  user_id: filterNumber(),
  status: z.enum(invoiceStatus).optional().catch(undefined),
  /** `YYYY-MM` */
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .optional()
    .catch(undefined),
});
export type AllInvoiceFilter = z.output<typeof allInvoiceFilter>;

export const allInvoicesQuery = (filter: AllInvoiceFilter) =>
  queryOptions({
    queryKey: [...keys.all, 'all', filter],
    queryFn: ({ signal }) => {
      const { month, ...query } = filter;
      const date = month && `${month}-01`;
      return callApi(invoiceCalls.list, { query: { ...query, date } as object, signal });
    },
    placeholderData: keepPreviousData,
  });

/** An invoice of any account. */
export const invoiceQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.all, 'one', id],
    queryFn: ({ signal }) => callApi(invoiceCalls.get, { params: { id }, signal }),
  });

export function useMarkPaid(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof invoiceCalls.markPaid>) =>
      callApi(invoiceCalls.markPaid, { params: { id }, input }),
    meta: { isQuiet: true },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

/** Reads the lists again. */
export function useRenewInvoices(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: keys.all });
}

export const invoiceCsvHref = (date: string): string => callAddress(invoiceCalls.exportOwnCsv, {}, { date });

/** @param id of an invoice that may be of another account */
export const invoicePdfHref = (date: string, language: Language, id: number | undefined): string =>
  id === undefined
    ? callAddress(invoiceCalls.pdfOwn, {}, { date, language })
    : callAddress(invoiceCalls.pdf, { id }, { language });

/** A month, `YYYY-MM`, of its first day. */
export const monthOf = (date: string): string => date.slice(0, 7);

export const invoiceAddress = ({ date }: { date: string }): string =>
  `/panel/invoice/detail/${monthOf(date)}`;

/** For administrators; the invoice may be of another account. */
export const anyInvoiceAddress = ({ id, date }: { id: number; date: string }): string =>
  `${invoiceAddress({ date })}?id=${id}`;
