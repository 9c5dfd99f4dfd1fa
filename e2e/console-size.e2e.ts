import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLong } from '../server/test/support/long-tests.ts';
import { launchBrowser, type TestBrowser } from './support/browser.ts';
import { type BusySite, createOwners, OPERATOR, startBusySite } from './support/busy-site.ts';
import { ROOT_NAME } from './support/site.ts';
import { WatchedPage } from './support/watched-page.ts';

const LIST_ROWS = 2000;
/** Those with the most code; `--long` adds the others. */
const largeScreens = [
  'dashboard',
  'analytics',
  'pricing?open=gpt-5',
  'channel?open=new',
  'log',
  'playground',
];
const otherScreens = [
  'model_price',
  'pricing',
  'pricing?open=compare',
  'token?open=new',
  'user?open=2',
  'user_group?open=new',
  'model_ownedby?open=new',
  'setting',
  'profile',
];
const screens = isLong ? [...largeScreens, ...otherScreens] : largeScreens;

describe('the console is small', () => {
  let test: TestBrowser;
  let site: BusySite;
  let owner: WatchedPage;
  beforeAll(async () => {
    test = await launchBrowser();
    site = await startBusySite();
    owner = await WatchedPage.open(test.browser, { url: site.turnpike.url, language: 'en_US' });
    await owner.signIn(ROOT_NAME);
  });
  afterAll(async () => {
    await test?.close();
    await site?.stop();
  });

  it('takes at most 20 scripts a screen, 220 KB of them to sign in, and 350 KB for any other screen', async () => {
    const sizeOf = async (path: string, username?: string) => {
      const visitor = await WatchedPage.open(test.browser, { url: site.turnpike.url, language: 'zh_CN' });
      if (username !== undefined) await visitor.signIn(username);
      await visitor.visit(path);
      const { count, bytes } = await visitor.scripts();
      await visitor.close();
      return { count, kilobytes: Math.round(bytes / 1024) };
    };

    // A footer with marks brings its reader along; plain words do not.
    await site.root.call('PUT', '/api/option/', { key: 'Footer', value: `© 2026 ${OPERATOR}` });
    const sizes: Record<string, Awaited<ReturnType<typeof sizeOf>>> = { login: await sizeOf('/login') };
    for (const path of screens) sizes[path] = await sizeOf(`/panel/${path}`, ROOT_NAME);
    console.log('Scripts, and their KB compressed:', sizes);

    const maxKilobytes = (path: string): number => (path === 'login' ? 220 : 350);
    const tooLarge = Object.entries(sizes).filter(
      ([path, { count, kilobytes }]) => count > 20 || kilobytes > maxKilobytes(path),
    );
    expect(tooLarge).toEqual([]);
  });

  it('draws the rows in view of two thousand, and reaches the last one by keyboard', async () => {
    const { page } = owner;
    await createOwners(site, LIST_ROWS);
    await owner.visit('/panel/model_ownedby');

    await page.getByRole('grid').waitFor();
    expect(await page.locator('[data-row]').count()).toBeLessThan(80);

    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .focus();
    await page.keyboard.press('Control+End');
    const last = page.getByRole('button', { name: `Actions for Owner ${2 * LIST_ROWS - 1}` });
    await page.locator(':focus').and(last).waitFor();
    expect(owner.takeComplaints()).toEqual([]);
  });
});
