import { type Currency, currencies } from './currencies.ts';

export const paymentGatewayType = ['epay', 'alipay', 'wxpay', 'stripe', 'creem', 'paypal'] as const;
export type PaymentGatewayType = (typeof paymentGatewayType)[number];

/** A value that an operator enters for a payment gateway. The form, the checks and the docs are made of these. */
export interface GatewayField {
  name: string;
  kind: 'text' | 'address' | 'choice' | 'free-choice' | 'long-text';
  isRequired: boolean;
  /** Stored encrypted and never answered. */
  isSecret?: true;
  choices?: readonly string[];
  initial?: string;
  /** Needed only where another field has one of these values. */
  onlyFor?: { field: string; values: readonly string[] };
  maxLength?: number;
  /** Its number of characters. */
  exactLength?: number;
  /** A table of amounts in whole dollars with the product that each is at the vendor. */
  isProductTable?: true;
}

export interface PaymentGatewayKind {
  type: PaymentGatewayType;
  currencies: readonly Currency[];
  hasSandbox: boolean;
  hasRefund: boolean;
  /** Its own statement of each day, where it has one. */
  statement?: GatewayStatement;
  fields: readonly GatewayField[];
}

export interface GatewayStatement {
  /** Zone of its days. */
  timeZone: string;
  /** Seconds after the end of a day from which its statement is asked for. */
  readySeconds: number;
}

/** Half an hour after both companies promise it. Source: docs/reference/payments.md, "Reconciliation". */
const beijingStatement: GatewayStatement = { timeZone: 'Asia/Shanghai', readySeconds: 10.5 * 3600 };
const utcStatement: GatewayStatement = { timeZone: 'UTC', readySeconds: 3 * 3600 };

const v1 = { onlyFor: { field: 'version', values: ['v1'] } };
const v2 = { onlyFor: { field: 'version', values: ['v2'] } };

const epay: PaymentGatewayKind = {
  type: 'epay',
  currencies: ['CNY', 'USD'],
  hasSandbox: false,
  hasRefund: true,
  fields: [
    { name: 'version', kind: 'choice', isRequired: true, choices: ['v1', 'v2'], initial: 'v1' },
    { name: 'pay_domain', kind: 'address', isRequired: true },
    { name: 'partner_id', kind: 'text', isRequired: true, maxLength: 50 },
    { name: 'key', kind: 'text', isRequired: true, isSecret: true, ...v1 },
    { name: 'private_key', kind: 'long-text', isRequired: true, isSecret: true, ...v2 },
    { name: 'public_key', kind: 'long-text', isRequired: true, ...v2 },
    // Gateways of before have none.
    { name: 'order_mode', kind: 'choice', isRequired: false, choices: ['page', 'server'], initial: 'page' },
    {
      name: 'pay_type',
      kind: 'free-choice',
      isRequired: false,
      choices: ['alipay', 'wxpay', 'qqpay', 'bank', 'jdpay', 'paypal', 'usdt'],
      initial: '',
      maxLength: 30,
    },
  ],
};

const stripe: PaymentGatewayKind = {
  type: 'stripe',
  currencies,
  hasSandbox: true,
  hasRefund: true,
  statement: utcStatement,
  fields: [
    { name: 'secret_key', kind: 'text', isRequired: true, isSecret: true },
    // Made at Stripe when the gateway is saved without it.
    { name: 'webhook_secret', kind: 'text', isRequired: false, isSecret: true },
  ],
};

const byKey = { onlyFor: { field: 'key_mode', values: ['public_key'] } };
const byCertificate = { onlyFor: { field: 'key_mode', values: ['certificate'] } };

const alipay: PaymentGatewayKind = {
  type: 'alipay',
  currencies: ['CNY'],
  hasSandbox: true,
  hasRefund: true,
  statement: beijingStatement,
  fields: [
    { name: 'app_id', kind: 'text', isRequired: true, maxLength: 32 },
    { name: 'seller_id', kind: 'text', isRequired: false, maxLength: 32 },
    { name: 'private_key', kind: 'long-text', isRequired: true, isSecret: true },
    {
      name: 'key_mode',
      kind: 'choice',
      isRequired: true,
      choices: ['public_key', 'certificate'],
      initial: 'public_key',
    },
    { name: 'public_key', kind: 'long-text', isRequired: true, ...byKey },
    { name: 'app_certificate', kind: 'long-text', isRequired: true, ...byCertificate },
    { name: 'alipay_certificate', kind: 'long-text', isRequired: true, ...byCertificate },
    { name: 'root_certificate', kind: 'long-text', isRequired: true, ...byCertificate },
    {
      name: 'pay_type',
      kind: 'choice',
      isRequired: true,
      choices: ['facepay', 'pagepay', 'wappay'],
      initial: 'facepay',
    },
  ],
};

const jsApi = { onlyFor: { field: 'pay_type', values: ['JSAPI'] } };

const wxpay: PaymentGatewayKind = {
  type: 'wxpay',
  currencies: ['CNY'],
  hasSandbox: false,
  hasRefund: true,
  statement: beijingStatement,
  fields: [
    { name: 'app_id', kind: 'text', isRequired: true, maxLength: 32 },
    { name: 'mch_id', kind: 'text', isRequired: true, maxLength: 32 },
    { name: 'mch_certificate_serial_number', kind: 'text', isRequired: true, maxLength: 80 },
    { name: 'mch_apiv3_key', kind: 'text', isRequired: true, isSecret: true, exactLength: 32 },
    { name: 'mch_private_key', kind: 'long-text', isRequired: true, isSecret: true },
    // Merchants of before 2024 have neither; their platform has certificates.
    { name: 'public_key_id', kind: 'text', isRequired: false, maxLength: 80 },
    { name: 'public_key', kind: 'long-text', isRequired: false },
    {
      name: 'pay_type',
      kind: 'choice',
      isRequired: true,
      choices: ['Native', 'H5', 'JSAPI'],
      initial: 'Native',
    },
    // The official account that buyers pay in. Without an App ID of its own, it is that of the merchant.
    { name: 'mp_app_id', kind: 'text', isRequired: false, maxLength: 32, ...jsApi },
    { name: 'mp_secret', kind: 'text', isRequired: true, isSecret: true, maxLength: 64, ...jsApi },
  ],
};

const creem: PaymentGatewayKind = {
  type: 'creem',
  currencies: ['USD', 'EUR'],
  hasSandbox: true,
  hasRefund: true,
  fields: [
    { name: 'api_key', kind: 'text', isRequired: true, isSecret: true },
    { name: 'webhook_secret', kind: 'text', isRequired: true, isSecret: true },
    { name: 'products', kind: 'long-text', isRequired: true, isProductTable: true },
  ],
};

const paypal: PaymentGatewayKind = {
  type: 'paypal',
  currencies: ['USD', 'EUR', 'GBP', 'HKD', 'JPY', 'SGD', 'AUD', 'CAD', 'MYR', 'THB'],
  hasSandbox: true,
  hasRefund: true,
  fields: [
    { name: 'client_id', kind: 'text', isRequired: true, maxLength: 200 },
    { name: 'client_secret', kind: 'text', isRequired: true, isSecret: true },
    { name: 'webhook_id', kind: 'text', isRequired: true, maxLength: 50 },
    { name: 'merchant_id', kind: 'text', isRequired: true, maxLength: 20 },
  ],
};

/** Every kind of payment gateway that the program has. */
export const paymentGatewayKinds: Readonly<Record<PaymentGatewayType, PaymentGatewayKind>> = {
  epay,
  alipay,
  stripe,
  wxpay,
  creem,
  paypal,
};

export const gatewayKindOf = (type: string): PaymentGatewayKind | undefined =>
  Object.hasOwn(paymentGatewayKinds, type) ? paymentGatewayKinds[type as PaymentGatewayType] : undefined;

/** Whether a field is part of a configuration. */
export const usesField = ({ onlyFor }: GatewayField, config: Readonly<Record<string, string>>): boolean =>
  onlyFor === undefined || onlyFor.values.includes(config[onlyFor.field] ?? '');

const MAX_PRODUCTS = 20;

/** @returns undefined for a text that is no table such as `{"10": "prod_1", "50": "prod_2"}` */
export function parseProducts(text: string): Readonly<Record<string, string>> | undefined {
  let table: unknown;
  try {
    table = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof table !== 'object' || table === null || Array.isArray(table)) return undefined;
  const entries = Object.entries(table);
  const isTable =
    entries.length > 0 &&
    entries.length <= MAX_PRODUCTS &&
    entries.every(
      ([amount, product]) =>
        /^[1-9]\d{0,6}$/.test(amount) && typeof product === 'string' && /^[\w-]{1,80}$/.test(product),
    );
  return isTable ? (table as Record<string, string>) : undefined;
}

/** Amounts in dollars that can be bought, ascending; undefined: all. */
export function amountsOf(
  type: PaymentGatewayType,
  config: Readonly<Record<string, string>>,
): readonly number[] | undefined {
  const field = gatewayKindOf(type)?.fields.find(({ isProductTable }) => isProductTable);
  if (field === undefined) return undefined;
  return Object.keys(parseProducts(config[field.name] ?? '') ?? {})
    .map(Number)
    .sort((a, b) => a - b);
}
