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
  currency: string;
  payment_intent: string;
  status: string;
  created: number;
  metadata: Record<string, string>;
}

interface Dispute {
  id: string;
  payment_intent: string | null;
  amount: number;
  currency: string;
  status: string;
  livemode: boolean;
}
interface Endpoint {
  id: string;
  url: string;
  secret: string;
  enabled_events: string[];
}

/** Stripe forgets a key after a day. */
const KEY_SECONDS = 86_400;

/** Stripe's API as far as a checkout goes, written from its reference. It checks keys, versions and fields. */
export class FakeStripe {
  readonly sessions = new Map<string, Session>();
  readonly refunds = new Map<string, Refund>();
  readonly payments = new Map<string, Payment>();
  readonly disputes = new Map<string, Dispute>();
  /** Transactions, or refunds, of a page, at most. */
  pageSize = 100;
  /** Seconds for which a request is worked on: a repetition of its key finds it in use. */
  workSeconds = 0;
  readonly #nowSeconds: () => number;
  endpoints: Endpoint[] = [];
  /** State of the next refunds. */
  refundStatus: 'succeeded' | 'pending' | 'failed' = 'succeeded';
  /** Answers instead of the real one. */
  instead: Page | undefined;
  readonly #byKey = new Map<string, { sent: string; answer: Page; at: number }>();

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
    const form = method === 'GET' ? url.searchParams : new URLSearchParams(body);
    const answer = () => this.#answer(`${method} ${url.pathname}`, form);
    const key = headers['idempotency-key'];
    return isPost && typeof key === 'string' ? this.#keyed(key, `${url.pathname} ${body}`, answer) : answer();
  };

  /** A repetition gets the first answer, whatever has come of its object. Refused requests keep no key. */
  #keyed(key: string, sent: string, answerOf: () => Page): Page {
    const at = this.#nowSeconds();
    const known = this.#byKey.get(key);
    if (known !== undefined && at - known.at < KEY_SECONDS) {
      if (known.sent !== sent)
        return failure(400, 'Keys for idempotent requests can only be used with the same parameters', {
          type: 'idempotency_error',
        });
      if (at - known.at < this.workSeconds)
        return failure(409, 'There is currently another in-progress request using this key', {
          ...{ type: 'idempotency_error', code: 'idempotency_key_in_use' },
        });
      return known.answer;
    }
    const answer = answerOf();
    if ((answer.status ?? 200) < 400) this.#byKey.set(key, { sent, answer, at });
    return answer;
  }

  #answer(call: string, form: URLSearchParams): Page {
    const [, id = '', action = ''] =
      /^\w+ \/v1\/(?:checkout\/sessions|payment_intents)\/(\w+)(?:\/(\w+))?$/.exec(call) ?? [];
    if (call === 'GET /v1/balance') return json({ object: 'balance', livemode: false, available: [] });
    if (call === 'GET /v1/balance_transactions') return this.#transactions(form);
    if (call === 'GET /v1/refunds') return this.#listRefunds(form);
    if (call === 'GET /v1/disputes') return this.#listDisputes(form);
    if (call === 'GET /v1/webhook_endpoints')
      return json({ object: 'list', data: this.endpoints.map(({ secret: _, ...shown }) => shown) });
    if (call.startsWith('POST /v1/webhook_endpoints/')) return this.#changeEndpoint(call, form);
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
    const isWhole = form.get('expand[0]') === 'payment_intent.latest_charge';
    return json(isWhole ? { ...session, payment_intent: this.#intentOf(session) } : session);
  }

  #intentOf(session: Session): object | null {
    if (session.payment_intent === null) return null;
    const { trade_no = '' } = this.payments.get(session.id) ?? {};
    const latest_charge = session.payment_status === 'paid' ? this.charge(session) : null;
    return { id: session.payment_intent, object: 'payment_intent', metadata: { trade_no }, latest_charge };
  }

  /** The charge of a payment; refunds that have failed do not count. */
  charge({ id, amount_total: amount, currency, payment_intent }: Session) {
    const amount_refunded = [...this.refunds.values()]
      .filter((one) => one.payment_intent === payment_intent && !/failed|canceled/.test(one.status))
      .reduce((sum, one) => sum + one.amount, 0);
    const disputed = [...this.disputes.values()].some((one) => one.payment_intent === payment_intent);
    return {
      ...{ id: `ch_${id}`, object: 'charge', livemode: false, amount, currency, payment_intent },
      ...{ amount_refunded, refunded: amount_refunded === amount, disputed },
    };
  }

  /** Newest first. */
  #listRefunds(query: URLSearchParams): Page {
    const limit = Number(query.get('limit') ?? 10);
    if (!(limit >= 1 && limit <= 100)) return failure(400, 'Invalid integer: limit');
    const all = [...this.refunds.values()]
      .filter((one) => one.payment_intent === query.get('payment_intent'))
      .reverse();
    const behind = query.get('starting_after');
    const from = behind === null ? 0 : all.findIndex(({ id }) => id === behind) + 1;
    const size = Math.min(limit, this.pageSize);
    const data = all.slice(from, from + size).map((one) => ({ object: 'refund', ...one }));
    return json({ object: 'list', data, has_more: all.length > from + size });
  }

  #listDisputes(query: URLSearchParams): Page {
    const data = [...this.disputes.values()].filter(
      (one) => one.payment_intent === query.get('payment_intent'),
    );
    return json({ object: 'list', data, has_more: false });
  }

  #makeEndpoint(form: URLSearchParams): Page {
    const url = form.get('url') ?? '';
    if (!url.startsWith('https://')) return failure(400, 'Invalid URL');
    const enabled_events = eventsOf(form);
    if (enabled_events.length === 0 || form.get('api_version') === null)
      return failure(400, 'Missing required param');
    const id = `we_${this.endpoints.length}`;
    const secret = `whsec_${this.endpoints.length}secretOfTheEndpoint`;
    const endpoint = { id, url, secret, enabled_events };
    this.endpoints.push(endpoint);
    return json({ object: 'webhook_endpoint', ...endpoint });
  }

  #changeEndpoint(call: string, form: URLSearchParams): Page {
    const endpoint = this.endpoints.find(({ id }) => call.endsWith(`/${id}`));
    if (endpoint === undefined) return failure(404, 'No such webhook endpoint');
    endpoint.enabled_events = eventsOf(form);
    const { secret: _, ...shown } = endpoint;
    return json({ object: 'webhook_endpoint', ...shown });
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
      (one) => one.payment_intent === payment_intent && !/failed|canceled/.test(one.status),
    );
    const { currency } = session;
    if (before.reduce((sum, one) => sum + one.amount, 0) === session.amount_total)
      return failure(400, 'Charge has already been refunded', { code: 'charge_already_refunded' });
    if (amount + before.reduce((sum, one) => sum + one.amount, 0) > session.amount_total)
      return failure(400, 'Refund amount is greater than unrefunded amount on charge');
    const request_no = form.get('metadata[request_no]');
    const refund: Refund = {
      ...{ id: `re_${this.refunds.size + 1}`, amount, currency, payment_intent, status: this.refundStatus },
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

  /** The buyer's bank takes the payment back. */
  dispute(tradeNo: string, given: Partial<Dispute> = {}): Dispute {
    const { payment_intent, amount_total: amount, currency } = this.of(tradeNo);
    const id = `dp_${this.disputes.size + 1}`;
    const usual = { id, payment_intent, amount, currency, livemode: false, status: 'needs_response' };
    const dispute = { ...usual, ...given };
    this.disputes.set(dispute.id, dispute);
    return dispute;
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

const eventsOf = (form: URLSearchParams): string[] =>
  [...form].filter(([name]) => name.startsWith('enabled_events')).map(([, value]) => value);

const failure = (
  status: number,
  message: string,
  { type = 'invalid_request_error', code }: { type?: string; code?: string } = {},
): Page => json({ error: { type, message, ...(code !== undefined && { code }) } }, status);
