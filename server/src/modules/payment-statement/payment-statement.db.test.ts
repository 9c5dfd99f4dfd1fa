import { type PaymentDifference, paymentStatementCalls } from '@turnpike/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import {
  ALIPAY,
  ALIPAY_BILLS,
  ALIPAY_PUBLIC_KEY,
  APP_ID,
  APP_PRIVATE_KEY,
  FakeAlipay,
} from '../../../test/support/payment/fake-alipay.ts';
import { EASYPAY, FakeEasyPay, KEY, PID } from '../../../test/support/payment/fake-easypay.ts';
import { FakeStripe, STRIPE, STRIPE_KEY } from '../../../test/support/payment/fake-stripe.ts';
import {
  API_V3_KEY,
  FakeWxPay,
  MCH_ID,
  MCH_PRIVATE_KEY,
  MCH_SERIAL,
  PUB_KEY_ID,
  WX_APP_ID,
  WX_PUBLIC_KEY,
  WXPAY,
} from '../../../test/support/payment/fake-wxpay.ts';
import { type PaymentWorld, startPaymentWorld } from '../../../test/support/payment/payment-world.ts';
import { beijingDay } from '../../../test/support/payment/statement-files.ts';
import { reconciliationJob } from '../../jobs/reconciliation-job.ts';
import { applyDispute } from '../order/dispute-order.ts';
import { findOrder } from '../order/order-repository.ts';
import { newTradeNo } from '../order/order-rules.ts';
import { findPaymentByUuid } from '../payment/payment-account.ts';
import { checkStatement } from './check-statement.ts';

const HOUR = 3600;
const alipayInput = {
  ...{ type: 'alipay', name: 'Alipay', currency: 'CNY', rate: 7.3 },
  config: {
    ...{ app_id: APP_ID, private_key: APP_PRIVATE_KEY, key_mode: 'public_key' },
    ...{ public_key: ALIPAY_PUBLIC_KEY, pay_type: 'facepay' },
  },
};
const wxpayInput = {
  ...{ type: 'wxpay', name: 'WeChat Pay', currency: 'CNY', rate: 7.3 },
  config: {
    ...{ app_id: WX_APP_ID, mch_id: MCH_ID, mch_certificate_serial_number: MCH_SERIAL },
    ...{ mch_apiv3_key: API_V3_KEY, mch_private_key: MCH_PRIVATE_KEY, pay_type: 'Native' },
    ...{ public_key_id: PUB_KEY_ID, public_key: WX_PUBLIC_KEY },
  },
};
const stripeInput = {
  ...{ type: 'stripe', name: 'Stripe', currency: 'USD', sandbox: true },
  config: { secret_key: STRIPE_KEY },
};

describe.each(anyDatabase)('reconciliation on $name', (engine) => {
  let world: PaymentWorld;
  let alipay: FakeAlipay;
  let uuid: string;
  /** The day of the test's orders, in Beijing. */
  let day: string;

  beforeAll(async () => {
    world = await startPaymentWorld(engine, {});
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    await passTo(15);
    const { internet, site } = world;
    alipay = new FakeAlipay(site.now);
    internet.sites[ALIPAY] = alipay.site;
    internet.sites[ALIPAY_BILLS] = alipay.billSite;
    await site.db.updateTable('payments').set({ enable: 0 }).execute();
    await site.db.deleteFrom('orders').execute();
    await site.db.deleteFrom('payment_statements').execute();
    uuid = await world.gateway(alipayInput);
    day = beijingDay(site.now());
    await world.newBuyer();
  });

  /** Lets the time pass to the next such hour of Beijing. */
  async function passTo(hour: number, days = 0): Promise<void> {
    const { now, passTime } = world.site;
    const secondOfDay = (now() + 8 * HOUR) % (24 * HOUR);
    passTime(days * 24 * HOUR + ((hour * HOUR - secondOfDay + 24 * HOUR) % (24 * HOUR)));
  }
  const runJob = () =>
    reconciliationJob(world.site.deps).run({ signal: AbortSignal.timeout(10_000), lastRunAt: null });
  const ordered = async (amount = 10, of = uuid): Promise<string> =>
    (await world.order(of, amount)).body.data.trade_no;
  /** An order that was paid, reported and credited. */
  const credited = async (amount = 10): Promise<string> => {
    const tradeNo = await ordered(amount);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await world.notify(uuid, { headers, body: alipay.pay(tradeNo) })).toMatchObject({
      body: 'success',
    });
    return tradeNo;
  };
  const list = async (query: object = {}) =>
    (await world.site.ask(paymentStatementCalls.list, { as: world.root, query: query as never })).body.data;
  const today = async () => (await list()).data.find((row: { day: string }) => row.day === day);
  const differences = async (): Promise<PaymentDifference[]> => {
    const params = { id: (await today()).id };
    return (await world.site.ask(paymentStatementCalls.get, { as: world.root, params })).body.data
      .differences;
  };
  const check = async (input: object, as = world.root) =>
    world.site.ask(paymentStatementCalls.check, { as, input });
  const gatewayId = async () => (await findPaymentByUuid(world.site.db, uuid))?.id ?? 0;

  it('finds nothing on a day that agrees, and asks no more about it', async () => {
    const tradeNo = await credited();
    await credited(20);
    expect(await world.refund(tradeNo, 7.3)).toMatchObject({ status: 200 });
    await passTo(11);
    await runJob();
    expect(await today()).toMatchObject({
      ...{ state: 'done', gateway_name: 'Alipay', lines: 3, other_lines: 0, currency: 'CNY' },
      ...{ paid: 219, our_paid: 219, refunded: 7.3, our_refunded: 7.3, fees: 1.32 },
      ...{ difference_count: 0, open_count: 0, reason: '' },
    });
    expect(await list({ with_differences: 'true' })).toMatchObject({ total_count: 0 });
    const asked = world.internet.asked.length;
    await runJob();
    expect(world.internet.asked).toHaveLength(asked);
  });

  it('credits a payment whose callback was lost, once in two processes', async () => {
    const tradeNo = await ordered();
    alipay.pay(tradeNo);
    // The job of the orders has given up.
    await world.site.db.updateTable('orders').set({ state: 'closed', next_query_at: null }).execute();
    await passTo(11);
    await Promise.all([runJob(), runJob()]);
    expect(await world.quota()).toBe(10);
    expect(await today()).toMatchObject({ paid: 73, our_paid: 73, difference_count: 1, open_count: 0 });
    expect(await differences()).toMatchObject([
      { kind: 'not_credited', trade_no: tradeNo, there: 73, here: 73, verdict: 'credited' },
    ]);
    expect((await list()).total_count).toBe(1);
  });

  it('names what the gateway says about a payment that cannot be credited', async () => {
    const tradeNo = await ordered();
    alipay.pay(tradeNo);
    await world.site.db.updateTable('orders').set({ pay_minor: 7400, next_query_at: null }).execute();
    await passTo(11);
    await runJob();
    expect(await world.quota()).toBe(0);
    expect(await today()).toMatchObject({ paid: 73, our_paid: 0, open_count: 1 });
    const reason = expect.stringContaining('another amount');
    expect(await differences()).toMatchObject([
      { kind: 'not_credited', there: 73, here: null, verdict: 'refused', reason },
    ]);
  });

  it('finds another amount, refunds on one side alone, and orders that the gateway does not have', async () => {
    const [other, refunded, lost, absent] = [
      await credited(),
      await credited(),
      await credited(),
      await credited(),
    ];
    const { site } = world;
    await site.db.updateTable('orders').set({ pay_minor: 7200 }).where('trade_no', '=', other).execute();
    alipay.refundByHand(refunded, '5.00');
    await world.refund(lost, 1);
    alipay.trades.get(lost)?.refunds.clear();
    alipay.trades.delete(absent);
    const elsewhere = newTradeNo();
    const first = alipay.trades.get(other);
    if (first) alipay.trades.set(elsewhere, { ...first, out_trade_no: elsewhere });
    if (first) alipay.trades.set('SHOP-1', { ...first, out_trade_no: 'SHOP-1' });
    await passTo(11);
    await runJob();
    const found = (await differences()).map(({ kind, trade_no, there, here }) => [
      kind,
      trade_no,
      there,
      here,
    ]);
    expect(found).toEqual([
      ['amount', other, 73, 72],
      ['refund_not_here', refunded, 5, null],
      ['not_there', absent, null, 73],
      ['refund_not_there', lost, null, 1],
      ['unknown_order', elsewhere, 73, null],
    ]);
    expect(await today()).toMatchObject({
      state: 'done',
      other_lines: 1,
      difference_count: 5,
      open_count: 5,
    });
  });

  it('expects no dispute in a statement', async () => {
    const [tradeNo] = [await credited(), await credited(20)];
    const order = await findOrder(world.site.db, tradeNo);
    if (order === undefined) throw new Error('the order is there');
    const lost = {
      ...{ tradeNo, gatewayNo: '', minor: 7300, currency: 'CNY', merchant: '', word: '' },
      ...({ state: 'dispute_lost', disputeNo: 'dp_1' } as const),
    };
    await applyDispute(world.site.deps, order, lost, { ip: '', requestId: '' });
    expect((await world.read(tradeNo)).state).toBe('disputed');
    await passTo(11);
    await runJob();
    expect(await today()).toMatchObject({ paid: 219, our_paid: 219, our_refunded: 0, difference_count: 0 });
  });

  it('compares a payment around midnight where it is, and misses it in neither statement', async () => {
    await passTo(23);
    world.site.passTime(58 * 60);
    day = beijingDay(world.site.now());
    const tradeNo = await ordered();
    world.site.passTime(5 * 60);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await world.notify(uuid, { headers, body: alipay.pay(tradeNo) });
    await passTo(11, 1);
    await runJob();
    const rows = (await list()).data.map((row: Record<string, unknown>) => [row.lines, row.difference_count]);
    expect(rows).toEqual([
      [1, 0],
      [0, 0],
    ]);
  });

  it.each([
    [
      'HTML instead of the file',
      () => {
        alipay.fileInstead = { body: '<html>' };
      },
      'no zip that can be read',
    ],
    [
      'no right to statements',
      () => {
        alipay.instead[BILL] = () => alipay.answer(BILL, DENIED);
      },
      'ACQ.DENIED',
    ],
  ])('tries again after %s, and keeps a day that was finished', async (_, breakIt, reason) => {
    await credited();
    await passTo(11);
    breakIt();
    await runJob();
    expect(await today()).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining(reason),
      lines: 0,
    });
    expect(await list({ with_differences: 'true' })).toMatchObject({ total_count: 1 });
    alipay.fileInstead = undefined;
    alipay.instead = {};
    world.site.passTime(HOUR);
    await runJob();
    expect(await today()).toMatchObject({ state: 'done', reason: '', lines: 1 });

    breakIt();
    const answer = await check({ gateway_id: await gatewayId(), day });
    expect(answer).toMatchObject({ status: 502, body: { code: 'payment.check_failed' } });
    expect(await today()).toMatchObject({ state: 'done', lines: 1 });
  });
  const BILL = 'alipay.data.dataservice.bill.downloadurl.query';
  const DENIED = { code: '40004', sub_code: 'ACQ.DENIED', sub_msg: 'denied' };

  it('waits for a statement that is late, and makes up for the days of a week', async () => {
    await credited();
    const missing = () => alipay.answer(BILL, { code: '40004', sub_code: 'isp.bill_not_exist' });
    alipay.instead[BILL] = missing;
    await passTo(11);
    await runJob();
    expect(await today()).toMatchObject({ state: 'waiting', difference_count: 0 });
    await passTo(12);
    alipay.instead = {};
    await passTo(11, 4);
    await runJob();
    expect((await list()).data.map(({ state }: { state: string }) => state)).toEqual(Array(6).fill('done'));
    expect(await today()).toMatchObject({ lines: 1 });
  });

  it('takes an absent statement for an empty one after a day', async () => {
    const tradeNo = await credited();
    alipay.trades.clear();
    await passTo(11, 1);
    await runJob();
    expect(await today()).toMatchObject({ state: 'done', lines: 0, difference_count: 1 });
    expect(await differences()).toMatchObject([{ kind: 'not_there', trade_no: tradeNo }]);
  });

  it('keeps one row for a gateway and day, whichever process writes it', async () => {
    const payment = await findPaymentByUuid(world.site.db, uuid);
    if (payment === undefined) throw new Error('the gateway is there');
    await credited();
    await passTo(11);
    const checks = Array.from({ length: 5 }, () =>
      checkStatement(world.site.deps, { payment, day, signal: AbortSignal.timeout(10_000) }),
    );
    const ids = new Set((await Promise.all(checks)).map(({ row }) => row.id));
    expect(ids.size).toBe(1);
  });

  it('leaves gateways alone that are off and had no orders, or have no statement', async () => {
    const { site, internet } = world;
    internet.sites[EASYPAY] = new FakeEasyPay().site;
    const config = { version: 'v1', pay_domain: EASYPAY, partner_id: PID, key: KEY };
    await world.gateway({ type: 'epay', name: 'EasyPay', currency: 'CNY', config });
    await site.db.updateTable('payments').set({ enable: 0 }).where('uuid', '=', uuid).execute();
    await passTo(11);
    await runJob();
    expect(await list()).toMatchObject({ total_count: 0 });

    await site.db.updateTable('payments').set({ enable: 1 }).where('uuid', '=', uuid).execute();
    await credited();
    await site.db
      .updateTable('payments')
      .set({ enable: 0, deleted_at: 1 })
      .where('uuid', '=', uuid)
      .execute();
    await runJob();
    expect(await list()).toMatchObject({ total_count: 1 });
  });

  it('is checked by administrators, for days that are over', async () => {
    await credited();
    const gateway_id = await gatewayId();
    const invalid = { status: 400, body: { fields: [{ field: 'day', code: 'payment.statement_day' }] } };
    for (const wrong of [day, '2028-01-01', '2026-01-01', '2027-02-30', 'yesterday'])
      expect(await check({ gateway_id, day: wrong })).toMatchObject(invalid);
    await passTo(11);
    expect(await check({ gateway_id, day })).toMatchObject({
      ...{ status: 200, body: { data: { gateway_id, day, state: 'done', lines: 1, paid: 73 } } },
    });
    expect(await check({ gateway_id: 999_999, day })).toMatchObject({ status: 404 });
    const config = { version: 'v1', pay_domain: EASYPAY, partner_id: PID, key: KEY };
    world.internet.sites[EASYPAY] = new FakeEasyPay().site;
    const { data } = (await world.create({ type: 'epay', name: 'EasyPay', currency: 'CNY', config })).body;
    expect(await check({ gateway_id: data.id, day })).toMatchObject({
      ...{ status: 409, body: { code: 'payment.no_statement' } },
    });
    const person = await world.newBuyer();
    expect(await check({ gateway_id, day }, person)).toMatchObject({ status: 403 });
  });

  it.each([
    ['WeChat Pay', wxpayInput, WXPAY, () => new FakeWxPay(world.site.now), 73],
    ['Stripe', stripeInput, STRIPE, () => new FakeStripe(world.site.now), 10],
  ])('credits a lost payment and finds a refund by hand: %s', async (_, input, address, makeFake, price) => {
    const fake = makeFake();
    world.internet.sites[address] = fake.site;
    const of = await world.gateway(input);
    const tradeNo = await ordered(10, of);
    if (fake instanceof FakeStripe) fake.complete(tradeNo);
    else fake.pay(tradeNo);
    await world.site.db.updateTable('orders').set({ next_query_at: null }).execute();
    await passTo(12);
    const id = (await findPaymentByUuid(world.site.db, of))?.id ?? 0;
    expect(await check({ gateway_id: id, day })).toMatchObject({
      body: { data: { state: 'done', paid: price, our_paid: price, difference_count: 1, open_count: 0 } },
    });
    expect(await world.quota()).toBe(10);
    fake.refundByHand(tradeNo, 250);
    await world.refund(tradeNo, 1);
    const next = beijingDay(world.site.now());
    await passTo(12, 1);
    const answer = await check({ gateway_id: id, day: next });
    expect(answer).toMatchObject({
      body: { data: { lines: 2, refunded: 3.5, our_refunded: 1, difference_count: 1, open_count: 1 } },
    });
  });
});
