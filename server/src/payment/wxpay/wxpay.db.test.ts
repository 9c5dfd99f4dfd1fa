import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import {
  API_V3_KEY,
  FakeWxPay,
  MCH_ID,
  MCH_PRIVATE_KEY,
  MCH_SERIAL,
  NEW_SERIAL,
  OLD_SERIAL,
  PUB_KEY_ID,
  type SignedMessage,
  UNLISTED_SERIAL,
  WX_APP_ID,
  WX_PUBLIC_KEY,
  WXPAY,
} from '../../../test/support/payment/fake-wxpay.ts';
import { type PaymentWorld, startPaymentWorld } from '../../../test/support/payment/payment-world.ts';
import type { AskedPage } from '../../../test/support/sign-in/fake-internet.ts';

const config = {
  ...{ app_id: WX_APP_ID, mch_id: MCH_ID, mch_certificate_serial_number: MCH_SERIAL },
  ...{ mch_apiv3_key: API_V3_KEY, mch_private_key: MCH_PRIVATE_KEY, pay_type: 'Native' },
  ...{ public_key_id: PUB_KEY_ID, public_key: WX_PUBLIC_KEY },
};
const input = { type: 'wxpay', name: 'WeChat Pay', currency: 'CNY', rate: 7.3, config };
const withCertificates = { ...config, public_key_id: '', public_key: '' };
const HOUR = 3600;

describe.each(anyDatabase)('WeChat Pay on $name', (engine) => {
  let world: PaymentWorld;
  let wxpay: FakeWxPay;
  let uuid: string;

  beforeAll(async () => {
    world = await startPaymentWorld(engine, {});
    world.internet.sites[WXPAY] = new FakeWxPay(world.site.now).site;
    uuid = await world.gateway(input);
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    // Certificates that an earlier test has downloaded are old by then.
    world.site.passTime(13 * HOUR);
    wxpay = new FakeWxPay(world.site.now);
    world.internet.sites[WXPAY] = wxpay.site;
    await world.newBuyer();
  });

  const ordered = async (of = uuid): Promise<string> => (await world.order(of)).body.data.trade_no;
  const notify = async (message: SignedMessage, of = uuid): Promise<number> =>
    (await world.notify(of, message)).status;
  /** The buyer pays, and the platform reports it. */
  const paid = (
    tradeNo: string,
    changed: object = {},
    signing: { serial?: string; skewSeconds?: number } = {},
  ) => wxpay.signed(wxpay.notice({ ...wxpay.view(wxpay.pay(tradeNo)), ...changed }), signing);
  const reasons = async (query: object): Promise<string[]> =>
    (await world.events(query)).map(({ reason }: { reason: string }) => reason);

  it('shows a code to scan, and credits a payment once; coupons are part of the price', async () => {
    const { trade_no, ...page } = (await world.order(uuid)).body.data;
    expect(page).toMatchObject({ type: 2, data: { url: expect.stringMatching(/^weixin:\/\/wxpay\//) } });
    expect(wxpay.transactions.get(trade_no)).toMatchObject({
      total: 7300,
      notify_url: `https://gateway.example/api/payment/notify/${uuid}`,
    });
    const message = paid(trade_no);
    expect(await notify(message)).toBe(200);
    expect(await notify(message)).toBe(200);
    await world.runJob();
    expect(await world.quota()).toBe(10);
    const events = await world.events({ trade_no });
    expect(events.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['known', 'credited']);
    expect(wxpay.faults).toEqual([]);
  });

  it('H5 opens an address that brings the buyer back', async () => {
    const of = await world.gateway({ ...input, config: { ...config, pay_type: 'H5' } });
    const { trade_no, type, data } = (await world.order(of)).body.data;
    expect(type).toBe(1);
    expect(new URL(data.url).searchParams.get('redirect_url')).toBe('https://gateway.example/panel/topup');
    expect(wxpay.transactions.get(trade_no)?.content).toMatchObject({
      scene_info: { payer_client_ip: '127.0.0.1' },
    });
    expect(await notify(paid(trade_no), of)).toBe(200);
    expect(await world.quota()).toBe(10);
  });

  it('needs an APIv3 key of 32 characters, and keys that are keys', async () => {
    const create = (given: object) => world.create({ ...input, config: { ...config, ...given } });
    expect((await create({ mch_apiv3_key: 'short' })).body.fields).toEqual([
      { field: 'config.mch_apiv3_key', code: 'payment.exact_length|32' },
    ]);
    for (const given of [
      { mch_private_key: 'x' },
      { public_key: 'x' },
      { public_key_id: '' },
      { public_key_id: `${PUB_KEY_ID}9` },
      { mch_certificate_serial_number: 'AB' },
    ])
      expect((await create(given)).body.code).toBe('payment.check_failed');
  });

  it('downloads certificates where there is no public key, and keeps them for twelve hours', async () => {
    const of = await world.gateway({ ...input, config: withCertificates });
    const downloads = () => wxpay.asked.filter((path) => path === '/v3/certificates').length;
    const before = downloads();
    const trade_no = await ordered(of);
    expect(await notify(paid(trade_no, {}, { serial: OLD_SERIAL }), of)).toBe(200);
    expect(await world.quota()).toBe(10);
    expect(downloads()).toBe(before);
    world.site.passTime(13 * HOUR);
    await ordered(of);
    expect(downloads()).toBe(before + 1);
  });

  it('accepts the old and the new certificate while they change', async () => {
    const of = await world.gateway({ ...input, config: withCertificates });
    world.site.passTime(HOUR);
    wxpay.listed = [OLD_SERIAL, NEW_SERIAL];
    const [first, second] = [await ordered(of), await ordered(of)];
    expect(await notify(paid(first, {}, { serial: NEW_SERIAL }), of)).toBe(200);
    expect(await notify(paid(second, {}, { serial: OLD_SERIAL }), of)).toBe(200);
    expect(await world.quota()).toBe(20);
    // Unknown numbers do not make a download each.
    const before = wxpay.asked.length;
    for (let i = 0; i < 5; i++) {
      const { headers, body } = paid(first);
      expect(await notify({ headers: { ...headers, 'Wechatpay-Serial': `F${i}` }, body }, of)).toBe(401);
    }
    expect(wxpay.asked.length).toBe(before);
  });

  it('accepts certificates in addition to the public key while a merchant changes to it', async () => {
    const trade_no = await ordered();
    expect(await notify(paid(trade_no, {}, { serial: OLD_SERIAL }))).toBe(200);
    expect(await world.quota()).toBe(10);
  });

  it('works without certificates for new merchants', async () => {
    wxpay.listed = [];
    const trade_no = await ordered();
    expect(await notify(paid(trade_no, {}, { serial: UNLISTED_SERIAL }))).toBe(401);
    expect(await notify(paid(trade_no))).toBe(200);
    expect(await world.quota()).toBe(10);
  });

  it.each<[string, object, string]>([
    ['another amount', { amount: { total: 1, payer_total: 1, currency: 'CNY' } }, 'another amount'],
    ['an amount that is a text', { amount: { total: '7300', currency: 'CNY' } }, 'another amount'],
    ['another currency', { amount: { total: 7300, currency: 'HKD' } }, 'in HKD'],
    ['another merchant', { mchid: '1900000002' }, 'another merchant'],
    ['another app', { appid: 'wx0000000000000000' }, 'another merchant'],
    ['an unknown order', { out_trade_no: '0'.repeat(28) }, 'no such order'],
  ])('refuses a signed notification with %s', async (_, changed, reason) => {
    const trade_no = await ordered();
    expect(await notify(paid(trade_no, changed))).toBe(401);
    expect((await reasons({ verdict: 'refused' }))[0]).toContain(reason);
    expect(await world.quota()).toBe(0);
  });

  it('refuses probes, wrong signatures, skewed clocks, foreign keys, and other methods', async () => {
    const trade_no = await ordered();
    const { headers, body } = paid(trade_no);
    const signature = headers['Wechatpay-Signature'] ?? '';
    const { 'Wechatpay-Signature': _, ...unsigned } = headers;
    const refused: SignedMessage[] = [
      { headers: unsigned, body },
      { headers: { ...headers, 'Wechatpay-Signature': `WECHATPAY/SIGNTEST/${signature}` }, body },
      { headers: { ...headers, 'Wechatpay-Signature': 'eA==' }, body },
      { headers, body: `${body} ` },
      { headers, body: '' },
      paid(trade_no, {}, { skewSeconds: 600 }),
      paid(trade_no, {}, { skewSeconds: -600 }),
      wxpay.signed(
        wxpay.notice(wxpay.view(wxpay.pay(trade_no)), { key: 'another-api-v3-key-of-32-letters' }),
      ),
      wxpay.signed('<xml></xml>'),
      wxpay.signed('{"event_type":"TRANSACTION.SUCCESS"}'),
    ];
    for (const message of refused) expect(await notify(message)).toBe(401);
    expect((await world.notify(uuid, { method: 'GET', headers })).status).toBe(401);
    expect(await world.quota()).toBe(0);
    expect(await notify({ headers, body })).toBe(200);
    expect(await world.quota()).toBe(10);
  });

  it('opens notifications without associated data', async () => {
    const trade_no = await ordered();
    const body = wxpay.notice(wxpay.view(wxpay.pay(trade_no)), { associated_data: '' });
    expect(await notify(wxpay.signed(body))).toBe(200);
    expect(await world.quota()).toBe(10);
  });

  it('takes events of other kinds, and does nothing', async () => {
    const trade_no = await ordered();
    for (const event_type of ['REFUND.SUCCESS', 'REFUND.ABNORMAL', 'REFUND.CLOSED', 'PROFITSHARING.DONE']) {
      const body = wxpay.notice(
        { mchid: MCH_ID, out_trade_no: trade_no, transaction_id: '1' },
        { event_type },
      );
      expect(await notify(wxpay.signed(body))).toBe(200);
    }
    expect(await world.quota()).toBe(0);
    expect(await world.read(trade_no)).toMatchObject({ state: 'pending' });
  });

  const refundNotice = (trade_no: string, event_type: string, changed: object) => {
    const resource = { mchid: MCH_ID, out_trade_no: trade_no, transaction_id: '1', ...changed };
    return notify(wxpay.signed(wxpay.notice(resource, { event_type })));
  };

  it('credits no order that was paid back as a whole', async () => {
    const trade_no = await ordered();
    wxpay.pay(trade_no);
    expect(await refundNotice(trade_no, 'REFUND.SUCCESS', { amount: { refund: 1460, total: 7300 } })).toBe(
      200,
    );
    expect(await world.read(trade_no)).toMatchObject({ state: 'pending' });
    expect(await refundNotice(trade_no, 'REFUND.SUCCESS', { amount: { refund: 7300, total: 7300 } })).toBe(
      200,
    );
    expect(await world.read(trade_no)).toMatchObject({ state: 'refunded' });
    await world.runJob();
    expect(await world.quota()).toBe(0);
  });

  it('returns the points of a refund that is closed, not those of one that must be finished there', async () => {
    const trade_no = await ordered();
    await notify(paid(trade_no));
    wxpay.refundStatus = 'PROCESSING';
    expect((await world.refund(trade_no, 73)).status).toBe(200);
    const [out_refund_no] = wxpay.transactions.get(trade_no)?.refunds.keys() ?? [];
    expect(await refundNotice(trade_no, 'REFUND.ABNORMAL', { out_refund_no })).toBe(200);
    expect(await refundNotice(trade_no, 'REFUND.CLOSED', { out_refund_no: `${out_refund_no}0` })).toBe(200);
    expect(await world.quota()).toBe(0);
    for (let copy = 0; copy < 2; copy += 1)
      expect(await refundNotice(trade_no, 'REFUND.CLOSED', { out_refund_no })).toBe(200);
    expect(await world.quota()).toBe(10);
    expect(await world.read(trade_no)).toMatchObject({ state: 'credited' });
  });

  it('does not credit by a notification that the platform does not confirm', async () => {
    const trade_no = await ordered();
    const message = paid(trade_no);
    wxpay.pay(trade_no).trade_state = 'NOTPAY';
    expect(await notify(message)).toBe(401);
    expect((await reasons({ trade_no }))[0]).toContain('does not confirm');
    expect(await world.quota()).toBe(0);
  });

  it.each([
    ['HTML', () => ({ status: 200, body: '<html>502</html>' })],
    ['an error', () => ({ status: 500, body: '' })],
    ['nothing in time', () => ({ status: 0, body: '' })],
    ['a success without a signature', () => ({ status: 200, body: '{"trade_state":"SUCCESS"}' })],
    [
      'a probe',
      (good: SignedMessage) => ({
        ...good,
        headers: { ...good.headers, 'Wechatpay-Signature': 'WECHATPAY/SIGNTEST/abc' },
      }),
    ],
    ['a changed body', (good: SignedMessage) => ({ ...good, body: `${good.body} ` })],
  ])('waits while it answers %s', async (_, pageOf) => {
    const trade_no = await ordered();
    const message = paid(trade_no);
    wxpay.instead['/v3/pay/transactions/out-trade-no'] = () =>
      pageOf(wxpay.signed(JSON.stringify(wxpay.view(wxpay.pay(trade_no)))));
    expect(await notify(message)).toBe(401);
    await world.runJob();
    expect(await world.quota()).toBe(0);
    expect(await world.events({ trade_no })).toMatchObject([{ verdict: 'failed' }, { verdict: 'failed' }]);
    wxpay.instead = {};
    await world.runJob(3000);
    expect(await world.quota()).toBe(10);
  });

  it('is credited by the job when the notification is lost, and closed after an hour', async () => {
    const lost = await ordered();
    await world.runJob();
    expect(await world.read(lost)).toMatchObject({ state: 'pending' });
    wxpay.pay(lost);
    await world.runJob();
    expect(await world.quota()).toBe(10);
    const unpaid = await ordered();
    await world.runJob(3700);
    expect(await world.read(unpaid)).toMatchObject({ state: 'closed' });
    expect(wxpay.transactions.get(unpaid)?.trade_state).toBe('CLOSED');
  });

  it('pays parts back, each once, also when an answer is lost or the work goes on', async () => {
    const trade_no = await ordered();
    await notify(paid(trade_no));
    wxpay.refundStatus = 'PROCESSING';
    expect(await world.refund(trade_no, 14.6)).toMatchObject({ status: 200 });
    expect(await world.quota()).toBe(8);
    wxpay.refundStatus = 'SUCCESS';
    const { site } = wxpay;
    let calls = 0;
    world.internet.sites[WXPAY] = (asked: AskedPage) => {
      const page = site(asked);
      return asked.url.pathname === '/v3/refund/domestic/refunds' && calls++ === 0 ? { status: 0 } : page;
    };
    const second = () => world.refund(trade_no, 58.4, 'refund-0002');
    expect((await second()).body.code).toBe('order.refund_unknown');
    expect((await second()).status).toBe(200);
    expect(calls).toBe(1);
    expect([...(wxpay.transactions.get(trade_no)?.refunds.values() ?? [])]).toEqual([1460, 5840]);
    expect(await world.quota()).toBe(0);
  });

  it.each([
    ['SUCCESS', 0, 'done'],
    ['CLOSED', 10, 'failed'],
  ])('follows a refund that is pending until it is %s', async (status, dollars, state) => {
    const trade_no = await ordered();
    await notify(paid(trade_no));
    wxpay.refundStatus = 'PROCESSING';
    expect((await world.refund(trade_no, 73)).status).toBe(200);
    expect(await world.endRefunds(trade_no)).toEqual(['pending']);
    wxpay.refundStatus = status;
    expect(await world.endRefunds(trade_no)).toEqual([state]);
    expect(await world.quota()).toBe(dollars);
    expect(wxpay.transactions.get(trade_no)?.refunds.size).toBe(1);
  });

  it('gives the points back when a refund is refused or closed, and keeps them while it is unknown', async () => {
    const trade_no = await ordered();
    await notify(paid(trade_no));
    const refuse = (status: number, members: object) => {
      wxpay.instead['/v3/refund'] = () => wxpay.reply(status, members, PUB_KEY_ID);
    };
    refuse(403, { code: 'NOT_ENOUGH', message: '基本账户余额不足' });
    expect((await world.refund(trade_no, 73)).body.code).toBe('payment.check_failed');
    refuse(200, { status: 'CLOSED' });
    expect((await world.refund(trade_no, 73, 'refund-0002')).body.code).toBe('payment.check_failed');
    expect(await world.quota()).toBe(10);
    const third = () => world.refund(trade_no, 73, 'refund-0003');
    refuse(500, { code: 'SYSTEM_ERROR' });
    expect((await third()).body.code).toBe('order.refund_unknown');
    refuse(429, { code: 'FREQUENCY_LIMITED' });
    expect((await third()).body.code).toBe('order.refund_unknown');
    refuse(200, { status: 'ABNORMAL' });
    expect((await third()).body.code).toBe('order.refund_unknown');
    expect(await world.quota()).toBe(0);
    wxpay.instead = {};
    expect((await third()).status).toBe(200);
  });

  it('takes a refused repeat of a refund for what the first one was', async () => {
    const trade_no = await ordered();
    await notify(paid(trade_no));
    const { site } = wxpay;
    let calls = 0;
    world.internet.sites[WXPAY] = (asked: AskedPage) => {
      if (asked.method !== 'POST' || !asked.url.pathname.startsWith('/v3/refund')) return site(asked);
      if (calls++ === 0) site(asked);
      return calls === 1 ? { status: 0 } : wxpay.reply(400, { code: 'INVALID_REQUEST' }, PUB_KEY_ID);
    };
    expect((await world.refund(trade_no, 73)).body.code).toBe('order.refund_unknown');
    expect((await world.refund(trade_no, 73)).status).toBe(200);
    expect(await world.quota()).toBe(0);
  });
});
