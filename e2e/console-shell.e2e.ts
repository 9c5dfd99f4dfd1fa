import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type TestBrowser, takePicture } from './support/browser.ts';
import { confirmByPassword } from './support/confirm-by-password.ts';
import { PASSWORD, ROOT_NAME, startSite, type Visitor } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';
import { type PageOptions, WatchedPage } from './support/watched-page.ts';

const NEW_PASSWORD = 'a longer horse battery';

describe('the shell of the console', () => {
  let test: TestBrowser;
  let turnpike: TurnpikeProcess;
  let root: Visitor;
  let visitor: WatchedPage;
  beforeAll(async () => {
    test = await launchBrowser();
    ({ turnpike, root } = await startSite());
    await root.call('POST', '/api/user/', { username: 'mia', password: PASSWORD });
  });
  afterAll(async () => {
    await test?.close();
    await turnpike?.stop();
  });
  afterEach(() => visitor.close());

  async function open(username: string | undefined, path: string, look: Partial<PageOptions> = {}) {
    visitor = await WatchedPage.open(test.browser, { url: turnpike.url, language: 'en_US', ...look });
    if (username !== undefined) await visitor.signIn(username);
    await visitor.visit(path);
    return visitor.page;
  }

  it('leads to a screen and to an account by keyboard alone', async () => {
    const page = await open(ROOT_NAME, '/panel');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
    await page.keyboard.type('logs');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/panel/log');

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
    await page.keyboard.type('mia');
    await page.getByRole('option', { name: /@mia/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/panel/user?open=*');
    expect(visitor.takeComplaints()).toEqual([]);
  });

  it('opens the announcement by itself when it is new, and not again', async () => {
    await root.call('PUT', '/api/option/', { key: 'Notice', value: 'Prices **fall** on Monday' });
    const page = await open('mia', '/panel');
    const dialog = page.getByRole('dialog', { name: 'Announcement' });
    await dialog.getByText('Prices fall on Monday').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await visitor.visit('/panel');
    expect(await dialog.count()).toBe(0);
    await page.getByRole('button', { name: 'Announcement' }).waitFor();

    await root.call('PUT', '/api/option/', { key: 'Notice', value: 'Prices rose again' });
    await visitor.visit('/panel');
    await dialog.getByText('Prices rose again').waitFor();

    await root.call('PUT', '/api/option/', { key: 'Notice', value: '' });
    await visitor.visit('/panel');
    await page.getByRole('button', { name: 'Announcement' }).click();
    await dialog.getByText('No announcements.').waitFor();
    await dialog.getByRole('heading', { name: 'Earlier announcements' }).waitFor();
    expect(visitor.takeComplaints()).toEqual([]);
  });

  it('is light on a dark system until the reader chooses otherwise', async () => {
    const page = await open('mia', '/panel/profile', { theme: 'dark' });
    const theme = () => page.locator('html').getAttribute('data-theme');
    expect(await theme()).toBe('dark');
    // As it is for somebody who never chose; the page keeps what stands there.
    await page.addInitScript("if (localStorage.theme === 'dark') localStorage.removeItem('theme')");
    await visitor.visit('/panel/profile');
    expect(await theme()).toBe('light');

    await page.getByRole('combobox', { name: 'Theme' }).selectOption('system');
    await page.locator('html[data-theme=dark]').waitFor();
    await visitor.visit('/panel/profile');
    expect(await theme()).toBe('dark');
    expect(visitor.takeComplaints()).toEqual([]);
  });

  it('keeps a draft over a reload and when the session is ended in another tab', async () => {
    const page = await open('mia', '/panel/token?open=new');
    visitor.expectFailuresOf(/\/api\//);
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('half');
    await page.reload();
    await page.getByText(/^Unsaved changes from .+ were restored\.$/).waitFor();
    expect(await name.inputValue()).toBe('half');
    await name.fill('half a name');

    const otherTab = await page.context().newPage();
    await otherTab.goto(`${turnpike.url}/panel`);
    await otherTab.getByRole('button', { name: 'Account mia' }).click();
    await otherTab.getByRole('button', { name: 'Sign out' }).click();
    await otherTab.waitForURL(`${turnpike.url}/`);

    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('half a name');
    await page.getByRole('button', { name: 'Create key' }).last().click();
    await page.getByText(/^sk-\w{20,}$/).waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });

  it('puts what is typed at once into the first field of a new form', async () => {
    const page = await open('mia', '/panel/token');
    const value = () => page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).inputValue();
    await page.getByRole('button', { name: 'Create key' }).first().click();
    await page.keyboard.type('my-app');
    expect(await value()).toBe('my-app');

    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.type('nshort');
    expect(await value()).toBe('short');
  });

  it('forgets the drafts of whoever signs out', async () => {
    const page = await open('mia', '/panel/token?open=new');
    await page.getByRole('textbox', { name: 'Name' }).fill('half a name');
    await page.goBack();
    await visitor.visit('/panel/token');
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).toContain('half a name');

    await page.getByRole('button', { name: 'Account mia' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${turnpike.url}/`);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });

  it('says when there is no connection, and when it is back', async () => {
    const page = await open('mia', '/panel');
    visitor.expectFailuresOf(/\/api\//);
    const notice = page.getByText(/^You are offline\./);
    await page.context().setOffline(true);
    await notice.waitFor();
    await page.context().setOffline(false);
    await notice.waitFor({ state: 'detached' });
  });

  it('opens the fold of the screen that is shown', async () => {
    const page = await open(ROOT_NAME, '/panel/user_group');
    const fold = page.getByRole('button', { name: 'Operation' });
    expect(await fold.getAttribute('aria-expanded')).toBe('true');
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('User groups').waitFor();
    await fold.click();
    await page
      .getByRole('navigation', { name: 'Console navigation' })
      .getByRole('link', { name: 'User groups' })
      .waitFor({ state: 'detached' });
  });

  it('changes the password with the old one, and ends the other sessions', async () => {
    await root.call('POST', '/api/user/', { username: 'leo', password: PASSWORD });
    const page = await open('leo', '/panel/profile');
    const elsewhere = await WatchedPage.open(test.browser, { url: turnpike.url, language: 'en_US' });
    await elsewhere.signIn('leo');
    visitor.expectFailuresOf(/\/api\/user\/(self|confirmation)/);
    const fill = (label: string, text: string) =>
      page.getByRole('textbox', { name: label, exact: true }).fill(text);
    const change = page.getByRole('button', { name: 'Change password' });

    await fill('New password', NEW_PASSWORD);
    await fill('Repeat new password', `${NEW_PASSWORD}!`);
    await change.click();
    await page.getByText('The two passwords differ.').waitFor();
    await fill('Repeat new password', NEW_PASSWORD);
    await change.click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    const current = dialog.getByRole('textbox', { name: 'Current password' });
    await current.fill('not my password');
    await current.press('Enter');
    await dialog.getByText('The current password is wrong.').waitFor();
    await current.fill(PASSWORD);
    await takePicture(page, 'story-confirmation-password');
    await current.press('Enter');
    await visitor.announces('Password changed; signed out everywhere else');

    await elsewhere.visit('/panel/profile');
    expect(new URL(elsewhere.page.url()).pathname).toBe('/login');
    await elsewhere.close();
  });

  it('makes an access token that a script can use until it is revoked', async () => {
    const page = await open('mia', '/panel/profile');
    await page.getByRole('button', { name: 'Create access token' }).click();
    const form = page.getByRole('dialog', { name: 'Create an access token' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Monthly report');
    await form.getByRole('combobox', { name: 'Scope' }).selectOption({ label: 'Read only' });
    await form.getByRole('combobox', { name: 'Valid for' }).selectOption({ label: '30 days' });
    await takePicture(page, 'story-access-token-form');
    visitor.expectFailuresOf(/\/api\/user\/access_token/);
    await form.getByRole('button', { name: 'Create access token' }).click();
    await confirmByPassword(page);
    const token = (await page.getByText(/^[0-9a-f]{32}$/).textContent()) ?? '';
    const self = () =>
      fetch(`${turnpike.url}/api/user/self`, { headers: { authorization: `Bearer ${token}` } });
    expect(((await (await self()).json()) as { data: { username: string } }).data.username).toBe('mia');

    await takePicture(page, 'story-access-token');
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Monthly report' })
      .getByText(/Read only/)
      .waitFor();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('There are no access tokens yet.').waitFor();
    expect((await self()).status).toBe(401);
    expect(visitor.takeComplaints()).toEqual([]);
  });

  it('offers its links behind one button on phones', async () => {
    const page = await open(undefined, '/', { width: 360, height: 740, isTouch: true });
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('menuitem', { name: 'About' }).click();
    await page.waitForURL('**/about');
    await page.getByRole('heading', { name: 'License' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBe(0);
    expect(visitor.takeComplaints()).toEqual([]);
  });
});
