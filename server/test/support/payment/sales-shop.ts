import { type Currency, paymentCalls } from '@turnpike/contract';
import { AddressError, type GuardedFetch } from '../../../src/platform/net/guarded-fetch.ts';
import { askConfirmed } from '../ask-confirmed.ts';
import type { AskedPage, Page } from '../sign-in/fake-internet.ts';
import type { TestManagement } from '../test-management.ts';
import { EASYPAY, FakeEasyPay, KEY, PID } from './fake-easypay.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  FakePayPal,
  MERCHANT_ID,
  PAYPAL,
  PAYPAL_CERTS,
  WEBHOOK_ID,
} from './fake-paypal.ts';
import { FakeStripe, STRIPE, STRIPE_KEY } from './fake-stripe.ts';

export const gatewayNames = ['EasyPay', 'Stripe', 'PayPal'] as const;
export type GatewayName = (typeof gatewayNames)[number];

/** A payment that a payment company has, in minor units of its currency. */
interface HeldPayment {
  tradeNo: string;
  minor: number;
  isPaid: boolean;
  refundedMinor: number;
  /** Words that name it in requests. */
  marks: readonly string[];
}

/** An amount that went to or from the shop, at the second in which the gateway of the shop heard of it. */
export interface Movement {
  gateway: GatewayName;
  currency: Currency;
  tradeNo: string;
  minor: number;
  at: number;
}

export const currencyOf = { EasyPay: 'CNY', Stripe: 'USD', PayPal: 'JPY' } as const satisfies Record<
  GatewayName,
  Currency
>;

/** Terms of the shop. The amounts of `priceOf` follow from them. */
const options = {
  ...{ ServerAddress: 'https://gateway.example', PaymentUSDRate: '7.3', UserInvoiceMonth: 'true' },
  ...{ RechargeDiscount: '{"50":0.98,"100":0.95,"500":0.9}', RechargeBonus: '{"50":3,"100":5.5}' },
};

/**
 * Minor units to pay by dollars, computed by hand: (amount × discount + fee) × rate, rounded half up.
 * Source: docs/reference/payments.md, "Price".
 */
export const priceOf: Readonly<Record<GatewayName, Readonly<Record<number, number>>>> = {
  // 1.6 % at 7.3 yuan: 7.4168 for each discounted dollar.
  EasyPay: { 5: 37_08, 20: 148_34, 50: 363_42, 100: 704_60, 500: 3337_56 },
  // 0.35 dollars.
  Stripe: { 5: 5_35, 20: 20_35, 50: 49_35, 100: 95_35, 500: 450_35 },
  // 3.6 % at 151.37 yen: 156.81932 for each discounted dollar.
  PayPal: { 5: 784, 20: 3136, 50: 7684, 100: 14_898, 500: 70_569 },
};
/** Points of the bonus by dollars: 3 % from 50 dollars on, 5.5 % from 100. */
export const bonusOf: Readonly<Record<number, number>> = {
  ...{ 5: 0, 20: 0, 50: 750_000, 100: 2_750_000, 500: 13_750_000 },
};

/** A site that sells points by three payment companies, and the journal of what those were paid and paid back. */
export async function openShop(site: TestManagement) {
  const easypay = new FakeEasyPay();
  const stripe = new FakeStripe();
  const paypal = new FakePayPal();
  const sites: Record<string, (asked: AskedPage) => Page | undefined> = {
    ...{ [EASYPAY]: easypay.site, [STRIPE]: stripe.site },
    ...{ [PAYPAL]: paypal.site, [PAYPAL_CERTS]: paypal.certs },
  };
  const held: Record<GatewayName, () => HeldPayment[]> = {
    EasyPay: () => easyPayPayments(easypay),
    Stripe: () => stripePayments(stripe),
    PayPal: () => payPalPayments(paypal),
  };
  const paid = new Map<string, Movement>();
  const paidBack: Movement[] = [];
  const paidBackOf = new Map<string, number>();
  const shop = {
    ...{ easypay, stripe, paypal, paid, paidBack },
    uuids: {} as Record<GatewayName, string>,
    /** No payment company answers; or each pays back, and its answers are lost. */
    fault: null as 'down' | 'lost' | null,
  };

  /** Notes payments that the site has just heard of, and amounts that it has just paid back. */
  function note(asked: AskedPage): void {
    const words = new Set(`${asked.url} ${asked.body}`.split(/\W+/));
    for (const gateway of gatewayNames) {
      for (const { tradeNo, minor, isPaid, refundedMinor, marks } of held[gateway]()) {
        if (!isPaid || !marks.some((mark) => words.has(mark))) continue;
        const movement = { gateway, currency: currencyOf[gateway], tradeNo, at: site.now() };
        if (!paid.has(tradeNo)) paid.set(tradeNo, { ...movement, minor });
        const more = refundedMinor - (paidBackOf.get(tradeNo) ?? 0);
        paidBackOf.set(tradeNo, refundedMinor);
        if (more !== 0) paidBack.push({ ...movement, minor: more });
      }
    }
  }

  const guardedFetch: GuardedFetch = async (address, { request }) => {
    if (shop.fault === 'down') throw new AddressError('unreachable');
    const url = new URL(address);
    const { method = 'GET', headers = {}, body = '' } = request ?? {};
    const small = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    const asked = { method, url, headers: Object.fromEntries(small), body };
    const page = sites[url.origin]?.(asked);
    note(asked);
    if (shop.fault === 'lost' && isRefund(asked)) throw new AddressError('unreachable');
    const { status = page === undefined ? 404 : 200, headers: answered = {}, body: text = '' } = page ?? {};
    const contentType = answered['content-type'] ?? '';
    return { status, bytes: Buffer.from(text), contentType, headers: answered };
  };
  site.fakes.guardedFetch = guardedFetch;

  const root = await site.root();
  const set = Object.entries(options).map(([key, value]) => ({ key, value }));
  await site.ask({ method: 'PUT', path: '/api/option/batch' }, { as: root, input: { options: set } });
  for (const name of gatewayNames) {
    const input = { ...gatewayInputs[name], name, currency: currencyOf[name] };
    const { body } = await askConfirmed(site.ask, paymentCalls.create, { as: root, input });
    if (body.data === undefined) throw new Error(`${name}: ${body.message}`);
    shop.uuids[name] = body.data.uuid;
  }
  return shop;
}
export type SalesShop = Awaited<ReturnType<typeof openShop>>;

const gatewayInputs: Readonly<Record<GatewayName, object>> = {
  EasyPay: {
    ...{ type: 'epay', percent_fee: 0.016 },
    config: { version: 'v1', pay_domain: EASYPAY, partner_id: PID, key: KEY },
  },
  Stripe: { type: 'stripe', sandbox: true, fixed_fee: 0.35, config: { secret_key: STRIPE_KEY } },
  PayPal: {
    ...{ type: 'paypal', percent_fee: 0.036, rate: 151.37 },
    config: {
      ...{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET },
      ...{ webhook_id: WEBHOOK_ID, merchant_id: MERCHANT_ID },
    },
  },
};

const isRefund = ({ method, url }: AskedPage): boolean =>
  method === 'POST' && (/\/refunds?$/.test(url.pathname) || url.searchParams.get('act') === 'refund');

const cents = (text: string): number => Number(text.replace('.', ''));

const easyPayPayments = ({ orders }: FakeEasyPay): HeldPayment[] =>
  [...orders.values()].map(({ out_trade_no, money, status, refunded }) => ({
    ...{ tradeNo: out_trade_no, minor: cents(money), isPaid: status === 1, refundedMinor: refunded },
    marks: [out_trade_no],
  }));

const stripePayments = ({ sessions, refunds }: FakeStripe): HeldPayment[] =>
  [...sessions.values()].map(({ id, client_reference_id, amount_total, payment_status, payment_intent }) => ({
    ...{ tradeNo: client_reference_id, minor: amount_total, isPaid: payment_status === 'paid' },
    refundedMinor: [...refunds.values()]
      .filter((one) => one.payment_intent === payment_intent && one.status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0),
    marks: [id, `pi_${id}`],
  }));

/** Its fake counts hundredths of a yen that was paid back. */
const payPalPayments = ({ orders }: FakePayPal): HeldPayment[] =>
  [...orders.values()].map(({ id, custom_id, amount, captures }) => ({
    ...{ tradeNo: custom_id, minor: Number(amount.value), isPaid: captures.length > 0 },
    refundedMinor: captures.reduce((sum, { refunded }) => sum + refunded / 100, 0),
    marks: [id, ...captures.map((capture) => capture.id)],
  }));
