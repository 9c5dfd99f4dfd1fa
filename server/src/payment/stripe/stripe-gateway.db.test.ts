import { orderCalls, paymentCalls, userCalls } from '@turnpike/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askConfirmed } from '../../../test/support/ask-confirmed.ts';
import { anyDatabase } from '../../../test/support/databases.ts';
import { FakeStripe, STRIPE, STRIPE_KEY } from '../../../test/support/payment/fake-stripe.ts';
import { type AskedPage, json, startFakeInternet } from '../../../test/support/sign-in/fake-internet.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { queryDueOrders } from '../../modules/order/due-orders.ts';
import { endBegunRefunds } from '../../modules/order/refund-order.ts';

const USD = 500_000;

describe.each(anyDatabase)('Stripe on $name', (engine) => {
  let site: TestManagement;
  let internet: Awaited<ReturnType<typeof startFakeInternet>>;
  let stripe: FakeStripe;
  let root: Person;
  let buyer: Person;
  let uuid: string;
  let id: number;
  let people = 0;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    internet = await startFakeInternet({});
    site.fakes.guardedFetch = internet.guardedFetch;
    root = await site.root();
    const options = [{ key: 'ServerAddress', value: 'https://gateway.example' }];
    await site.ask({ method: 'PUT', path: '/api/option/batch' }, { as: root, input: { options } });
  });
  afterAll(async () => {
    await internet.stop();
    await site.stop();
  });
  beforeEach(async () => {
    stripe = new FakeStripe(site.now);
    internet.sites[STRIPE] = stripe.site;
    people += 1;
    buyer = await site.seed.person(`buyer${people}`);
    const made = await make({});
    expect(made.status).toBe(200);
    ({ uuid, id } = made.body.data);
  });

  const make = (given: object, config: object = {}) =>
    site.ask(paymentCalls.create, {
      as: root,
      input: {
        ...{ type: 'stripe', name: 'Stripe', currency: 'USD', sandbox: true, ...given },
        config: { secret_key: STRIPE_KEY, ...config },
      },
    });
  const order = async (amount = 10) => {
    const answer = await site.ask(orderCalls.create, { as: buyer, input: { uuid, amount } });
    return { answer, trade_no: answer.body.data?.trade_no as string };
  };
  const send = (
    type: string,
    object: object,
    given: { secret?: string; at?: number; livemode?: boolean } = {},
  ) => {
    const { body, signature } = stripe.event(type, object, { at: site.now(), ...given });
    return site.inject({
      method: 'POST',
      url: `/api/payment/notify/${uuid}`,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload: body,
    });
  };
  const quotaOf = async () => (await site.ask(userCalls.self, { as: buyer })).body.data.quota;
  const stateOf = async (trade_no: string) =>
    (await site.ask(orderCalls.getOwn, { as: buyer, params: { trade_no } })).body.data.state;

  it('makes its endpoint when a gateway is saved, and keeps the secret', async () => {
    expect(stripe.endpoints).toMatchObject([
      { url: `https://gateway.example/api/payment/notify/${uuid}`, enabled_events: { length: 10 } },
    ]);
    const { data } = (await site.ask(paymentCalls.get, { as: root, params: { id } })).body;
    expect(data).toMatchObject({ config: {}, secrets: ['secret_key', 'webhook_secret'] });
    const changed = await site.ask(paymentCalls.update, {
      as: root,
      input: { id, name: 'Cards', config: { secret_key: '' } },
    });
    expect(changed.body.data).toMatchObject({ name: 'Cards', secrets: ['secret_key', 'webhook_secret'] });
    expect(stripe.endpoints).toHaveLength(1);
  });

  it('adds the events that an endpoint of an older version lacks', async () => {
    const [endpoint] = stripe.endpoints;
    const events = [...(endpoint?.enabled_events ?? [])];
    endpoint?.enabled_events.splice(5, 2);
    const input = { id, config: { secret_key: STRIPE_KEY } };
    const save = () => askConfirmed(site.ask, paymentCalls.update, { as: root, input });
    expect((await save()).status).toBe(200);
    expect(stripe.endpoints.map(({ enabled_events }) => enabled_events)).toEqual([events]);
    // A key without access to endpoints is one for an endpoint that was made by hand.
    const { site: page } = stripe;
    internet.sites[STRIPE] = (asked: AskedPage) =>
      asked.url.pathname.startsWith('/v1/webhook_endpoints')
        ? json({ error: { type: 'invalid_request_error', message: 'no permission' } }, 403)
        : page(asked);
    expect((await save()).status).toBe(200);
  });

  it.each([
    ['a key of the other mode', { sandbox: false }, {}, 'test mode'],
    ['a key that Stripe does not know', {}, { secret_key: 'sk_test_other' }, 'Invalid API Key'],
    ['a secret that is none', {}, { webhook_secret: 'x' }, 'whsec_'],
  ])('is not saved with %s', async (_, given, config, words) => {
    const answer = await make(given, config);
    expect(answer).toMatchObject({ status: 502, body: { code: 'payment.check_failed' } });
    expect(answer.body.message).toContain(words);
  });

  it('credits a paid checkout once', async () => {
    const { answer, trade_no } = await order();
    expect(answer.body.data).toMatchObject({
      type: 1,
      data: { url: 'https://checkout.stripe.com/c/pay/cs_test_1', method: 'GET', params: {} },
    });
    stripe.complete(trade_no);
    const events = Array.from({ length: 10 }, () => send('checkout.session.completed', stripe.of(trade_no)));
    for (const { status } of await Promise.all(events)) expect(status).toBe(200);
    expect(await quotaOf()).toBe(10 * USD);
    expect(await stateOf(trade_no)).toBe('credited');
  });

  it('S-02: does not credit a completed checkout that is not paid yet, until it is', async () => {
    const { trade_no } = await order();
    stripe.complete(trade_no, { isDelayed: true });
    expect((await send('checkout.session.completed', stripe.of(trade_no))).status).toBe(200);
    expect(await quotaOf()).toBe(0);
    stripe.of(trade_no).payment_status = 'paid';
    await send('checkout.session.async_payment_succeeded', stripe.of(trade_no));
    expect(await quotaOf()).toBe(10 * USD);
  });

  it.each<[string, object, { secret?: string; ageSeconds?: number; livemode?: boolean }]>([
    ['an empty secret', {}, { secret: '' }],
    ['the secret of another endpoint', {}, { secret: 'whsec_other' }],
    ['an age of ten minutes', {}, { ageSeconds: 600 }],
    ['live mode', {}, { livemode: true }],
    ['another amount', { amount_total: 1 }, {}],
    ['another currency', { currency: 'jpy' }, {}],
    ['another order', { client_reference_id: 'x'.repeat(28) }, {}],
  ])('S-02: refuses an event with %s', async (_, object, { ageSeconds = 0, ...given }) => {
    const { trade_no } = await order();
    stripe.complete(trade_no);
    const paid = { ...stripe.of(trade_no), ...object };
    const at = site.now() - ageSeconds;
    expect((await send('checkout.session.completed', paid, { ...given, at })).status).toBe(400);
    expect(await quotaOf()).toBe(0);
  });

  it('takes events that concern no order', async () => {
    expect((await send('customer.created', { id: 'cus_1' })).status).toBe(200);
  });

  it('is asked when no event arrives, and expires a checkout whose time is over', async () => {
    const [paid, unpaid] = [await order(), await order()];
    stripe.complete(paid.trade_no);
    site.passTime(60);
    await queryDueOrders(site.deps, AbortSignal.timeout(10_000));
    expect(await quotaOf()).toBe(10 * USD);
    site.passTime(3600);
    await queryDueOrders(site.deps, AbortSignal.timeout(10_000));
    expect(await stateOf(unpaid.trade_no)).toBe('closed');
    expect(stripe.of(unpaid.trade_no).status).toBe('expired');
  });

  it.each([
    { status: 500, body: 'x' },
    { status: 200, body: '<html>' },
    { status: 0, body: '' },
  ])('makes no open order while Stripe answers %j', async (page) => {
    stripe.instead = page;
    const { answer } = await order();
    expect(answer).toMatchObject({ status: 502, body: { code: 'payment.no_answer' } });
  });

  it('pays back in parts, once for each request', async () => {
    const { trade_no } = await order();
    stripe.complete(trade_no);
    await send('checkout.session.completed', stripe.of(trade_no));
    const { data } = (await site.ask(orderCalls.list, { as: root, query: { trade_no } })).body.data;
    const refund = (amount: number, request_no: string) =>
      site.ask(orderCalls.refund, {
        as: root,
        params: { id: data[0].id },
        input: { request_no, amount, reason: 'wish of the buyer' },
      });
    for (const request_no of ['refund-0001', 'refund-0001', 'refund-0002'])
      expect((await refund(4, request_no)).status).toBe(200);
    expect([...stripe.refunds.values()].map(({ amount }) => amount)).toEqual([400, 400]);
    expect(await quotaOf()).toBe(2 * USD);
  });

  it.each([
    ['succeeded', 6, 'done'],
    ['failed', 10, 'failed'],
  ] as const)('follows a refund that has begun until it has %s', async (status, dollars, state) => {
    const { trade_no } = await order();
    stripe.complete(trade_no);
    await send('checkout.session.completed', stripe.of(trade_no));
    const { data } = (await site.ask(orderCalls.list, { as: root, query: { trade_no } })).body.data;
    stripe.refundStatus = 'pending';
    const { id: orderId } = data[0];
    const input = { request_no: 'refund-0001', amount: 4, reason: 'x' };
    await site.ask(orderCalls.refund, { as: root, params: { id: orderId }, input });
    const refund = async () =>
      (await site.ask(orderCalls.get, { as: root, params: { id: orderId } })).body.data.refunds[0];
    expect(await refund()).toMatchObject({ state: 'pending', amount: 4 });
    for (const one of stripe.refunds.values()) one.status = status;
    await endBegunRefunds(site.deps, AbortSignal.timeout(10_000));
    expect(await refund()).toMatchObject({ state: 'pending' });
    site.passTime(301);
    await endBegunRefunds(site.deps, AbortSignal.timeout(10_000));
    expect(await refund()).toMatchObject({ state });
    expect(await quotaOf()).toBe(dollars * USD);
    expect(stripe.refunds.size).toBe(1);
  });

  /** Reports a dispute of a paid order. */
  const disputed = async (trade_no: string, type: string, given: object) => {
    const { payment_intent } = stripe.of(trade_no);
    const dispute = { id: 'dp_1', payment_intent, amount: 1000, currency: 'usd', livemode: false };
    await send(type, { ...dispute, status: 'needs_response', ...given });
  };
  const paid = async () => {
    const { trade_no } = await order();
    stripe.complete(trade_no);
    await send('checkout.session.completed', stripe.of(trade_no));
    return trade_no;
  };

  it.each([1000, 400])('credits an order unless all of it was paid back: %s cents', async (cents) => {
    const [reported, unreported] = [await order(), await order()];
    for (const { trade_no } of [reported, unreported]) {
      stripe.complete(trade_no);
      stripe.refundByHand(trade_no, cents);
    }
    await send('charge.refunded', stripe.charge(stripe.of(reported.trade_no)));
    expect(await stateOf(reported.trade_no)).toBe(cents === 1000 ? 'refunded' : 'pending');
    site.passTime(60);
    await queryDueOrders(site.deps, AbortSignal.timeout(10_000));
    const state = cents === 1000 ? 'refunded' : 'credited';
    expect([await stateOf(reported.trade_no), await stateOf(unreported.trade_no)]).toEqual([state, state]);
    expect(await quotaOf()).toBe(cents === 1000 ? 0 : 20 * USD);
  });

  it.each([
    ['needs_response', 'disputed', 0],
    ['lost', 'disputed', 0],
    ['warning_needs_response', 'credited', 10],
    ['won', 'credited', 10],
  ])('reads a dispute that was not reported before the credit: %s', async (status, state, dollars) => {
    const { trade_no } = await order();
    stripe.complete(trade_no);
    stripe.dispute(trade_no, { status });
    site.passTime(60);
    await queryDueOrders(site.deps, AbortSignal.timeout(10_000));
    expect(await stateOf(trade_no)).toBe(state);
    expect(await quotaOf()).toBe(dollars * USD);
  });

  it('finds a refund on a later page of the list', async () => {
    const trade_no = await paid();
    stripe.pageSize = 2;
    const { data } = (await site.ask(orderCalls.list, { as: root, query: { trade_no } })).body.data;
    const input = { request_no: 'refund-0001', amount: 4, reason: 'x' };
    stripe.refundStatus = 'pending';
    await site.ask(orderCalls.refund, { as: root, params: { id: data[0].id }, input });
    stripe.refundStatus = 'succeeded';
    for (const cents of [1, 2, 3, 4, 5]) stripe.refundByHand(trade_no, cents);
    site.passTime(2 * 86_400);
    await endBegunRefunds(site.deps, AbortSignal.timeout(10_000));
    expect(stripe.refunds.size).toBe(6);
  });

  it('pays once if the list lacks the first refund, which Stripe still works on', async () => {
    const trade_no = await paid();
    const { data } = (await site.ask(orderCalls.list, { as: root, query: { trade_no } })).body.data;
    const input = { request_no: 'refund-0001', amount: 4, reason: 'x' };
    const refund = async () =>
      (await site.ask(orderCalls.refund, { as: root, params: { id: data[0].id }, input })).status;
    stripe.workSeconds = 60;
    const { site: page } = stripe;
    let answers = 0;
    internet.sites[STRIPE] = (asked: AskedPage) => {
      if (asked.url.pathname !== '/v1/refunds') return page(asked);
      if (asked.method === 'GET') return json({ object: 'list', data: [], has_more: false });
      const answer = page(asked);
      answers += 1;
      return answers === 1 ? { status: 502, body: 'x' } : answer;
    };
    // The key is in use, and later known.
    expect([await refund(), await refund()]).toEqual([502, 502]);
    expect(await quotaOf()).toBe(6 * USD);
    site.passTime(60);
    expect(await refund()).toBe(200);
    expect(answers).toBe(3);
    expect(stripe.refunds.size).toBe(1);
  });

  it('returns the points of a refund that fails after it was done', async () => {
    const trade_no = await paid();
    const { data } = (await site.ask(orderCalls.list, { as: root, query: { trade_no } })).body.data;
    const input = { request_no: 'refund-0001', amount: 4, reason: 'x' };
    await site.ask(orderCalls.refund, { as: root, params: { id: data[0].id }, input });
    expect(await quotaOf()).toBe(6 * USD);
    const [refund] = stripe.refunds.values();
    await send('refund.updated', { object: 'refund', ...refund });
    await send('refund.failed', { object: 'refund', ...refund, status: 'failed', metadata: {} });
    expect(await quotaOf()).toBe(6 * USD);
    const failed = { object: 'refund', ...refund, status: 'failed' };
    for (const type of ['refund.failed', 'refund.updated'])
      expect((await send(type, failed)).status).toBe(200);
    expect(await quotaOf()).toBe(10 * USD);
    expect(await stateOf(trade_no)).toBe('credited');
  });

  it('takes the points of a dispute, and returns them when it is won', async () => {
    const trade_no = await paid();
    await disputed(trade_no, 'charge.dispute.created', { status: 'warning_needs_response' });
    expect(await stateOf(trade_no)).toBe('credited');
    await disputed(trade_no, 'charge.dispute.created', {});
    await disputed(trade_no, 'charge.dispute.funds_withdrawn', {});
    expect(await stateOf(trade_no)).toBe('disputed');
    expect(await quotaOf()).toBe(0);
    const won = { status: 'won' };
    await Promise.all([1, 2, 3].map(() => disputed(trade_no, 'charge.dispute.closed', won)));
    expect(await stateOf(trade_no)).toBe('credited');
    expect(await quotaOf()).toBe(10 * USD);
    // An event that arrives late opens nothing again; another dispute does.
    await disputed(trade_no, 'charge.dispute.created', {});
    expect(await stateOf(trade_no)).toBe('credited');
    await disputed(trade_no, 'charge.dispute.created', { id: 'dp_2', amount: 400 });
    expect(await quotaOf()).toBe(6 * USD);
  });

  it('takes the points of a lost dispute whose opening was not reported', async () => {
    const trade_no = await paid();
    await disputed(trade_no, 'charge.dispute.closed', { status: 'lost' });
    await disputed(trade_no, 'charge.dispute.created', {});
    await disputed(trade_no, 'charge.dispute.closed', { status: 'lost' });
    expect(await stateOf(trade_no)).toBe('disputed');
    expect(await quotaOf()).toBe(0);
  });

  it('opens no dispute whose end was reported first', async () => {
    const trade_no = await paid();
    await disputed(trade_no, 'charge.dispute.closed', { status: 'won' });
    await disputed(trade_no, 'charge.dispute.created', {});
    expect(await stateOf(trade_no)).toBe('credited');
    expect(await quotaOf()).toBe(10 * USD);
  });
});
