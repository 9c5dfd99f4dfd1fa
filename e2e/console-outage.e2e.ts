import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isLong } from '../server/test/support/long-tests.ts';
import { launchBrowser, type TestBrowser } from './support/browser.ts';
import { ROOT_NAME, rootEnvironment, Visitor } from './support/site.ts';
import { startTurnpike, type TurnpikeProcess } from './support/turnpike-process.ts';
import { WatchedPage } from './support/watched-page.ts';

const BELIEF_IS_OVER_MS = 1_000;
const UNREACHABLE = 'The server cannot be reached. Check your connection and try again.';

describe('a page of the console whose server is stopped and started again', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-data-'));
  let test: TestBrowser;
  let turnpike: TurnpikeProcess;
  let owner: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    turnpike = await startTurnpike({ dataDir, env: rootEnvironment });
    const root = await Visitor.signIn(turnpike.url, ROOT_NAME);
    await root.call('POST', '/api/channel/', { type: 1000, name: 'Demo', key: '', models: 'demo-chat' });
    await root.call('POST', '/api/token/playground');
    test = await launchBrowser();
  });
  afterAll(async () => {
    await test?.close();
    await turnpike?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  beforeEach(async () => {
    owner = await WatchedPage.open(test.browser, { url: turnpike.url, language: 'en_US' });
    await owner.signIn(ROOT_NAME);
    page = owner.page;
  });
  afterEach(async ({ task }) => {
    // Where such a test fails once in many runs, what the page showed says why.
    if (task.result?.state === 'fail') console.error(await owner.describe());
    await owner.close();
    if (isStopped) await start();
  });

  let isStopped = false;
  const stop = async () => {
    await turnpike.stop();
    isStopped = true;
    // The page believes for 200 ms that a server which has just answered is there.
    await wait(BELIEF_IS_OVER_MS);
  };
  const start = async () => {
    turnpike = await startTurnpike({ dataDir, port: turnpike.port, env: rootEnvironment });
    isStopped = false;
  };
  const banner = () => page.getByText('Server unreachable, retrying…');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  /** The banner goes by itself, and nothing was taken for an update or broke on the way. */
  const goesOn = async () => {
    await banner().waitFor({ state: 'detached', timeout: 30_000 });
    expect(await button('Reload').count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'This page failed' }).count()).toBe(0);
    expect(owner.takeComplaints().filter((complaint) => complaint.startsWith('page error'))).toEqual([]);
  };

  it('keeps a list and its filter, and shows what was asked for when the server is back', async () => {
    await owner.visit('/panel/user');
    await stop();
    await page.getByRole('searchbox').fill('nobody');
    await banner().waitFor();
    expect(await page.getByRole('link', { name: ROOT_NAME }).count()).toBe(1);
    expect(await button('Reload').count()).toBe(0);

    await start();
    await goesOn();
    await page.getByText('No user matches').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('nobody');
  });

  it('keeps a form in a drawer open with its text and says why it was not saved', async () => {
    await owner.visit('/panel/channel?open=new');
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('combobox').first().selectOption('1000');
    await drawer.getByLabel('Name', { exact: true }).fill('second demo');
    await stop();
    await drawer.getByRole('button', { name: 'Add channel' }).click();
    await drawer.getByText(UNREACHABLE).waitFor();
    await banner().waitFor();
    expect(await drawer.getByLabel('Name', { exact: true }).inputValue()).toBe('second demo');

    await start();
    await goesOn();
    await drawer.getByRole('button', { name: 'Add channel' }).click();
    await page.getByRole('link', { name: 'second demo' }).waitFor();
  });

  /** The field of a moment is a part that is loaded when it is shown. */
  const chooseMoment = () => page.getByRole('combobox', { name: 'Expires' }).selectOption('at');

  it('opens a part when the server is back whose code had not come, beside what is typed', async () => {
    await owner.visit('/panel/token?open=new');
    const name = page.getByRole('dialog').getByLabel('Name', { exact: true });
    await name.fill('typed');
    await stop();
    await chooseMoment();
    await banner().waitFor();
    const moment = page.getByRole('group', { name: 'Expiry date and time' });
    expect(await moment.count()).toBe(0);

    await start();
    await moment.waitFor();
    await goesOn();
    expect(await name.inputValue()).toBe('typed');
  });

  it('leaves the page as it is where the file of a part is gone from the same version', async () => {
    await owner.visit('/panel/token?open=new');
    await page.route('**/assets/date-time-picker-*.js', (route) => route.fulfill({ status: 404 }));
    await chooseMoment();
    await page.getByText('A part of this page could not be loaded. Reload the page to continue.').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(await button('Reload').count()).toBe(0);
  });

  it.each(['refused', 'left without an answer'])(
    'shows the page where only the status is %s',
    async (how) => {
      await owner.visit('/panel/token');
      // A route without an answer leaves the request open.
      await page.route('**/api/status', (route) => (how === 'refused' ? route.abort() : undefined));
      await page.reload();
      await banner().waitFor({ timeout: 6_000 });
      await page.getByRole('heading', { name: 'API keys', exact: true }).waitFor();
      await button('Create key').first().waitFor();

      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await banner().waitFor({ state: 'detached' });
    },
  );

  it('announces an update when the server has another version, also where a file is gone with it', async () => {
    await page.route('**/api/status', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, version: 'v9.0.0' } } });
    });
    await owner.visit('/panel/token');
    await page.getByText('The console was updated to v9.0.0. Reload to use it.').waitFor();

    await page.route('**/assets/user-group-page-*.js', (route) => route.fulfill({ status: 404 }));
    await page.goto(`${turnpike.url}/panel/user_group`);
    await page.getByText('A new version is available. Reload to continue.').waitFor();
  });

  // They take the same way as those above.
  if (isLong) {
    it('opens a dialog at once, and saves it later', async () => {
      await owner.visit('/panel/token');
      const dialog = page.getByRole('dialog');
      await stop();
      await button('Create key').first().click();
      await dialog.getByLabel('Name', { exact: true }).fill('made in an outage');
      await dialog.getByRole('button', { name: 'Create key' }).click();
      await dialog.getByText(UNREACHABLE).waitFor();

      await start();
      await goesOn();
      expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('made in an outage');
      await dialog.getByRole('button', { name: 'Create key' }).click();
      await page.getByText(/^sk-\w{20,}$/).waitFor();
    });

    it('opens a screen that was asked for meanwhile', async () => {
      await owner.visit('/panel/token');
      await stop();
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByText('This page opens when the server responds').waitFor();

      await start();
      await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
      await goesOn();
    });

    it('opens the details of a row that is listed', async () => {
      await owner.visit('/panel/user');
      await stop();
      await page.getByRole('link', { name: ROOT_NAME }).click();
      await page.getByRole('dialog', { name: ROOT_NAME }).getByText('Last sign-in').waitFor();

      await start();
      await goesOn();
    });

    it('notices it on a dashboard that renews itself, at once when the browser is online again', async () => {
      await owner.visit('/panel/analytics');
      await button('Live').click();
      const heading = page.getByRole('heading', { name: 'Analytics', exact: true });
      await stop();
      await banner().waitFor({ timeout: 30_000 });
      expect(await heading.count()).toBe(1);

      await start();
      await page.evaluate(`window.dispatchEvent(new Event('online'))`);
      await goesOn();
      expect(await heading.count()).toBe(1);
    });

    it('keeps a conversation of the playground and the next question', async () => {
      await owner.visit('/panel/playground?model=demo-chat');
      const question = page.getByRole('textbox', { name: 'Message' });
      await question.fill('First question');
      await question.press('Control+Enter');
      await page.getByRole('link', { name: /^\$0\.\d{6}$/ }).waitFor();
      await stop();
      await question.fill('Second question');
      await question.press('Control+Enter');
      await page.getByText(UNREACHABLE).waitFor();
      await banner().waitFor();
      await page.getByText('First question', { exact: true }).first().waitFor();
      await page.getByText('Second question', { exact: true }).first().waitFor();

      await start();
      await goesOn();
      await question.fill('Third question');
      await question.press('Control+Enter');
      await page
        .getByRole('link', { name: /^\$0\.\d{6}$/ })
        .nth(1)
        .waitFor();
    });
  }
});
