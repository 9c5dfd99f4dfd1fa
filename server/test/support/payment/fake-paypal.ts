import { createSign, generateKeyPairSync } from 'node:crypto';
import { type AskedPage, json, type Page, type Site } from '../sign-in/fake-internet.ts';
import { makeCertificate } from './make-certificate.ts';

export const PAYPAL = 'https://api-m.paypal.com';
export const PAYPAL_SANDBOX = 'https://api-m.sandbox.paypal.com';
/** Where the certificates are. */
export const PAYPAL_CERTS = 'https://api.paypal.com';
export const CERT_URL = `${PAYPAL_CERTS}/v1/notifications/certs/CERT-360caa42-fca2a594-1d93a270`;
export const CLIENT_ID = 'AeA1QIZXiflr1_-r0U2UbWTziOWX1GRQer5jkUq4ZfWT5qwb6qQRPq7jDtv57TL4';
export const CLIENT_SECRET = 'a-client-secret-of-the-tests';
export const WEBHOOK_ID = '9XL90610J3647323C';
export const MERCHANT_ID = 'QR6V4A7CGXKL2';

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const certificate = makeCertificate({
  serial: '01',
  commonName: 'messageverificationcerts.paypal.com',
  keys,
});

interface Order {
  id: string;
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
  custom_id: string;
  invoice_id: string;
  amount: { currency_code: string; value: string };
  captures: { id: string; status: string; amount: object; refunded: number }[];
  refunds: { id: string; status: string; amount: object; custom_id?: string; invoice_id?: string }[];
  sent: Record<string, unknown>;
}

/** An amount as the order writes it, of which JPY has no decimals. */
const textOf = ({ amount }: Order, cents: number): string =>
  (cents / 100).toFixed(amount.value.includes('.') ? 2 : 0);

interface RefundContent {
  /** Without it, all that is left is paid back. */
  amount?: Order['amount'];
  note_to_payer?: string;
  custom_id?: string;
  invoice_id?: string;
}

/** Orders of all tests of a file, which share a database. */
let count = 0;
const nextId = (): string => {
  count += 1;
  return `5O1902${String(count).padStart(11, '0')}`;
};

/** PayPal forgets the request ids of orders after six hours, and those of refunds after 45 days. */
const keySeconds = (route: string): number => (route.includes('/v2/payments/') ? 45 * 86_400 : 6 * 3600);

/** The answer to a request that does not wish the whole object. */
function shortened(page: Page): Page {
  const { id, status, links } = JSON.parse(String(page.body));
  return json({ id, status, links }, page.status);
}

/** PayPal's REST API, written from its published reference. */
export class FakePayPal {
  readonly orders = new Map<string, Order>();
  readonly faults: string[] = [];
  /** Methods and paths of the requests, with `:id` for ids. */
  readonly asked: string[] = [];
  instead: Record<string, (() => Page | undefined) | undefined> = {};
  /** Status of the next captures. */
  captureStatus = 'COMPLETED';
  /** Status of the next refunds. */
  refundStatus = 'COMPLETED';
  merchantId = MERCHANT_ID;
  eventTypes = ['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED'];
  /** A new token does not end those before. */
  readonly #tokens = new Set<string>();
  readonly #replies = new Map<string, { sent: string; page: Page; at: number }>();
  readonly #nowSeconds: () => number;

  constructor(nowSeconds: () => number = () => 0) {
    this.#nowSeconds = nowSeconds;
  }

  readonly site: Site = (asked) => {
    const { method, url } = asked;
    const path = url.pathname.replace(/\/(orders|captures|refunds|webhooks)\/\w+/, '/$1/:id');
    const route = `${method} ${path}`;
    this.asked.push(route);
    const page = this.instead[route]?.() ?? this.#answer(route, asked);
    if (page.status !== undefined && page.status >= 400) this.faults.push(route);
    return page;
  };

  readonly certs: Site = ({ method, url }) =>
    method === 'GET' && CERT_URL.endsWith(url.pathname)
      ? { headers: { 'content-type': 'application/x-pem-file' }, body: certificate }
      : undefined;

  /** Every token ends. */
  expireTokens(): void {
    this.#tokens.clear();
  }

  #answer(route: string, asked: AskedPage): Page {
    const { headers, body } = asked;
    const { 'content-type': contentType = '' } = headers;
    if (route === 'POST /v1/oauth2/token') {
      if (!contentType.startsWith('application/x-www-form-urlencoded'))
        return fault(415, 'UNSUPPORTED_MEDIA_TYPE');
      const basic = `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')}`;
      if (headers.authorization !== basic)
        return json({ error: 'invalid_client', error_description: 'Client Authentication failed' }, 401);
      if (body !== 'grant_type=client_credentials') return json({ error: 'unsupported_grant_type' }, 400);
      const access_token = `A21AA${nextId()}`;
      this.#tokens.add(access_token);
      return json({ access_token, token_type: 'Bearer', app_id: 'APP-80W', expires_in: 32_400 });
    }
    if (!this.#tokens.has(headers.authorization?.replace(/^Bearer /, '') ?? ''))
      return json({ error: 'invalid_token', error_description: 'Token signature verification failed' }, 401);
    if (asked.method === 'POST' && contentType !== 'application/json')
      return fault(415, 'UNSUPPORTED_MEDIA_TYPE');
    const key = headers['paypal-request-id'];
    const known = typeof key === 'string' ? this.#replies.get(key) : undefined;
    const at = this.#nowSeconds();
    if (known !== undefined && at - known.at < keySeconds(route)) {
      if (known.sent !== route + body)
        return fault(422, 'UNPROCESSABLE_ENTITY', 'PAYPAL_REQUEST_ID_PREVIOUSLY_USED');
      return known.page;
    }
    const whole = this.#call(route, asked);
    const isShort = asked.method === 'POST' && headers.prefer !== 'return=representation';
    const page = isShort && (whole.status ?? 200) < 300 ? shortened(whole) : whole;
    if (typeof key === 'string' && (page.status ?? 200) < 300)
      this.#replies.set(key, { sent: route + body, page, at });
    return page;
  }

  #call(route: string, { url, headers, body }: AskedPage): Page {
    const [, id = ''] = /\/(?:orders|captures|refunds|webhooks)\/(\w+)/.exec(url.pathname) ?? [];
    const content = body === '' ? {} : JSON.parse(body);
    switch (route) {
      case 'GET /v1/notifications/webhooks/:id':
        return id === WEBHOOK_ID
          ? json({ id, url: 'https://x.example', event_types: this.eventTypes.map((name) => ({ name })) })
          : fault(404, 'INVALID_RESOURCE_ID');
      case 'POST /v2/checkout/orders':
        return headers['paypal-request-id'] === undefined
          ? fault(400, 'INVALID_REQUEST', 'PAYPAL_REQUEST_ID_REQUIRED')
          : this.#open(content);
      case 'GET /v2/checkout/orders/:id': {
        const order = this.orders.get(id);
        return order === undefined
          ? fault(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
          : json(this.view(order));
      }
      case 'POST /v2/checkout/orders/:id/capture':
        return this.#capture(this.orders.get(id));
      case 'POST /v2/payments/captures/:id/refund':
        return headers['paypal-request-id'] === undefined
          ? fault(400, 'INVALID_REQUEST')
          : this.#refund(id, content);
      case 'GET /v2/payments/refunds/:id': {
        const refund = [...this.orders.values()]
          .flatMap(({ refunds }) => refunds)
          .find((one) => one.id === id);
        return refund === undefined ? fault(404, 'RESOURCE_NOT_FOUND') : json(refund);
      }
      case 'GET /v2/payments/captures/:id': {
        const [order, capture] = this.#capturedAs(id);
        if (order === undefined || capture === undefined) return fault(404, 'RESOURCE_NOT_FOUND');
        return json(this.#captureView(order, capture));
      }
      default:
        return fault(404, 'RESOURCE_NOT_FOUND');
    }
  }

  #open(content: Record<string, unknown>): Page {
    const { intent, purchase_units, payment_source } = content as {
      intent?: string;
      purchase_units?: {
        custom_id: string;
        invoice_id: string;
        description: string;
        amount: Order['amount'];
      }[];
      payment_source?: { paypal?: { experience_context?: Record<string, string> } };
    };
    const [unit] = purchase_units ?? [];
    const { return_url = '', cancel_url = '' } = payment_source?.paypal?.experience_context ?? {};
    if (intent !== 'CAPTURE' || unit === undefined || purchase_units?.length !== 1)
      return fault(400, 'INVALID_REQUEST', 'MISSING_REQUIRED_PARAMETER');
    if (![return_url, cancel_url].every((address) => address.startsWith('https://')))
      return fault(400, 'INVALID_REQUEST', 'INVALID_PARAMETER_SYNTAX');
    const { custom_id, invoice_id, description, amount } = unit;
    if (custom_id.length > 127 || invoice_id.length > 127 || description.length > 127)
      return fault(400, 'INVALID_REQUEST', 'INVALID_STRING_LENGTH');
    if (!/^(AUD|CAD|EUR|GBP|HKD|JPY|MYR|SGD|THB|USD)$/.test(amount.currency_code))
      return fault(422, 'UNPROCESSABLE_ENTITY', 'CURRENCY_NOT_SUPPORTED');
    const decimals = amount.currency_code === 'JPY' ? /^\d+$/ : /^\d+\.\d\d$/;
    if (!decimals.test(amount.value)) return fault(422, 'UNPROCESSABLE_ENTITY', 'DECIMAL_PRECISION');
    const order: Order = {
      ...{ id: nextId(), status: 'PAYER_ACTION_REQUIRED', custom_id, invoice_id, amount },
      ...{ captures: [], refunds: [], sent: content },
    };
    this.orders.set(order.id, order);
    return json(this.view(order));
  }

  view(order: Order): Record<string, unknown> {
    const { id, status, custom_id, invoice_id, amount, captures, refunds } = order;
    const payee = { email_address: 'shop@example.com', merchant_id: this.merchantId };
    const unit = { reference_id: 'default', amount, payee, custom_id, invoice_id };
    const payments = {
      captures: captures.map((capture) => this.#captureView(order, capture)),
      ...(refunds.length > 0 && { refunds }),
    };
    return {
      ...{ id, intent: 'CAPTURE', status },
      purchase_units: [captures.length === 0 ? unit : { ...unit, payments }],
      links: [
        { rel: 'self', href: `${PAYPAL}/v2/checkout/orders/${id}`, method: 'GET' },
        { rel: 'payer-action', href: `https://www.paypal.com/checkoutnow?token=${id}`, method: 'GET' },
      ],
    };
  }

  #captureView({ id, custom_id, invoice_id }: Order, { refunded, ...capture }: Order['captures'][number]) {
    const links = [{ rel: 'up', href: `${PAYPAL}/v2/checkout/orders/${id}`, method: 'GET' }];
    const supplementary_data = { related_ids: { order_id: id } };
    return { ...capture, custom_id, invoice_id, final_capture: true, supplementary_data, links };
  }

  #capture(order: Order | undefined): Page {
    if (order === undefined) return fault(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
    if (order.captures.length > 0) return fault(422, 'UNPROCESSABLE_ENTITY', 'ORDER_ALREADY_CAPTURED');
    if (order.status !== 'APPROVED') return fault(422, 'UNPROCESSABLE_ENTITY', 'ORDER_NOT_APPROVED');
    order.captures.push({ id: nextId(), status: this.captureStatus, amount: order.amount, refunded: 0 });
    order.status = 'COMPLETED';
    return json(this.view(order), 201);
  }

  #capturedAs(id: string): [Order | undefined, Order['captures'][number] | undefined] {
    const order = [...this.orders.values()].find(({ captures }) => captures[0]?.id === id);
    return [order, order?.captures[0]];
  }

  #refund(id: string, content: RefundContent): Page {
    const [order, capture] = this.#capturedAs(id);
    if (order === undefined || capture === undefined) return fault(404, 'RESOURCE_NOT_FOUND');
    const { currency_code } = order.amount;
    const whole = Math.round(Number(order.amount.value) * 100);
    const rest = { currency_code, value: textOf(order, whole - capture.refunded) };
    const { amount = rest, note_to_payer = '', custom_id, invoice_id } = content;
    const cents = Math.round(Number(amount.value) * 100);
    if (note_to_payer.length > 255 || amount.currency_code !== currency_code)
      return fault(400, 'INVALID_REQUEST');
    if (![custom_id, invoice_id].every((one) => one === undefined || /^[\w.,-]{1,127}$/.test(one)))
      return fault(400, 'INVALID_REQUEST', 'INVALID_STRING_LENGTH');
    if (!/COMPLETED|PARTIALLY_REFUNDED/.test(capture.status))
      return fault(422, 'UNPROCESSABLE_ENTITY', 'CAPTURE_FULLY_REFUNDED');
    if (capture.refunded + cents > whole) return fault(422, 'UNPROCESSABLE_ENTITY', 'REFUND_AMOUNT_EXCEEDED');
    capture.refunded += cents;
    capture.status = capture.refunded === whole ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
    const numbers = { custom_id: custom_id ?? order.custom_id, invoice_id: invoice_id ?? order.invoice_id };
    const links = [{ rel: 'up', href: `${PAYPAL}/v2/payments/captures/${id}`, method: 'GET' }];
    const refund = { id: nextId(), status: this.refundStatus, amount, ...numbers, links };
    order.refunds.push(refund);
    return json(refund, 201);
  }

  /** A refund that the merchant has made at PayPal's own site. @returns its event */
  refundByHand(tradeNo: string, value: string) {
    const order = this.of(tradeNo);
    const [{ id = '' } = {}] = order.captures;
    this.#refund(id, { amount: { ...order.amount, value } });
    return this.refunded(tradeNo);
  }

  /** The event of the last refund of an order; it names the capture by its address only. */
  refunded(tradeNo: string) {
    return this.event('PAYMENT.CAPTURE.REFUNDED', { ...this.of(tradeNo).refunds.at(-1) });
  }

  of(tradeNo: string): Order {
    const found = [...this.orders.values()].find(({ custom_id }) => custom_id === tradeNo);
    if (found === undefined) throw new Error('PayPal: no such order');
    return found;
  }

  approve(tradeNo: string): Order {
    const order = this.of(tradeNo);
    order.status = 'APPROVED';
    return order;
  }

  /** PayPal's own page has captured the order, such as after a review. */
  complete(tradeNo: string, status = 'COMPLETED'): Order {
    const order = this.of(tradeNo);
    if (order.captures.length === 0)
      order.captures.push({ id: nextId(), status, amount: order.amount, refunded: 0 });
    for (const capture of order.captures) capture.status = status;
    order.status = 'COMPLETED';
    return order;
  }

  approved = (order: Order, changed: object = {}) =>
    this.event('CHECKOUT.ORDER.APPROVED', { ...this.view(order), ...changed });

  captured(order: Order, type = 'PAYMENT.CAPTURE.COMPLETED', changed: object = {}) {
    const [capture] = order.captures;
    if (capture === undefined) throw new Error('PayPal: not captured');
    const payee = { merchant_id: this.merchantId };
    return this.event(type, { ...this.#captureView(order, capture), payee, ...changed });
  }

  /** An event with its signature. Source: PayPal's reference, webhooks, "Self verification method". */
  event(type: string, resource: object, { webhookId = WEBHOOK_ID, certUrl = CERT_URL } = {}) {
    const body = JSON.stringify({ id: `WH-${nextId()}`, event_version: '1.0', event_type: type, resource });
    const [id, time] = [`69cd13f0-d67a-11e5-baa3-${nextId()}`, '2027-01-15T08:00:00Z'];
    const text = [id, time, webhookId, checksum(Buffer.from(body))].join('|');
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'paypal-transmission-id': id,
        'paypal-transmission-time': time,
        'paypal-transmission-sig': createSign('RSA-SHA256').update(text).sign(keys.privateKey, 'base64'),
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-cert-url': certUrl,
      } as Record<string, string>,
    };
  }
}

/** CRC-32 as in IEEE 802.3, bit by bit. */
export function checksum(bytes: Buffer): number {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  }
  return (rest ^ 0xffffffff) >>> 0;
}

const fault = (status: number, name: string, issue?: string): Page =>
  json(
    {
      name,
      message: 'The request failed.',
      debug_id: 'd',
      ...(issue && { details: [{ issue, description: issue }] }),
    },
    status,
  );
