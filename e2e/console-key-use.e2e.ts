import { join } from 'node:path';
import { claudeCode } from '@turnpike/contract/key-use/clients/claude-code';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerConsoleFiles } from '../server/src/http/console-files.ts';
import { databases } from '../server/test/support/databases.ts';
import { startTestManagement, type TestManagement } from '../server/test/support/test-management.ts';
import { launchBrowser, type TestBrowser, takePicture } from './support/browser.ts';
import { WatchedPage } from './support/watched-page.ts';

let site: TestManagement;
let test: TestBrowser;
let url: string;

beforeAll(async () => {
  site = await startTestManagement(databases[0]);
  await registerConsoleFiles(site.server, {
    folder: join(import.meta.dirname, '../console/dist'),
    hasTurnstile: () => false,
  });
  url = await site.server.listen({ port: 0, host: '127.0.0.1' });
  await site.root();
  test = await launchBrowser();
});
afterAll(async () => {
  await test?.close();
  await site?.stop();
});

it.each([
  ['desk', { language: 'en_US', theme: 'light' }, 'Client', 'Create key'],
  [
    'phone',
    { language: 'zh_CN', theme: 'dark', width: 360, height: 740, isTouch: true },
    '客户端',
    '创建令牌',
  ],
] as const)('a new key is ready for Claude Code: %s', async (place, look, client, create) => {
  const person = await site.seed.person(`reader-${place}`);
  const watched = await WatchedPage.open(test.browser, { url, ...look });
  const { page } = watched;
  const [name = '', value = ''] = person.cookie.split('=', 2);
  await page.context().addCookies([{ name, value, url }]);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await watched.visit('/panel/token?open=new');
  await page.locator('input[name=name]').fill('bot');
  await page.getByRole('dialog').getByRole('button', { name: create }).click();
  const dialog = page.getByRole('dialog', { name: /bot/ });
  await dialog.getByLabel(client).selectOption('Claude Code');

  const tokenKey = (await dialog.getByText(/^sk-\w{20,}$/).textContent()) ?? '';
  await dialog.getByRole('button', { name: /settings\.json/ }).click();
  const copied = await page.evaluate('navigator.clipboard.readText()');
  const [block] = claudeCode.textsFor({ serverAddress: url, tokenKey, model: 'gpt-4o-mini' }).blocks;
  expect(block).toMatchObject({ code: copied });
  await dialog.getByRole('switch').uncheck();
  expect(await dialog.textContent()).not.toContain(tokenKey);
  expect(await watched.violations()).toEqual([]);
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(
    0,
  );
  await takePicture(page, `key-use-${place}`);
  expect(watched.takeComplaints()).toEqual([]);
  await watched.close();
});
