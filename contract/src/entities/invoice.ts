import { z } from 'zod';
import { call, epochSeconds, idParam, queryChoice, queryNumber } from '../call.ts';
import { csvCall } from '../csv-call.ts';
import { pageOf, pageQuery } from '../page.ts';
import { signedPoints, sum, whole } from '../points.ts';
import { line } from '../text.ts';
import { languages } from './site.ts';

export const invoiceStatus = ['unpaid', 'paid'] as const;
export type InvoiceStatus = (typeof invoiceStatus)[number];

/** A month as its first day, `YYYY-MM-01`; any day of it is taken. */
const month = () =>
  z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'invoice.date_form')
    .transform((day) => `${day.slice(0, 7)}-01`);

const counts = {
  request_count: sum(),
  quota: sum().describe('Points that calls cost'),
  prompt_tokens: sum(),
  completion_tokens: sum(),
  request_time: sum().describe('Milliseconds'),
};

export const invoiceView = z.object({
  id: whole(),
  /** `YYYYMM-` and the number of the account. */
  name: z.string(),
  date: z.string().describe('First day of the month, as YYYY-MM-DD'),
  status: z.enum(invoiceStatus),
  ...counts,
  opening: signedPoints().describe('Balance at the start of the month'),
  credits: sum().describe('Points that were added in the month: top-ups, codes, gifts, changes by hand'),
  closing: signedPoints().describe('Balance at the end of the month'),
  time_zone: z.string().describe('Time zone of the month'),
  created_at: epochSeconds(),
  paid_at: epochSeconds().describe('0: not paid'),
  paid_note: z.string().describe('Reason of an administrator who marked it as paid'),
});
export type InvoiceView = z.output<typeof invoiceView>;

export const invoiceLine = z.object({
  date: z.string(),
  /** Empty for calls whose model is no longer known, and for those that were charged later. */
  model_name: z.string(),
  ...counts,
});
export type InvoiceLine = z.output<typeof invoiceLine>;

/** An invoice with the person it is for. */
export const userInvoiceView = invoiceView.extend({
  user_id: whole(),
  username: z.string(),
  email: z.string(),
});
export type UserInvoiceView = z.output<typeof userInvoiceView>;

const dateQuery = z.object({ date: month().describe('Any day of the month, as YYYY-MM-DD') });
export const invoiceOrder = [
  'id',
  'date',
  'request_count',
  'quota',
  'prompt_tokens',
  'completion_tokens',
  'request_time',
] as const;

const language = {
  language: queryChoice(languages).describe('Language of the texts; that of the request unless given'),
};

const columns = {
  date: 'text',
  model_name: 'text',
  request_count: 'number',
  prompt_tokens: 'number',
  completion_tokens: 'number',
  request_time: 'number',
  quota: 'number',
} as const;

const monthParam = z.object({ time: month().describe('Any day of the month, as YYYY-MM-DD') });

export const invoiceCalls = {
  listOwn: call('GET /api/user/invoice', {
    access: 'user',
    summary: 'Own invoices, the newest month first',
    query: pageQuery(invoiceOrder).omit({ keyword: true }),
    output: pageOf(invoiceView),
  }),
  linesOwn: call('GET /api/user/invoice/detail', {
    access: 'user',
    summary: 'Own use of a month by model',
    query: dateQuery,
    output: z.array(invoiceLine),
  }),
  getOwn: call('GET /api/user/invoice/month', {
    access: 'user',
    summary: 'Own invoice of a month',
    query: dateQuery,
    output: userInvoiceView,
  }),
  exportOwnCsv: csvCall('GET /api/user/invoice/export', {
    access: 'user',
    summary: 'Own use of a month by model, as comma-separated values',
    query: dateQuery,
    columns,
  }),
  pdfOwn: call('GET /api/user/invoice/pdf', {
    access: 'user',
    summary: 'Own invoice of a month, as PDF',
    query: dateQuery.extend(language),
    file: 'application/pdf',
  }),
  list: call('GET /api/invoice/', {
    access: 'admin',
    summary: 'List invoices of all users',
    query: pageQuery(invoiceOrder)
      .omit({ keyword: true })
      .extend({
        user_id: queryNumber().describe('Only invoices of this user'),
        status: queryChoice(invoiceStatus).describe('Only invoices with this status'),
        date: month().optional().describe('Only invoices of this month'),
      }),
    output: pageOf(userInvoiceView),
  }),
  get: call('GET /api/invoice/:id', {
    access: 'admin',
    summary: 'Read an invoice with its use by model',
    params: idParam,
    output: userInvoiceView.extend({ lines: z.array(invoiceLine) }),
  }),
  pdf: call('GET /api/invoice/:id/pdf', {
    access: 'admin',
    summary: 'Read an invoice as PDF',
    params: idParam,
    query: z.object(language),
    file: 'application/pdf',
  }),
  markPaid: call('POST /api/invoice/:id/paid', {
    access: 'admin',
    summary: 'Mark an invoice as paid outside of the gateway',
    params: idParam,
    input: z.object({ reason: line().min(1).max(200) }),
    output: userInvoiceView,
  }),
  generate: call('POST /api/option/invoice/gen/:time', {
    access: 'root',
    summary: 'Make the invoices of a past month for the first time',
    params: monthParam,
    output: z.object({ count: z.number().int() }),
  }),
  update: call('POST /api/option/invoice/update/:time', {
    access: 'root',
    summary: 'Make the invoices of a past month that are missing; those that exist stay as they are',
    params: monthParam,
    output: z.object({ count: z.number().int() }),
  }),
};
