import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import {
  CERT_URL,
  CLIENT_ID,
  CLIENT_SECRET,
  FakePayPal,
  MERCHANT_ID,
  PAYPAL,
  PAYPAL_CERTS,
  PAYPAL_SANDBOX,
  WEBHOOK_ID,
} from '../../../test/support/payment/fake-paypal.ts';
import {
  type PaymentWorld,
  type SentCallback,
  startPaymentWorld,
} from '../../../test/support/payment/payment-world.ts';
import type { AskedPage } from '../../../test/support/sign-in/fake-internet.ts';

const config = {
  ...{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET },
  ...{ webhook_id: WEBHOOK_ID, merchant_id: MERCHANT_ID },
};
const input = { type: 'paypal', name: 'PayPal', currency: 'USD', config };

describe.each(anyDatabase)('PayPal on $name', (engine) => {
  let world: PaymentWorld;
  let paypal: FakePayPal;
  let uuid: string;

  beforeAll(async () => {
    world = await startPaymentWorld(engine, { [PAYPAL]: new FakePayPal().site });
    uuid = await world.gateway(input);
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    paypal = new FakePayPal(world.site.now);
    world.internet.sites[PAYPAL] = paypal.site;
    world.internet.sites[PAYPAL_CERTS] = paypal.certs;
    await world.newBuyer();
  });

  const ordered = async (of = uuid): Promise<string> => (await world.order(of)).body.data.trade_no;
  const notify = async (message: SentCallback, of = uuid): Promise<number> =>
    (await world.notify(of, message)).status;
  const lastReason = async (query: object): Promise<string> => (await world.events(query))[0].reason;
  const CAPTURE = 'POST /v2/checkout/orders/:id/capture';

  it('sends the buyer to PayPal, captures what is approved, and credits it once', async () => {
    const { trade_no, type, data } = (await world.order(uuid)).body.data;
    expect(type).toBe(1);
    expect(data.url).toBe(`https://www.paypal.com/checkoutnow?token=${paypal.of(trade_no).id}`);
    expect(paypal.of(trade_no)).toMatchObject({
      ...{ invoice_id: trade_no, amount: { value: '10.00', currency_code: 'USD' } },
    });
    expect(await notify(paypal.approved(paypal.approve(trade_no)))).toBe(200);
    expect(await world.quota()).toBe(10);
    const order = paypal.of(trade_no);
    expect(order.status).toBe('COMPLETED');
    const event = paypal.captured(order);
    expect(await notify(event)).toBe(200);
    expect(await notify(event)).toBe(200);
    await world.runJob();
    expect(await world.quota()).toBe(10);
    expect(paypal.asked.filter((route) => route === CAPTURE)).toHaveLength(1);
    const events = await world.events({ trade_no });
    expect(events.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['known', 'known', 'credited']);
  });

  it('takes amounts without decimals', async () => {
    const of = await world.gateway({ ...input, currency: 'JPY', rate: 150 });
    const trade_no = await ordered(of);
    expect(paypal.of(trade_no).amount).toEqual({ value: '1500', currency_code: 'JPY' });
    expect(await notify(paypal.approved(paypal.approve(trade_no)), of)).toBe(200);
    expect(await world.quota()).toBe(10);
  });

  it('is captured by the job when the events are lost', async () => {
    const trade_no = await ordered();
    await world.runJob();
    expect(await world.read(trade_no)).toMatchObject({ state: 'pending' });
    paypal.approve(trade_no);
    await world.runJob();
    expect(await world.quota()).toBe(10);
  });

  it('is captured once by an event, the job and the buyer at a time', async () => {
    const trade_no = await ordered();
    const event = paypal.approved(paypal.approve(trade_no));
    await Promise.all([notify(event), notify(event), world.runJob(), world.runJob()]);
    expect(await world.quota()).toBe(10);
    expect(paypal.of(trade_no).captures).toHaveLength(1);
  });

  it('is paid when another request has captured it first', async () => {
    const trade_no = await ordered();
    paypal.approve(trade_no);
    paypal.instead[CAPTURE] = () => {
      paypal.complete(trade_no);
      return undefined;
    };
    await world.runJob();
    expect(paypal.faults).toContain(CAPTURE);
    expect(await world.quota()).toBe(10);
  });

  it('waits for captures under review, and for buyers whose card was declined', async () => {
    const pending = await ordered();
    paypal.captureStatus = 'PENDING';
    expect(await notify(paypal.approved(paypal.approve(pending)))).toBe(500);
    expect(await notify(paypal.captured(paypal.of(pending), 'PAYMENT.CAPTURE.PENDING'))).toBe(200);
    expect(await world.quota()).toBe(0);
    expect(await notify(paypal.captured(paypal.complete(pending)))).toBe(200);
    expect(await world.quota()).toBe(10);

    const declined = await ordered();
    paypal.approve(declined);
    paypal.instead[CAPTURE] = () => ({
      status: 422,
      body: '{"name":"UNPROCESSABLE_ENTITY","details":[{"issue":"INSTRUMENT_DECLINED"}]}',
    });
    await world.runJob();
    expect(await world.read(declined)).toMatchObject({ state: 'pending' });
    paypal.instead = {};
    paypal.captureStatus = 'COMPLETED';
    await world.runJob(200);
    expect(await world.quota()).toBe(20);
  });

  it('closes orders whose capture is denied, and those that PayPal has forgotten', async () => {
    const denied = await ordered();
    expect(await notify(paypal.captured(paypal.complete(denied, 'DECLINED'), 'PAYMENT.CAPTURE.DENIED'))).toBe(
      200,
    );
    await world.runJob();
    expect(await world.read(denied)).toMatchObject({ state: 'closed' });
    const forgotten = await ordered();
    paypal.orders.clear();
    await world.runJob();
    expect(await world.read(forgotten)).toMatchObject({ state: 'pending' });
    await world.runJob(3700);
    expect(await world.read(forgotten)).toMatchObject({ state: 'closed' });
    expect(await world.quota()).toBe(0);
  });

  it('is saved only with credentials and a webhook that work', async () => {
    const create = async (given: object) =>
      (await world.create({ ...input, config: { ...config, ...given } })).body.code;
    expect(await create({ client_secret: 'wrong' })).toBe('payment.check_failed');
    expect(await create({ webhook_id: 'OTHER' })).toBe('payment.check_failed');
    paypal.eventTypes = ['PAYMENT.CAPTURE.DENIED'];
    expect(await create({})).toBe('payment.check_failed');
    paypal.eventTypes = ['*'];
    expect(await create({})).toBeUndefined();
  });

  it('finds a wrong merchant before anybody pays', async () => {
    paypal.merchantId = 'OTHERMERCHANT';
    expect((await world.order(uuid)).body.code).toBe('payment.no_answer');
  });

  it('works in the sandbox, with certificates of the sandbox only', async () => {
    world.internet.sites[PAYPAL_SANDBOX] = paypal.site;
    world.internet.sites['https://api.sandbox.paypal.com'] = paypal.certs;
    const of = await world.gateway({ ...input, sandbox: true });
    const trade_no = await ordered(of);
    const order = paypal.approve(trade_no);
    expect(await notify(paypal.approved(order), of)).toBe(500);
    const certUrl = CERT_URL.replace('api.', 'api.sandbox.');
    expect(await notify(paypal.event('CHECKOUT.ORDER.APPROVED', paypal.view(order), { certUrl }), of)).toBe(
      200,
    );
    expect(await world.quota()).toBe(10);
  });

  it.each<[string, object, string]>([
    ['another amount', { amount: { value: '0.01', currency_code: 'USD' } }, 'another amount'],
    ['another currency', { amount: { value: '10.00', currency_code: 'EUR' } }, 'in EUR'],
    ['another merchant', { payee: { merchant_id: 'OTHERMERCHANT' } }, 'another merchant'],
    ['an unknown order', { custom_id: '0'.repeat(28) }, 'no such order'],
    ['no order of PayPal', { supplementary_data: {}, links: [] }, 'no number of its own'],
  ])('refuses a signed event with %s', async (_, changed, reason) => {
    const trade_no = await ordered();
    const event = paypal.captured(paypal.complete(trade_no), undefined, changed);
    expect(await notify(event)).toBe(500);
    expect(await lastReason({ verdict: 'refused' })).toContain(reason);
    expect(await world.quota()).toBe(0);
  });

  it.each<[string, object, string]>([
    ['another amount', { amount: { value: '0.01', currency_code: 'USD' } }, 'another amount'],
    ['another currency', { amount: { value: '10.00', currency_code: 'EUR' } }, 'in EUR'],
  ])('refuses a capture with %s', async (_, changed, reason) => {
    const trade_no = await ordered();
    Object.assign(paypal.complete(trade_no).captures[0] ?? {}, changed);
    await world.runJob();
    expect(await lastReason({ trade_no })).toContain(reason);
    expect(await world.quota()).toBe(0);
  });

  it('never captures an order that is not its own', async () => {
    const trade_no = await ordered();
    const order = paypal.approve(trade_no);
    expect(await notify(paypal.approved({ ...order, custom_id: 'order-of-another-shop' }))).toBe(500);
    order.custom_id = 'order-of-another-shop';
    await world.runJob();
    expect(paypal.asked).not.toContain(CAPTURE);
    expect(await world.quota()).toBe(0);
  });

  it('finds the order of a capture by its links, too', async () => {
    const trade_no = await ordered();
    const changed = { supplementary_data: undefined, payee: undefined };
    expect(await notify(paypal.captured(paypal.complete(trade_no), undefined, changed))).toBe(200);
    expect(await world.quota()).toBe(10);
  });

  it('refuses forged events, those of another webhook, and foreign certificates without asking for them', async () => {
    const trade_no = await ordered();
    const order = paypal.complete(trade_no);
    const { body, headers } = paypal.captured(order);
    const resource = JSON.parse(body).resource;
    const by = (options: { webhookId?: string; certUrl?: string }) =>
      paypal.event('PAYMENT.CAPTURE.COMPLETED', resource, options);
    const { 'paypal-transmission-sig': _, ...unsigned } = headers;
    world.internet.sites['https://evil.example'] = paypal.certs;
    const forged: SentCallback[] = [
      { body },
      { body, headers: unsigned },
      { body: `${body} `, headers },
      { body, headers: { ...headers, 'paypal-transmission-id': 'x' } },
      { body, headers: { ...headers, 'paypal-transmission-time': '2027-01-15T08:00:01Z' } },
      { body, headers: { ...headers, 'paypal-auth-algo': 'SHA1withRSA' } },
      { method: 'GET', headers },
      by({ webhookId: 'OTHER' }),
      ...[
        CERT_URL.replace('api.paypal.com', 'evil.example'),
        CERT_URL.replace('api.paypal.com', 'api.paypal.com.evil.example'),
        CERT_URL.replace('api.paypal.com', 'api.paypal.com@evil.example'),
        CERT_URL.replace('api.paypal.com', 'api.sandbox.paypal.com'),
        CERT_URL.replace('https:', 'http:'),
        CERT_URL.replace('/v1/notifications/certs/', '/v1/../x/'),
        'not an address',
      ].map((certUrl) => by({ certUrl })),
    ];
    for (const message of forged) expect(await notify(message)).toBe(500);
    expect(world.internet.asked.join()).not.toContain('evil.example');
    expect(await world.quota()).toBe(0);
    expect(await notify({ body, headers })).toBe(200);
    expect(await world.quota()).toBe(10);
  });

  it('takes events of other kinds, and does nothing', async () => {
    const trade_no = await ordered();
    const order = paypal.complete(trade_no);
    for (const event of [
      paypal.event('BILLING.SUBSCRIPTION.CREATED', { id: 'I-1', custom_id: trade_no }),
      paypal.captured(order, undefined, { custom_id: undefined, invoice_id: undefined }),
      // It names no capture.
      paypal.event('PAYMENT.CAPTURE.REFUNDED', { id: '1', custom_id: trade_no, status: 'COMPLETED' }),
    ])
      expect(await notify(event)).toBe(200);
    expect(await world.quota()).toBe(0);
  });

  it('credits no order that was paid back at PayPal, unless that was a part', async () => {
    const [part, whole] = [await ordered(), await ordered()];
    paypal.complete(part);
    paypal.complete(whole);
    expect(await notify(paypal.refundByHand(part, '4.00'))).toBe(200);
    expect(await notify(paypal.refundByHand(whole, '10.00'))).toBe(200);
    expect(await world.read(part)).toMatchObject({ state: 'pending' });
    expect(await world.read(whole)).toMatchObject({ state: 'refunded' });
    await world.runJob();
    expect(await world.read(part)).toMatchObject({ state: 'credited' });
    expect(await world.quota()).toBe(10);
  });

  it('sends no refund again that PayPal does not list yet', async () => {
    const trade_no = await ordered();
    await notify(paypal.captured(paypal.complete(trade_no)));
    const { site } = paypal;
    world.internet.sites[PAYPAL] = (asked: AskedPage) => {
      const page = site(asked);
      return asked.url.pathname.endsWith('/refund') ? { status: 502, body: 'x' } : page;
    };
    expect((await world.refund(trade_no, 10)).body.code).toBe('order.refund_unknown');
    world.internet.sites[PAYPAL] = site;
    const listed = paypal.of(trade_no).refunds.splice(0);
    expect((await world.refund(trade_no, 10)).body.code).toBe('order.refund_unknown');
    paypal.of(trade_no).refunds.push(...listed);
    expect((await world.refund(trade_no, 10)).status).toBe(200);
    expect(paypal.asked.filter((route) => route.endsWith('/refund'))).toHaveLength(1);
  });

  it('marks disputes', async () => {
    const trade_no = await ordered();
    await notify(paypal.captured(paypal.complete(trade_no)));
    const dispute = {
      dispute_id: 'PP-D-1',
      disputed_transactions: [
        { seller_transaction_id: '1', custom: trade_no, seller: { merchant_id: MERCHANT_ID } },
      ],
    };
    expect(await notify(paypal.event('CUSTOMER.DISPUTE.CREATED', dispute))).toBe(200);
    expect(await world.read(trade_no)).toMatchObject({ state: 'disputed' });
    expect(await world.quota()).toBe(0);

    const resolved = (outcome_code: string) =>
      notify(paypal.event('CUSTOMER.DISPUTE.RESOLVED', { ...dispute, dispute_outcome: { outcome_code } }));
    expect(await resolved('NONE')).toBe(200);
    expect(await world.read(trade_no)).toMatchObject({ state: 'disputed' });
    expect(await resolved('RESOLVED_SELLER_FAVOUR')).toBe(200);
    expect(await world.read(trade_no)).toMatchObject({ state: 'credited' });
    expect(await world.quota()).toBe(10);
  });

  it('takes the points of a reversed capture', async () => {
    const trade_no = await ordered();
    const order = paypal.complete(trade_no);
    await notify(paypal.captured(order));
    expect(await notify(paypal.captured(order, 'PAYMENT.CAPTURE.REVERSED'))).toBe(200);
    expect(await world.read(trade_no)).toMatchObject({ state: 'disputed', refunded_amount: 10 });
    expect(await world.quota()).toBe(0);
  });

  it.each([
    ['HTML', { status: 200, body: '<html>502</html>' }],
    ['an error', { status: 500, body: '' }],
    ['nothing in time', { status: 0, body: '' }],
  ])('waits while it answers %s', async (_, page) => {
    const trade_no = await ordered();
    const event = paypal.captured(paypal.complete(trade_no));
    paypal.instead['GET /v2/checkout/orders/:id'] = () => page;
    expect(await notify(event)).toBe(500);
    await world.runJob();
    expect(await world.quota()).toBe(0);
    expect(await world.events({ trade_no })).toMatchObject([{ verdict: 'failed' }, { verdict: 'failed' }]);
    paypal.instead = {};
    await world.runJob(3000);
    expect(await world.quota()).toBe(10);
  });

  it('asks for a token again when it ends, and keeps it until then', async () => {
    const trade_no = await ordered();
    const tokens = () => paypal.asked.filter((route) => route === 'POST /v1/oauth2/token').length;
    const before = tokens();
    await world.runJob();
    expect(tokens()).toBe(before);
    paypal.expireTokens();
    paypal.approve(trade_no);
    await world.runJob();
    expect(tokens()).toBe(before + 1);
    expect(await world.quota()).toBe(10);
    await ordered();
    world.site.passTime(32_400);
    await ordered();
    expect(tokens()).toBe(before + 2);
  });

  it('pays parts back, each once, also after a lost answer', async () => {
    const trade_no = await ordered();
    await notify(paypal.captured(paypal.complete(trade_no)));
    expect((await world.refund(trade_no, 2)).status).toBe(200);
    expect(await world.quota()).toBe(8);
    const { site } = paypal;
    let calls = 0;
    world.internet.sites[PAYPAL] = (asked: AskedPage) => {
      const page = site(asked);
      return asked.url.pathname.endsWith('/refund') && calls++ === 0 ? { status: 0 } : page;
    };
    const rest = () => world.refund(trade_no, 8, 'refund-0002');
    expect((await rest()).body.code).toBe('order.refund_unknown');
    expect((await rest()).status).toBe(200);
    expect(calls).toBe(1);
    expect(paypal.of(trade_no).captures).toMatchObject([{ status: 'REFUNDED', refunded: 1000 }]);
    expect(await world.quota()).toBe(0);
  });

  it.each([
    ['COMPLETED', 0, 'done'],
    ['FAILED', 10, 'failed'],
  ])('follows a refund that is pending until it is %s', async (status, dollars, state) => {
    const trade_no = await ordered();
    await notify(paypal.captured(paypal.complete(trade_no)));
    paypal.refundStatus = 'PENDING';
    expect((await world.refund(trade_no, 10)).status).toBe(200);
    expect(await world.endRefunds(trade_no)).toEqual(['pending']);
    for (const refund of paypal.of(trade_no).refunds) refund.status = status;
    expect(await world.endRefunds(trade_no)).toEqual([state]);
    expect(await world.quota()).toBe(dollars);
    expect(paypal.of(trade_no).captures).toMatchObject([{ refunded: 1000 }]);
  });

  it('gives the points back when a refund is refused, and keeps them while it is unknown', async () => {
    const trade_no = await ordered();
    await notify(paypal.captured(paypal.complete(trade_no)));
    const answers: [number, object, string][] = [
      [422, { details: [{ issue: 'REFUND_NOT_ALLOWED' }] }, 'payment.check_failed'],
      [201, { status: 'FAILED' }, 'payment.check_failed'],
      [422, { details: [{ issue: 'PREVIOUS_REQUEST_IN_PROGRESS' }] }, 'order.refund_unknown'],
    ];
    for (const [index, [status, members, code]] of answers.entries()) {
      paypal.instead['POST /v2/payments/captures/:id/refund'] = () => ({
        status,
        body: JSON.stringify(members),
      });
      expect((await world.refund(trade_no, 10, `refund-000${index}`)).body.code).toBe(code);
      expect(await world.quota()).toBe(code === 'payment.check_failed' ? 10 : 0);
    }
    paypal.instead = {};
    expect((await world.refund(trade_no, 10, 'refund-0002')).status).toBe(200);
  });
});
