import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runStatement } from './attack/stored-data.ts';
import { launchBrowser, type TestBrowser, takePicture } from './support/browser.ts';
import { eventually, ROOT_NAME, startSite, type Visitor } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';
import { type PageOptions, WatchedPage } from './support/watched-page.ts';

let test: TestBrowser;
let turnpike: TurnpikeProcess;
let root: Visitor;

const now = new Date();
const lastMonth = new Date(Date.UTC(now.getFullYear(), now.getMonth() - 1, 15));
const month = lastMonth.toISOString().slice(0, 7);
const noonSeconds = lastMonth.getTime() / 1000 + 43_200;

beforeAll(async () => {
  test = await launchBrowser();
  ({ turnpike, root } = await startSite());
  await root.call('POST', '/api/channel/', { type: 1000, name: 'Demo', key: '', models: 'demo-chat' });
  const mei = await root.createUser('mei', 500_000);
  const { key } = await mei.createToken();
  const answer = await fetch(`${turnpike.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'demo-chat', messages: [{ role: 'user', content: 'Hello' }] }),
  });
  expect(answer.status).toBe(200);
  await eventually(async () => (await mei.callRows()).length === 1);
  // The call belongs to a month that is over.
  const target = { databaseUrl: null, dataDir: turnpike.dataDir };
  await runStatement(target, `update ledger set created_at = ${noonSeconds}`);
  await runStatement(target, `update statistics_hours set hour = ${noonSeconds}`);
});
afterAll(async () => {
  await test?.close();
  await turnpike?.stop();
});

const open = (options: Partial<PageOptions>) =>
  WatchedPage.open(test.browser, { url: turnpike.url, language: 'en_US', ...options });

it('the owner turns invoices on, makes those of a month, and sees them', async () => {
  const watched = await open({});
  const { page } = watched;
  await watched.signIn(ROOT_NAME);
  await watched.visit('/panel/log');
  expect(await page.getByRole('link', { name: 'Invoices' }).count()).toBe(0);

  await watched.visit('/panel/setting#operation');
  await page.getByRole('switch', { name: 'Monthly invoices' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('combobox', { name: 'Invoice month' }).selectOption(month);
  await page.getByRole('combobox', { name: 'Invoice month' }).scrollIntoViewIfNeeded();
  await watched.settle();
  await takePicture(page, 'story-invoice-setting');
  await page.getByRole('button', { name: 'Make invoices' }).click();
  const question = page.getByRole('dialog', { name: `Make the invoices of ${month}?` });
  await question.getByRole('button', { name: 'Make invoices' }).click();
  await page.getByText('1 invoice made').waitFor();

  await page.getByRole('list', { name: 'Usage' }).getByRole('link', { name: 'Invoices' }).click();
  await page.getByRole('tab', { name: 'All users' }).click();
  await page.getByRole('link', { name: 'mei' }).waitFor();
  await watched.settle();
  await takePicture(page, 'story-invoice-all');
  expect(await watched.violations()).toEqual([]);
  await page.getByRole('link', { name: month, exact: true }).click();
  await page.getByRole('table', { name: 'Usage by model' }).getByText('demo-chat').waitFor();
  await watched.settle();
  await takePicture(page, 'story-invoice-sheet', { fullPage: true });
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('navigation').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(0);
  await takePicture(page, 'story-invoice-print', { fullPage: true });
  await page.emulateMedia({ media: 'screen' });
  expect(await watched.violations()).toEqual([]);
  expect(watched.takeComplaints()).toEqual([]);
  await watched.close();
});

it('a user opens an invoice on a phone, in Chinese, and saves it as PDF', async () => {
  const watched = await open({ language: 'zh_CN', width: 390, height: 844, isTouch: true });
  const { page } = watched;
  await watched.signIn('mei');
  await watched.visit('/panel/invoice');
  await takePicture(page, 'story-invoice-phone');
  expect(await watched.violations()).toEqual([]);
  await page.getByRole('link', { name: month, exact: true }).click();
  await page.getByText('期初余额').waitFor();
  await watched.settle();
  await takePicture(page, 'story-invoice-sheet-phone', { fullPage: true });
  expect(await watched.violations()).toEqual([]);

  const started = page.waitForEvent('download');
  await page.getByRole('link', { name: 'PDF' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toMatch(new RegExp(`^invoice-${month.replace('-', '')}-\\d+\\.pdf$`));
  const file = await readFile(await download.path(), 'latin1');
  expect(file).toMatch(/^%PDF-1.*\+NotoSansHans-Regular/s);

  await watched.visit('/panel/invoice/detail/2001-01').catch(() => {});
  await page.waitForURL(/\/panel\/invoice$/);
  await watched.close();
});
