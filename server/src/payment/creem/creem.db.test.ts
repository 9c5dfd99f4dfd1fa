import { type PayWayView, paymentCalls } from '@turnpike/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import {
  CREEM,
  CREEM_KEY,
  CREEM_TEST,
  CREEM_TEST_KEY,
  FakeCreem,
  signatureOf,
  WEBHOOK_SECRET,
} from '../../../test/support/payment/fake-creem.ts';
import {
  type PaymentWorld,
  type SentCallback,
  startPaymentWorld,
} from '../../../test/support/payment/payment-world.ts';
import type { AskedPage } from '../../../test/support/sign-in/fake-internet.ts';

const products = '{"10": "prod_ten", "50": "prod_fifty"}';
const config = { api_key: CREEM_KEY, webhook_secret: WEBHOOK_SECRET, products };
const input = { type: 'creem', name: 'Creem', currency: 'USD', config };

describe.each(anyDatabase)('Creem on $name', (engine) => {
  let world: PaymentWorld;
  let creem: FakeCreem;
  let uuid: string;

  beforeAll(async () => {
    world = await startPaymentWorld(engine, { [CREEM]: new FakeCreem().site });
    uuid = await world.gateway(input);
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    creem = new FakeCreem();
    world.internet.sites[CREEM] = creem.site;
    await world.newBuyer();
  });

  const ordered = async (of = uuid): Promise<string> => (await world.order(of)).body.data.trade_no;
  const notify = async (message: SentCallback, of = uuid): Promise<number> =>
    (await world.notify(of, message)).status;
  const lastReason = async (query: object): Promise<string> => (await world.events(query))[0].reason;

  it('opens a checkout of the product of the amount, and credits it once, with tax on top', async () => {
    const { trade_no, type, data } = (await world.order(uuid)).body.data;
    expect(type).toBe(1);
    expect(data.url).toBe(`https://checkout.creem.io/${creem.of(trade_no).id}`);
    expect(creem.of(trade_no).sent).toMatchObject({
      ...{ product_id: 'prod_ten', request_id: trade_no, success_url: 'https://gateway.example/panel/topup' },
    });
    const event = creem.completed(creem.pay(trade_no));
    expect(await notify(event)).toBe(200);
    expect(await notify(event)).toBe(200);
    await world.runJob();
    expect(await world.quota()).toBe(10);
    const events = await world.events({ trade_no });
    expect(events.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['known', 'credited']);
    expect(creem.faults).toEqual([]);
  });

  it('sells the amounts of its products only', async () => {
    expect(await world.order(uuid, 20)).toMatchObject({
      ...{ status: 400, body: { fields: [{ field: 'amount', code: 'payment.amount_not_sold|10, 50' }] } },
    });
    expect((await world.order(uuid, 50)).status).toBe(200);
  });

  it('shows buyers the amounts that it sells, within its limits, and is no way to pay without one', async () => {
    const many = '{"1": "prod_ten", "50": "prod_fifty", "10": "prod_ten", "100": "prod_fifty"}';
    const of = await world.gateway({
      ...{ ...input, config: { ...config, products: many } },
      ...{ min_amount: 2, max_amount: 99 },
    });
    const shown = async () => {
      const ways = (await world.site.ask(paymentCalls.ways, { as: world.root })).body.data;
      return ways.find((way: PayWayView) => way.uuid === of)?.amounts;
    };
    expect(await shown()).toEqual([10, 50]);
    expect((await world.order(of, 20)).body.fields).toMatchObject([
      { code: 'payment.amount_not_sold|10, 50' },
    ]);
    await world.site.db.updateTable('payments').set({ min_amount: 60 }).where('uuid', '=', of).execute();
    expect(await shown()).toBeUndefined();
    expect((await world.order(of, 70)).body.code).toBe('payment.not_found');
  });

  it('refuses an order whose product has another price', async () => {
    creem.product('prod_ten', 900);
    expect((await world.order(uuid)).body.code).toBe('payment.no_answer');
    expect(creem.checkouts.size).toBe(0);
  });

  it.each([
    ['', 'too_small'],
    ['prod_ten', 'payment.not_products'],
    ['[]', 'payment.not_products'],
    ['{}', 'payment.not_products'],
    ['{"1.5": "prod_ten"}', 'payment.not_products'],
    ['{"10": 7}', 'payment.not_products'],
    ['{"10": "a b"}', 'payment.not_products'],
  ])('does not take %s for a list of products', async (text, code) => {
    const { status, body } = await world.create({ ...input, config: { ...config, products: text } });
    expect({ status, fields: body.fields }).toEqual({
      status: 400,
      fields: [{ field: 'config.products', code }],
    });
  });

  it('is saved only with a key and products of its mode, currency and kind', async () => {
    creem.product('prod_euro', 1000, { currency: 'EUR' });
    creem.product('prod_monthly', 1000, { billing_type: 'recurring' });
    creem.product('prod_inclusive', 1000, { tax_mode: 'inclusive' });
    creem.product('prod_test', 1000, { mode: 'test' });
    const create = async (given: object, sandbox = false) =>
      (await world.create({ ...input, sandbox, config: { ...config, ...given } })).body.code;
    for (const id of ['prod_euro', 'prod_monthly', 'prod_inclusive', 'prod_test', 'prod_none'])
      expect(await create({ products: `{"10": "${id}"}` })).toBe('payment.check_failed');
    expect(await create({ api_key: `${CREEM_KEY}x` })).toBe('payment.check_failed');
    expect(await create({ api_key: CREEM_TEST_KEY })).toBe('payment.check_failed');
    expect(await create({}, true)).toBe('payment.check_failed');
  });

  it('keeps test and live mode apart', async () => {
    const test = new FakeCreem('test');
    world.internet.sites[CREEM_TEST] = test.site;
    const of = await world.gateway({
      ...input,
      sandbox: true,
      config: { ...config, api_key: CREEM_TEST_KEY },
    });
    const trade_no = await ordered(of);
    const checkout = test.pay(trade_no);
    expect(await notify(test.completed(checkout, { mode: 'prod' }), of)).toBe(500);
    expect(await lastReason({ verdict: 'refused' })).toContain('other mode');
    expect(await notify(test.completed(checkout), of)).toBe(200);
    expect(await world.quota()).toBe(10);
    const live = await ordered();
    expect(await notify(creem.completed(creem.pay(live), { mode: 'test' }))).toBe(500);
    expect(await world.quota()).toBe(10);
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>, string]>([
    ['another amount', { sub_total: 900 }, {}, 'another amount'],
    ['a discount code', { discount_amount: 300, amount_paid: 847, tax_amount: 147 }, {}, 'another amount'],
    ['no price', { sub_total: undefined }, {}, 'another amount'],
    ['another currency', { currency: 'EUR' }, {}, 'in EUR'],
    ['another product', {}, { product: { id: 'prod_cheap' } }, 'another merchant'],
    ['an unknown order', {}, { request_id: '0'.repeat(28) }, 'no such order'],
  ])('refuses a signed event with %s', async (_, order, changed, reason) => {
    const trade_no = await ordered();
    const checkout = creem.pay(trade_no, order);
    expect(await notify(creem.completed(checkout, changed))).toBe(500);
    expect(await lastReason({ verdict: 'refused' })).toContain(reason);
    await world.runJob();
    // The job asks Creem, whose answer has the order's faults, but not the event's.
    expect(await world.quota()).toBe(Object.keys(order).length > 0 ? 0 : 10);
  });

  it('refuses forged events, and all events while it has no secret', async () => {
    const trade_no = await ordered();
    const { body, headers } = creem.completed(creem.pay(trade_no));
    const forged: SentCallback[] = [
      { body },
      { body, headers: { 'creem-signature': '' } },
      { body, headers: { 'creem-signature': signatureOf(body, '') } },
      { body, headers: { 'creem-signature': signatureOf(body, 'whsec_other') } },
      { body: `${body} `, headers },
      { method: 'GET', headers },
      { body: '[', headers: { 'creem-signature': signatureOf('[', WEBHOOK_SECRET) } },
    ];
    for (const message of forged) expect(await notify(message)).toBe(500);
    expect(await world.quota()).toBe(0);
    expect(await notify({ body, headers })).toBe(200);
    expect(await world.quota()).toBe(10);
  });

  it('takes events of subscriptions, of payment links and of other kinds, and does nothing', async () => {
    const trade_no = await ordered();
    const checkout = creem.pay(trade_no);
    const subscription = { ...checkout.order, type: 'recurring' };
    for (const message of [
      creem.completed(checkout, { order: subscription }),
      creem.completed(checkout, { request_id: undefined }),
      creem.event('subscription.paid', { id: 'sub_1', mode: 'prod', metadata: { trade_no } }),
      creem.event('subscription.active', { id: 'sub_1', mode: 'prod' }),
      creem.reversal('refund.created', checkout, { order: subscription }),
    ])
      expect(await notify(message)).toBe(200);
    expect(await world.quota()).toBe(0);
  });

  it('credits no order that was paid back as a whole', async () => {
    const trade_no = await ordered();
    const checkout = creem.pay(trade_no);
    const transaction = creem.transactions.get(`tran_${checkout.id}`);
    for (const [status, state] of [
      ['paid', 'pending'],
      ['partialRefund', 'pending'],
      ['refunded', 'refunded'],
    ]) {
      Object.assign(transaction ?? {}, { status });
      expect(await notify(creem.reversal('refund.created', checkout))).toBe(200);
      expect(await world.read(trade_no)).toMatchObject({ state });
    }
    await notify(creem.completed(checkout));
    expect(await world.quota()).toBe(0);
  });

  it('marks disputes', async () => {
    const trade_no = await ordered();
    const checkout = creem.pay(trade_no);
    expect(await notify(creem.completed(checkout))).toBe(200);
    const subscription = { order: { ...checkout.order, type: 'recurring' } };
    expect(await notify(creem.reversal('dispute.created', checkout, subscription))).toBe(200);
    expect(await world.read(trade_no)).toMatchObject({ state: 'credited' });
    expect(await notify(creem.reversal('dispute.created', checkout))).toBe(200);
    expect(await world.read(trade_no)).toMatchObject({ state: 'disputed' });
    expect(await world.quota()).toBe(0);
  });

  it.each([
    ['HTML', { status: 200, body: '<html>502</html>' }],
    ['an error', { status: 500, body: '{"message":"x"}' }],
    ['nothing in time', { status: 0, body: '' }],
  ])('waits while it answers %s', async (_, page) => {
    const trade_no = await ordered();
    const event = creem.completed(creem.pay(trade_no));
    creem.instead['GET /v1/checkouts'] = () => page;
    expect(await notify(event)).toBe(500);
    await world.runJob();
    expect(await world.quota()).toBe(0);
    expect(await world.events({ trade_no })).toMatchObject([{ verdict: 'failed' }, { verdict: 'failed' }]);
    creem.instead = {};
    await world.runJob(3000);
    expect(await world.quota()).toBe(10);
  });

  it('is credited by the job when the event is lost, and closed when it expires', async () => {
    const lost = await ordered();
    await world.runJob();
    expect(await world.read(lost)).toMatchObject({ state: 'pending' });
    creem.pay(lost);
    await world.runJob();
    expect(await world.quota()).toBe(10);
    const expired = await ordered();
    creem.of(expired).status = 'expired';
    await world.runJob();
    expect(await world.read(expired)).toMatchObject({ state: 'closed' });
  });

  it('waits for an order whose checkout was never made', async () => {
    creem.instead['POST /v1/checkouts'] = () => ({ status: 0 });
    expect((await world.order(uuid)).body.code).toBe('payment.no_answer');
    await world.runJob();
    expect(await world.events({ verdict: 'failed' })).not.toContainEqual(
      expect.objectContaining({ content: 'no checkout' }),
    );
    expect(await world.quota()).toBe(0);
  });

  it('pays whole payments back, once, also after a lost answer', async () => {
    const trade_no = await ordered();
    const checkout = creem.pay(trade_no);
    await notify(creem.completed(checkout));
    expect((await world.refund(trade_no, 2)).body.code).toBe('payment.check_failed');
    expect(await world.quota()).toBe(10);
    const { site } = creem;
    let calls = 0;
    world.internet.sites[CREEM] = (asked: AskedPage) => {
      const page = site(asked);
      return asked.url.pathname === '/v1/refunds' && calls++ === 0 ? { status: 0 } : page;
    };
    const whole = () => world.refund(trade_no, 10, 'refund-0002');
    expect((await whole()).body.code).toBe('order.refund_unknown');
    expect((await whole()).status).toBe(200);
    expect(calls).toBe(1);
    expect(creem.transactions.get(`tran_${checkout.id}`)).toMatchObject({ refunds: 1 });
    expect(await world.quota()).toBe(0);
  });

  it('pays back once for two requests at a time', async () => {
    const trade_no = await ordered();
    const checkout = creem.pay(trade_no);
    await notify(creem.completed(checkout));
    const answers = await Promise.all([world.refund(trade_no, 10), world.refund(trade_no, 10)]);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(creem.transactions.get(`tran_${checkout.id}`)).toMatchObject({ refunds: 1 });
    expect(await world.quota()).toBe(0);
  });

  it('takes a refused repeat of a refund for what the first one was', async () => {
    const trade_no = await ordered();
    const checkout = creem.pay(trade_no);
    await notify(creem.completed(checkout));
    const transaction = creem.transactions.get(`tran_${checkout.id}`);
    // The other request is accepted after this one has asked.
    creem.instead['POST /v1/refunds'] = () => {
      Object.assign(transaction ?? {}, { status: 'refunded' });
      return undefined;
    };
    expect((await world.refund(trade_no, 10)).status).toBe(200);
    expect(creem.faults).toEqual(['POST /v1/refunds 400']);
    expect(await world.quota()).toBe(0);
  });

  it('waits for a refund that is pending, and does not send it again', async () => {
    const trade_no = await ordered();
    const checkout = creem.pay(trade_no);
    await notify(creem.completed(checkout));
    creem.refundStatus = 'pending';
    expect((await world.refund(trade_no, 10)).status).toBe(200);
    expect(await world.endRefunds(trade_no)).toEqual(['pending']);
    expect((await world.refund(trade_no, 10)).status).toBe(200);
    expect(creem.faults).toEqual([]);
    Object.assign(creem.transactions.get(`tran_${checkout.id}`) ?? {}, { status: 'refunded' });
    expect(await world.endRefunds(trade_no)).toEqual(['done']);
    expect(await world.quota()).toBe(0);
  });

  it('sends no refund again that Creem may have, and leaves it to an administrator', async () => {
    const trade_no = await ordered();
    const checkout = creem.pay(trade_no);
    await notify(creem.completed(checkout));
    creem.instead['POST /v1/refunds'] = () => ({ status: 502, body: 'x' });
    expect((await world.refund(trade_no, 10)).body.code).toBe('order.refund_unknown');
    creem.instead = {};
    expect((await world.refund(trade_no, 10)).status).toBe(200);
    expect(await world.endRefunds(trade_no)).toEqual(['pending']);
    expect(creem.transactions.get(`tran_${checkout.id}`)).toMatchObject({ refunds: 0 });
    expect(await world.quota()).toBe(0);
  });

  it('gives the points back when a refund is refused or fails', async () => {
    const trade_no = await ordered();
    await notify(creem.completed(creem.pay(trade_no)));
    const answers: [object, number, string][] = [
      [{ message: ['Insufficient balance'] }, 400, 'payment.check_failed'],
      [{ status: 'failed' }, 200, 'payment.check_failed'],
      [{ message: 'busy' }, 500, 'order.refund_unknown'],
    ];
    for (const [index, [members, status, code]] of answers.entries()) {
      creem.instead['POST /v1/refunds'] = () => ({ status, body: JSON.stringify(members) });
      expect((await world.refund(trade_no, 10, `refund-000${index}`)).body.code).toBe(code);
      expect(await world.quota()).toBe(code === 'payment.check_failed' ? 10 : 0);
    }
  });
});
