import { join } from 'node:path';
import { channelCalls, notificationCalls } from '@turnpike/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerConsoleFiles } from '../server/src/http/console-files.ts';
import { disableAfterFailure } from '../server/src/modules/channel/automatic-state.ts';
import { makeDigests } from '../server/src/modules/notification/make-digests.ts';
import { reportLowBalances } from '../server/src/modules/user/low-balance-mail.ts';
import { databases } from '../server/test/support/databases.ts';
import { serviceValues } from '../server/test/support/notification/fake-services.ts';
import {
  type NotificationWorld,
  startNotificationWorld,
} from '../server/test/support/notification/notification-world.ts';
import { launchBrowser, type TestBrowser, takePicture } from './support/browser.ts';
import { type PageOptions, WatchedPage } from './support/watched-page.ts';

let world: NotificationWorld;
let test: TestBrowser;
let url: string;

beforeAll(async () => {
  const folder = join(import.meta.dirname, '../console/dist');
  world = await startNotificationWorld(databases[0], (server) =>
    registerConsoleFiles(server, { folder, hasTurnstile: () => false }),
  );
  url = await world.site.server.listen({ port: 0, host: '127.0.0.1' });
  test = await launchBrowser();
});
afterAll(async () => {
  await test?.close();
  await world?.stop();
});

async function open(options: Partial<PageOptions> = {}): Promise<WatchedPage> {
  const watched = await WatchedPage.open(test.browser, { url, language: 'en_US', ...options });
  const [name = '', value = ''] = world.admin.cookie.split('=', 2);
  await watched.page.context().addCookies([{ name, value, url }]);
  await watched.visit('/panel/profile');
  return watched;
}

it('an administrator adds a webhook, tests it, and sees what it received', async () => {
  const { admin, site, received } = world;
  const watched = await open();
  const { page } = watched;
  await page.getByRole('button', { name: 'Add target' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add target' });
  await dialog.getByRole('combobox', { name: 'Service' }).selectOption({ label: 'Webhook' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Night watch');
  await dialog.getByLabel('Webhook URL').fill(serviceValues.webhook.url ?? '');
  await dialog.getByLabel('Signing secret', { exact: true }).fill('a wrong secret');
  await dialog.getByRole('button', { name: 'Send test message' }).click();
  await dialog.getByText('Not sent: 401 bad signature').waitFor();
  await takePicture(page, 'notifications-refused');
  await dialog.getByLabel('Signing secret', { exact: true }).fill(serviceValues.webhook.secret ?? '');
  await dialog.getByRole('button', { name: 'Send test message' }).click();
  await dialog.getByText('Sent. The server answered: 204').waitFor();
  await dialog.getByRole('checkbox', { name: 'A channel was disabled', exact: true }).check();
  await takePicture(page, 'notifications-form');
  await dialog.getByRole('button', { name: 'Add target' }).click();
  await page.getByText('Nothing sent yet').waitFor();

  const input = { type: 8, name: 'acme', key: 'sk', base_url: 'https://x.example', models: 'm' };
  const channel = await site.ask(channelCalls.create, { as: admin, input });
  const failure = { channelId: channel.body.data.id, keyId: 0, code: 'upstream.timeout' };
  await disableAfterFailure({ ...site.deps, routingChanged: async () => {} }, failure);
  await world.deliver();
  expect(received.map(({ text }) => text)).toEqual(['Test message from Test', 'Channel acme was disabled']);

  await watched.visit('/panel/profile');
  const events = page.getByRole('list', { name: 'Recent events' });
  await events.getByText('Channel acme was disabled').waitFor();
  await events.getByText('Night watch: sent').waitFor();
  await events.scrollIntoViewIfNeeded();
  await takePicture(page, 'notifications-list');
  expect(watched.takeComplaints()).toEqual([]);
});

it('fits on a phone in the dark, with a target that fails', async () => {
  world.webhook.instead = () => ({ status: 500, body: 'down' });
  const config = serviceValues.webhook;
  const slow = { type: 'webhook', name: 'Broken', kinds: ['channel_disabled'], config };
  await world.site.ask(notificationCalls.create, { as: world.admin, input: slow });
  await world.happen();
  await world.deliver();
  const watched = await open({
    ...{ language: 'zh_CN', theme: 'dark', width: 360, height: 740, isTouch: true },
  });
  const { page } = watched;
  await page.getByText('500 down').first().waitFor();
  await page.getByText('500 down').first().scrollIntoViewIfNeeded();
  await takePicture(page, 'notifications-phone');
  await page.getByRole('button', { name: '添加通知方式' }).click();
  await page.getByRole('dialog').getByLabel('免打扰时段').waitFor();
  await takePicture(page, 'notifications-phone-form');
  const width = await page.evaluate('document.documentElement.scrollWidth');
  expect(width).toBeLessThanOrEqual(360);
  expect(watched.takeComplaints()).toEqual([]);
});

it('shows a daily summary and a low balance that came by e-mail', async () => {
  const { site, admin } = world;
  await world.reset();
  await site.db
    .updateTable('users')
    .set({ email: 'admin@site.test', proved_email: 'admin@site.test', quota: 5000 })
    .where('id', '=', admin.id)
    .execute();
  for (const [key, value] of [
    ['SMTPServer', 'mail.test'],
    ['SMTPFrom', 'gateway@site.test'],
    ['QuotaRemindThreshold', '1000'],
  ] as const)
    await site.options.set(key, value);
  const signal = new AbortController().signal;
  await reportLowBalances(site.deps, signal);
  await world.addTarget(admin, { type: 'email', name: 'Mail', kinds: ['low_balance', 'site_digest'] });
  await site.db.updateTable('users').set({ quota: 10 }).where('id', '=', admin.id).execute();
  await reportLowBalances(site.deps, signal);
  site.passTime(86_400);
  await makeDigests(site.deps, signal);
  await world.deliver();
  const mails = await site.db.selectFrom('mails').select('subject').orderBy('id').execute();
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/balance/i),
    expect.stringMatching(/^Test on /),
  ]);

  const watched = await open();
  const events = watched.page.getByRole('list', { name: 'Recent events' });
  await events.getByText(/^Test on /).waitFor();
  await events
    .getByText(/balance/i)
    .first()
    .waitFor();
  await events.scrollIntoViewIfNeeded();
  await takePicture(watched.page, 'notifications-digest');
  expect(watched.takeComplaints()).toEqual([]);
});
