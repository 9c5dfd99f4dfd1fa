import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLong } from '../server/test/support/long-tests.ts';
import { launchBrowser, type TestBrowser } from './support/browser.ts';
import { type BusySite, createOwners, OPERATOR, startBusySite } from './support/busy-site.ts';
import { features } from './support/described-features.ts';
import { ROOT_NAME } from './support/site.ts';
import { WatchedPage } from './support/watched-page.ts';

const LIST_ROWS = 2000;
/** 100 ms and 10 Mbps. */
const farNetwork = {
  offline: false,
  latency: 100,
  downloadThroughput: 1_250_000,
  uploadThroughput: 1_250_000,
};
/** Addresses that need more code than their screen alone. */
const openForms = [
  'channel?open=new',
  'pricing?open=compare',
  'pricing?open=gpt-5',
  'token?open=new',
  'user?open=2',
  'user_group?open=new',
  'model_ownedby?open=new',
  'payment?open=new#gateway',
  'redemption?open=new',
].map((path) => `/panel/${path}`);
const panelScreens = features
  .flatMap(({ screens }) => screens.map(({ path }) => path))
  .filter((path) => path.startsWith('/panel/') && !path.includes(':'));
/** Those with the most code; with `--long` each. */
const measuredScreens = isLong
  ? ['/', '/price', ...panelScreens, ...openForms]
  : [
      ...['/panel/dashboard', '/panel/analytics', '/panel/setting', '/panel/model_price'],
      ...['/panel/channel?open=new', '/panel/pricing?open=gpt-5'],
    ];

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
    // A footer with marks brings its reader along; plain words do not.
    await site.root.call('PUT', '/api/option/', { key: 'Footer', value: `© 2026 ${OPERATOR}` });
    const visitor = await WatchedPage.open(test.browser, { url: site.turnpike.url, language: 'zh_CN' });
    const sizes: Record<string, { count: number; kilobytes: number }> = {};
    const measure = async (path: string) => {
      await visitor.visit(path);
      const { count, bytes } = await visitor.scripts();
      sizes[path] = { count, kilobytes: Math.round(bytes / 1024) };
    };
    await measure('/login');
    await visitor.signIn(ROOT_NAME);
    for (const path of measuredScreens) await measure(path);
    await visitor.close();
    console.log('Scripts, and their KB compressed:', sizes);

    const maxKilobytes = (path: string): number => (path === '/login' ? 220 : 350);
    const tooLarge = Object.entries(sizes).filter(
      ([path, { count, kilobytes }]) => count === 0 || count > 20 || kilobytes > maxKilobytes(path),
    );
    expect(tooLarge).toEqual([]);
  });

  if (isLong) {
    // Minutes: every screen by a browser that has nothing of it yet.
    it(`comes to a new browser within 1.5 s to sign in, and 2.5 s for any other screen`, {
      timeout: 300_000,
    }, async () => {
      const seconds: Record<string, number> = {};
      const measure = async (path: string, username?: string) => {
        const visitor = await WatchedPage.open(test.browser, { url: site.turnpike.url, language: 'en_US' });
        if (username !== undefined) await visitor.signIn(username);
        const devtools = await visitor.page.context().newCDPSession(visitor.page);
        await devtools.send('Network.enable');
        await devtools.send('Network.emulateNetworkConditions', farNetwork);
        await visitor.page.goto(site.turnpike.url + path);
        await visitor.page.locator('h1').first().waitFor();
        await visitor.page.locator('.MuiSkeleton-root').first().waitFor({ state: 'detached' });
        seconds[path] = Number(await visitor.page.evaluate('performance.now()')) / 1000;
        await visitor.close();
      };
      await measure('/login');
      for (const path of panelScreens) await measure(path, ROOT_NAME);
      console.log('Seconds to a screen at 100 ms and 10 Mbps:', seconds);

      const maxSeconds = (path: string): number => (path === '/login' ? 1.5 : 2.5);
      expect(Object.entries(seconds).filter(([path, taken]) => taken > maxSeconds(path))).toEqual([]);
    });
  }

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
