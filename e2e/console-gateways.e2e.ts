import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerConsoleFiles } from '../server/src/http/console-files.ts';
import { databases } from '../server/test/support/databases.ts';
import * as ali from '../server/test/support/payment/fake-alipay.ts';
import * as cream from '../server/test/support/payment/fake-creem.ts';
import * as pal from '../server/test/support/payment/fake-paypal.ts';
import { FakeStripe, STRIPE, STRIPE_KEY } from '../server/test/support/payment/fake-stripe.ts';
import * as wx from '../server/test/support/payment/fake-wxpay.ts';
import {
  type PaymentWorld,
  type SentCallback,
  startPaymentWorld,
} from '../server/test/support/payment/payment-world.ts';
import { launchBrowser, type TestBrowser, takePicture } from './support/browser.ts';
import { WatchedPage } from './support/watched-page.ts';

let world: PaymentWorld;
let test: TestBrowser;
let url: string;

const stripe = new FakeStripe();
const creem = new cream.FakeCreem();
const paypal = new pal.FakePayPal();
let alipay: ali.FakeAlipay;
let wxpay: wx.FakeWxPay;

interface Way {
  name: string;
  input: object;
  /** The page that the buyer gets; absent for a code to scan. */
  page?: string;
  /** The gateway sees the opened page. */
  opened?: (request: Request) => void;
  /** The buyer pays at the gateway. @returns its report */
  pay: (tradeNo: string) => SentCallback;
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const alipayConfig = {
  ...{ app_id: ali.APP_ID, private_key: ali.APP_PRIVATE_KEY, key_mode: 'public_key' },
  public_key: ali.ALIPAY_PUBLIC_KEY,
};
const wxConfig = {
  ...{ app_id: wx.WX_APP_ID, mch_id: wx.MCH_ID, mch_certificate_serial_number: wx.MCH_SERIAL },
  ...{ mch_apiv3_key: wx.API_V3_KEY, mch_private_key: wx.MCH_PRIVATE_KEY },
  ...{ public_key_id: wx.PUB_KEY_ID, public_key: wx.WX_PUBLIC_KEY },
};
const inYuan = { currency: 'CNY', rate: 7.3 };
const reportOfWx = (tradeNo: string): SentCallback =>
  wxpay.signed(wxpay.notice(wxpay.view(wxpay.pay(tradeNo))));

const ways: Way[] = [
  {
    name: 'Stripe',
    input: { type: 'stripe', currency: 'USD', sandbox: true, config: { secret_key: STRIPE_KEY } },
    page: 'https://checkout.stripe.com/',
    pay: (tradeNo) => {
      stripe.complete(tradeNo);
      const at = world.site.now();
      const { body, signature } = stripe.event('checkout.session.completed', stripe.of(tradeNo), { at });
      return { headers: { 'content-type': 'application/json', 'stripe-signature': signature }, body };
    },
  },
  {
    name: 'PayPal',
    input: {
      ...{ type: 'paypal', currency: 'USD' },
      config: {
        ...{ client_id: pal.CLIENT_ID, client_secret: pal.CLIENT_SECRET },
        ...{ webhook_id: pal.WEBHOOK_ID, merchant_id: pal.MERCHANT_ID },
      },
    },
    page: 'https://www.paypal.com/',
    pay: (tradeNo) => paypal.approved(paypal.approve(tradeNo)),
  },
  {
    name: 'Creem',
    input: {
      ...{ type: 'creem', currency: 'USD' },
      config: {
        ...{ api_key: cream.CREEM_KEY, webhook_secret: cream.WEBHOOK_SECRET },
        products: '{"10": "prod_ten", "50": "prod_fifty"}',
      },
    },
    page: 'https://checkout.creem.io/',
    pay: (tradeNo) => creem.completed(creem.pay(tradeNo)),
  },
  {
    name: '支付宝 H5',
    input: { type: 'alipay', ...inYuan, config: { ...alipayConfig, pay_type: 'wappay' } },
    page: `${ali.ALIPAY}/`,
    opened: (request) => void alipay.open(request.url()),
    pay: (tradeNo) => ({ headers: form, body: alipay.pay(tradeNo) }),
  },
  {
    name: '支付宝扫码',
    input: { type: 'alipay', ...inYuan, config: { ...alipayConfig, pay_type: 'facepay' } },
    pay: (tradeNo) => ({ headers: form, body: alipay.pay(tradeNo) }),
  },
  {
    name: '微信 H5',
    input: { type: 'wxpay', ...inYuan, config: { ...wxConfig, pay_type: 'H5' } },
    page: 'https://wx.tenpay.com/',
    pay: reportOfWx,
  },
  {
    name: '微信扫码',
    input: { type: 'wxpay', ...inYuan, config: { ...wxConfig, pay_type: 'Native' } },
    pay: reportOfWx,
  },
];
const uuids = new Map<string, string>();

beforeAll(async () => {
  const folder = join(import.meta.dirname, '../console/dist');
  const watch = (server: Parameters<typeof registerConsoleFiles>[0]): void => {
    void registerConsoleFiles(server, { folder, hasTurnstile: () => false });
  };
  const sites = { [STRIPE]: stripe.site, [cream.CREEM]: creem.site, [pal.PAYPAL]: paypal.site };
  world = await startPaymentWorld(databases[0], sites, { watch });
  alipay = new ali.FakeAlipay(world.site.now);
  wxpay = new wx.FakeWxPay(world.site.now);
  const more = { [pal.PAYPAL_CERTS]: paypal.certs, [ali.ALIPAY]: alipay.site, [wx.WXPAY]: wxpay.site };
  Object.assign(world.internet.sites, more);
  for (const { name, input } of ways) uuids.set(name, await world.gateway({ name, ...input }));
  url = await world.site.server.listen({ port: 0, host: '127.0.0.1' });
  test = await launchBrowser();
});
afterAll(async () => {
  await test?.close();
  await world?.stop();
});

/** Opens the page of the gateway as its company shows it. */
async function openTheirPage(page: Page, { page: address }: Way, press: () => Promise<void>) {
  const opening = page.context().waitForEvent('page');
  await press();
  const tab = await opening;
  await tab.waitForURL(`${address}**`);
  expect(await tab.textContent('p')).toBe('their page');
  await tab.close();
}

it('every gateway takes the money of a buyer on a phone', async () => {
  const person = await world.newBuyer();
  const watched = await WatchedPage.open(test.browser, {
    ...{ url, language: 'zh_CN', width: 390, height: 844, isTouch: true },
  });
  const { page } = watched;
  const [name = '', value = ''] = person.cookie.split('=', 2);
  await page.context().addCookies([{ name, value, url }]);
  for (const way of ways) {
    if (way.page === undefined) continue;
    await page.context().route(`${way.page}**`, async (route) => {
      way.opened?.(route.request());
      await route.fulfill({ contentType: 'text/html', body: '<p>their page</p>' });
    });
  }
  await watched.visit('/panel/topup');
  let credited = 0;
  for (const way of ways) {
    await page.getByRole('radio', { name: way.name, exact: true }).click();
    if (way.name === 'Creem') await page.getByRole('radio', { name: /^\$10/ }).click();
    else await page.getByRole('textbox', { name: '金额（美元）' }).fill('10');
    const press = () => page.getByRole('button', { name: /^支付 / }).click();
    if (way.page === undefined) await press();
    else await openTheirPage(page, way, press);
    await page.bringToFront();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('等待付款…').waitFor();
    if (way.page === undefined) await dialog.getByRole('img', { name: '支付二维码' }).waitFor();
    const [order] = await world.site.db
      .selectFrom('orders')
      .select('trade_no')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    const answer = await world.notify(uuids.get(way.name) ?? '', way.pay(order?.trade_no ?? ''));
    expect({ way: way.name, status: answer.status }).toEqual({ way: way.name, status: 200 });
    // The first way waits for the dialog to see it by itself; the others save these seconds.
    if (way !== ways[0]) await dialog.getByRole('button', { name: '我已付款' }).click();
    await dialog.getByText('$10.00 已到账').waitFor();
    credited += 10;
    await dialog.getByRole('button', { name: '完成' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: '当前余额' }).getByText(`$${credited}.00`).waitFor();
  }
  await takePicture(page, 'story-gateways-phone', { fullPage: true });
  expect(await watched.violations()).toEqual([]);
  const foreign = ways.flatMap(({ page: address = [] }) => address);
  const complaints = watched.takeComplaints();
  expect(
    complaints.filter((one) => !foreign.some((address) => one.includes(`request elsewhere: ${address}`))),
  ).toEqual([]);
  await watched.close();
});
