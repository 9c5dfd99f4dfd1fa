import { createHmac } from 'node:crypto';
import { type AskedPage, json, type Page, type Site } from '../sign-in/fake-internet.ts';

export const CREEM = 'https://api.creem.io';
export const CREEM_TEST = 'https://test-api.creem.io';
export const CREEM_KEY = 'creem_5XKpQ0000000000000000';
export const CREEM_TEST_KEY = 'creem_test_5XKpQ00000000000000000';
export const WEBHOOK_SECRET = 'whsec_of_the_tests';

interface Product {
  id: string;
  price: number;
  currency: string;
  billing_type: 'onetime' | 'recurring';
  tax_mode: 'inclusive' | 'exclusive';
  mode: string;
}

interface Checkout {
  id: string;
  request_id: string;
  product: string;
  status: 'pending' | 'completed' | 'expired';
  order: Record<string, unknown> | undefined;
  sent: Record<string, unknown>;
}

/** Checkouts of all tests of a file, which share a database. */
let count = 0;

/** Moments in both forms that Creem's API has. */
const MOMENT = '2027-01-15T08:00:00.000Z';
const MOMENT_MS = Date.parse(MOMENT);

/** Creem's API, written from its published reference. `creem-sdk.test.ts` reads its answers by Creem's own schemas. */
export class FakeCreem {
  readonly mode: 'prod' | 'test';
  readonly products = new Map<string, Product>();
  readonly checkouts = new Map<string, Checkout>();
  readonly transactions = new Map<string, { id: string; status: string; refunds: number }>();
  readonly faults: string[] = [];
  instead: Record<string, (() => Page | undefined) | undefined> = {};
  refundStatus = 'succeeded';

  constructor(mode: 'prod' | 'test' = 'prod') {
    this.mode = mode;
    this.product('prod_ten', 1000);
    this.product('prod_fifty', 5000);
  }

  product(id: string, price: number, given: Partial<Product> = {}): void {
    const usual = { currency: 'USD', billing_type: 'onetime', tax_mode: 'exclusive' } as const;
    this.products.set(id, { id, price, ...usual, mode: this.mode, ...given });
  }

  readonly site: Site = (asked) => {
    const route = `${asked.method} ${asked.url.pathname}`;
    const page = this.instead[route]?.();
    if (page !== undefined) return page;
    const answer = this.#call(route, asked);
    if (answer.status !== undefined && answer.status >= 400) this.faults.push(`${route} ${answer.status}`);
    return answer;
  };

  #call(route: string, { url, headers, body }: AskedPage): Page {
    if (headers['x-api-key'] !== (this.mode === 'prod' ? CREEM_KEY : CREEM_TEST_KEY))
      return failure(403, 'Forbidden');
    const query = Object.fromEntries(url.searchParams);
    if (body !== '' && headers['content-type'] !== 'application/json') return failure(415, 'Not JSON');
    const content = body === '' ? {} : JSON.parse(body);
    // The documents name the product in the query, the SDK in the path.
    const [, inPath] = /^GET \/v1\/products\/(\w+)$/.exec(route) ?? [];
    if (inPath !== undefined || route === 'GET /v1/products') {
      const product = this.#productView(inPath ?? query.product_id);
      return product === undefined ? failure(404, 'Product not found') : json(product);
    }
    switch (route) {
      case 'POST /v1/checkouts':
        return this.#open(content);
      case 'GET /v1/checkouts': {
        const checkout = this.checkouts.get(query.checkout_id ?? '');
        return checkout === undefined ? failure(404, 'Checkout not found') : json(this.view(checkout));
      }
      case 'GET /v1/transactions': {
        const transaction = this.#transactionView(query.transaction_id ?? '');
        return transaction === undefined ? failure(404, 'Transaction not found') : json(transaction);
      }
      case 'POST /v1/refunds': {
        const transaction = this.transactions.get(content.transaction_id);
        if (transaction === undefined) return failure(404, 'Transaction not found');
        if (Object.keys(content).join() !== 'transaction_id') return failure(400, 'Unknown property');
        if (transaction.refunds > 0 || transaction.status !== 'paid')
          return failure(400, 'Transaction is not refundable');
        transaction.refunds += 1;
        if (this.refundStatus === 'succeeded') transaction.status = 'refunded';
        return json({ status: this.refundStatus });
      }
      default:
        return failure(404, 'Cannot find it');
    }
  }

  #open(content: Record<string, unknown>): Page {
    const { product_id, request_id, units = 1, success_url, metadata } = content;
    const allowed = [
      ...['product_id', 'request_id', 'units', 'custom_price', 'discount_code', 'affiliate_code'],
      ...['customer', 'custom_fields', 'custom_field', 'success_url', 'metadata'],
    ];
    const unknown = Object.keys(content).find((name) => !allowed.includes(name));
    if (unknown !== undefined) return failure(400, `property ${unknown} should not exist`);
    const product = this.products.get(String(product_id));
    if (product === undefined) return failure(404, 'Product not found');
    if (typeof request_id !== 'string' || units !== 1 || typeof metadata !== 'object')
      return failure(400, 'Bad Request');
    if (!/^https:\/\//.test(String(success_url))) return failure(400, 'success_url must be a URL address');
    count += 1;
    const checkout: Checkout = {
      ...{ id: `ch_${count}`, request_id, product: product.id, status: 'pending', sent: content },
      order: undefined,
    };
    this.checkouts.set(checkout.id, checkout);
    return json({ ...this.view(checkout), checkout_url: `https://checkout.creem.io/${checkout.id}` });
  }

  view({ id, request_id, product, status, order, sent }: Checkout): Record<string, unknown> {
    const { success_url, metadata } = sent;
    return {
      ...{ id, object: 'checkout', mode: this.mode, request_id, product, status, units: 1 },
      ...{ success_url, metadata, ...(order && { order }) },
    };
  }

  #productView(id = ''): object | undefined {
    const product = this.products.get(id);
    if (product === undefined) return undefined;
    return {
      ...{ object: 'product', name: 'Points', description: 'Points for calls', status: 'active' },
      ...{ billing_period: product.billing_type === 'onetime' ? 'once' : 'every-month' },
      ...{ tax_category: 'saas', created_at: MOMENT, updated_at: MOMENT, ...product },
    };
  }

  #transactionView(id: string): object | undefined {
    const transaction = this.transactions.get(id);
    if (transaction === undefined) return undefined;
    const order = this.checkouts.get(id.replace(/^tran_/, ''))?.order ?? {};
    const { id: orderId, amount, amount_paid, tax_amount, currency } = order;
    const { status } = transaction;
    return {
      ...{ id, object: 'transaction', mode: this.mode, type: 'payment', status, order: orderId },
      ...{ amount, amount_paid, tax_amount, currency, created_at: MOMENT_MS },
      refunded_amount: status === 'refunded' ? amount : null,
    };
  }

  /** The checkout of an order of ours. */
  of(tradeNo: string): Checkout {
    const found = [...this.checkouts.values()].find(({ request_id }) => request_id === tradeNo);
    if (found === undefined) throw new Error('Creem: no such checkout');
    return found;
  }

  /** The buyer pays, with a tax of 21 % in addition. */
  pay(tradeNo: string, changed: Record<string, unknown> = {}): Checkout {
    const checkout = this.of(tradeNo);
    const { price = 0, currency, billing_type } = this.products.get(checkout.product) ?? {};
    const tax_amount = Math.round(price * 0.21);
    const transaction = `tran_${checkout.id}`;
    checkout.status = 'completed';
    checkout.order = {
      ...{ id: `ord_${checkout.id}`, object: 'order', mode: this.mode, product: checkout.product },
      ...{ amount: price + tax_amount, sub_total: price, tax_amount, discount_amount: 0 },
      ...{ amount_due: price + tax_amount, amount_paid: price + tax_amount, currency },
      ...{ status: 'paid', type: billing_type, transaction, created_at: MOMENT, updated_at: MOMENT },
      ...changed,
    };
    this.transactions.set(transaction, { id: transaction, status: 'paid', refunds: 0 });
    return checkout;
  }

  /** An event as Creem sends it: the product is an object there. */
  event(eventType: string, object: object, secret = WEBHOOK_SECRET) {
    const body = JSON.stringify({ id: `evt_${count}`, eventType, created_at: MOMENT_MS, object });
    return {
      body,
      headers: { 'content-type': 'application/json', 'creem-signature': signatureOf(body, secret) },
    };
  }

  completed(checkout: Checkout, changed: object = {}) {
    const product = this.#productView(checkout.product);
    return this.event('checkout.completed', { ...this.view(checkout), product, ...changed });
  }

  /** A refund or a dispute. */
  reversal(eventType: string, checkout: Checkout, changed: object = {}) {
    const { amount, currency } = checkout.order ?? {};
    const refunded = {
      status: 'succeeded',
      refund_amount: amount,
      refund_currency: currency,
      reason: 'other',
    };
    const [name] = eventType.split('.');
    return this.event(eventType, {
      ...{ id: 'ref_1', object: name, mode: this.mode, created_at: MOMENT_MS },
      ...(name === 'refund' ? refunded : { amount, currency }),
      transaction: this.#transactionView(`tran_${checkout.id}`),
      ...{ checkout: this.view(checkout), order: checkout.order, ...changed },
    });
  }
}

export const signatureOf = (body: string, secret: string): string =>
  createHmac('sha256', secret).update(body, 'utf8').digest().toString('hex');

const failure = (status: number, message: string): Page =>
  json({ trace_id: 't', status, error: 'Bad Request', message: [message], timestamp: 1 }, status);
