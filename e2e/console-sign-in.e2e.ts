import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerConsoleFiles } from '../server/src/http/console-files.ts';
import { isLong } from '../server/test/support/long-tests.ts';
import { type SignInWorld, startSignInWorld } from '../server/test/support/sign-in/sign-in-world.ts';
import { PASSWORD } from '../server/test/support/test-management.ts';
import { launchBrowser, type TestBrowser, takePicture, takesPictures } from './support/browser.ts';
import { confirmByPassword } from './support/confirm-by-password.ts';
import { ConsoleTexts } from './support/console-texts.ts';
import type { Language } from './support/watched-page.ts';

let world: SignInWorld;
let test: TestBrowser;

beforeAll(async () => {
  // In this process: the product has no switch that leads the addresses of providers elsewhere.
  world = await startSignInWorld(async ({ server }) => {
    const folder = join(import.meta.dirname, '../console/dist');
    await registerConsoleFiles(server, { folder, hasTurnstile: () => false });
    return server.listen({ port: 0, host: '127.0.0.1' });
  });
  test = await launchBrowser();
}, 60_000);
afterAll(async () => {
  await test?.close();
  await world?.stop();
});

interface Look {
  language: Language;
  theme: 'light' | 'dark';
  width: number;
}

const allLooks: readonly Look[] = [
  { language: 'zh_CN', theme: 'dark', width: 360 },
  { language: 'en_US', theme: 'light', width: 1440 },
];
const looks = isLong || takesPictures ? allLooks : allLooks.slice(0, 1);

/** A browser that finds the providers under their real addresses. */
async function open({ language, theme, width }: Look): Promise<Page> {
  const context = await test.browser.newContext({
    locale: language.replace('_', '-'),
    colorScheme: theme,
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
  });
  await context.addInitScript(
    `localStorage.setItem('appLanguage', '${language}'); localStorage.theme ??= '${theme}'`,
  );
  const visitor = world.browser();
  // The redirects of the provider are followed here: a browser would look them up in its own network.
  await context.route(/^https:\/\/(github\.com|id\.example|accounts\.feishu\.cn)\//, async (route) => {
    const { href } = await visitor.visit(route.request().url());
    await route.fulfill({ status: 302, headers: { location: href } });
  });
  return context.newPage();
}

it.each(looks)(
  'signs in by OIDC, links GitHub, signs in by it, and keeps the last way until there is a password: $language',
  async (look) => {
    const texts = await ConsoleTexts.load(look.language);
    const mark = `${look.language}-${look.theme}-${look.width}`;
    const page = await open(look);
    const button = (key: string, provider: string) =>
      page.getByRole('button', { name: texts.of(key, { provider }), exact: true });
    world.oidc.state.person = { sub: `ann-${mark}`, preferred_username: `ann-${look.width}`, name: 'Ann' };
    world.github.person = { id: look.width, login: `octocat-${look.width}`, name: 'Octo Cat' };

    await page.goto(`${world.origin}/login?next=/panel/profile`);
    await button('session:continueWith', 'GitHub').waitFor();
    await takePicture(page, `sign-in-ways-${mark}`);
    const byWeChat = look.language === 'zh_CN' ? '使用微信登录' : 'Continue with WeChat';
    await page.getByRole('button', { name: byWeChat, exact: true }).click();
    await page.getByRole('textbox', { name: texts.of('ui:weChatCode') }).waitFor();
    await takePicture(page, `sign-in-wechat-${mark}`);
    await page.getByRole('button', { name: texts.of('ui:cancel') }).click();
    await button('session:continueWith', 'OIDC').click();

    // The page that was wanted before the visit.
    await page.waitForURL('**/panel/profile');
    await button('profile:unlink', 'OIDC').waitFor();
    await button('profile:link', 'GitHub').click();
    await button('profile:unlink', 'GitHub').waitFor();
    await page.getByText('Octo Cat').waitFor();
    await page.getByText('Octo Cat').scrollIntoViewIfNeeded();
    await takePicture(page, `profile-bindings-${mark}`);

    // The session ends while the page is open. Without a password, the way back is the sign-in page.
    await page.context().clearCookies();
    const named = (key: string) => ({ name: texts.of(key), exact: true });
    await page.getByRole('button', named('profile:setUp')).click();
    await page.getByRole('button', named('profile:next')).click();
    await page.getByRole('dialog', named('shell:sessionEnded')).waitFor();
    await takePicture(page, `session-ended-${mark}`);
    await page.getByRole('link', named('shell:signIn')).click();
    await button('session:continueWith', 'GitHub').click();
    await page.waitForURL('**/panel/profile');

    const unlink = async (provider: string) => {
      await button('profile:unlink', provider).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: texts.of('profile:unlink', { provider }) })
        .click();
    };
    await unlink('OIDC');
    await button('profile:link', 'OIDC').waitFor();
    await unlink('GitHub');
    await page.getByText(texts.of('api:identity.last_way')).waitFor();
    await button('profile:unlink', 'GitHub').waitFor();

    // A session that is not new is no proof any more: a new one is.
    world.site.passTime(900);
    await button('profile:link', 'OIDC').click();
    const again = page.getByRole('dialog', named('ui:signInAgain'));
    await again.waitFor();
    await takePicture(page, `profile-sign-in-again-${mark}`);
    await again.getByRole('button', named('ui:signInAgain')).click();
    await button('session:continueWith', 'GitHub').click();
    await page.waitForURL('**/panel/profile');

    await page.getByLabel(texts.of('profile:newPassword'), { exact: true }).fill(PASSWORD);
    await page.getByLabel(texts.of('profile:repeatedPassword'), { exact: true }).fill(PASSWORD);
    await takePicture(page, `profile-first-password-${mark}`);
    await page.getByRole('button', named('profile:setPassword')).click();
    await page.getByRole('button', named('profile:changePassword')).waitFor();
    await unlink('GitHub');
    await confirmByPassword(page, { password: PASSWORD, picture: `profile-confirmation-${mark}` });
    await button('profile:link', 'GitHub').click();
    await confirmByPassword(page, { password: PASSWORD });
    await page.waitForURL('**/panel/profile');
    await button('profile:unlink', 'GitHub').waitFor();
    await page.context().close();
  },
);

it('says why a sign-in failed, for Lark too, and leads back', async () => {
  const texts = await ConsoleTexts.load('en_US');
  const page = await open({ language: 'en_US', theme: 'dark', width: 360 });
  const failures = [
    ['lark?code=x&state=forged', 'api:oauth.unknown_state'],
    ['github?error=access_denied&state=x', 'session:cancelled'],
    ['oidc', 'session:noCode'],
    ['telegram', 'session:noCode'],
  ] as const;
  for (const [address, text] of failures) {
    await page.goto(`${world.origin}/oauth/${address}`);
    await page.getByRole('alert').getByText(texts.of(text)).waitFor();
  }
  await takePicture(page, 'sign-in-failed');
  await page.getByRole('link', { name: texts.of('session:backToSignIn') }).click();
  await page.waitForURL('**/login');
  await page.context().close();
});

it('shows root the redirect address, and keeps secrets out of the form', async () => {
  const page = await open({ language: 'en_US', theme: 'light', width: 1440 });
  const [name = '', value = ''] = world.root.cookie.split('=', 2);
  await page.context().addCookies([{ name, value, url: world.origin }]);

  await page.goto(`${world.origin}/panel/setting#github`);
  await page.getByText(`${world.origin}/oauth/github`).waitFor();
  const secret = page.locator('input[name=GitHubClientSecret]');
  expect(await secret.inputValue()).toBe('');
  await secret.fill('another secret');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => secret.inputValue()).toBe('');
  expect(world.site.options.text('GitHubClientSecret')).toBe('another secret');
  await page.locator('#section-oidc').scrollIntoViewIfNeeded();
  await takePicture(page, 'settings-sign-in');
  await page.context().close();
});
