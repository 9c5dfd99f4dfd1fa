import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type TestBrowser } from './support/browser.ts';
import { eventually, PASSWORD, ROOT_NAME, startSite, type Visitor } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';
import { WatchedPage } from './support/watched-page.ts';

/** One after another on one site; `tabTo` also sees that the focus shows. */
describe('the main tasks by keyboard alone', () => {
  let test: TestBrowser;
  let turnpike: TurnpikeProcess;
  let root: Visitor;
  let owner: WatchedPage;
  beforeAll(async () => {
    test = await launchBrowser();
    ({ turnpike, root } = await startSite());
    owner = await WatchedPage.open(test.browser, { url: turnpike.url, language: 'en_US' });
    await owner.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });
  afterAll(async () => {
    await test?.close();
    await turnpike?.stop();
  });

  const press = async (...keys: string[]) => {
    for (const key of keys) await owner.page.keyboard.press(key);
  };
  const type = (text: string) => owner.page.keyboard.type(text);
  /** A text is found in longer ones, whatever its case: a toast of the step before may hold it. */
  const sees = (text: string | RegExp) => owner.page.getByText(text).first().waitFor();
  const dialog = (name: string | RegExp) => owner.page.getByRole('dialog', { name });

  /** `g` and the letter of a screen, and until it is there: its keys are its own from then on. */
  async function goTo(letter: string, title: string) {
    await press('g', letter);
    await owner.page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    await owner.settle();
  }

  async function choose(query: string, option: RegExp) {
    await press('Control+k');
    await owner.page.getByRole('combobox', { name: 'Search' }).waitFor();
    await type(query);
    await owner.page
      .getByRole('option', { name: option })
      .and(owner.page.locator('[aria-selected=true]'))
      .waitFor();
    await press('Enter');
  }

  /** Into the list by Tab, which stops there once, and on by arrows. */
  async function toRow(name: string | RegExp) {
    const grid = owner.page.getByRole('grid');
    const target = grid.getByRole('link', { name }).first();
    await target.waitFor();
    const hasFocus = async (locator: typeof grid) =>
      (await locator.and(owner.page.locator(':focus')).count()) > 0;
    for (let presses = 0; presses < 60; presses += 1) {
      if ((await grid.locator(':focus').count()) > 0) break;
      await press('Tab');
    }
    const link = grid.locator('a');
    for (let presses = 0; presses < 4 && !(await hasFocus(link)); presses += 1) await press('ArrowRight');
    for (let presses = 0; presses < 60 && !(await hasFocus(target)); presses += 1) await press('ArrowDown');
    await owner.tabTo(name, 'link');
  }

  it('signs in', async () => {
    await owner.visit('/login');
    await owner.tabTo(/^User name/, 'textbox');
    await type(ROOT_NAME);
    await press('Tab');
    await type(PASSWORD);
    await press('Enter');
    await owner.page.waitForURL('**/panel**');
    await owner.settle();
  });

  it('creates a channel', async () => {
    await goTo('c', 'Channels');
    await press('n');
    await dialog('Add a channel').waitFor();
    await owner.tabTo('Provider', 'combobox');
    await type('Demo');
    await owner.tabTo('Name', 'textbox');
    await type('offline');
    await press('Enter');
    await sees('Channel offline added');
    await dialog('Add a channel').waitFor({ state: 'detached' });
  });

  it('sets a price', async () => {
    await choose('model prices', /^Model prices/);
    await owner.page.waitForURL('**/panel/pricing');
    await owner.settle();
    await owner.tabTo('Search models', 'searchbox');
    await type('demo-chat');
    await owner.page.waitForURL('**/panel/pricing?*demo-chat*');
    // The rows that were there before would take the focus away with them.
    await owner.settle();
    await toRow('demo-chat');
    await press('Enter');
    await dialog('Price of demo-chat').waitFor();
    await owner.tabTo('Input', 'textbox');
    await press('Control+a');
    await type('1');
    await press('Enter');
    await owner.announces('Price saved');
    await dialog('Price of demo-chat').waitFor({ state: 'detached' });
  });

  it('creates a key and copies it', async () => {
    await goTo('t', 'API keys');
    await press('n');
    await dialog('Create an API key').waitFor();
    await owner.tabTo('Name', 'textbox');
    await type('keyboard');
    await press('Enter');
    await dialog('Key keyboard is ready').waitFor();
    await owner.tabTo('Copy key', 'button');
    await press('Enter');
    const shown = await owner.page.getByText(/^sk-\w{20,}$/).textContent();
    await eventually(async () => (await owner.page.evaluate('navigator.clipboard.readText()')) === shown);
    await press('Escape');
    await dialog('Key keyboard is ready').waitFor({ state: 'detached' });
    await callWith(turnpike.url, shown ?? '');
    await eventually(async () => (await root.callRows()).length === 1);
  });

  it('finds a call in the log and opens it', async () => {
    await goTo('l', 'Logs');
    await owner.page.getByRole('row', { name: /demo-chat/ }).waitFor();
    await toRow(/\d{4}/);
    await press('Enter');
    await owner.page.getByRole('table', { name: 'Cost breakdown' }).waitFor();
    await press('Escape');
    await owner.page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('creates a user', async () => {
    await goTo('u', 'Users');
    await press('n');
    await dialog('Create a user').waitFor();
    await owner.tabTo('User name', 'textbox');
    await type('nora');
    await owner.tabTo('Password', 'textbox');
    await type(PASSWORD);
    await press('Enter');
    await owner.announces('User nora created');
    await dialog('Create a user').waitFor({ state: 'detached' });
  });

  it('adds to a balance', async () => {
    await toRow('nora');
    await press('Enter');
    await dialog('nora').waitFor();
    await owner.tabTo('Adjust balance', 'button');
    await press('Enter');
    await owner.tabTo('Amount', 'textbox');
    await type('5');
    await owner.tabTo('Reason', 'textbox');
    await type('Welcome');
    await press('Enter');
    await dialog('Adjust nora’s balance').waitFor({ state: 'detached' });
    await dialog('nora').getByText('$5.00').waitFor();
    await press('Escape');
    await owner.page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('changes the price factor of a group', async () => {
    await goTo('g', 'User groups');
    await toRow('Default');
    await press('Enter');
    await dialog(/^Edit group Default/).waitFor();
    await owner.tabTo('Price factor', 'spinbutton');
    await press('Control+a');
    await type('1.5');
    await press('Enter');
    await owner.announces('Group saved');
    await owner.page.getByRole('gridcell', { name: '×1.5' }).waitFor();
  });

  it('changes the announcement and saves it', async () => {
    await goTo('s', 'Settings');
    await owner.tabTo(/^Announcement/, 'textbox');
    await type('Closed on Sunday');
    await owner.tabTo('Save', 'button');
    await press('Enter');
    await sees(/^Saved/);
    const notice = await fetch(`${turnpike.url}/api/notice`);
    expect(((await notice.json()) as { data: string }).data).toBe('Closed on Sunday');
  });

  it('switches language and theme', async () => {
    await choose('dark', /Dark$/);
    await owner.page.locator('html[data-theme=dark]').waitFor();
    await choose('日本語', /日本語$/);
    await owner.page.locator('html[lang=ja-JP]').waitFor();
    await owner.page.getByRole('heading', { level: 1, name: 'システム設定' }).waitFor();
    expect(owner.takeComplaints()).toEqual([]);
  });
});

async function callWith(url: string, tokenKey: string): Promise<void> {
  const answer = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'demo-chat', messages: [{ role: 'user', content: 'Hello' }] }),
  });
  expect(answer.status).toBe(200);
  await answer.text();
}
