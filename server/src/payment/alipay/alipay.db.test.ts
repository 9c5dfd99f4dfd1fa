import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import {
  ALIPAY,
  ALIPAY_CERTIFICATE,
  ALIPAY_PUBLIC_KEY,
  ALIPAY_SANDBOX,
  APP_CERTIFICATE,
  APP_ID,
  APP_PRIVATE_KEY,
  FakeAlipay,
  ROOT_CERTIFICATE,
  SELLER_ID,
} from '../../../test/support/payment/fake-alipay.ts';
import { type PaymentWorld, startPaymentWorld } from '../../../test/support/payment/payment-world.ts';
import type { AskedPage } from '../../../test/support/sign-in/fake-internet.ts';

const config = {
  ...{ app_id: APP_ID, private_key: APP_PRIVATE_KEY, key_mode: 'public_key' },
  ...{ public_key: ALIPAY_PUBLIC_KEY, pay_type: 'facepay' },
};
const input = { type: 'alipay', name: 'Alipay', currency: 'CNY', rate: 7.3, config };

describe.each(anyDatabase)('Alipay on $name', (engine) => {
  let world: PaymentWorld;
  let alipay: FakeAlipay;
  let uuid: string;

  beforeAll(async () => {
    world = await startPaymentWorld(engine, {});
    alipay = new FakeAlipay(world.site.now);
    uuid = await gateway();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    alipay = new FakeAlipay(world.site.now);
    world.internet.sites[ALIPAY] = alipay.site;
    await world.newBuyer();
  });

  const gateway = (given: object = {}) => {
    world.internet.sites[ALIPAY] = alipay.site;
    return world.gateway({ ...input, config: { ...config, ...given } });
  };
  const ordered = async (amount = 10, of = uuid): Promise<string> =>
    (await world.order(of, amount)).body.data.trade_no;
  const notify = (body: string, of = uuid) =>
    world.notify(of, { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body });
  const TAKEN = { status: 200, body: 'success' };
  const AGAIN = { status: 200, body: 'fail' };
  const lastReason = async (trade_no: string) => (await world.events({ trade_no }))[0].reason;

  it('shows a code to scan, and credits a payment once, however often it is reported', async () => {
    const answer = await world.order(uuid);
    const { trade_no, ...page } = answer.body.data;
    expect(page).toMatchObject({ type: 2, data: { url: `https://qr.alipay.com/${trade_no.slice(0, 16)}` } });
    expect(alipay.trades.get(trade_no)).toMatchObject({
      total_amount: '73.00',
      notify_url: `https://gateway.example/api/payment/notify/${uuid}`,
    });
    const notice = alipay.pay(trade_no);
    expect(await notify(notice)).toEqual(TAKEN);
    expect(await notify(notice)).toEqual(TAKEN);
    await world.runJob();
    expect(await world.quota()).toBe(10);
    const events = await world.events({ trade_no });
    expect(events.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['known', 'credited']);
    const { searchParams } = new URL(`https://x.example/?${notice}`);
    expect(JSON.stringify(events)).not.toContain(encodeURIComponent(searchParams.get('sign') ?? ''));
    expect(alipay.faults).toEqual([]);
  });

  it.each([
    ['pagepay', 'alipay.trade.page.pay'],
    ['wappay', 'alipay.trade.wap.pay'],
  ])('%s opens a page that is signed', async (pay_type, method) => {
    const of = await gateway({ pay_type });
    const { trade_no, type, data } = (await world.order(of)).body.data;
    expect(type).toBe(1);
    expect(new URL(data.url).searchParams.get('method')).toBe(method);
    expect(alipay.open(data.url)).toMatchObject({ out_trade_no: trade_no, total_amount: '73.00' });
    expect(await notify(alipay.pay(trade_no), of)).toEqual(TAKEN);
    expect(await world.quota()).toBe(10);
  });

  it('works with certificates, and in the sandbox', async () => {
    alipay.usesCertificates = true;
    world.internet.sites[ALIPAY_SANDBOX] = alipay.site;
    const { public_key, ...rest } = config;
    const certificates = {
      key_mode: 'certificate',
      app_certificate: APP_CERTIFICATE,
      alipay_certificate: ALIPAY_CERTIFICATE,
      root_certificate: ROOT_CERTIFICATE,
    };
    const of = await world.gateway({ ...input, sandbox: true, config: { ...rest, ...certificates } });
    const trade_no = await ordered(10, of);
    expect(await notify(alipay.pay(trade_no), of)).toEqual(TAKEN);
    expect(await world.quota()).toBe(10);
    const broken = { ...rest, ...certificates, root_certificate: 'x' };
    expect(await world.create({ ...input, sandbox: true, config: broken })).toMatchObject({
      status: 502,
      body: { code: 'payment.check_failed' },
    });
  });

  it('is saved only with keys that belong together', async () => {
    for (const given of [{ private_key: 'x' }, { public_key: 'x' }, { app_id: '2021000000000002' }]) {
      const answer = await world.create({ ...input, config: { ...config, ...given } });
      expect(answer).toMatchObject({ status: 502, body: { code: 'payment.check_failed' } });
    }
  });

  it('is waited for while nobody has scanned, credited by the job, and closed after an hour', async () => {
    const lost = await ordered();
    await world.runJob();
    expect(await world.read(lost)).toMatchObject({ state: 'pending' });
    alipay.pay(lost);
    await world.runJob();
    expect(await world.quota()).toBe(10);
    const unpaid = await ordered();
    const scanned = await ordered();
    alipay.scan(scanned);
    await world.runJob(3700);
    expect(await world.read(unpaid)).toMatchObject({ state: 'closed' });
    expect(await world.read(scanned)).toMatchObject({ state: 'closed' });
    expect(alipay.trades.get(scanned)?.status).toBe('TRADE_CLOSED');
    expect(await world.quota()).toBe(10);
  });

  it('takes TRADE_FINISHED as paid, and coupons as part of the price', async () => {
    const trade_no = await ordered();
    const changed = { receipt_amount: '70.00', buyer_pay_amount: '60.00' };
    expect(await notify(alipay.pay(trade_no, { isFinal: true, changed }))).toEqual(TAKEN);
    expect(await world.quota()).toBe(10);
  });

  it('decodes a notification once: % and + of a subject stay', async () => {
    const trade_no = await ordered();
    expect(await notify(alipay.pay(trade_no, { changed: { subject: '100% + 5%25 & 1=1' } }))).toEqual(TAKEN);
    expect(await world.quota()).toBe(10);
  });

  it.each<[string, Record<string, string>, string]>([
    ['another amount', { total_amount: '0.01' }, 'another amount'],
    ['another app', { app_id: '2021000000000002' }, 'another merchant'],
    ['an unknown order', { out_trade_no: '0'.repeat(28) }, 'no such order'],
  ])('refuses a signed notification with %s', async (_, changed, reason) => {
    const trade_no = await ordered();
    expect(await notify(alipay.pay(trade_no, { changed }))).toEqual(AGAIN);
    const [event] = await world.events({ verdict: 'refused' });
    expect(event.reason).toContain(reason);
    expect(await world.quota()).toBe(0);
  });

  it('refuses another seller, where the seller is entered', async () => {
    const of = await gateway({ seller_id: SELLER_ID });
    const trade_no = await ordered(10, of);
    const other = alipay.pay(trade_no, { changed: { seller_id: '2088000000000002' } });
    expect(await notify(other, of)).toEqual(AGAIN);
    expect(await notify(alipay.pay(trade_no), of)).toEqual(TAKEN);
    expect(await world.quota()).toBe(10);
  });

  it('refuses forged notifications, those with SHA-1, by GET, and with a parameter twice', async () => {
    const trade_no = await ordered();
    const notice = alipay.pay(trade_no);
    const trade = alipay.scan(trade_no);
    const forged = [
      '',
      notice.replace('total_amount=73.00', 'total_amount=73.01'),
      notice.replace(/&sign=[^&]*/, '&sign=x'),
      notice.replace(/&sign=[^&]*/, ''),
      `${notice}&total_amount=73.00`,
      alipay.notice(trade, {}, 'sha1'),
    ];
    for (const body of forged) expect(await notify(body)).toEqual(AGAIN);
    expect(await lastReason('')).toContain('RSA2');
    expect(await world.notify(uuid, { method: 'GET', query: notice })).toEqual(AGAIN);
    expect(await world.quota()).toBe(0);
  });

  it('does not credit by a notification that Alipay itself does not confirm', async () => {
    const trade_no = await ordered();
    const trade = alipay.scan(trade_no);
    expect(await notify(alipay.notice(trade, { trade_status: 'TRADE_SUCCESS' }))).toEqual(AGAIN);
    expect(await lastReason(trade_no)).toContain('does not confirm');
    expect(await notify(alipay.notice(trade))).toEqual(TAKEN);
    expect(await world.quota()).toBe(0);
  });

  it.each([
    ['HTML', { status: 200, body: '<html>502</html>' }],
    ['an error', { status: 500, body: '' }],
    ['nothing in time', { status: 0, body: '' }],
    [
      'without a signature',
      { body: '{"alipay_trade_query_response":{"code":"10000","trade_status":"TRADE_SUCCESS"}}' },
    ],
    [
      'with a wrong signature',
      {
        body: '{"alipay_trade_query_response":{"code":"10000","trade_status":"TRADE_SUCCESS"},"sign":"eA=="}',
      },
    ],
  ])('waits while it answers %s', async (_, page) => {
    const trade_no = await ordered();
    const notice = alipay.pay(trade_no);
    alipay.instead['alipay.trade.query'] = () => page;
    expect(await notify(notice)).toEqual(AGAIN);
    await world.runJob();
    expect(await world.quota()).toBe(0);
    expect(await world.events({ trade_no })).toMatchObject([{ verdict: 'failed' }, { verdict: 'failed' }]);
    alipay.instead = {};
    await world.runJob(3000);
    expect(await world.quota()).toBe(10);
  });

  it('reports an order that Alipay refuses', async () => {
    alipay.instead['alipay.trade.precreate'] = () =>
      alipay.answer('alipay.trade.precreate', {
        code: '40006',
        sub_code: 'isv.insufficient-isv-permissions',
      });
    expect(await world.order(uuid)).toMatchObject({ status: 502, body: { code: 'payment.no_answer' } });
  });

  it('pays a part back, and its notification credits nothing', async () => {
    const trade_no = await ordered();
    await notify(alipay.pay(trade_no));
    expect(await world.refund(trade_no, 14.6)).toMatchObject({ status: 200 });
    expect(await world.quota()).toBe(8);
    const trade = alipay.scan(trade_no);
    const changed = { refund_fee: '14.60', gmt_refund: '2027-01-15 17:00:00.123', out_biz_no: 'r1' };
    expect(await notify(alipay.notice(trade, changed))).toEqual(TAKEN);
    expect(await world.quota()).toBe(8);
    expect(await world.refund(trade_no, 58.4, 'refund-0002')).toMatchObject({ status: 200 });
    expect(trade).toMatchObject({ status: 'TRADE_CLOSED' });
    expect(await notify(alipay.notice(trade, { ...changed, refund_fee: '73.00' }))).toEqual(TAKEN);
    expect(await world.quota()).toBe(0);
    expect([...trade.refunds.values()]).toEqual([1460, 5840]);
  });

  it('never credits an order by the notification of a refund, nor at all if that is whole', async () => {
    const [part, whole] = [await ordered(), await ordered()];
    const changed = { refund_fee: '14.60', gmt_refund: '2027-01-15 17:00:00.123' };
    expect(await notify(alipay.pay(part, { changed }))).toEqual(TAKEN);
    expect(await notify(alipay.pay(whole, { changed: { ...changed, refund_fee: '73.00' } }))).toEqual(TAKEN);
    expect(await world.quota()).toBe(0);
    await world.runJob();
    expect(await world.read(part)).toMatchObject({ state: 'credited' });
    expect(await world.read(whole)).toMatchObject({ state: 'refunded' });
    expect(await world.quota()).toBe(10);
  });

  it('sends a refund again after a lost answer, and moves the money once', async () => {
    const trade_no = await ordered();
    await notify(alipay.pay(trade_no));
    let calls = 0;
    const site = alipay.site;
    // Alipay pays back, but its answer gets lost.
    world.internet.sites[ALIPAY] = (asked: AskedPage) => {
      const page = site(asked);
      return asked.url.searchParams.get('method') === 'alipay.trade.refund' && calls++ === 0
        ? { status: 0 }
        : page;
    };
    expect(await world.refund(trade_no, 73)).toMatchObject({ body: { code: 'order.refund_unknown' } });
    expect(await world.refund(trade_no, 73)).toMatchObject({ status: 200 });
    expect(calls).toBe(1);
    expect([...alipay.scan(trade_no).refunds.values()]).toEqual([7300]);
    expect(await world.quota()).toBe(0);
  });

  it('gives the points back when a refund is refused, and keeps them while it is unknown', async () => {
    const trade_no = await ordered();
    await notify(alipay.pay(trade_no));
    const refuse = (code: string, sub_code: string) => {
      alipay.instead['alipay.trade.refund'] = () =>
        alipay.answer('alipay.trade.refund', { code, sub_code, sub_msg: '卖家余额不足' });
    };
    refuse('40004', 'ACQ.SELLER_BALANCE_NOT_ENOUGH');
    expect(await world.refund(trade_no, 73)).toMatchObject({ body: { code: 'payment.check_failed' } });
    expect(await world.quota()).toBe(10);
    refuse('20000', 'ACQ.SYSTEM_ERROR');
    expect(await world.refund(trade_no, 73, 'refund-0002')).toMatchObject({
      body: { code: 'order.refund_unknown' },
    });
    expect(await world.quota()).toBe(0);
    alipay.instead['alipay.trade.refund'] = () => alipay.answer('alipay.trade.refund', { fund_change: 'N' });
    expect(await world.refund(trade_no, 73, 'refund-0002')).toMatchObject({
      body: { code: 'order.refund_unknown' },
    });
    alipay.instead = {};
    expect(await world.refund(trade_no, 73, 'refund-0002')).toMatchObject({ status: 200 });
  });

  it('takes a refused repeat of a refund for what the first one was', async () => {
    const trade_no = await ordered();
    await notify(alipay.pay(trade_no));
    const { site } = alipay;
    let calls = 0;
    world.internet.sites[ALIPAY] = (asked: AskedPage) => {
      const method = asked.url.searchParams.get('method') ?? '';
      if (method !== 'alipay.trade.refund') return site(asked);
      if (calls++ === 0) site(asked);
      return calls === 1
        ? { status: 0 }
        : alipay.answer(method, { code: '40004', sub_code: 'ACQ.TRADE_STATUS_ERROR' });
    };
    expect((await world.refund(trade_no, 73)).body.code).toBe('order.refund_unknown');
    expect((await world.refund(trade_no, 73)).status).toBe(200);
    expect(await world.quota()).toBe(0);
  });
});
