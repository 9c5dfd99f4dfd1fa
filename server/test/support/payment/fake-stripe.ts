import { createHmac } from 'node:crypto';
import { json, type Page, type Site } from '../sign-in/fake-internet.ts';

export const STRIPE = 'https://api.stripe.com';
export const STRIPE_KEY = 'sk_test_51FakeKeyOfTheTests';

interface Session {
  id: string;
  object: 'checkout.session';
  client_reference_id: string;
  amount_total: number;
  currency: string;
  livemode: boolean;
  payment_status: 'paid' | 'unpaid';
  status: 'open' | 'complete' | 'expired';
  payment_intent: string | null;
  url: string | null;
}

/** Kept apart from what is shown of a checkout. */
interface Payment {
  /** Number of the order in the metadata of the payment. */
  trade_no: string;
  /** Epoch seconds; 0: not paid. */
  paidAt: number;
}
interface Refund {
  id: string;
  amount: number;
  payment_intent: string;
  status: string;
  created: number;
  metadata: Record<string, string>;
}

/** Stripe's API as far as a checkout goes, written from its reference. It checks keys, versions and fields. */
export class FakeStripe {
  readonly sessions = new Map<string, Session>();
  readonly refunds = new Map<string, Refund>();
  readonly payments = new Map<string, Payment>();
  /** Transactions of a page, at most. */
  pageSize = 100;
  readonly #nowSeconds: () => number;
  endpoints: { url: string; secret: string; events: string[] }[] = [];
  /** State of the next refunds. */
  refundStatus: 'succeeded' | 'pending' | 'failed' = 'succeeded';
  /** Answers instead of the real one. */
  instead: Page | undefined;
  #byIdempotencyKey = new Map<string, { body: string; answer: Page }>();

  constructor(nowSeconds: () => number = () => 0) {
    this.#nowSeconds = nowSeconds;
  }

  readonly site: Site = ({ method, url, headers, body }) => {
    if (this.instead !== undefined) return this.instead;
    if (headers.authorization !== `Bearer ${STRIPE_KEY}`) return failure(401, 'Invalid API Key provided');
    if (headers['stripe-version'] !== '2026-10-28.endive') return failure(400, 'Invalid Stripe API version');
    const isPost = method === 'POST';
    if (isPost && !String(headers['content-type']).startsWith('application/x-www-form-urlencoded'))
      return failure(400, 'Invalid request');
    const key = headers['idempotency-key'];
    const known = typeof key === 'string' ? this.#byIdempotencyKey.get(key) : undefined;
    if (known !== undefined && isPost && url.pathname === '/v1/refunds') return this.#repeated(known, body);
    if (known !== undefined && isPost)
      return known.body === body
        ? known.answer
        : failure(400, 'Keys for idempotent requests can only be used with the same parameters');
    const form = method === 'GET' ? url.searchParams : new URLSearchParams(body);
    const answer = this.#answer(`${method} ${url.pathname}`, form);
    if (
      isPost &&
      typeof key === 'string' &&
      url.pathname !== '/v1/webhook_endpoints' &&
      !/expire/.test(url.pathname)
    )
      this.#byIdempotencyKey.set(key, { body, answer });
    return answer;
  };

  #answer(call: string, form: URLSearchParams): Page {
    const [, id = '', action = ''] =
      /^\w+ \/v1\/(?:checkout\/sessions|payment_intents)\/(\w+)(?:\/(\w+))?$/.exec(call) ?? [];
    if (call === 'GET /v1/balance') return json({ object: 'balance', livemode: false, available: [] });
    if (call === 'GET /v1/balance_transactions') return this.#transactions(form);
    if (call === 'POST /v1/webhook_endpoints') return this.#makeEndpoint(form);
    if (call === 'POST /v1/checkout/sessions') return this.#makeSession(form);
    if (call === 'POST /v1/refunds') return this.#refund(form);
    if (call.startsWith('GET /v1/payment_intents/')) {
      const session = [...this.sessions.values()].find((one) => one.payment_intent === id);
      if (session === undefined) return failure(404, 'No such payment_intent');
      return json({ id, object: 'payment_intent', metadata: { trade_no: session.client_reference_id } });
    }
    const session = this.sessions.get(id);
    if (session === undefined) return failure(404, `No such checkout.session: ${id}`);
    if (action === 'expire') {
      if (session.status !== 'open')
        return failure(400, 'Only Checkout Sessions with a status in ["open"] can be expired');
      session.status = 'expired';
    }
    return json(session);
  }

  /** A repeated refund shows its present state. */
  #repeated(known: { body: string; answer: Page }, body: string): Page {
    if (known.body !== body)
      return failure(400, 'Keys for idempotent requests can only be used with the same parameters');
    const { id } = JSON.parse(String(known.answer.body ?? '{}'));
    const refund = this.refunds.get(id);
    return refund === undefined ? known.answer : json({ object: 'refund', ...refund });
  }

  #makeEndpoint(form: URLSearchParams): Page {
    const url = form.get('url') ?? '';
    if (!url.startsWith('https://')) return failure(400, 'Invalid URL');
    const events = [...form].filter(([name]) => name.startsWith('enabled_events')).map(([, value]) => value);
    if (events.length === 0 || form.get('api_version') === null)
      return failure(400, 'Missing required param');
    const endpoint = { url, secret: `whsec_${this.endpoints.length}secretOfTheEndpoint`, events };
    this.endpoints.push(endpoint);
    return json({ id: 'we_1', object: 'webhook_endpoint', ...endpoint });
  }

  #makeSession(form: URLSearchParams): Page {
    const amount = Number(form.get('line_items[0][price_data][unit_amount]'));
    const currency = form.get('line_items[0][price_data][currency]') ?? '';
    if (form.get('mode') !== 'payment' || form.get('line_items[0][quantity]') !== '1')
      return failure(400, 'mode');
    if (!Number.isInteger(amount) || amount < 50) return failure(400, 'The amount is below the minimum');
    if (!/^[a-z]{3}$/.test(currency)) return failure(400, 'Invalid currency');
    if (form.has('payment_method_types[0]')) return failure(400, 'methods are those of the dashboard');
    const id = `cs_test_${this.sessions.size + 1}`;
    const session: Session = {
      ...{ id, object: 'checkout.session', livemode: false, amount_total: amount, currency },
      ...{ payment_status: 'unpaid', status: 'open', payment_intent: null },
      client_reference_id: form.get('client_reference_id') ?? '',
      url: `https://checkout.stripe.com/c/pay/${id}`,
    };
    this.sessions.set(id, session);
    const trade_no = form.get('payment_intent_data[metadata][trade_no]') ?? '';
    this.payments.set(id, { trade_no, paidAt: 0 });
    return json(session);
  }

  #refund(form: URLSearchParams): Page {
    const payment_intent = form.get('payment_intent') ?? '';
    const amount = Number(form.get('amount'));
    const session = [...this.sessions.values()].find((one) => one.payment_intent === payment_intent);
    if (session === undefined) return failure(404, 'No such payment_intent');
    const before = [...this.refunds.values()].filter(
      (one) => one.payment_intent === payment_intent && one.status !== 'failed',
    );
    if (amount + before.reduce((sum, one) => sum + one.amount, 0) > session.amount_total)
      return failure(400, 'Refund amount is greater than unrefunded amount on charge');
    const request_no = form.get('metadata[request_no]');
    const refund: Refund = {
      ...{ id: `re_${this.refunds.size + 1}`, amount, payment_intent, status: this.refundStatus },
      ...{ created: this.#nowSeconds(), metadata: request_no === null ? {} : { request_no } },
    };
    this.refunds.set(refund.id, refund);
    return json({ object: 'refund', ...refund });
  }

  of(tradeNo: string): Session {
    const session = [...this.sessions.values()].find((one) => one.client_reference_id === tradeNo);
    if (session === undefined) throw new Error('Stripe: no checkout of this order');
    return session;
  }

  /** The buyer completes the checkout; a delayed method pays later. */
  complete(tradeNo: string, { isDelayed = false } = {}): void {
    const session = this.of(tradeNo);
    session.status = 'complete';
    session.payment_intent = `pi_${session.id}`;
    if (!isDelayed) session.payment_status = 'paid';
    const payment = this.payments.get(session.id);
    if (payment !== undefined) payment.paidAt = this.#nowSeconds();
  }

  /** A refund that was made in the dashboard. */
  refundByHand(tradeNo: string, amount: number): void {
    const payment_intent = this.of(tradeNo).payment_intent ?? '';
    this.#refund(new URLSearchParams({ payment_intent, amount: String(amount) }));
  }

  /** Newest first, as many as a page has, behind `starting_after`. */
  #transactions(query: URLSearchParams): Page {
    const { type, limit, starting_after, ...rest } = Object.fromEntries(query);
    if (!/^(charge|payment|refund|payment_refund)$/.test(type ?? '') || limit !== '100')
      return failure(400, 'Invalid request');
    if (rest['expand[0]'] !== 'data.source.payment_intent') return failure(400, 'not expanded');
    const [gte, lt] = [Number(rest['created[gte]']), Number(rest['created[lt]'])];
    const all = this.#transactionsOf(type ?? '').filter(({ created }) => created >= gte && created < lt);
    const from = starting_after === undefined ? 0 : all.findIndex(({ id }) => id === starting_after) + 1;
    const data = all.slice(from, from + this.pageSize);
    return json({ object: 'list', data, has_more: all.length > from + this.pageSize });
  }

  #transactionsOf(type: string) {
    const sessionOf = (id: string) => [...this.sessions.values()].find((one) => one.payment_intent === id);
    const transaction = (
      { id, amount, created, metadata }: Pick<Refund, 'id' | 'amount' | 'created' | 'metadata'>,
      session: Session,
    ) => {
      const { currency, payment_intent } = session;
      const { trade_no = '' } = this.payments.get(session.id) ?? {};
      const intent = { id: payment_intent, object: 'payment_intent', metadata: { trade_no } };
      const source = { id, amount, currency, metadata, payment_intent: intent };
      return { id: `txn_${id}`, type, created, amount, currency, fee: Math.round(amount * 0.03), source };
    };
    if (type === 'charge')
      return [...this.sessions.values()].flatMap((session) => {
        const { paidAt = 0 } = this.payments.get(session.id) ?? {};
        if (paidAt === 0 || session.payment_status !== 'paid') return [];
        const charge = { id: `ch_${session.id}`, amount: session.amount_total, created: paidAt };
        return [transaction({ ...charge, metadata: {} }, session)];
      });
    if (type !== 'refund') return [];
    return [...this.refunds.values()].flatMap((refund) => {
      const session = sessionOf(refund.payment_intent);
      return session === undefined ? [] : [{ ...transaction(refund, session), fee: 0 }];
    });
  }

  /** A signed event about an order. */
  event(
    type: string,
    object: object,
    { secret = this.endpoints[0]?.secret ?? '', at = 0, livemode = false } = {},
  ) {
    const body = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type,
      livemode,
      created: at,
      data: { object },
    });
    const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
    return { body, signature: `t=${at},v1=${signature}` };
  }
}

const failure = (status: number, message: string): Page =>
  json({ error: { type: 'invalid_request_error', message } }, status);
