import { z } from 'zod';
import { call, epochSeconds, idParam, queryFlag, queryNumber } from '../call.ts';
import { currencies } from '../catalogues/currencies.ts';
import { paymentGatewayType } from '../catalogues/payment-gateways.ts';
import { pageOf, pageQuery } from '../page.ts';
import { whole } from '../points.ts';
import { callbackVerdict } from './order.ts';

export const paymentStatementState = ['done', 'waiting', 'failed'] as const;
export type PaymentStatementState = (typeof paymentStatementState)[number];

/** Source: docs/reference/payments.md, "Reconciliation". */
export const paymentDifferenceKind = [
  'not_credited',
  'amount',
  'refund_not_here',
  'not_there',
  'refund_not_there',
  'unknown_order',
] as const;
export type PaymentDifferenceKind = (typeof paymentDifferenceKind)[number];

/** Differences of a statement that are kept; further ones are only counted. */
export const MAX_KEPT_DIFFERENCES = 200;
/** Days back from today whose statements can be asked for. Gateways keep them for three months. */
export const MAX_STATEMENT_AGE_DAYS = 90;

export const paymentDifference = z.object({
  kind: z.enum(paymentDifferenceKind),
  trade_no: z.string(),
  gateway_no: z.string(),
  request_no: z
    .string()
    .describe('Number of a refund; empty for payments and for refunds made at the gateway'),
  order_id: whole().nullable(),
  currency: z.string(),
  there: z.number().nullable().describe('Amount at the gateway, in `currency`; null: absent or not readable'),
  here: z.number().nullable().describe('Amount of this site; null: absent'),
  verdict: z
    .enum(callbackVerdict)
    .nullable()
    .describe('For `not_credited`: what came of asking the gateway; null: not asked'),
  reason: z.string(),
});
export type PaymentDifference = z.output<typeof paymentDifference>;

export const paymentStatementView = z.object({
  id: whole(),
  gateway_id: whole(),
  gateway_name: z.string(),
  gateway_type: z.enum(paymentGatewayType),
  day: z.string().describe('YYYY-MM-DD, a day of the gateway’s own calendar'),
  state: z.enum(paymentStatementState).describe('`waiting`: the gateway has not made the statement yet'),
  checked_at: epochSeconds(),
  currency: z.enum(currencies),
  lines: whole().describe('Payments and refunds of the statement that belong to this gateway'),
  other_lines: whole().describe('Lines of other shops and other gateways of the same merchant'),
  paid: z.number().describe('Paid at the gateway, in `currency`'),
  refunded: z.number(),
  fees: z.number().describe('Kept by the gateway, as far as the statement says'),
  our_paid: z.number().describe('Credited orders that the statement lists, or should list'),
  our_refunded: z.number(),
  difference_count: whole(),
  open_count: whole().describe('Differences that were not settled by a late credit'),
  reason: z.string().describe('Why it could not be read'),
});
export type PaymentStatementView = z.output<typeof paymentStatementView>;

const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/, 'payment.statement_day')
  .describe('YYYY-MM-DD, a day of the gateway’s own calendar');

export const paymentStatementOrder = ['id', 'day', 'gateway_id', 'checked_at', 'open_count'] as const;

export const paymentStatementCalls = {
  list: call('GET /api/payment/statement/', {
    access: 'admin',
    summary: 'List comparisons of orders with the statements of payment gateways',
    query: pageQuery(paymentStatementOrder)
      .omit({ keyword: true })
      .extend({
        gateway_id: queryNumber().describe('Only those of this gateway'),
        with_differences: queryFlag().describe('Only those with differences, and those that failed'),
      }),
    output: pageOf(paymentStatementView),
  }),
  get: call('GET /api/payment/statement/:id', {
    access: 'admin',
    summary: 'Read a comparison with its differences',
    params: idParam,
    output: paymentStatementView.extend({
      differences: z.array(paymentDifference).describe(`At most ${MAX_KEPT_DIFFERENCES}`),
    }),
  }),
  check: call('POST /api/payment/statement/', {
    access: 'admin',
    summary: 'Compare a day with the statement of a gateway now, and credit what was missed',
    input: z.object({ gateway_id: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER), day }),
    output: paymentStatementView,
  }),
};
