import { orderCalls } from '@turnpike/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import { EASYPAY, FakeEasyPay, KEY, PID } from '../../../test/support/payment/fake-easypay.ts';
import {
  EASYPAY_V2,
  FakeEasyPayV2,
  MERCHANT_KEY,
  PID_V2,
  PLATFORM_KEY,
} from '../../../test/support/payment/fake-easypay-v2.ts';
import { type PaymentWorld, startPaymentWorld } from '../../../test/support/payment/payment-world.ts';
import type { AskedPage } from '../../../test/support/sign-in/fake-internet.ts';

const gateway = { type: 'epay', name: 'EasyPay', currency: 'CNY', rate: 7.3 };
const v1 = { version: 'v1', pay_domain: EASYPAY, partner_id: PID, key: KEY, pay_type: 'alipay' };
const v2 = {
  ...{ version: 'v2', pay_domain: EASYPAY_V2, partner_id: PID_V2, pay_type: 'alipay' },
  ...{ private_key: MERCHANT_KEY, public_key: PLATFORM_KEY },
};
const PHONE = { 'user-agent': 'Mozilla/5.0 (iPhone) Mobile' };

describe.each(anyDatabase)('EasyPay on $name', (engine) => {
  let world: PaymentWorld;
  let first: FakeEasyPay;
  let second: FakeEasyPayV2;
  let uuids: Record<'v1' | 'v2' | 'formV2', string>;

  const connect = () => {
    [first, second] = [new FakeEasyPay(), new FakeEasyPayV2(world.site.now)];
    world.internet.sites[EASYPAY] = first.site;
    world.internet.sites[EASYPAY_V2] = second.site;
  };
  const server = (config: object) => ({ ...gateway, config: { ...config, order_mode: 'server' } });
  beforeAll(async () => {
    world = await startPaymentWorld(engine, {});
    connect();
    uuids = {
      v1: await world.gateway(server(v1)),
      v2: await world.gateway(server(v2)),
      formV2: await world.gateway({ ...gateway, config: v2 }),
    };
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    connect();
    await world.newBuyer();
  });

  const order = async (of: string, headers: Record<string, string> = {}) =>
    (await world.order(of, 10, headers)).body;
  const failed = async (of: string) => {
    const { code } = await order(of);
    expect(code).toBe('payment.no_answer');
    const query = { page: 1, size: 1 } as never;
    const { data } = (await world.site.ask(orderCalls.list, { as: world.root, query })).body.data;
    return data[0].note;
  };

  it('is ordered by the server with version 1, and credited once', async () => {
    const { trade_no, ...page } = (await order(uuids.v1)).data;
    expect(page).toEqual({
      type: 1,
      data: { url: `${EASYPAY}/pay/alipay/1/`, method: 'GET', params: {} },
    });
    expect(first.sent).toMatchObject([
      {
        ...{ pid: PID, type: 'alipay', out_trade_no: trade_no, money: '73.00', device: 'pc' },
        ...{ clientip: '127.0.0.1', return_url: 'https://gateway.example/panel/topup' },
      },
    ]);
    const query = new URLSearchParams(first.pay(trade_no)).toString();
    for (let copy = 0; copy < 2; copy++)
      expect(await world.notify(uuids.v1, { method: 'GET', query })).toMatchObject({ body: 'success' });
    expect(await world.quota()).toBe(10);
  });

  it('is ordered by the server with version 2, and credited and paid back once', async () => {
    const { trade_no, ...page } = (await order(uuids.v2)).data;
    expect(page).toMatchObject({ type: 1, data: { url: `${EASYPAY_V2}/pay/1/`, method: 'GET' } });
    expect(second.orders.get(trade_no)?.fields).toMatchObject({
      ...{ type: 'alipay', method: 'web', device: 'pc', clientip: '127.0.0.1', money: '73.00' },
    });
    const query = second.pay(trade_no);
    for (let copy = 0; copy < 2; copy++)
      expect(await world.notify(uuids.v2, { method: 'GET', query })).toMatchObject({ body: 'success' });
    expect(await world.quota()).toBe(10);
    expect((await world.refund(trade_no, 73)).status).toBe(200);
    expect([...(second.orders.get(trade_no)?.refunds.values() ?? [])]).toEqual(['73.00']);
  });

  it('credits no order of version 2 that was paid back as a whole', async () => {
    const [part, whole] = [(await order(uuids.v2)).data.trade_no, (await order(uuids.v2)).data.trade_no];
    for (const [trade_no, money] of [
      [part, '14.60'],
      [whole, '73.00'],
    ]) {
      second.pay(trade_no);
      Object.assign(second.orders.get(trade_no) ?? {}, { status: 2, refunds: new Map([['by hand', money]]) });
    }
    await world.runJob();
    expect(await world.read(part)).toMatchObject({ state: 'credited' });
    expect(await world.read(whole)).toMatchObject({ state: 'refunded' });
    expect(await world.quota()).toBe(10);
  });

  it.each([
    ['余额不足', 'payment.check_failed'],
    ['系统维护中', 'order.refund_unknown'],
    ['', 'order.refund_unknown'],
  ])('takes %j for a refusal of a refund only if nothing can have been done', async (msg, code) => {
    const { trade_no } = (await order(uuids.v2)).data;
    await world.notify(uuids.v2, { method: 'GET', query: second.pay(trade_no) });
    const { site } = second;
    world.internet.sites[EASYPAY_V2] = (asked: AskedPage) =>
      asked.url.pathname === '/api/pay/refund' ? { body: JSON.stringify({ code: -1, msg }) } : site(asked);
    expect((await world.refund(trade_no, 73)).body.code).toBe(code);
    expect(await world.quota()).toBe(code === 'payment.check_failed' ? 10 : 0);
  });

  it('keeps the points of a refund that may go on', async () => {
    const { trade_no } = (await order(uuids.v2)).data;
    await world.notify(uuids.v2, { method: 'GET', query: second.pay(trade_no) });
    const { site } = second;
    world.internet.sites[EASYPAY_V2] = (asked: AskedPage) => {
      const page = site(asked);
      return asked.url.pathname === '/api/pay/refund' ? { status: 502 } : page;
    };
    second.refundState = 0;
    for (let copy = 0; copy < 2; copy += 1)
      expect((await world.refund(trade_no, 73)).body.code).toBe('order.refund_unknown');
    expect(await world.quota()).toBe(0);
    second.refundState = 1;
    expect((await world.refund(trade_no, 73)).status).toBe(200);
    expect(second.refunded(trade_no)).toBe(7300);
  });

  it('sends the form of version 2 by the browser unless the server orders', async () => {
    const { trade_no, type, data } = (await order(uuids.formV2)).data;
    expect({ type, url: data.url }).toEqual({ type: 1, url: `${EASYPAY_V2}/api/pay/submit` });
    second.submit(data.params);
    const old = second.pay(trade_no, { skewSeconds: -301 });
    expect((await world.notify(uuids.formV2, { method: 'GET', query: old })).body).toBe('fail');
    await world.notify(uuids.formV2, { method: 'GET', query: second.pay(trade_no) });
    expect(await world.quota()).toBe(10);
  });

  it('asks for an address to open on a phone', async () => {
    await order(uuids.v1, PHONE);
    expect(first.sent).toMatchObject([{ device: 'mobile' }]);
    const { trade_no } = (await order(uuids.v2, PHONE)).data;
    expect(second.orders.get(trade_no)?.fields).toMatchObject({ method: 'jump', device: 'mobile' });
  });

  it.each<[string, Record<string, string>, 1 | 2, string]>([
    ['a page', { payurl: 'http://other.example/a?b=c' }, 1, 'http://other.example/a?b=c'],
    ['a relative page', { payurl: '/pay/qr/1' }, 1, `${EASYPAY}/pay/qr/1`],
    ['an app as a page', { payurl: 'weixin://wxpay/bizpayurl?pr=1' }, 2, 'weixin://wxpay/bizpayurl?pr=1'],
    ['a code', { qrcode: 'https://qr.alipay.com/abc' }, 2, 'https://qr.alipay.com/abc'],
    ['a relative code', { qrcode: '/api/pay/toapp/1' }, 2, `${EASYPAY}/api/pay/toapp/1`],
    ['a token', { qrcode: 'wxp0abcDEF' }, 2, 'wxp0abcDEF'],
    ['an app', { urlscheme: 'weixin://dl/business/?t=1' }, 2, 'weixin://dl/business/?t=1'],
    ['empty members next to it', { payurl: '', qrcode: 'token', urlscheme: '' }, 2, 'token'],
  ])('shows the answer of version 1 that is %s', async (_, way, type, url) => {
    first.way = way;
    const { data } = await order(uuids.v1);
    expect({ type: data.type, url: data.data.url }).toEqual({ type, url });
  });

  it('keeps the path of an address below a folder', async () => {
    world.internet.sites['https://folder.example'] = ({ url, ...asked }: AskedPage) => {
      if (!url.pathname.startsWith('/pay/')) return { status: 404 };
      return first.site({ ...asked, url: new URL(url.href.replace('/pay/', '/')) });
    };
    const pay_domain = 'https://folder.example/pay/mapi.php';
    const of = await world.gateway(server({ ...v1, pay_domain }));
    first.way = { payurl: './qr/1' };
    expect((await order(of)).data.data.url).toBe('https://folder.example/pay/qr/1');
  });

  it.each([
    ['jump', '/pay/submit/1/', 1, `${EASYPAY_V2}/pay/submit/1/`],
    ['qrcode', 'weixin://wxpay/bizpayurl?pr=1', 2, 'weixin://wxpay/bizpayurl?pr=1'],
    ['urlscheme', 'alipays://platformapi/startapp?a=1', 2, 'alipays://platformapi/startapp?a=1'],
  ])('shows the answer of version 2 that is a %s', async (pay_type, pay_info, type, url) => {
    second.way = { pay_type, pay_info };
    const { data } = await order(uuids.v2);
    expect({ type: data.type, url: data.data.url }).toEqual({ type, url });
  });

  it.each([
    ['html', '<form action="https://x.example">\n</form>\n', 'HTML, which is not shown'],
    ['jsapi', '{"appId":"wx"}', 'a jsapi that a browser cannot open'],
    ['jump', '', 'no address to pay at'],
    ['qrcode', 'x'.repeat(2001), 'too long'],
  ])('shows no answer of version 2 that is a %s with %j', async (pay_type, pay_info, reason) => {
    second.way = { pay_type, pay_info };
    expect(await failed(uuids.v2)).toContain(reason);
  });

  it.each([
    ['with nothing to pay at', {}, 'no address to pay at'],
    ['that is no text', { payurl: { a: 1 } as never }, 'no address to pay at'],
  ])('shows no answer of version 1 %s', async (_, way, reason) => {
    first.way = way;
    expect(await failed(uuids.v1)).toContain(reason);
  });

  it('believes no answer of version 2 without its signature', async () => {
    second.forged = { pay_info: 'https://evil.example/' };
    expect(await failed(uuids.v2)).toContain('a wrong signature');
    second.forged = { sign: '' };
    expect(await failed(uuids.v2)).toContain('a wrong signature');
  });

  it.each(['v1', 'v2'] as const)('says why an order of %s was refused or not answered', async (version) => {
    const address = version === 'v1' ? EASYPAY : EASYPAY_V2;
    world.internet.sites[address] = () => ({ body: '{"code":-1,"msg":"通道未开通"}' });
    expect(await failed(uuids[version])).toBe('The gateway answered: 通道未开通');
    world.internet.sites[address] = () => ({ body: '<html>502</html>' });
    expect(await failed(uuids[version])).toBe('The answer of the gateway is not JSON.');
  });

  it('needs a payment method for orders by the server', async () => {
    for (const config of [v1, v2]) {
      const answer = await world.create(server({ ...config, pay_type: '' }));
      expect(answer.body.code).toBe('payment.check_failed');
      expect(answer.body.message).toContain('need a payment method');
    }
  });

  it('orders by the page where nothing else was chosen', async () => {
    const answer = await world.create({ ...gateway, config: v1 });
    expect(answer.body.data.config.order_mode).toBe('page');
    const config = { ...v1, order_mode: 'both' };
    expect((await world.create({ ...gateway, config })).body.fields).toEqual([
      { field: 'config.order_mode', code: 'invalid_value' },
    ]);
  });
});
