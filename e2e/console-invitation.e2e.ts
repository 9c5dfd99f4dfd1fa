import { join } from 'node:path';
import { optionCalls } from '@turnpike/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerConsoleFiles } from '../server/src/http/console-files.ts';
import { databases } from '../server/test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../server/test/support/test-management.ts';
import { launchBrowser, type TestBrowser, takePicture } from './support/browser.ts';
import { type PageOptions, WatchedPage } from './support/watched-page.ts';

let site: TestManagement;
let test: TestBrowser;
let url: string;
let root: Person;
let host: Person;

beforeAll(async () => {
  site = await startTestManagement(databases[0]);
  await registerConsoleFiles(site.server, {
    folder: join(import.meta.dirname, '../console/dist'),
    hasTurnstile: () => false,
  });
  url = await site.server.listen({ port: 0, host: '127.0.0.1' });
  root = await site.root();
  host = await site.seed.person('hanna');
  for (const [key, value] of Object.entries({ QuotaForInviter: '500000', QuotaForInvitee: '250000' })) {
    await site.ask(optionCalls.update, { as: root, input: { key, value } });
  }
  test = await launchBrowser();
});
afterAll(async () => {
  await test?.close();
  await site?.stop();
});

async function open(person: Person, options: Partial<PageOptions> = {}): Promise<WatchedPage> {
  const watched = await WatchedPage.open(test.browser, { url, language: 'en_US', ...options });
  const [name = '', value = ''] = person.cookie.split('=', 2);
  await watched.page.context().addCookies([{ name, value, url }]);
  return watched;
}

const figure = (page: Page, label: string) =>
  page.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd[1]');

it('the invited are counted, and the reward moves to the balance once', async () => {
  const watched = await open(host);
  const { page } = watched;
  await watched.visit('/panel/profile');
  const link = await page.getByRole('textbox', { name: 'Invitation link' }).inputValue();
  expect(link).toMatch(`${url}/register?aff=`);
  const invitation = new URL(link).searchParams.get('aff') ?? '';

  const guest = await WatchedPage.open(test.browser, { url, language: 'en_US' });
  guest.expectFailuresOf(/\/api\/user\/register/);
  await guest.visit(`/register?aff=${invitation}`);
  const kept = () => guest.page.evaluate(() => localStorage.getItem('aff'));
  expect(await kept()).toBe(invitation);
  // Also without the code in the address.
  await guest.visit('/register');
  const field = (name: string) => guest.page.getByRole('textbox', { name });
  expect(await field('Invitation code').inputValue()).toBe(invitation);
  await field('User name').fill('guest');
  await guest.page.getByRole('textbox', { name: 'Password', exact: true }).fill('correct horse battery');
  await field('Repeat password').fill('correct horse battery');
  await field('Invitation code').fill('made-up');
  const create = guest.page.getByRole('button', { name: 'Create account' });
  await create.click();
  await guest.page.getByText('This invitation code does not exist.').waitFor();
  await takePicture(guest.page, 'story-invitation-register');
  await field('Invitation code').fill(invitation);
  await create.click();
  await guest.page.waitForURL(`${url}/panel**`);
  expect(await kept()).toBeNull();
  expect(guest.takeComplaints()).toEqual([]);

  await watched.visit('/panel/profile');
  expect(await figure(page, 'Invited').textContent()).toBe('1');
  await page.getByRole('button', { name: 'Transfer to balance' }).scrollIntoViewIfNeeded();
  await takePicture(page, 'story-invitation-card');
  await page.getByRole('button', { name: 'Transfer to balance' }).click();
  const dialog = page.getByRole('dialog', { name: 'Transfer $1.00 to your balance?' });
  await takePicture(page, 'story-invitation-transfer');
  await dialog.getByRole('button', { name: 'Transfer to balance' }).click();
  await dialog.waitFor({ state: 'detached' });

  expect(await figure(page, 'Available to transfer').textContent()).toBe('$0.00');
  expect(await figure(page, 'Rewards so far').textContent()).toBe('$1.00');
  await watched.visit('/panel/statement?view=entries');
  await page.getByText(`invitation ${invitation}`).waitFor();
  await takePicture(page, 'story-invitation-statement');
  expect(watched.takeComplaints()).toEqual([]);
});

it('the link is on the dashboard of a phone, in Chinese and dark', async () => {
  await site.db.updateTable('users').set({ request_count: 1 }).where('id', '=', host.id).execute();
  const watched = await open(host, { language: 'zh_CN', theme: 'dark', width: 390, height: 844 });
  await watched.visit('/panel/dashboard');
  const link = watched.page.getByRole('textbox', { name: '邀请链接' });
  await link.scrollIntoViewIfNeeded();
  await takePicture(watched.page, 'story-invitation-dashboard');
  await watched.visit('/panel/profile');
  await watched.page.getByRole('button', { name: '复制链接' }).scrollIntoViewIfNeeded();
  await takePicture(watched.page, 'story-invitation-card-phone');
  expect(watched.takeComplaints()).toEqual([]);
});

it('an administrator makes a code with a period, and sees its state', async () => {
  const watched = await open(root);
  const { page } = watched;
  await watched.visit('/panel/invite_code?open=new');
  await page.getByRole('textbox', { name: 'Name' }).fill('Spring');
  await page.getByRole('textbox', { name: 'Code' }).fill('Spring-2026');
  await page.getByRole('combobox', { name: 'Expires' }).selectOption('At a set time');
  await page.getByRole('textbox', { name: 'Gift' }).fill('2.5');
  await watched.settle();
  await takePicture(page, 'story-invite-code-form');
  await page.getByRole('dialog').getByRole('button', { name: 'Create code' }).click();
  await page.getByRole('gridcell', { name: '0 / 1' }).waitFor();
  await page.getByRole('gridcell', { name: 'Active' }).waitFor();
  await takePicture(page, 'story-invite-code-list');
  expect(watched.takeComplaints()).toEqual([]);
});
