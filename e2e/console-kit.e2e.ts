import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLong } from '../server/test/support/long-tests.ts';
import { launchBrowser, type TestBrowser, takePicture } from './support/browser.ts';
import { type KitSite, startKitSite } from './support/kit-site.ts';
import { type Language, WatchedPage } from './support/watched-page.ts';

const languages: Language[] = ['zh_CN', 'zh_HK', 'en_US', 'ja_JP'];
const looks = languages.flatMap((language) =>
  (['light', 'dark'] as const).flatMap((theme) =>
    ([1440, 360] as const).map((width) => ({ language, theme, width })),
  ),
);
/** Japanese, dark and narrow; with `--long` all sixteen. */
const shown = isLong ? looks : looks.slice(-1);
const overlays = ['ConfirmDialog', 'BulkConfirm', 'SideDrawer', 'FormDialog', 'FormDrawer'];

describe('the kit', () => {
  let test: TestBrowser;
  let kit: KitSite;
  beforeAll(async () => {
    [test, kit] = await Promise.all([launchBrowser(), startKitSite()]);
  });
  afterAll(async () => {
    await test?.close();
    await kit?.stop();
  });

  it.each(shown)('looks right: $language, $theme, $width px', async ({ language, theme, width }) => {
    const visitor = await WatchedPage.open(test.browser, {
      ...{ url: kit.url, language, theme, width, height: 900, isTouch: width === 360 },
    });
    const { page } = visitor;
    const picture = (name: string, options = {}) =>
      takePicture(page, `kit-${name}-${language}-${theme}-${width}`, options);
    await page.goto(`${kit.url}/kit.html`, { waitUntil: 'networkidle' });
    // Hidden parts are drawn too, because a picture shows the whole page.
    await page.addStyleTag({ content: '* { content-visibility: visible !important }' });
    // A chart is drawn when it comes into view.
    const charts = page.locator('#charts');
    const { y = 0, height = 0 } = (await charts.boundingBox()) ?? {};
    for (let top = y; top < y + height; top += 400) {
      await page.mouse.wheel(0, top === y ? y : 400);
      await page.waitForTimeout(50);
    }
    await page.locator('#charts .MuiBarElement-root, #charts [class*=BarChart]').first().waitFor();
    await page.locator('#tables [aria-rowcount="2001"], #tables li').first().waitFor();

    await page.evaluate('scrollTo(0, 0)');
    for (const section of await page.locator('main > section').all()) {
      const clip = await section.boundingBox();
      // The page is not scrolled yet, so that its places are those of the whole picture.
      await picture((await section.getAttribute('id')) ?? '', { fullPage: true, ...(clip && { clip }) });
    }
    const problems = await violations(visitor);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
    if (Number(overflow) > 0) problems.push(`${overflow} px too wide`);

    for (const name of overlays) {
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByRole('dialog').waitFor();
      await picture(name);
      // An overlay has the same structure in every language.
      if (language === 'zh_CN') problems.push(...(await violations(visitor, '[role=dialog]')));
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    for (const kind of ['success', 'warning', 'failure']) {
      await page.getByRole('button', { name: kind, exact: true }).click();
    }
    await page.locator('[aria-live=polite]', { hasText: 'openai-warning' }).waitFor();
    await picture('toasts');
    problems.push(...visitor.takeComplaints());
    await visitor.close();

    expect(problems).toEqual([]);
  });
});

/** Everything but what axe calls minor. */
async function violations({ page }: WatchedPage, part?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
    // The page shows the same part many times, which no screen does.
    .disableRules('landmark-unique');
  const found = await (part === undefined ? axe : axe.include(part)).analyze();
  return found.violations
    .filter(({ impact }) => impact !== 'minor')
    .map(
      ({ id, nodes }) =>
        `axe ${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join(' | ')}`,
    );
}
