import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { optionCalls, orderCalls, paymentCalls, redemptionCalls, role, userCalls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerConsoleFiles } from '../server/src/http/console-files.ts';
import { askConfirmed } from '../server/test/support/ask-confirmed.ts';
import { databases } from '../server/test/support/databases.ts';
import {
  ALIPAY,
  ALIPAY_BILLS,
  ALIPAY_PUBLIC_KEY,
  APP_ID,
  APP_PRIVATE_KEY,
  FakeAlipay,
} from '../server/test/support/payment/fake-alipay.ts';
import { KEY, PID } from '../server/test/support/payment/fake-easypay.ts';
import { startFakeInternet } from '../server/test/support/sign-in/fake-internet.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../server/test/support/test-management.ts';
import { launchBrowser, type TestBrowser, takePicture } from './support/browser.ts';
import { startFakeEasyPay } from './support/fake-easypay-server.ts';
import { type PageOptions, WatchedPage } from './support/watched-page.ts';

let site: TestManagement;
let vendor: Awaited<ReturnType<typeof startFakeEasyPay>>;
let test: TestBrowser;
let url: string;
let root: Person;
let admin: Person;
let buyer: Person;

beforeAll(async () => {
  site = await startTestManagement(databases[0]);
  vendor = await startFakeEasyPay();
  await registerConsoleFiles(site.server, {
    folder: join(import.meta.dirname, '../console/dist'),
    hasTurnstile: () => false,
  });
  url = await site.server.listen({ port: 0, host: '127.0.0.1' });
  root = await site.root();
  admin = await site.seed.person('ada', { role: role.admin });
  buyer = await site.seed.person('ben');
  for (const [key, value] of Object.entries({ ServerAddress: url, PaymentUSDRate: '7.3' })) {
    await site.ask(optionCalls.update, { as: root, input: { key, value } });
  }
  test = await launchBrowser();
});
afterAll(async () => {
  await test?.close();
  await vendor?.stop();
  await site?.stop();
});

async function open(person: Person, options: Partial<PageOptions> = {}): Promise<WatchedPage> {
  const watched = await WatchedPage.open(test.browser, { url, language: 'en_US', ...options });
  const [name = '', value = ''] = person.cookie.split('=', 2);
  await watched.page.context().addCookies([{ name, value, url }]);
  return watched;
}

const balanceOf = async (person: Person): Promise<number> =>
  (await site.ask(userCalls.self, { as: person })).body.data.quota;

/** An order whose page the buyer's browser has opened at the gateway. @returns its number */
async function order(amount: number): Promise<string> {
  const ways = await site.ask(paymentCalls.ways, { as: buyer });
  const { uuid } = ways.body.data[0];
  const { data } = (await site.ask(orderCalls.create, { as: buyer, input: { uuid, amount } })).body;
  vendor.easypay.submit(data.data.params);
  return data.trade_no;
}

describe('payments', () => {
  it('root makes a gateway, whose account is checked', async () => {
    const watched = await open(root);
    watched.expectFailuresOf(/\/api\/payment\/$/);
    const { page } = watched;
    await watched.visit('/panel/payment#gateway');
    await page.getByText('No payment gateways yet').waitFor();
    await page.getByRole('button', { name: 'Create gateway' }).click();
    const form = page.getByRole('dialog', { name: 'Create gateway' });
    const field = (name: string) => form.getByRole('textbox', { name });
    await field('Name').fill('EasyPay');
    await field('Payment address').fill(vendor.address);
    await field('Merchant ID').fill(PID);
    await form.getByLabel('Merchant key', { exact: true }).fill('not the key');
    await form.getByRole('combobox', { name: 'Payment method' }).selectOption('Alipay');
    await form.getByRole('combobox', { name: 'Fee' }).selectOption('Percentage');
    await field('Fee in percent').fill('1');
    await form.getByRole('button', { name: 'More' }).click();
    await form.getByRole('switch', { name: 'Private address allowed' }).check();
    const create = form.getByRole('button', { name: 'Create gateway' });
    await create.click();
    // The note is at the end of a form that is longer than the window.
    const refusal = form.getByRole('alert').filter({ hasText: '商户密钥错误' });
    await refusal.waitFor();
    const { y = 0, height = 0 } = (await refusal.boundingBox()) ?? {};
    expect(y + height).toBeLessThan(900);
    await takePicture(page, 'story-payment-gateway-refused');
    await form.getByLabel('Merchant key', { exact: true }).fill(KEY);
    await create.click();
    await form.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Change sort of EasyPay, now 0' }).click();
    await page.getByRole('spinbutton', { name: 'Sort of EasyPay' }).fill('5');
    await page.getByRole('searchbox').focus();
    await page.getByRole('button', { name: 'Change sort of EasyPay, now 5' }).waitFor();
    await page.getByRole('button', { name: 'Change sort of EasyPay, now 5' }).click();
    await page.getByRole('spinbutton', { name: 'Sort of EasyPay' }).fill('7');
    await page.keyboard.press('Escape');
    await watched.settle();
    await page.getByRole('button', { name: 'Change sort of EasyPay, now 5' }).waitFor();
    await takePicture(page, 'story-payment-gateways');
    expect(await watched.violations()).toEqual([]);
    await page.getByRole('link', { name: 'EasyPay', exact: true }).click();
    await page.getByText('Stored; enter a new one to replace it.').waitFor();
    expect(new URL(page.url()).hash).toBe('#gateway');
    await takePicture(page, 'story-payment-gateway-form');
    expect(await watched.violations()).toEqual([]);
    expect(watched.takeComplaints()).toEqual([]);
  });

  it('an administrator finds an order that was paid without a callback, credits it and refunds a part', async () => {
    const trade_no = await order(10);
    vendor.easypay.pay(trade_no);
    await order(20);
    const watched = await open(admin);
    const { page } = watched;
    await watched.visit('/panel/payment');
    await page.getByRole('gridcell', { name: '¥147.46' }).waitFor();
    await takePicture(page, 'story-payment-orders');
    expect(await watched.violations()).toEqual([]);
    await page.getByRole('searchbox', { name: 'Order no.' }).fill(trade_no);
    await page.getByRole('gridcell', { name: '¥147.46' }).waitFor({ state: 'detached' });
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    const drawer = page.getByRole('dialog', { name: 'Top-up of $10.00 by ben' });
    await drawer.getByText('Waiting for the payment').first().waitFor();
    await takePicture(page, 'story-payment-order-waits');
    expect(await balanceOf(buyer)).toBe(0);

    await drawer.getByRole('button', { name: 'Ask the gateway now' }).click();

    await drawer.getByText('Paid and credited').first().waitFor();
    expect(await balanceOf(buyer)).toBe(5_000_000);
    await watched.settle();
    await takePicture(page, 'story-payment-order-credited');

    await drawer.getByRole('button', { name: 'Refund…' }).click();
    const refund = page.getByRole('dialog', { name: 'Refund to ben' });
    await refund.getByRole('spinbutton', { name: 'Amount (CNY)' }).fill('36.86');
    await refund.getByRole('textbox', { name: 'Reason' }).fill('Half of it was enough');
    await refund.getByText('$5.00 will be taken from the balance of ben.').waitFor();
    await takePicture(page, 'story-payment-refund');
    expect(await watched.violations()).toEqual([]);
    await refund.getByRole('button', { name: 'Pay back' }).click();
    await refund.waitFor({ state: 'detached' });
    await drawer.getByText('Half of it was enough').waitFor();
    await watched.settle();
    await takePicture(page, 'story-payment-order-refunded');
    expect(await watched.violations()).toEqual([]);
    expect(vendor.easypay.orders.get(trade_no)?.refunded).toBe(3686);
    // 36.86 of the 73.73 yuan that 5 000 000 points were bought for.
    expect(await balanceOf(buyer)).toBe(5_000_000 - 2_499_660);

    await drawer.getByRole('link', { name: 'Show statement' }).click();
    await page.getByText('Half of it was enough').first().waitFor();
    expect(watched.takeComplaints()).toEqual([]);
  });

  it('the lists fit a phone, in Chinese and dark', async () => {
    const watched = await open(admin, { language: 'zh_CN', theme: 'dark', width: 390, height: 844 });
    const { page } = watched;
    await watched.visit('/panel/payment#event');
    await page.getByText('已到账').first().waitFor();
    await takePicture(page, 'story-payment-events-phone');
    expect(await watched.violations()).toEqual([]);
    await page.getByRole('tab', { name: '订单' }).click();
    await page.getByText('¥147.46').waitFor();
    await takePicture(page, 'story-payment-orders-phone');
    await watched.visit('/panel/payment?open=1#gateway');
    await page.getByText('账号、货币和地址只能由超级管理员修改。').waitFor();
    await takePicture(page, 'story-payment-gateway-phone');
    await watched.visit('/panel/payment?open=1#order');
    await page.getByRole('button', { name: '立即查询网关' }).waitFor();
    await watched.settle();
    await takePicture(page, 'story-payment-order-phone');
    expect(watched.takeComplaints()).toEqual([]);
  });
});

describe('redemption codes', () => {
  const redeem = (key: string) => site.ask(redemptionCalls.redeem, { as: buyer, input: { key } });

  it('are made, downloaded and redeemed', async () => {
    const before = await balanceOf(buyer);
    const watched = await open(admin);
    const { page } = watched;
    await watched.visit('/panel/redemption?open=new');
    const form = page.getByRole('dialog', { name: 'Create codes' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Spring');
    await form.getByRole('textbox', { name: 'Amount' }).fill('2.5');
    await form.getByRole('spinbutton', { name: 'Number of codes' }).fill('1200');
    await watched.settle();
    await takePicture(page, 'story-redemption-form');
    expect(await watched.violations()).toEqual([]);
    const started = page.waitForEvent('download');
    await form.getByRole('button', { name: 'Create codes' }).click();
    const download = await started;
    expect(download.suggestedFilename()).toBe('Spring.txt');
    const codes = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n');
    expect(new Set(codes).size).toBe(1200);
    await form.waitFor({ state: 'detached' });

    expect((await redeem(codes[1199] ?? '')).body.data).toBe(1_250_000);
    expect(await balanceOf(buyer)).toBe(before + 1_250_000);

    await watched.visit('/panel/redemption?status=3');
    await page.getByRole('gridcell', { name: 'Used up' }).waitFor();
    await page.getByRole('button', { name: 'Actions for Spring' }).click();
    await page.getByRole('menuitem', { name: 'Who redeemed it' }).click();
    const uses = page.getByRole('dialog', { name: 'Uses of Spring' });
    await uses.getByRole('link', { name: 'ben' }).waitFor();
    await watched.settle();
    await takePicture(page, 'story-redemption-uses');
    expect(await watched.violations()).toEqual([]);
    expect(watched.takeComplaints()).toEqual([]);
  });

  it('are shown once when one is made, and copied from the list', async () => {
    const watched = await open(admin, { language: 'zh_CN', theme: 'dark', width: 390, height: 844 });
    const { page } = watched;
    await watched.visit('/panel/redemption?open=new');
    const form = page.getByRole('dialog', { name: '创建兑换码' });
    await form.getByRole('textbox', { name: '名称' }).fill('单个');
    await takePicture(page, 'story-redemption-form-phone');
    await form.getByRole('button', { name: '创建兑换码' }).click();
    const made = page.getByRole('dialog', { name: '已创建兑换码“单个”' });
    const code = (await made.getByRole('code').textContent()) ?? '';
    await watched.settle();
    await takePicture(page, 'story-redemption-made-phone');
    await made.getByRole('button', { name: '关闭' }).click();
    await page.getByText('0 / 1').first().waitFor();
    await watched.settle();
    await takePicture(page, 'story-redemption-list-phone');
    expect(await watched.violations()).toEqual([]);
    expect((await redeem(code)).status).toBe(200);
    expect(watched.takeComplaints()).toEqual([]);
  });

  it('turn off by a switch', async () => {
    const watched = await open(admin, { language: 'ja_JP' });
    await watched.visit('/panel/redemption');
    await watched.page.getByRole('switch').first().click();
    await watched.page.getByRole('gridcell', { name: '無効' }).waitFor();
    await takePicture(watched.page, 'story-redemption-list');
    expect(watched.takeComplaints()).toEqual([]);
  });
});

describe('reconciliation', () => {
  const HOUR = 3600;
  const account = {
    ...{ app_id: APP_ID, private_key: APP_PRIVATE_KEY, key_mode: 'public_key' },
    ...{ public_key: ALIPAY_PUBLIC_KEY, pay_type: 'facepay' },
  };
  let alipay: FakeAlipay;
  let uuid: string;

  beforeAll(async () => {
    alipay = new FakeAlipay(site.now);
    const internet = await startFakeInternet({ [ALIPAY]: alipay.site, [ALIPAY_BILLS]: alipay.billSite });
    site.fakes.guardedFetch = internet.guardedFetch;
    const input = {
      ...{ type: 'alipay', name: 'Alipay', currency: 'CNY', rate: 7.3, config: account },
      notify_domain: 'https://gateway.example',
    };
    const made = await askConfirmed(site.ask, paymentCalls.create, { as: root, input });
    uuid = made.body.data.uuid;
    return () => internet.stop();
  });

  const ordered = async (amount: number): Promise<string> =>
    (await site.ask(orderCalls.create, { as: buyer, input: { uuid, amount } })).body.data.trade_no;

  it('an administrator checks a day, which credits a payment whose callback was lost', async () => {
    const tradeNo = await ordered(30);
    alipay.pay(tradeNo);
    alipay.refundByHand(tradeNo, '5.00');
    const before = await balanceOf(buyer);
    site.passTime(20 * HOUR);
    const watched = await open(admin);
    const { page } = watched;
    await watched.visit('/panel/payment#statement');
    await page.getByText('No day was compared yet').waitFor();
    await watched.settle();
    await takePicture(page, 'story-payment-statements-empty');
    await page.getByRole('button', { name: 'Check a day' }).click();
    const form = page.getByRole('dialog', { name: 'Check a day' });
    await form.getByRole('spinbutton', { name: 'Month' }).click();
    await page.keyboard.type('01152027');
    await takePicture(page, 'story-payment-statement-form');
    expect(await watched.violations()).toEqual([]);
    await form.getByRole('button', { name: 'Check' }).click();

    const drawer = page.getByRole('dialog', { name: 'Alipay, Jan 15, 2027' });
    await drawer.getByText('1 open difference').waitFor();
    await drawer.getByText('Refunded only at the gateway').waitFor();
    await watched.settle();
    await takePicture(page, 'story-payment-statement');
    expect(await watched.violations()).toEqual([]);
    expect(await balanceOf(buyer)).toBe(before + 15_000_000);
    await drawer.getByRole('link', { name: tradeNo }).first().click();
    await page.getByRole('dialog', { name: 'Top-up of $30.00 by ben' }).waitFor();
    expect(watched.takeComplaints()).toEqual([]);
  });

  it('the compared days fit a phone, in Chinese and dark', async () => {
    const watched = await open(admin, { language: 'zh_CN', theme: 'dark', width: 360, height: 780 });
    const { page } = watched;
    await watched.visit('/panel/payment#statement');
    await page.getByText('有差异').first().waitFor();
    await watched.settle();
    await takePicture(page, 'story-payment-statements-phone');
    expect(await watched.violations()).toEqual([]);
    await page.getByRole('link', { name: '2027年1月15日' }).click();
    await page.getByText('仅网关有退款').waitFor();
    await watched.settle();
    await takePicture(page, 'story-payment-statement-phone');
    expect(watched.takeComplaints()).toEqual([]);
  });
});
