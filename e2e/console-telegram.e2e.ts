import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerConsoleFiles } from '../server/src/http/console-files.ts';
import { databases } from '../server/test/support/databases.ts';
import { type BotWorld, startBotWorld } from '../server/test/support/telegram/bot-world.ts';
import type { Person } from '../server/test/support/test-management.ts';
import { launchBrowser, type TestBrowser, takePicture } from './support/browser.ts';
import { type PageOptions, WatchedPage } from './support/watched-page.ts';

let world: BotWorld;
let test: TestBrowser;
let url: string;

beforeAll(async () => {
  world = await startBotWorld(databases[0]);
  await registerConsoleFiles(world.site.server, {
    folder: join(import.meta.dirname, '../console/dist'),
    hasTurnstile: () => false,
  });
  url = await world.site.server.listen({ port: 0, host: '127.0.0.1' });
  test = await launchBrowser();
});
afterAll(async () => {
  await test?.close();
  await world?.stop();
});

async function open(person: Person, options: Partial<PageOptions> = {}): Promise<WatchedPage> {
  const watched = await WatchedPage.open(test.browser, { url, language: 'en_US', ...options });
  const [name = '', value = ''] = person.cookie.split('=', 2);
  await watched.page.context().addCookies([{ name, value, url }]);
  return watched;
}

it('root sets the bot up, adds a command and reloads', async () => {
  const { telegram, site } = world;
  const watched = await open(await site.root());
  const { page } = watched;
  await watched.visit('/panel/telegram');
  await page.getByText('Not running').waitFor();
  await takePicture(page, 'telegram-off');

  await page.getByRole('link', { name: 'Open the bot settings' }).click();
  await page.locator('input[name=TelegramBotToken]').fill(telegram.token);
  await takePicture(page, 'telegram-settings');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').or(page.getByText('Saved')).first().waitFor();
  await world.isRunning();

  await watched.visit('/panel/telegram?open=new');
  const dialog = page.getByRole('dialog', { name: 'Add command' });
  await dialog.getByRole('textbox', { name: 'Command' }).fill('help');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Prices of all models');
  await dialog.getByRole('textbox', { name: 'Reply' }).fill('See [our prices](https://toll.example/price)');
  watched.expectFailuresOf(/\/api\/option\/telegram/);
  await dialog.getByRole('button', { name: 'Add command' }).click();
  await dialog.getByText('This command already exists.').first().waitFor();
  await takePicture(page, 'telegram-form');
  await dialog.getByRole('textbox', { name: 'Command' }).fill('price');
  await dialog.getByRole('button', { name: 'Add command' }).click();
  await page.getByRole('link', { name: '/price' }).waitFor();
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByText('Commands reloaded').waitFor();
  await takePicture(page, 'telegram-list');
  expect(telegram.commands.get('en')?.at(-1)).toEqual({
    ...{ command: 'price', description: 'Prices of all models' },
  });
  expect(watched.takeComplaints()).toEqual([]);
});

it('a user links the bot by the code of the profile, and unlinks it', async () => {
  const { telegram, site } = world;
  await world.run();
  const person = await site.seed.person('hanna', { quota: 1_000_000 });
  const watched = await open(person);
  const { page } = watched;
  await watched.visit('/panel/profile');
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  const address = await page.getByRole('link', { name: 'Open Telegram' }).getAttribute('href');
  await takePicture(page, 'telegram-link');

  const code = new URL(address ?? '').searchParams.get('start');
  expect(await world.say(telegram.message(7, `/start ${code}`))).toEqual([
    'Linked to the account hanna. Send /help for the commands.',
  ]);
  await page.getByText('Your account is linked to the bot.').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await takePicture(page, 'telegram-linked');
  expect(await world.say(telegram.message(7, '/balance'))).toEqual(['Balance: $2.00\nUsed: $0.00']);

  await page.getByRole('button', { name: 'Unlink bot' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink bot' }).click();
  await page.getByRole('button', { name: 'Link', exact: true }).waitFor();
  expect(await world.say(telegram.message(7, '/balance'))).toEqual([
    expect.stringContaining('No account of Test is linked'),
  ]);
  expect(watched.takeComplaints()).toEqual([]);
});

it('fits on a phone in the dark', async () => {
  const watched = await open(await world.site.root(), {
    ...{ language: 'zh_CN', theme: 'dark', width: 360, height: 740, isTouch: true },
  });
  await watched.visit('/panel/telegram');
  await watched.page.getByText('在线（轮询）').waitFor();
  await takePicture(watched.page, 'telegram-phone');
  const width = await watched.page.evaluate('document.documentElement.scrollWidth');
  expect(width).toBeLessThanOrEqual(360);
  expect(watched.takeComplaints()).toEqual([]);
});
