import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLong } from '../server/test/support/long-tests.ts';
import {
  MAIL_ACCOUNT,
  MAIL_PASSWORD,
  type MailHost,
  startMailHost,
} from '../server/test/support/mail-host.ts';
import { launchBrowser, type TestBrowser, takePicture } from './support/browser.ts';
import { ROOT_NAME, startSite, type Visitor } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';
import { type Language, WatchedPage } from './support/watched-page.ts';

const FIRST_PASSWORD = 'correct horse battery';
const SECOND_PASSWORD = 'another horse battery';

const looks: { language: Language; theme: 'light' | 'dark'; width: number }[] = [
  { language: 'en_US', theme: 'light', width: 360 },
  { language: 'zh_CN', theme: 'dark', width: 1440 },
];

const words = {
  en_US: {
    ...{ signUp: 'Sign up', username: 'User name', password: 'Password', repeated: 'Repeat password' },
    ...{ email: 'E-mail', code: 'Code from the e-mail', sendCode: 'Send code', create: 'Create account' },
    ...{ forgot: 'Forgot your password?', sendLink: 'Send link', newPassword: 'New password' },
    ...{
      save: 'Save password',
      login: 'User name or e-mail',
      signIn: 'Sign in',
      changeEmail: 'Change e-mail',
    },
    ...{ current: 'Current password', invalid: 'This link is not valid', saved: 'Password changed' },
    ...{ close: 'Cancel', sent: 'a link will arrive shortly' },
  },
  zh_CN: {
    ...{ signUp: '注册', username: '用户名', password: '密码', repeated: '再次输入密码' },
    ...{ email: '邮箱', code: '邮箱验证码', sendCode: '获取验证码', create: '创建账号' },
    ...{ forgot: '忘记密码？', sendLink: '发送链接', newPassword: '新密码' },
    ...{ save: '保存密码', login: '用户名或邮箱', signIn: '登录', changeEmail: '更换邮箱' },
    ...{ current: '当前密码', invalid: '链接无效', saved: '密码已更改' },
    ...{ close: '取消', sent: '重置链接很快就会送达' },
  },
};

describe('a stranger', () => {
  let test: TestBrowser;
  let turnpike: TurnpikeProcess;
  let root: Visitor;
  let host: MailHost;

  beforeAll(async () => {
    host = await startMailHost();
    test = await launchBrowser();
    ({ turnpike, root } = await startSite());
    const options = {
      ...{ SMTPServer: '127.0.0.1', SMTPPort: String(host.port), SMTPAccount: MAIL_ACCOUNT },
      ...{ SMTPToken: MAIL_PASSWORD, SMTPFrom: 'gateway@site.test' },
      ...{ ServerAddress: turnpike.url, EmailVerificationEnabled: 'true' },
    };
    await root.call('PUT', '/api/option/batch', {
      options: Object.entries(options).map(([key, value]) => ({ key, value })),
    });
  });
  afterAll(async () => {
    await test?.close();
    await turnpike?.stop();
    await host?.stop();
  });

  it('can do so once root has seen a test mail go out', async () => {
    const owner = await WatchedPage.open(test.browser, {
      ...{ url: turnpike.url, language: 'en_US', width: 1440, height: 1400 },
    });
    const { page } = owner;
    await owner.signIn(ROOT_NAME);
    await owner.visit('/panel/setting#mail');
    await page.getByRole('textbox', { name: 'Send a test e-mail to' }).fill('olivia@mail.test');
    await page.getByRole('button', { name: 'Send test e-mail' }).click();
    await page.getByText('Sent. The mail server answered: 250').waitFor();
    await takePicture(page, 'registration-settings');

    expect(host.mails.at(-1)).toMatchObject({ to: 'olivia@mail.test', isEncrypted: true });
    expect(owner.takeComplaints()).toEqual([]);
    await owner.close();
  });

  it.each(isLong ? looks : looks.slice(0, 1))(
    'signs up by mail, forgets the password and gets it back: $language, $theme',
    async (look) => {
      const { language, width } = look;
      const t = words[language as keyof typeof words];
      const name = `ann${width}`;
      const email = `${name}@mail.test`;
      const isTouch = width === 360;
      const view = { ...look, height: isTouch ? 740 : 900, isTouch };
      const visitor = await WatchedPage.open(test.browser, { url: turnpike.url, ...view });
      const { page } = visitor;
      const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
      const button = (label: string) => page.getByRole('button', { name: label, exact: true });
      const received = (count: number) =>
        expect.poll(() => host.mails.length, { timeout: 10_000 }).toBe(count);
      const before = host.mails.length;

      await visitor.visit('/login');
      await takePicture(page, `registration-login-${width}`);
      await page.getByRole('main').getByRole('link', { name: t.signUp }).click();
      await field(t.username).fill(name);
      await page.getByLabel(t.password, { exact: true }).fill(FIRST_PASSWORD);
      await page.getByLabel(t.repeated, { exact: true }).fill(FIRST_PASSWORD);
      await field(t.email).fill(email);
      await button(t.sendCode).click();
      await received(before + 1);
      await takePicture(page, `registration-register-${width}`, { fullPage: true });
      await field(t.code).fill(host.code());
      await button(t.create).click();
      await page.waitForURL('**/panel');

      await visitor.visit('/panel/profile');
      await button(t.changeEmail).click();
      await takePicture(page, `registration-email-${width}`);
      await button(t.close).click();

      const guest = await WatchedPage.open(test.browser, { url: turnpike.url, ...view });
      const guestButton = (label: string) => guest.page.getByRole('button', { name: label, exact: true });
      await guest.visit('/login');
      await guest.page.getByRole('link', { name: t.forgot }).click();
      await guest.page.getByRole('textbox', { name: t.email, exact: true }).fill(email);
      await guestButton(t.sendLink).click();
      await guest.page.getByText(t.sent).waitFor();
      await takePicture(guest.page, `registration-forgotten-${width}`);
      await received(before + 2);
      const link = new URL(host.link());
      await guest.visit(link.pathname + link.search);
      await guest.page.getByLabel(t.newPassword, { exact: true }).fill(SECOND_PASSWORD);
      await guest.page.getByLabel(t.repeated, { exact: true }).fill(SECOND_PASSWORD);
      await takePicture(guest.page, `registration-new-password-${width}`);
      await guestButton(t.save).click();
      await guest.announces(t.saved);
      await guest.page.getByRole('textbox', { name: t.login }).fill(email);
      await guest.page.getByLabel(t.password, { exact: true }).fill(SECOND_PASSWORD);
      await guest.page.getByRole('main').getByRole('button', { name: t.signIn, exact: true }).click();
      await guest.page.waitForURL('**/panel');

      const again = await WatchedPage.open(test.browser, { url: turnpike.url, ...view });
      again.expectFailuresOf(/\/api\/user\/reset$/);
      await again.visit(link.pathname + link.search);
      await again.page.getByLabel(t.newPassword, { exact: true }).fill(FIRST_PASSWORD);
      await again.page.getByLabel(t.repeated, { exact: true }).fill(FIRST_PASSWORD);
      await again.page.getByRole('button', { name: t.save }).click();
      await again.page.getByRole('heading', { name: t.invalid }).waitFor();
      for (const one of [visitor, guest, again]) {
        expect(one.takeComplaints()).toEqual([]);
        await one.close();
      }
    },
  );
});
