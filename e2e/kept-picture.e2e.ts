import { join } from 'node:path';
import { optionCalls, siteCalls, userCalls } from '@turnpike/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerConsoleFiles } from '../server/src/http/console-files.ts';
import { databases } from '../server/test/support/databases.ts';
import { redPng, startPictureHost } from '../server/test/support/picture-host.ts';
import { startTestManagement, type TestManagement } from '../server/test/support/test-management.ts';
import { launchBrowser, type TestBrowser } from './support/browser.ts';

/** Says in its title whether its script ran. */
const script = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><title>quiet</title>
<script>document.querySelector('title').textContent = 'ran'; document.title = 'ran';</script></svg>`;

let site: TestManagement;
let host: Awaited<ReturnType<typeof startPictureHost>>;
let test: TestBrowser;
let url: string;

beforeAll(async () => {
  host = await startPictureHost({ '/logo.png': redPng, '/ann.png': redPng, '/script.svg': script });
  // In this process: the product has no switch that lets it fetch from this machine.
  site = await startTestManagement(databases[0]);
  site.fakes.guardedFetch = host.guardedFetch;
  await registerConsoleFiles(site.server, {
    folder: join(import.meta.dirname, '../console/dist'),
    hasTurnstile: () => false,
  });
  url = await site.server.listen({ port: 0, host: '127.0.0.1' });
  test = await launchBrowser();
});
afterAll(async () => {
  await test?.close();
  await site?.stop();
  await host?.stop();
});

async function saveLogo(path: string): Promise<string> {
  const input = { key: 'Logo', value: host.url + path };
  expect(await site.ask(optionCalls.update, { as: await site.root(), input })).toMatchObject({ status: 200 });
  return (await site.ask(siteCalls.status)).body.data.logo;
}

it('the logo of another host is drawn to a visitor, who asks this site only', async () => {
  const shown = await saveLogo('/logo.png');
  const page = await test.browser.newPage();
  const origins = new Set<string>();
  page.on('request', (request) => void origins.add(new URL(request.url()).origin));

  await page.goto(`${url}/login`);
  const logo = page.locator(`img[src="${shown}"]`).first();
  await logo.waitFor();

  await expect
    .poll(() => logo.evaluate((picture) => (picture as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(1);
  expect([...origins]).toEqual([url]);
  expect(host.asked).toEqual(['/logo.png']);
  await page.close();
});

it('the avatar of another host is typed in the form of its account, and drawn from this site', async () => {
  const root = await site.root();
  const [name = '', value = ''] = root.cookie.split('=', 2);
  const page = await test.browser.newPage();
  await page.context().addCookies([{ name, value, url }]);
  const origins = new Set<string>();
  page.on('request', (request) => void origins.add(new URL(request.url()).origin));

  await page.goto(`${url}/panel/user?open=${root.id}&form=edit`);
  await page.getByRole('textbox', { name: 'Avatar' }).fill(`${host.url}/ann.png`);
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save' }).click();
  await saved;

  const { avatar_url } = (await site.ask(userCalls.self, { as: root })).body.data;
  // The logo of the site stands in the header too.
  expect(avatar_url).toMatch(/^\/api\/picture\//);
  await page.locator('header').locator(`img[src="${avatar_url}"]`).first().waitFor();
  expect([...origins]).toEqual([url]);
  expect(host.asked.filter((path) => path === '/ann.png')).toHaveLength(1);
  await page.close();
});

it('the script of an SVG does not run, even where the picture is opened by itself', async () => {
  const shown = await saveLogo('/script.svg');
  const page = await test.browser.newPage();

  await page.goto(url + shown);

  expect(await page.title()).toBe('quiet');
  await page.close();
});
