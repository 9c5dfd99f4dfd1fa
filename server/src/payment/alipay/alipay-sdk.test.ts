import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ALIPAY,
  ALIPAY_CERTIFICATE,
  ALIPAY_PUBLIC_KEY,
  APP_CERTIFICATE,
  APP_ID,
  APP_PRIVATE_KEY,
  FakeAlipay,
  ROOT_CERTIFICATE,
} from '../../../test/support/payment/fake-alipay.ts';
import { makeCertificate } from '../../../test/support/payment/make-certificate.ts';
import { type SdkProcess, startSdkProcess } from '../../../test/support/payment/sdk/sdk-process.ts';
import { startVendorSite, type VendorSite } from '../../../test/support/payment/sdk/vendor-site.ts';
import type { AskedPage } from '../../../test/support/sign-in/fake-internet.ts';
import type { PaymentAccount, PaymentOrder } from '../payment-gateway.ts';
import { readPrivateKey } from '../rsa-keys.ts';
import { beijingTime } from './alipay-client.ts';
import { alipayGateway } from './alipay-gateway.ts';
import { readAlipayKeys, signAlipay } from './alipay-keys.ts';

type Members = Record<string, string>;

const account: PaymentAccount = {
  ...{ currency: 'CNY', sandbox: false, allowPrivate: false },
  config: { app_id: APP_ID, private_key: APP_PRIVATE_KEY, public_key: ALIPAY_PUBLIC_KEY },
};
/** The SDK reads the clock of the machine. */
const nowSeconds = (): number => Math.floor(Date.now() / 1000);
const [notifyUrl, returnUrl] = ['https://x.example/notify', 'https://x.example/return'];

const orderOf = (tradeNo: string): PaymentOrder => ({
  ...{ tradeNo, amount: 10, minor: 7300, subject: '充值 - 10 USD', notifyUrl, returnUrl, pageUrl: returnUrl },
  ...{ payerIp: '203.0.113.9', isPhone: false, expiresAtSeconds: nowSeconds() + 3600 },
});
/** The same order as the documents of the SDK write it. */
const bizContentOf = ({ tradeNo, subject, expiresAtSeconds }: PaymentOrder) => ({
  ...{ outTradeNo: tradeNo, totalAmount: '73.00', subject, timeExpire: beijingTime(expiresAtSeconds) },
});

const CERTIFICATES = {
  app_certificate: APP_CERTIFICATE,
  alipay_certificate: ALIPAY_CERTIFICATE,
  root_certificate: ROOT_CERTIFICATE,
};
const certificatesForSdk = (of: typeof CERTIFICATES) => ({
  alipayPublicKey: '',
  appCertContent: of.app_certificate,
  alipayPublicCertContent: of.alipay_certificate,
  alipayRootCertContent: of.root_certificate,
});
const numbersOf = (certificates: typeof CERTIFICATES) =>
  readAlipayKeys({
    ...account,
    config: { ...account.config, key_mode: 'certificate', ...certificates },
  }).certificates;

/** Parameters of the address and of the form. */
const parametersOf = ({ url, body }: Pick<AskedPage, 'url' | 'body'>): Members =>
  Object.fromEntries([...url.searchParams, ...new URLSearchParams(body)]);
const onlyParameters = (pages: AskedPage[]): Members => {
  expect(pages).toHaveLength(1);
  return parametersOf(pages[0] as AskedPage);
};
/** Without what differs by the moment; `format` has one value and may be left out. */
const comparable = ({ sign: _, timestamp: __, format: ___, biz_content = '', ...rest }: Members) => ({
  ...rest,
  biz_content: JSON.parse(biz_content),
});

describe("Alipay's own SDK", () => {
  let alipay: FakeAlipay;
  let site: VendorSite;
  let sdk: SdkProcess;
  const sdkConfig = (given: object = {}) => ({
    ...{ appId: APP_ID, privateKey: APP_PRIVATE_KEY, alipayPublicKey: ALIPAY_PUBLIC_KEY, camelcase: false },
    ...{ gateway: `http://${site.host}/gateway.do`, ...given },
  });
  const exec = (method: string, bizContent: object, rest: object = {}) =>
    sdk.ask('exec', method, { bizContent, ...rest });

  /** The numbers of its certificates, which it sends with each request. */
  const numbersOfSdk = async () => {
    const pages = await site.askedBy(() => exec('alipay.trade.query', { outTradeNo: 'sdk6' }));
    const { app_cert_sn, alipay_root_cert_sn } = onlyParameters(pages);
    return { app_cert_sn, alipay_root_cert_sn };
  };

  beforeAll(async () => {
    site = await startVendorSite(ALIPAY, (asked) => alipay.site(asked), nowSeconds);
    sdk = startSdkProcess('alipay');
  });
  afterAll(async () => {
    await sdk.stop();
    await site.stop();
  });
  beforeEach(async () => {
    alipay = new FakeAlipay(nowSeconds);
    await sdk.open(sdkConfig());
  });

  it('creates an order at the fake, asks for it and pays it back', async () => {
    const out_trade_no = 'sdk1';
    const order = bizContentOf(orderOf(out_trade_no));
    const created = await exec('alipay.trade.precreate', order, { notifyUrl });
    expect(created).toMatchObject({ code: '10000', out_trade_no, qr_code: 'https://qr.alipay.com/sdk1' });
    const asked = { outTradeNo: out_trade_no };
    expect(await exec('alipay.trade.query', asked)).toMatchObject({ sub_code: 'ACQ.TRADE_NOT_EXIST' });
    alipay.pay(out_trade_no);
    expect(await exec('alipay.trade.query', asked)).toMatchObject({
      ...{ code: '10000', out_trade_no, trade_status: 'TRADE_SUCCESS', total_amount: '73.00' },
    });
    const refund = { ...asked, refundAmount: '30.00', outRequestNo: 'r1' };
    expect(await exec('alipay.trade.refund', refund)).toMatchObject({ fund_change: 'Y' });
    expect(await exec('alipay.trade.refund', refund)).toMatchObject({ code: '10000', fund_change: 'N' });
    expect(await exec('alipay.trade.fastpay.refund.query', { ...asked, outRequestNo: 'r1' })).toMatchObject({
      refund_status: 'REFUND_SUCCESS',
      refund_amount: '30.00',
    });
    expect(alipay.faults).toEqual(['ACQ.TRADE_NOT_EXIST']);
  });

  it('sends the members that our gateway sends, with the same signature', async () => {
    const order = orderOf('sdk2');
    const ours = onlyParameters(await site.askedBy(() => alipayGateway.create(site.context, account, order)));
    const theirs = onlyParameters(
      await site.askedBy(() => exec('alipay.trade.precreate', bizContentOf(order), { notifyUrl })),
    );
    expect(comparable(theirs)).toEqual(comparable(ours));
    const { sign, ...signed } = theirs;
    expect(signAlipay(signed, readAlipayKeys(account))).toBe(sign);
    expect(alipay.faults).toEqual([]);
  });

  it.each([
    ['pagepay', 'alipay.trade.page.pay', 'FAST_INSTANT_TRADE_PAY'],
    ['wappay', 'alipay.trade.wap.pay', 'QUICK_WAP_WAY'],
  ])('opens the page of %s as our gateway does', async (pay_type, method, productCode) => {
    const order = orderOf('sdk3');
    const { page } = await alipayGateway.create(
      site.context,
      { ...account, config: { ...account.config, pay_type } },
      order,
    );
    const bizContent = { ...bizContentOf(order), productCode };
    const address = (await sdk.ask('page', method, { bizContent, notifyUrl, returnUrl })) as string;
    const ours = parametersOf({ url: new URL('url' in page ? page.url : ''), body: '' });
    const { alipay_sdk, ...theirs } = parametersOf({ url: new URL(address), body: '' });
    expect(alipay_sdk).toContain('alipay-sdk-nodejs');
    expect(comparable(theirs)).toEqual(comparable(ours));
    alipay.open(`${ALIPAY}/gateway.do?${new URL(address).searchParams}`);
    expect(alipay.trades.get('sdk3')).toMatchObject({ total_amount: '73.00', notify_url: notifyUrl });
  });

  it('sends the refund that our gateway sends, and accepts the signature of our gateway', async () => {
    for (const tradeNo of ['sdk4', 'sdk5']) {
      await alipayGateway.create(site.context, account, orderOf(tradeNo));
      alipay.pay(tradeNo);
    }
    const [ours = {}] = (
      await site.askedBy(
        () =>
          alipayGateway.refund?.(site.context, account, {
            ...{ tradeNo: 'sdk4', gatewayNo: '', requestNo: 'r2', minor: 7300, totalMinor: 7300 },
            ...{ currency: 'CNY', reason: 'wish of the buyer' },
          }) as Promise<unknown>,
      )
    ).map(parametersOf);
    const refund = { outTradeNo: 'sdk5', outRequestNo: 'r2', refundAmount: '73.00' };
    const theirs = onlyParameters(
      await site.askedBy(() => exec('alipay.trade.refund', { ...refund, refundReason: 'wish of the buyer' })),
    );
    const { biz_content, ...rest } = comparable(ours);
    expect(comparable(theirs)).toEqual({ ...rest, biz_content: { ...biz_content, out_trade_no: 'sdk5' } });
    const ownKey = createPublicKey(readPrivateKey(APP_PRIVATE_KEY));
    const alipayPublicKey = ownKey.export({ type: 'spki', format: 'der' }).toString('base64');
    await sdk.open(sdkConfig({ alipayPublicKey }));
    expect(await sdk.ask('isSigned', ours)).toBe(true);
    expect(await sdk.ask('isSigned', { ...ours, biz_content: '{}' })).toBe(false);
  });

  it('is let in with certificates, whose numbers are those that our gateway finds', async () => {
    alipay.usesCertificates = true;
    await sdk.open(sdkConfig(certificatesForSdk(CERTIFICATES)));
    const theirs = await numbersOfSdk();
    expect(theirs).toEqual(numbersOf(CERTIFICATES));
    expect(alipay.faults).toEqual(['ACQ.TRADE_NOT_EXIST']);
  });

  it('finds the numbers that our gateway finds for long names of issuers and several roots', async () => {
    const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const made = ['0a10', '7f00ff11aa22cc33dd44ee55', '0100'].map((serial) =>
      makeCertificate({ serial, commonName: '蚂蚁 Authority R1', organization: 'Ant Financial', keys }),
    );
    const [app_certificate = '', ...roots] = made;
    const certificates = { ...CERTIFICATES, app_certificate, root_certificate: roots.join('') };
    await sdk.open(sdkConfig(certificatesForSdk(certificates)));
    const theirs = await numbersOfSdk();
    expect(theirs).toEqual(numbersOf(certificates));
    expect(theirs.alipay_root_cert_sn).toMatch(/^[0-9a-f]{32}_[0-9a-f]{32}$/);
  });

  describe('judges notifications as our gateway does:', () => {
    const readOurs = (body: string) =>
      alipayGateway.readCallback(site.context, account, {
        ...{ method: 'POST', query: '', headers: {}, body: Buffer.from(body) },
      });
    const notice = (changed: Members = {}): string => {
      alipay.scan('sdk7');
      return alipay.pay('sdk7', { changed });
    };
    const isSignedForSdk = (body: string) =>
      sdk.ask('isSigned', Object.fromEntries(new URLSearchParams(body)));
    beforeEach(async () => {
      await alipayGateway.create(site.context, account, orderOf('sdk7'));
    });

    it.each<[string, Members]>([
      ['as it comes', {}],
      ['with % and + in a text', { subject: '100% + 5%25 & 1=1 充值' }],
      ['with an empty member', { body: '' }],
    ])('one %s is good', async (_, changed) => {
      const body = notice(changed);
      expect(await isSignedForSdk(body)).toBe(true);
      expect(await readOurs(body)).toMatchObject({ tradeNo: 'sdk7', state: 'paid', minor: 7300 });
    });

    it.each<[string, (body: string) => string]>([
      ['another amount', (body) => body.replace('total_amount=73.00', 'total_amount=73000.00')],
      ['another order', (body) => body.replace('out_trade_no=sdk7', 'out_trade_no=sdk8')],
      ['a further member', (body) => `${body}&refund_fee=1.00`],
      ['a further empty member', (body) => `${body}&gmt_refund=`],
      ['no signature', (body) => body.replace(/&sign=[^&]*/, '')],
    ])('one with %s is refused', async (_, change) => {
      const good = notice();
      const body = change(good);
      expect(body).not.toBe(good);
      expect(await isSignedForSdk(body)).toBe(false);
      await expect(readOurs(body)).rejects.toThrow('The signature is wrong.');
    });

    it('only our gateway refuses the old algorithm', async () => {
      const body = alipay.notice(alipay.scan('sdk7'), {}, 'sha1');
      expect(await isSignedForSdk(body)).toBe(true);
      await expect(readOurs(body)).rejects.toThrow('not of the kind RSA2');
    });
  });
});
