import { join } from 'node:path';
import { optionCalls } from '@turnpike/contract';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { registerConsoleFiles } from '../server/src/http/console-files.ts';
import { databases } from '../server/test/support/databases.ts';
import { startTestManagement, type TestManagement } from '../server/test/support/test-management.ts';
import { playTurnstile, testSecrets } from '../server/test/support/turnstile-site.ts';
import { launchBrowser, type TestBrowser, takePicture } from './support/browser.ts';
import { ConsoleTexts } from './support/console-texts.ts';

/** Cloudflare's key for tests whose widget always passes. */
const SITE_KEY = '1x00000000000000000000AA';
const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';
const WIDGET_TOKEN = 'XXXX.DUMMY.TOKEN.XXXX';

/**
 * Plays Cloudflare's script in the page: refuses what the real one refuses, and passes when the test says so.
 * Source: https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/
 */
const playedScript = `window.turnstile = {
  render(box, options) {
    const known = ['sitekey', 'action', 'theme', 'language', 'callback', 'expired-callback', 'error-callback'];
    const unknown = Object.keys(options).filter((name) => !known.includes(name));
    if (!(box instanceof HTMLElement) || unknown.length > 0) throw new Error('no options of the widget: ' + unknown);
    if (!/^[a-z0-9_-]{1,32}$/i.test(options.action)) throw new Error('no action: ' + options.action);
    if (!['light', 'dark', 'auto'].includes(options.theme)) throw new Error('no theme: ' + options.theme);
    window.widgets = [...(window.widgets ?? []), { ...options, isRemoved: false }];
    box.textContent = 'Cloudflare';
    return String(window.widgets.length - 1);
  },
  remove(id) {
    window.widgets[id].isRemoved = true;
  },
};`;

let site: TestManagement;
let origin: string;
let test: TestBrowser;
let cloudflare: ReturnType<typeof playTurnstile>;

beforeAll(async () => {
  // In this process: the product has no switch that leads Cloudflare's address elsewhere.
  site = await startTestManagement(databases[0]);
  const folder = join(import.meta.dirname, '../console/dist');
  const hasTurnstile = () => site.deps.options.flag('TurnstileCheckEnabled');
  await registerConsoleFiles(site.server, { folder, hasTurnstile });
  origin = await site.server.listen({ port: 0, host: '127.0.0.1' });
  test = await launchBrowser();
}, 60_000);
afterAll(async () => {
  await test?.close();
  await site?.stop();
});
beforeEach(async () => {
  cloudflare = playTurnstile('the secret of the site');
  site.fakes.guardedFetch = cloudflare.guardedFetch;
  await setOptions({
    ...{ TurnstileSiteKey: SITE_KEY, TurnstileSecretKey: testSecrets.passes },
    ServerAddress: 'http://gateway.test',
  });
  await setOptions({ TurnstileCheckEnabled: 'true' });
});

async function setOptions(values: Record<string, string>): Promise<void> {
  const input = { options: Object.entries(values).map(([key, value]) => ({ key, value })) };
  const { status, body } = await site.ask(optionCalls.updateMany, { as: await site.root(), input });
  expect({ status, body }).toMatchObject({ status: 200 });
}

/** A phone in Chinese; the answer to anything but this site and the played script is a failure. */
async function openPhone() {
  const context = await test.browser.newContext({
    ...{ locale: 'zh-CN', viewport: { width: 360, height: 740 }, hasTouch: true, reducedMotion: 'reduce' },
  });
  await context.addInitScript(`localStorage.setItem('appLanguage', 'zh_CN')`);
  const elsewhere: string[] = [];
  await context.route(
    (url) => url.origin !== origin,
    (route) => {
      const url = route.request().url();
      elsewhere.push(url);
      return url === SCRIPT
        ? route.fulfill({ contentType: 'text/javascript', body: playedScript })
        : route.abort();
    },
  );
  return { context, page: await context.newPage(), elsewhere };
}

const pass = (context: BrowserContext) =>
  context.pages()[0]?.evaluate(`window.widgets.at(-1).callback('${WIDGET_TOKEN}')`);

it('lets a visitor register once the check has passed, and begins another one after a refusal', async () => {
  const texts = await ConsoleTexts.load('zh_CN');
  const { context, page, elsewhere } = await openPhone();
  const create = page.getByRole('button', { name: texts.of('registration:register'), exact: true });
  await page.goto(`${origin}/register`);
  await page.getByText(texts.of('turnstile:checking')).waitFor();
  await page.getByRole('textbox', { name: texts.of('registration:username'), exact: true }).fill('tina');
  for (const name of ['password', 'repeatedPassword'])
    await page.getByLabel(texts.of(`registration:${name}`), { exact: true }).fill('correct horse');
  await page.waitForFunction('window.widgets?.length === 1');
  await takePicture(page, 'register-turnstile');
  expect(await create.isDisabled()).toBe(true);
  expect(
    await page.evaluate('(({ sitekey, action, language }) => [sitekey, action, language])(widgets[0])'),
  ).toEqual([...[SITE_KEY, 'register', 'zh-cn']]);

  await setOptions({ TurnstileSecretKey: testSecrets.fails });
  await pass(context);
  await create.click();
  await page.getByText(texts.of('api:turnstile.refused')).waitFor();
  await page.waitForFunction('window.widgets.length === 2 && window.widgets[0].isRemoved');
  expect(await create.isDisabled()).toBe(true);

  await setOptions({ TurnstileSecretKey: testSecrets.passes });
  await pass(context);
  await create.click();
  await page.waitForURL('**/panel**');
  expect(elsewhere).toEqual([SCRIPT]);
  await context.close();
});

it('loads nothing from elsewhere to sign in', async () => {
  const texts = await ConsoleTexts.load('zh_CN');
  const { context, page, elsewhere } = await openPhone();
  await page.goto(`${origin}/login`);
  await page.getByRole('button', { name: texts.of('session:signIn'), exact: true }).waitFor();
  expect(elsewhere).toEqual([]);
  await context.close();
});
