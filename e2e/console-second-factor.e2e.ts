import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type TestBrowser, takePicture } from './support/browser.ts';
import { confirmByPassword } from './support/confirm-by-password.ts';
import { PASSWORD, startSite, type Visitor } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';
import { WatchedPage } from './support/watched-page.ts';

describe('a person who protects their account', () => {
  let test: TestBrowser;
  let turnpike: TurnpikeProcess;
  let root: Visitor;
  let visitor: WatchedPage;
  let totp: TOTP;
  let recoveryCodes: string[];

  beforeAll(async () => {
    test = await launchBrowser();
    ({ turnpike, root } = await startSite());
    await root.ask('POST', '/api/user/', { username: 'ann', password: PASSWORD, role: 10 });
    await root.ask('POST', '/api/user/', { username: 'ben', password: PASSWORD });
    // Browsers keep passkeys for names, not for numbers.
    const url = turnpike.url.replace('127.0.0.1', 'localhost');
    visitor = await WatchedPage.open(test.browser, { url, language: 'en_US' });
  });
  afterAll(async () => {
    await test?.close();
    await turnpike?.stop();
  });

  const card = (name: string) => visitor.page.getByRole('region', { name });
  async function signOut() {
    const { page } = visitor;
    await page.context().clearCookies({ name: 'session' });
    await visitor.visit('/login');
    await page.getByLabel('User name or e-mail').waitFor();
  }
  async function givePassword() {
    const { page } = visitor;
    await page.getByLabel('User name or e-mail').fill('ann');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  it('is led to it where the site requires it of their role', async () => {
    const { page } = visitor;
    await root.ask('PUT', '/api/option/', { key: 'SecondFactorRequired', value: 'administrators' });
    visitor.expectFailuresOf(/\/api\//);
    await visitor.visit('/login');
    await givePassword();
    await page.waitForURL('**/panel/profile');
    await card('Two-step verification')
      .getByText(/This site requires two-step verification/)
      .waitFor();
    await visitor.visit('/panel/user');
    await page.waitForURL('**/panel/profile');
  });

  it('sets an authenticator app up and keeps recovery codes', async () => {
    const { page } = visitor;
    await card('Two-step verification').getByRole('button', { name: 'Set up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
    await dialog.getByRole('button', { name: 'Next' }).click();
    await confirmByPassword(page);
    await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    await takePicture(page, 'story-authenticator');
    const secret = (await dialog.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
    totp = new TOTP({ secret: Secret.fromBase32(secret) });
    await dialog.getByRole('textbox', { name: 'Code' }).fill(totp.generate());
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    const codes = (await dialog.getByText(/^[a-z2-9-]{14}\s/).textContent()) ?? '';
    recoveryCodes = codes.trim().split('\n');
    await takePicture(page, 'story-recovery-codes');
    await dialog.getByRole('button', { name: 'I saved them' }).click();
    await card('Two-step verification')
      .getByText(/recovery codes left: 10/)
      .waitFor();
    await visitor.visit('/panel/user');
    await page.getByRole('heading', { name: 'Users' }).waitFor();
  });

  it('signs in by a code after the password, and by a recovery code without the phone', async () => {
    const { page } = visitor;
    await signOut();
    await givePassword();
    const code = page.getByRole('textbox', { name: 'Code' });
    await code.fill('000000');
    await takePicture(page, 'story-second-step');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('The code is wrong or was already used.').waitFor();
    await code.fill(recoveryCodes[0] ?? '');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/panel');
  });

  it('confirms a new password by a code, and the change goes on', async () => {
    const { page } = visitor;
    await visitor.visit('/panel/profile');
    const password = card('Password');
    await password.getByRole('textbox', { name: 'New password', exact: true }).fill(PASSWORD);
    await password.getByRole('textbox', { name: 'Repeat new password' }).fill(PASSWORD);
    await password.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    // The code of the set-up may be of these 30 seconds, and a code works once.
    await dialog
      .getByRole('textbox', { name: 'Code' })
      .fill(totp.generate({ timestamp: Date.now() + 30_000 }));
    await takePicture(page, 'story-confirmation');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await visitor.announces('Password changed; signed out everywhere else');
  });

  it('signs in by a passkey, without a name', async () => {
    const { page } = visitor;
    await useDevice(page);
    await card('Passkeys').getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByRole('textbox', { name: 'Code' }).waitFor();
    await dialog.getByRole('textbox', { name: 'Code' }).fill(recoveryCodes[1] ?? '');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await card('Passkeys').getByText('Chrome · Linux').waitFor();
    await takePicture(page, 'story-passkey');

    await signOut();
    await takePicture(page, 'story-sign-in');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL('**/panel');
    expect(visitor.takeComplaints()).toEqual([]);
  });

  it('confirms the first passkey of an account by the password, before the device is asked', async () => {
    const url = turnpike.url.replace('127.0.0.1', 'localhost');
    const ben = await WatchedPage.open(test.browser, { url, language: 'en_US' });
    ben.expectFailuresOf(/\/api\/user\/passkey\/begin/);
    await ben.signIn('ben');
    await ben.visit('/panel/profile');
    await useDevice(ben.page);
    const passkeys = ben.page.getByRole('region', { name: 'Passkeys' });
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await confirmByPassword(ben.page);
    await passkeys.getByText('Chrome · Linux').waitFor();
    expect(ben.takeComplaints()).toEqual([]);
    await ben.close();
  });
});

/** A device that makes and uses passkeys without a person. */
async function useDevice(page: Page): Promise<void> {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}
