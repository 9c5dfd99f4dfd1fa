import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser, type TestBrowser, takePicture } from './support/browser.ts';
import { FakePaymentPage, merchant } from './support/fake-payment-page.ts';
import { startSite, type Visitor } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';
import { type PageOptions, WatchedPage } from './support/watched-page.ts';

let test: TestBrowser;
let turnpike: TurnpikeProcess;
let root: Visitor;
let payments: FakePaymentPage;

beforeAll(async () => {
  test = await launchBrowser();
  payments = await FakePaymentPage.start();
  ({ turnpike, root } = await startSite());
  const options = {
    ...{ ServerAddress: turnpike.url, PaymentUSDRate: '7.3' },
    ...{ RechargeDiscount: '{"10":1,"50":0.98,"100":0.95,"500":0.9}', RechargeBonus: '{"100":5,"500":8}' },
  };
  await root.call('PUT', '/api/option/batch', {
    options: Object.entries(options).map(([key, value]) => ({ key, value })),
  });
  const config = { ...merchant, pay_domain: payments.url };
  const gateway = { type: 'epay', currency: 'CNY', allow_private: true, config };
  await root.call('POST', '/api/payment/', { ...gateway, name: '支付宝', sort: 2, percent_fee: 0.01 });
  await root.call('POST', '/api/payment/', { ...gateway, name: '微信支付', sort: 1, min_amount: 10 });
});
afterAll(async () => {
  await test?.close();
  await turnpike?.stop();
  await payments?.stop();
});

const open = (options: Partial<PageOptions>) =>
  WatchedPage.open(test.browser, { url: turnpike.url, language: 'en_US', ...options });
const phone = { width: 390, height: 844, isTouch: true } as const;

/** The payment page is on another host, and only the tab of the payment opens it. */
const complaintsOf = (watched: WatchedPage): string[] =>
  watched.takeComplaints().filter((one) => !one.includes(`request elsewhere: ${payments.url}/`));

/** The tab that a press opens, once it shows the payment page. */
async function paymentTab(page: Page, press: () => Promise<void>): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await press();
  const tab = await opening;
  await tab.waitForURL(`${payments.url}/submit.php`);
  return tab;
}

it('a top-up with a discount is paid on a phone, in Chinese, and seen without a reload', async () => {
  await root.createUser('mei', 500_000);
  const watched = await open({ language: 'zh_CN', ...phone });
  const { page } = watched;
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  await watched.signIn('mei');
  await watched.visit('/panel/topup');
  await button('$100 9.5 折 · 送 5%').click();
  const summary = page.getByLabel('费用明细');
  await summary.getByText('¥700.44').waitFor();
  await takePicture(page, 'story-topup-phone', { fullPage: true });
  expect(await watched.violations()).toEqual([]);
  await page.getByRole('textbox', { name: '金额（美元）' }).fill('0');
  await button(/^支付/).click();
  await page.getByText('请输入不小于 1 的整数美元金额。').waitFor();
  await button('$100 9.5 折 · 送 5%').click();

  const tab = await paymentTab(page, () => button('支付 ¥700.44').click());
  expect(await tab.textContent('p')).toBe('¥700.44');
  expect(await tab.evaluate('window.opener')).toBeNull();
  await page.bringToFront();
  const dialog = page.getByRole('dialog', { name: '支付 ¥700.44' });
  await dialog.getByText('等待付款…').waitFor();
  await dialog.getByRole('link', { name: '重新打开支付页面' }).waitFor();
  await takePicture(page, 'story-topup-dialog-phone');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: '我已付款' }).click();
  await dialog.getByText('支付平台尚未确认这笔付款').waitFor();

  await tab.getByRole('button', { name: 'Pay now' }).click();
  await tab.getByText('success').waitFor();
  await dialog.getByText('$105.00 已到账').waitFor();
  await dialog.getByText('当前余额：$106.00').waitFor();
  await takePicture(page, 'story-topup-credited-phone');
  expect(await watched.violations()).toEqual([]);
  await dialog.getByRole('button', { name: '完成' }).click();
  await page.getByRole('region', { name: '当前余额' }).getByText('$106.00').waitFor();
  const credited = page.getByRole('list', { name: '充值订单' }).getByText('已到账', { exact: true });
  await credited.scrollIntoViewIfNeeded();
  await takePicture(page, 'story-topup-orders-phone');
  await page.getByRole('region', { name: '当前余额' }).getByRole('link', { name: '充值' }).click();
  await page.getByText('+$100.00').waitFor();
  expect(complaintsOf(watched)).toEqual([]);
  await watched.close();
});

it('an open order continues after a reload, and is credited after its dialog was closed', async () => {
  await root.createUser('noah', 500_000);
  const watched = await open({ theme: 'dark' });
  const { page } = watched;
  await watched.signIn('noah');
  // By the drawer's button, as a reader would.
  await watched.visit('/panel/dashboard');
  await page.getByRole('button', { name: 'Account noah' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Top up' }).click();
  await page.getByRole('radio', { name: '微信支付' }).click();
  await page.getByRole('textbox', { name: 'Amount in US dollars' }).fill('20');
  await page.getByText('¥146.00', { exact: true }).waitFor();
  await watched.settle();
  await takePicture(page, 'story-topup-dark', { fullPage: true });
  const first = await paymentTab(page, () => page.getByRole('button', { name: 'Pay ¥146.00' }).click());
  await first.close();

  await page.reload();
  const dialog = page.getByRole('dialog', { name: 'Pay ¥146.00' });
  await dialog.getByRole('link', { name: 'Open the payment page' }).waitFor();
  await takePicture(page, 'story-topup-dialog-dark');
  expect(await watched.violations()).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Continue' }).scrollIntoViewIfNeeded();
  await takePicture(page, 'story-topup-open-order');
  await page.getByRole('button', { name: 'Continue' }).click();
  const again = await paymentTab(page, () => dialog.getByRole('link', { name: /^Open the payment/ }).click());
  expect(payments.easypay.orders.size).toBe(2);
  await page.bringToFront();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });

  await again.getByRole('button', { name: 'Pay now' }).click();
  await again.getByText('success').waitFor();
  await watched.announces('$20.00 added to your balance');
  await page.getByRole('region', { name: 'Current balance' }).getByText('$21.00').waitFor();
  expect(complaintsOf(watched)).toEqual([]);
  await watched.close();
});

it('a code is redeemed as it was pasted, and a used one says so at the field', async () => {
  await root.createUser('ivy', 500_000);
  const [code = ''] = await root.call<string[]>('POST', '/api/redemption/', {
    name: 'Gift',
    quota: 5_000_000,
    max_uses: 2,
  });
  const watched = await open({});
  const { page } = watched;
  watched.expectFailuresOf(/\/api\/user\/topup$/);
  await watched.signIn('ivy');
  await watched.visit('/panel/topup');
  await takePicture(page, 'story-topup-desktop', { fullPage: true });
  expect(await watched.violations()).toEqual([]);
  const field = page.getByRole('textbox', { name: 'Code' });
  const redeem = page.getByRole('button', { name: 'Redeem' });
  await field.fill(` ${code.toLowerCase()} `);
  await redeem.click();
  await watched.announces('$10.00 added to your balance');
  await page.getByRole('region', { name: 'Current balance' }).getByText('$11.00').waitFor();
  await field.fill(code);
  await redeem.click();
  await page.getByText('You have already redeemed this code.').waitFor();
  await takePicture(page, 'story-topup-code');
  expect(complaintsOf(watched)).toEqual([]);
  await watched.close();
});
