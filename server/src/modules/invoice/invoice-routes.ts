import { invoiceCalls, type Language, type UserInvoiceView } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import { PdfMaker } from '../../platform/files/pdf-maker.ts';
import { siteLanguage } from '../mail/queue-mail.ts';
import type { ModuleDeps } from '../module-deps.ts';
import {
  getInvoice,
  getInvoiceOf,
  listInvoiceLines,
  listInvoices,
  listOwnInvoices,
} from './invoice-repository.ts';
import { toInvoiceSheet } from './invoice-sheet.ts';
import { makeInvoicesByHand } from './make-invoices.ts';
import { markInvoicePaid } from './pay-invoice.ts';

export const invoiceRoutes = routesFor(invoiceCalls, (deps: ModuleDeps) => {
  const { db, options } = deps;
  const pdfMaker = new PdfMaker();
  const linesOf = async (userId: number, date: string) =>
    listInvoiceLines(db, await getInvoiceOf(db, userId, date));
  const pdfOf = async (invoice: UserInvoiceView, language: Language | undefined) => ({
    name: `invoice-${invoice.name}.pdf`,
    content: await pdfMaker.make(
      toInvoiceSheet(
        { ...invoice, lines: await listInvoiceLines(db, invoice) },
        { options, language: language ?? siteLanguage(options) },
      ),
    ),
  });
  return {
    listOwn: ({ user, query }) => listOwnInvoices(db, user.id, query),
    linesOwn: ({ user, query }) => linesOf(user.id, query.date),
    getOwn: ({ user, query }) => getInvoiceOf(db, user.id, query.date),
    exportOwnCsv: async function* ({ user, query }) {
      yield await linesOf(user.id, query.date);
    },
    pdfOwn: async ({ user, query, language }) =>
      pdfOf(await getInvoiceOf(db, user.id, query.date), query.language ?? language),
    list: ({ query }) => listInvoices(db, query),
    get: async ({ params }) => {
      const invoice = await getInvoice(db, params.id);
      return { ...invoice, lines: await listInvoiceLines(db, invoice) };
    },
    pdf: async ({ params, query, language }) =>
      pdfOf(await getInvoice(db, params.id), query.language ?? language),
    markPaid: ({ user, params, input, requestId, ip }) =>
      markInvoicePaid(deps, params.id, { actor: user, reason: input.reason, requestId, ip }),
    generate: ({ params, signal }) => makeInvoicesByHand(deps, params.time, { isFirst: true, signal }),
    update: ({ params, signal }) => makeInvoicesByHand(deps, params.time, { isFirst: false, signal }),
  };
});
