import { paymentGatewayKinds, paymentGatewayType } from '@turnpike/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ALIPAY,
  ALIPAY_BILLS,
  ALIPAY_PUBLIC_KEY,
  APP_ID,
  APP_PRIVATE_KEY,
  FakeAlipay,
} from '../../test/support/payment/fake-alipay.ts';
import { FakeStripe, STRIPE, STRIPE_KEY } from '../../test/support/payment/fake-stripe.ts';
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
} from '../../test/support/payment/fake-wxpay.ts';
import { encodeGbk, makeZip, packedRepetition } from '../../test/support/payment/statement-files.ts';
import { startProcessorTimer } from '../../test/support/processor-time.ts';
import { type FakeInternet, startFakeInternet } from '../../test/support/sign-in/fake-internet.ts';
import { loadGateway } from './gateway-registry.ts';
import type { PaymentAccount, PaymentGateway, StatementLine } from './payment-gateway.ts';

const DAY = '2027-01-15';
const HOUR = 3600;
/** Noon of the day in Beijing, four o'clock in UTC. */
const NOON = Date.parse(`${DAY}T12:00:00+08:00`) / 1000;
const THERE = /^\d{28}$/;

let now = NOON;
let internet: FakeInternet;
let aborted: AbortController;

beforeAll(async () => {
  internet = await startFakeInternet({});
});
afterAll(() => internet.stop());
beforeEach(() => {
  now = NOON;
  aborted = new AbortController();
});

const context = () => ({
  guardedFetch: internet.guardedFetch,
  clock: { nowSeconds: () => now },
  signal: aborted.signal,
});
const accountOf = (config: Record<string, string>, given: Partial<PaymentAccount> = {}): PaymentAccount => ({
  ...{ currency: 'CNY', sandbox: false, allowPrivate: false, config, ...given },
});
const order = (tradeNo: string, minor = 7300) => ({
  ...{ tradeNo, amount: 10, minor, subject: '星桥 - 10 USD', payerIp: '192.0.2.1', isPhone: false },
  ...{ notifyUrl: 'https://x.example/notify', returnUrl: 'https://x.example/return' },
  pageUrl: 'https://x.example/page',
  expiresAtSeconds: now + HOUR,
});
const tradeNoOf = (name: string) => name.padEnd(28, '0');
const refundOf = (tradeNo: string, minor: number) => ({
  ...{ tradeNo, gatewayNo: '', requestNo: `${tradeNo}r1`, minor, totalMinor: 7300, currency: 'CNY' as const },
  reason: '',
});

it('exist for the kinds that the catalogue says', async () => {
  const kinds = await Promise.all(paymentGatewayType.map(loadGateway));
  expect(kinds.map(({ type, statement }) => [type, statement !== undefined])).toEqual(
    paymentGatewayType.map((type) => [type, paymentGatewayKinds[type]?.statement !== undefined]),
  );
});

describe('the statement of Alipay', () => {
  const account = accountOf({
    ...{ app_id: APP_ID, private_key: APP_PRIVATE_KEY, public_key: ALIPAY_PUBLIC_KEY },
    ...{ key_mode: 'public_key', pay_type: 'facepay' },
  });
  let gateway: PaymentGateway;
  let alipay: FakeAlipay;
  beforeEach(async () => {
    gateway = await loadGateway('alipay');
    alipay = new FakeAlipay(() => now);
    internet.sites[ALIPAY] = alipay.site;
    internet.sites[ALIPAY_BILLS] = alipay.billSite;
  });

  const read = (day = DAY) => gateway.statement?.(context(), account, day);
  const paid = async (name: string, minor = 7300): Promise<string> => {
    const tradeNo = tradeNoOf(name);
    await gateway.create(context(), account, order(tradeNo, minor));
    alipay.pay(tradeNo);
    return tradeNo;
  };
  const titles = '支付宝交易号,商户订单号,业务类型,订单金额（元）,退款批次号/请求号,服务费（元）';
  const fileOf = (...lines: string[]) => encodeGbk(['#支付宝业务明细查询', titles, ...lines].join('\r\n'));
  const zipOf = (bytes: Buffer, packed?: Buffer) =>
    makeZip([{ name: encodeGbk('2088_业务明细.csv'), bytes, ...(packed && { packed }) }]);
  const servedInstead = async (body: Buffer | string) => {
    await paid('served');
    now += 24 * HOUR;
    alipay.fileInstead = { body };
    return read();
  };

  it('has payments and refunds with fees, of the day in Beijing alone', async () => {
    const tradeNo = await paid('first');
    await gateway.refund?.(context(), account, refundOf(tradeNo, 1305));
    alipay.refundByHand(tradeNo, '0.95');
    now += 12 * HOUR;
    await paid('nextday');
    now += 23 * HOUR;
    const line = { tradeNo, gatewayNo: expect.stringMatching(THERE), currency: 'CNY' };
    expect(await read()).toEqual([
      { ...line, kind: 'paid', requestNo: '', minor: 7300, feeMinor: 44 },
      { ...line, kind: 'refund', requestNo: `${tradeNo}r1`, minor: 1305, feeMinor: 0 },
      { ...line, kind: 'refund', requestNo: 'hand1', minor: 95, feeMinor: 0 },
    ]);
    expect(await read('2027-01-16')).toBe('not_ready');
    expect(alipay.faults).toEqual(['isp.bill_not_exist']);
  });

  it('is not ready before ten o’clock, and empty later where the day had no trades', async () => {
    now = Date.parse('2027-01-16T09:59:59+08:00') / 1000;
    expect(await read()).toBe('not_ready');
    now += 1;
    expect(await read()).toEqual([]);
  });

  it.each([
    ['HTML', () => '<html>error</html>', 'no zip that can be read'],
    ['nothing', () => '', 'no zip that can be read'],
    ['a zip that ends early', () => zipOf(fileOf('a,b,交易,1.00,,')).subarray(0, 150), 'no zip'],
    [
      'a zip without trades',
      () => makeZip([{ name: encodeGbk('汇总.csv'), bytes: fileOf() }]),
      'no file of trades',
    ],
    ['a file with other titles', () => zipOf(encodeGbk('a,b,c\n1,2,3\n')), 'no column 支付宝交易号'],
    ['ten gigabytes of zeros', () => zipOf(Buffer.from('small'), packedRepetition(0, 640)), 'has no lines'],
    ['ten gigabytes of empty lines', () => zipOf(Buffer.alloc(9), packedRepetition(10, 640)), 'other lines'],
    [
      'more lines than a statement has',
      () => zipOf(fileOf(...Array.from({ length: 100_001 }, () => 'a,b,交易,1.00,,'))),
      'more than 100000 lines',
    ],
  ])('is refused if it is %s', async (_, made, reason) => {
    await expect(servedInstead(made())).rejects.toThrow(reason);
  });

  it('reads long files without blocking other work', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `t${index}\t,o${index}\t,交易,1.00,\t,-0.01`);
    const zip = zipOf(fileOf(...lines));
    let longestMs = 0;
    let elapsed = startProcessorTimer();
    const timer = setInterval(() => {
      longestMs = Math.max(longestMs, elapsed());
      elapsed = startProcessorTimer();
    }, 1);
    expect(await servedInstead(zip)).toHaveLength(20_000);
    clearInterval(timer);
    // A single slice takes a few.
    expect(longestMs).toBeLessThan(150);
  });

  it('keeps the amounts of its lines apart from those that have none', async () => {
    const lines = (await servedInstead(
      zipOf(
        fileOf(
          't\t,o\t,交易,1.005,,',
          't,o,退款,-2,r,0.01',
          't,o,转账,1.00,,',
          't,o,with a comma,交易,1.00,',
        ),
      ),
    )) as StatementLine[];
    expect(lines.map(({ kind, minor, feeMinor }) => [kind, minor, feeMinor])).toEqual([
      ['paid', null, 0],
      ['refund', 200, -1],
    ]);
  });

  it('is asked at hosts of Alipay alone', async () => {
    for (const address of ['http://127.0.0.1/', 'https://dwbillcenter.alipay.com.evil.example/x', 'x']) {
      const method = 'alipay.data.dataservice.bill.downloadurl.query';
      alipay.instead[method] = () => alipay.answer(method, { bill_download_url: address });
      await expect(read()).rejects.toThrow('none of Alipay');
    }
  });
});

describe('the statement of WeChat Pay', () => {
  const account = accountOf({
    ...{ app_id: WX_APP_ID, mch_id: MCH_ID, mch_certificate_serial_number: MCH_SERIAL },
    ...{ mch_apiv3_key: API_V3_KEY, mch_private_key: MCH_PRIVATE_KEY, pay_type: 'Native' },
    ...{ public_key_id: PUB_KEY_ID, public_key: WX_PUBLIC_KEY },
  });
  let gateway: PaymentGateway;
  let wxpay: FakeWxPay;
  beforeEach(async () => {
    gateway = await loadGateway('wxpay');
    wxpay = new FakeWxPay(() => now);
    internet.sites[WXPAY] = wxpay.site;
  });

  const read = (day = DAY) => gateway.statement?.(context(), account, day);
  const paid = async (name: string): Promise<string> => {
    const tradeNo = tradeNoOf(name);
    await gateway.create(context(), account, order(tradeNo));
    wxpay.pay(tradeNo);
    return tradeNo;
  };

  it('has payments and refunds with fees, of the day in Beijing alone', async () => {
    const tradeNo = await paid('first');
    await gateway.refund?.(context(), account, refundOf(tradeNo, 1305));
    wxpay.refundByHand(tradeNo, 95);
    now += 12 * HOUR;
    await paid('nextday');
    now += 12 * HOUR;
    const line = { tradeNo, gatewayNo: expect.stringMatching(THERE), currency: 'CNY' };
    expect(await read()).toEqual([
      { ...line, kind: 'paid', requestNo: '', minor: 7300, feeMinor: 44 },
      { ...line, kind: 'refund', requestNo: `${tradeNo}r1`, minor: 1305, feeMinor: 0 },
      { ...line, kind: 'refund', requestNo: '50001', minor: 95, feeMinor: 0 },
    ]);
    expect(wxpay.faults).toEqual([]);
  });

  it('is not ready before ten o’clock, and empty later where the day had no trades', async () => {
    now = Date.parse('2027-01-16T08:00:00+08:00') / 1000;
    expect(await read()).toBe('not_ready');
    now = Date.parse('2027-01-16T09:59:59+08:00') / 1000;
    expect(await read()).toBe('not_ready');
    now += 1;
    expect(await read()).toEqual([]);
    expect(wxpay.faults).toEqual(['STATEMENT_CREATING', 'NO_STATEMENT_EXIST', 'NO_STATEMENT_EXIST']);
  });

  it.each([
    ['HTML', '<html>error</html>', 'another SHA-1'],
    ['a file with a byte less', undefined, 'another SHA-1'],
  ])('is refused if it is %s', async (_, body, reason) => {
    await paid('served');
    now += 24 * HOUR;
    wxpay.instead['/v3/billdownload/file'] = () => ({ body: body ?? wxpay.statementFile(DAY).slice(0, -1) });
    await expect(read()).rejects.toThrow(reason);
  });

  it('is downloaded from WeChat Pay alone: the request is signed', async () => {
    const hash = { hash_type: 'SHA1', hash_value: '0'.repeat(40) };
    for (const host of ['https://evil.example', `${WXPAY}.evil.example`, `${WXPAY}@evil.example`]) {
      const answer = { ...hash, download_url: `${host}/v3/billdownload/file?token=x` };
      wxpay.instead['/v3/bill/tradebill'] = () => wxpay.reply(200, answer, PUB_KEY_ID);
      await expect(read()).rejects.toThrow('none of WeChat Pay');
    }
    expect(internet.asked.filter((page) => page.includes('evil'))).toEqual([]);
  });
});

describe('the statement of Stripe', () => {
  const account = accountOf({ secret_key: STRIPE_KEY }, { currency: 'USD', sandbox: true });
  let gateway: PaymentGateway;
  let stripe: FakeStripe;
  beforeEach(async () => {
    gateway = await loadGateway('stripe');
    stripe = new FakeStripe(() => now);
    internet.sites[STRIPE] = stripe.site;
  });

  const read = (day = DAY) => gateway.statement?.(context(), account, day);
  const paid = async (name: string) => {
    const tradeNo = tradeNoOf(name);
    const { gatewayNo } = await gateway.create(context(), account, order(tradeNo, 1000));
    stripe.complete(tradeNo);
    return { tradeNo, gatewayNo };
  };

  it('has payments and refunds of the day in UTC, over several pages', async () => {
    stripe.pageSize = 2;
    const made = [await paid('one'), await paid('two'), await paid('three')];
    const [{ tradeNo, gatewayNo }] = made as [(typeof made)[0]];
    await gateway.refund?.(context(), account, {
      ...refundOf(tradeNo, 250),
      ...{ gatewayNo, totalMinor: 1000, currency: 'USD' },
    });
    stripe.refundByHand(tradeNo, 100);
    now = Date.parse('2027-01-16T00:00:00Z') / 1000;
    await paid('nextday');
    const line = { gatewayNo: expect.stringMatching(/^pi_/), currency: 'USD' };
    expect(await read()).toEqual([
      ...made.map((one) => ({
        ...{ ...line, kind: 'paid', tradeNo: one.tradeNo, requestNo: '', minor: 1000, feeMinor: 30 },
      })),
      { ...line, kind: 'refund', tradeNo, requestNo: `${tradeNo}r1`, minor: 250, feeMinor: 0 },
      { ...line, kind: 'refund', tradeNo, requestNo: '', minor: 100, feeMinor: 0 },
    ]);
    expect(await read('2027-01-16')).toHaveLength(1);
  });

  it('has transactions without a charge as lines of no order', async () => {
    const data = [{ id: 'txn_1', amount: -70, currency: 'usd', fee: 2, source: null }];
    stripe.instead = { status: 200, body: JSON.stringify({ object: 'list', data, has_more: false }) };
    const line = { tradeNo: '', gatewayNo: 'txn_1', requestNo: '', minor: 70, currency: 'USD', feeMinor: 2 };
    expect(await read()).toEqual(['paid', 'paid', 'refund', 'refund'].map((kind) => ({ ...line, kind })));
  });

  it('is refused while Stripe does not answer', async () => {
    stripe.instead = { status: 500, body: '<html>' };
    await expect(read()).rejects.toThrow('Stripe cannot be reached.');
  });
});
