import { invoiceCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';
import {
  getInvoice,
  getInvoiceOf,
  listInvoiceLines,
  listInvoices,
  listOwnInvoices,
} from './invoice-repository.ts';
import { makeInvoicesByHand } from './make-invoices.ts';
import { markInvoicePaid } from './pay-invoice.ts';

export const invoiceRoutes = routesFor(invoiceCalls, (deps: ModuleDeps) => {
  const { db } = deps;
  const linesOf = async (userId: number, date: string) =>
    listInvoiceLines(db, await getInvoiceOf(db, userId, date));
  return {
    listOwn: ({ user, query }) => listOwnInvoices(db, user.id, query),
    linesOwn: ({ user, query }) => linesOf(user.id, query.date),
    getOwn: ({ user, query }) => getInvoiceOf(db, user.id, query.date),
    exportOwnCsv: async function* ({ user, query }) {
      yield await linesOf(user.id, query.date);
    },
    list: ({ query }) => listInvoices(db, query),
    get: async ({ params }) => {
      const invoice = await getInvoice(db, params.id);
      return { ...invoice, lines: await listInvoiceLines(db, invoice) };
    },
    markPaid: ({ user, params, input, requestId, ip }) =>
      markInvoicePaid(deps, params.id, { actor: user, reason: input.reason, requestId, ip }),
    generate: ({ params, signal }) => makeInvoicesByHand(deps, params.time, { isFirst: true, signal }),
    update: ({ params, signal }) => makeInvoicesByHand(deps, params.time, { isFirst: false, signal }),
  };
});
