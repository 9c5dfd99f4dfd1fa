import { z } from 'zod';
import { call, epochSeconds, etag, idParam, queryText } from '../call.ts';
import { currencies } from '../catalogues/currencies.ts';
import { isBaseAddress } from '../catalogues/options.ts';
import {
  type GatewayField,
  gatewayKindOf,
  parseProducts,
  paymentGatewayType,
  usesField,
} from '../catalogues/payment-gateways.ts';
import { pageOf, pageQuery } from '../page.ts';
import { sum, whole } from '../points.ts';
import { hasControlCharacters, line } from '../text.ts';
import { queryTimeZone } from '../time-zone.ts';
import { MAX_TOP_UP } from '../top-up-price.ts';

const rate = (max: number) =>
  z
    .number()
    .min(0)
    .max(max)
    .refine((value) => Number(value.toFixed(9)) === value, 'number.too_many_decimals');

const MAX_CONFIG_TEXT = 10_000;

const fields = {
  name: line().min(1).max(100),
  icon: line().max(2048).describe('Address of a picture; empty: the mark of the gateway’s kind'),
  notify_domain: z
    .string()
    .trim()
    .max(300)
    .refine((text) => text === '' || isBaseAddress(text), 'invalid_address')
    .describe('Base address of the callbacks; empty: `ServerAddress`'),
  currency: z.enum(currencies),
  rate: rate(1_000_000).describe(
    'Units of the currency for one dollar; 0: `PaymentUSDRate` for CNY, 1 for USD',
  ),
  fixed_fee: rate(100_000).describe('Dollars for each payment'),
  percent_fee: rate(10).describe('Part of the discounted amount: 0.05 is 5 %'),
  min_amount: z.number().int().min(0).max(MAX_TOP_UP).describe('Dollars; 0: `PaymentMinAmount` alone'),
  max_amount: z.number().int().min(0).max(MAX_TOP_UP).describe('Dollars; 0: no limit of its own'),
  open_hours: z
    .string()
    .trim()
    .regex(/^$|^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/, 'payment.hours_form')
    .describe('Hours in which it can be chosen, in the time zone of the site: `09:00-21:30`; empty: always'),
  sandbox: z.boolean().describe('Uses the test system of the payment company'),
  allow_private: z.boolean().describe('Its server may be in a private network'),
  sort: z.number().int().min(0).max(1_000_000).describe('Higher ones come first'),
  enable: z.boolean(),
};

export const paymentView = z.object({
  id: whole(),
  uuid: z.string().describe('Public id, part of the address for callbacks'),
  type: z.enum(paymentGatewayType),
  ...fields,
  config: z.record(z.string(), z.string()).describe('Values of the kind’s fields, without secrets'),
  secrets: z.array(z.string()).describe('Names of the secrets that are stored'),
  notify_url: z.string().describe('Address to enter at the payment company; empty without a base address'),
  created_at: epochSeconds(),
  etag: etag(),
});
export type PaymentView = z.output<typeof paymentView>;

const config = z.record(z.string().max(50), z.string().max(MAX_CONFIG_TEXT));

interface Checked {
  type?: string | undefined;
  currency: string;
  fixed_fee: number;
  percent_fee: number;
  min_amount: number;
  max_amount: number;
  config: Record<string, string>;
}

/** Adds the issues of a gateway as a whole. @param stored names of secrets that are there already */
export function paymentIssues(
  { type = '', currency, fixed_fee, percent_fee, min_amount, max_amount, config: given }: Checked,
  stored: readonly string[],
): { path: string[]; message: string }[] {
  const issues: { path: string[]; message: string }[] = [];
  const add = (path: string[], message: string) => issues.push({ path, message });
  const kind = gatewayKindOf(type);
  if (kind === undefined) {
    add(['type'], 'payment.kind_missing');
    return issues;
  }
  if (!kind.currencies.some((one) => one === currency)) add(['currency'], 'payment.currency_not_taken');
  if (fixed_fee > 0 && percent_fee > 0) add(['fixed_fee'], 'payment.one_fee');
  if (max_amount > 0 && max_amount < min_amount) add(['max_amount'], 'too_small');
  for (const field of kind.fields) {
    const issue = usesField(field, given) ? fieldIssue(field, given[field.name] ?? '', stored) : undefined;
    if (issue !== undefined) add(['config', field.name], issue);
  }
  for (const name of Object.keys(given))
    if (!kind.fields.some((field) => field.name === name)) add(['config', name], 'unrecognized_keys');
  return issues;
}

function fieldIssue(
  {
    name,
    kind,
    isRequired,
    isSecret,
    choices = [],
    maxLength = MAX_CONFIG_TEXT,
    exactLength,
    isProductTable,
  }: GatewayField,
  value: string,
  stored: readonly string[],
): string | undefined {
  if (value === '') {
    const isThere = isSecret === true && stored.includes(name);
    return isRequired && !isThere ? 'too_small' : undefined;
  }
  if (value.length > maxLength) return 'too_big';
  if (exactLength !== undefined && value.length !== exactLength) return `payment.exact_length|${exactLength}`;
  if (isProductTable && parseProducts(value) === undefined) return 'payment.not_products';
  if (kind === 'choice' && !choices.includes(value)) return 'invalid_value';
  if (kind === 'address' && !isBaseAddress(value)) return 'invalid_address';
  if (kind !== 'long-text' && hasControlCharacters(value)) return 'text.control_characters';
  return undefined;
}

export const paymentInput = z
  .object({
    type: z.enum(paymentGatewayType),
    ...fields,
    icon: fields.icon.default(''),
    notify_domain: fields.notify_domain.default(''),
    rate: fields.rate.default(0),
    fixed_fee: fields.fixed_fee.default(0),
    percent_fee: fields.percent_fee.default(0),
    min_amount: fields.min_amount.default(0),
    max_amount: fields.max_amount.default(0),
    open_hours: fields.open_hours.default(''),
    sandbox: fields.sandbox.default(false),
    allow_private: fields.allow_private.default(false),
    sort: fields.sort.default(0),
    enable: fields.enable.default(true),
    config,
  })
  .superRefine((value, context) => {
    for (const { path, message } of paymentIssues(value, []))
      context.addIssue({ code: 'custom', path, message });
  });

/** Absent means unchanged; in `config` too, and an empty secret stays as it is. The kind cannot be changed. */
export const paymentChange = z
  .object(fields)
  .partial()
  .extend({
    id: z.number().int().min(1),
    config: config.optional(),
  });

/** A way to pay, as buyers see it. */
export const payWayView = z.object({
  uuid: z.string(),
  type: z.enum(paymentGatewayType),
  name: z.string(),
  icon: z.string(),
  currency: z.enum(currencies),
  rate: z.number().describe('Units of the currency for one dollar'),
  fixed_fee: z.number(),
  percent_fee: z.number(),
  min_amount: z.number().int().describe('Smallest amount in dollars, `PaymentMinAmount` included'),
  max_amount: whole(),
  amounts: z
    .array(z.number().int())
    .nullable()
    .describe('The only amounts in dollars that it sells, ascending; null: any between the limits'),
  sort: whole(),
});
export type PayWayView = z.output<typeof payWayView>;

/** Days over which sales are summed; all of them include today. */
export const salesDays = [1, 7, 30] as const;

export const salesSummary = z.object({
  sales: z.array(
    z.object({
      days: z.number().int().describe('1, 7 or 30 days up to now, today included'),
      gateway_id: z.number().int(),
      gateway_name: z.string(),
      currency: z.enum(currencies),
      amount: z
        .number()
        .describe('Paid, in `currency`, by the time of the credit; refunds are not subtracted'),
      refunded_amount: z.number().describe('Paid back, in `currency`, by the time of the refund'),
    }),
  ),
  unspent_quota: sum().describe('Balances of all accounts together, by the ledger'),
});
export type SalesSummary = z.output<typeof salesSummary>;

export const paymentOrderFields = ['id', 'uuid', 'name', 'type', 'sort', 'enable', 'created_at'] as const;

export const paymentCalls = {
  ways: call('GET /api/user/payment', {
    access: 'user',
    summary: 'Ways to pay that are open now, in their order',
    output: z.array(payWayView),
  }),
  list: call('GET /api/payment/', {
    access: 'admin',
    summary: 'List payment gateways',
    query: pageQuery(paymentOrderFields).extend({
      type: queryText(16).describe('Only gateways of this kind'),
      name: queryText().describe('Beginning of the name, in any case'),
      uuid: queryText(40).describe('Only the gateway with this public id'),
      currency: queryText(5).describe('Only gateways in this currency'),
    }),
    output: pageOf(paymentView),
  }),
  summary: call('GET /api/payment/summary', {
    access: 'admin',
    summary: 'Sales and refunds of today, 7 and 30 days by gateway and currency, and the unspent balance',
    query: z.object({ time_zone: queryTimeZone() }),
    output: salesSummary,
  }),
  get: call('GET /api/payment/:id', {
    access: 'admin',
    summary: 'Read a payment gateway, without its secrets',
    params: idParam,
    output: paymentView,
  }),
  create: call('POST /api/payment/', {
    access: 'root',
    summary: 'Create a payment gateway',
    input: paymentInput,
    output: paymentView,
  }),
  update: call('PUT /api/payment/', {
    access: 'admin',
    summary: 'Change a payment gateway; only root may change what it sends or where to',
    input: paymentChange,
    output: paymentView,
    ifMatch: true,
  }),
  remove: call('DELETE /api/payment/:id', {
    access: 'root',
    summary: 'Delete a payment gateway; its orders stay',
    params: idParam,
  }),
};
