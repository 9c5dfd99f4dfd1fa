import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, picturePath, type TestBrowser } from './support/browser.ts';
import { type BusySite, COMMON_USER, OPERATOR, startBusySite } from './support/busy-site.ts';
import { ConsoleTexts } from './support/console-texts.ts';
import { packPicture } from './support/packed-picture.ts';
import { ROOT_NAME } from './support/site.ts';
import { startTurnpike, type TurnpikeProcess } from './support/turnpike-process.ts';
import { type Language, WatchedPage } from './support/watched-page.ts';

interface Look {
  name: string;
  language: Language;
  theme: 'light' | 'dark';
  width: 1440 | 360;
  /** Another look of the same theme and width is checked for accessibility, which takes longest. */
  isAxeSpared?: boolean;
}

const looks: Look[] = [
  { name: 'zh_CN-light', language: 'zh_CN', theme: 'light', width: 1440 },
  { name: 'zh_HK-dark', language: 'zh_HK', theme: 'dark', width: 1440 },
  { name: 'ja_JP-light', language: 'ja_JP', theme: 'light', width: 1440, isAxeSpared: true },
  { name: 'en_US-light', language: 'en_US', theme: 'light', width: 1440, isAxeSpared: true },
  { name: 'en_US-phone', language: 'en_US', theme: 'light', width: 360 },
  { name: 'ja_JP-phone-dark', language: 'ja_JP', theme: 'dark', width: 360 },
];

/** README shows it; taken again when it is missing or `UPDATE_PICTURES=1` asks for it. */
const readmePicture = join(import.meta.dirname, '../docs/pictures/console.png');
const needsReadmePicture = !existsSync(readmePicture) || process.env.UPDATE_PICTURES === '1';

describe('the console', () => {
  let test: TestBrowser;
  let fresh: TurnpikeProcess;
  let site: BusySite;
  beforeAll(async () => {
    test = await launchBrowser();
    fresh = await startTurnpike({ env: { TURNPIKE_LOG_LEVEL: 'error' } });
    site = await startBusySite();
  });
  afterAll(async () => {
    await test?.close();
    await fresh?.stop();
    await site?.stop();
  });

  it('is shown in the README by a picture that is not too heavy', async () => {
    const visitor = await WatchedPage.open(test.browser, { url: site.turnpike.url, language: 'en_US' });
    await visitor.signIn(ROOT_NAME);
    await visitor.visit('/panel/log');

    const picture = packPicture(await visitor.page.screenshot());
    if (needsReadmePicture) writeFileSync(readmePicture, picture);

    expect(picture.length / 1024).toBeLessThanOrEqual(200);
  });

  it.each(looks)('looks right while it is set up: $name', async (look) => {
    const tour = await Tour.begin(test, fresh.url, look);
    const { page } = tour.visitor;

    await tour.visitor.visit('/');
    await tour.look('set-up-code');

    await tour.visitor.visit(`/setup?code=${await fresh.setupCode()}`);
    await page.locator('input[name=password]').fill('short');
    await page.keyboard.press('Enter');
    await page.getByText(tour.text('api:field.too_short', { limit: '8' })).waitFor();
    await tour.look('set-up-account');

    expect(await tour.end()).toEqual([]);
  });

  it.each(looks)('looks right to visitors: $name', async (look) => {
    const tour = await Tour.begin(test, site.turnpike.url, look);
    const { page } = tour.visitor;

    await tour.visitor.visit('/');
    const footer = page.getByRole('contentinfo');
    await footer.getByRole('link', { name: OPERATOR }).waitFor();
    expect(await footer.innerHTML()).not.toContain('alert');
    await tour.look('home');

    await tour.visitor.visit('/price');
    await tour.look('price');

    await tour.visitor.visit('/about');
    await tour.look('about');

    await tour.visitor.visit(`/jump?url=${encodeURIComponent('ama://set-api-key?server=x&key=sk-1')}`);
    await tour.look('jump');

    await tour.visitor.visit('/nowhere');
    await tour.look('not-found');

    await tour.visitor.visit('/panel/log');
    await page.waitForURL(/\/login\?next=/);
    await tour.look('sign-in');

    tour.visitor.expectFailuresOf(/\/api\/user\/login$/);
    await page.locator('input[name=username]').fill(COMMON_USER);
    await page.locator('input[name=password]').fill('not the password');
    await page.keyboard.press('Enter');
    await page.getByText(tour.text('api:session.wrong_credentials')).waitFor();
    await tour.look('sign-in-refused');

    expect(await tour.end()).toEqual([]);
  });

  it.each(looks)('looks right to its users: $name', async (look) => {
    const tour = await Tour.begin(test, site.turnpike.url, look);
    await tour.visitor.signIn(COMMON_USER);

    for (const [name, path] of Object.entries({
      'dashboard-user': '/panel',
      'token-empty': '/panel/token',
      profile: '/panel/profile',
      'log-empty': '/panel/log',
      'no-permission': '/panel/channel',
      'panel-not-found': '/panel/nowhere',
    })) {
      await tour.visitor.visit(path);
      await tour.look(name);
    }
    expect(await tour.end()).toEqual([]);
  });

  it.each(looks)('looks right to its owner: $name', async (look) => {
    const tour = await Tour.begin(test, site.turnpike.url, look);
    const { page } = tour.visitor;
    const { text } = tour;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await tour.visitor.signIn(ROOT_NAME);

    await tour.visitor.visit('/setup?step=channel');
    await page.getByRole('radio', { name: 'OpenAI compatible' }).click();
    await tour.look('set-up-channel');

    await tour.visitor.visit('/panel');
    await tour.look('dashboard');

    await tour.visitor.visit('/panel/analytics');
    await tour.look('analytics');

    await tour.visitor.visit('/panel/model_price');
    await tour.look('model-price');

    await page.keyboard.press('Control+k');
    await page.getByRole('option').first().waitFor();
    await tour.look('palette');

    await tour.visitor.visit('/panel/token');
    await tour.look('token');
    await button(text('ui:actionsFor', { name: 'support-bot' })).click();
    await tour.look('token-menu');
    await page.getByRole('menuitem', { name: text('token:showKey') }).click();
    await page.getByText(/^sk-\w{20,}$/).waitFor();
    await tour.look('token-key');

    await tour.visitor.visit('/panel/token?open=new');
    await button(text('token:create')).last().click();
    await page.getByText(text('api:field.required')).waitFor();
    await tour.look('token-form');

    await tour.visitor.visit('/panel/channel');
    await tour.look('channel');
    await tour.visitor.visit('/panel/channel?open=new');
    await tour.look('channel-form');
    await page.locator('select').first().selectOption('8');
    await page.locator('input[name=base_url]').fill(site.refusingUrl);
    await page.locator('input[name=key]').fill('revoked');
    await page.getByRole('combobox', { name: text('channel:models'), exact: true }).fill('gpt-4.1');
    await page.keyboard.press('Tab');
    tour.visitor.expectFailuresOf(/\/api\/channel\/test/);
    await button(text('channel:testDraft')).click();
    await page.getByText(text('api:channel.private_network')).waitFor();
    await tour.look('channel-form-private');
    await page.getByLabel(text('channel:privateNetwork')).click();
    await button(text('channel:testDraft')).click();
    await page.getByText(text('api:upstream.key_refused')).waitFor();
    await tour.look('channel-form-refused');

    for (const path of [
      'user',
      'user?open=2',
      'user?open=2&form=balance',
      'user?open=new',
      'user_group',
      'model_ownedby',
    ]) {
      await tour.visitor.visit(`/panel/${path}`);
      await tour.look(path.replaceAll(/[?=&]/g, '-'));
    }

    await tour.visitor.visit('/panel/log');
    await tour.look('log');
    await page.locator('[data-row] a').nth(1).click();
    await page.getByRole('dialog').getByText(text('log:charged')).waitFor();
    await tour.look('log-drawer');

    await tour.visitor.visit('/panel/playground?model=demo-chat');
    await tour.look('playground');
    await button(text('playground:question3')).click();
    await page.getByRole('link', { name: /^\$0\.\d{6}$/ }).waitFor();
    await tour.look('playground-answer');

    expect(await tour.end()).toEqual([]);
  });

  it('stays small: 200 KB of script to sign in, at most 150 KB more for any other screen', async () => {
    const sizeOf = async (path: string, username?: string) => {
      const visitor = await WatchedPage.open(test.browser, { url: site.turnpike.url, language: 'zh_CN' });
      if (username !== undefined) await visitor.signIn(username);
      await visitor.visit(path);
      const kilobytes = (await visitor.scriptBytes()) / 1024;
      await visitor.close();
      return Math.round(kilobytes);
    };

    // A footer with marks brings its reader along; plain words do not.
    await site.root.call('PUT', '/api/option/', { key: 'Footer', value: `© 2026 ${OPERATOR}` });
    const signIn = await sizeOf('/login');
    const others: Record<string, number> = {};
    for (const path of [
      'dashboard',
      'analytics',
      'model_price',
      'token?open=new',
      'channel?open=new',
      'log',
      'playground',
      'profile',
    ]) {
      others[path] = (await sizeOf(`/panel/${path}`, ROOT_NAME)) - signIn;
    }
    console.log('Script in KB, compressed:', { signIn, ...others });

    expect(signIn).toBeLessThanOrEqual(200);
    expect(Object.entries(others).filter(([, more]) => more > 150)).toEqual([]);
  });
});

/** One reader's way through the screens; what is wrong on each is noted under its name. */
class Tour {
  readonly visitor: WatchedPage;
  readonly text: (key: string, values?: Record<string, string>) => string;
  readonly #look: Look;
  readonly #keys: ReadonlySet<string>;
  readonly #problems: string[] = [];

  private constructor(visitor: WatchedPage, look: Look, texts: ConsoleTexts) {
    this.visitor = visitor;
    this.#look = look;
    this.#keys = texts.keys;
    this.text = (key, values) => texts.of(key, values);
  }

  static async begin({ browser }: TestBrowser, url: string, look: Look): Promise<Tour> {
    const { language, theme, width } = look;
    const isPhone = width === 360;
    const visitor = await WatchedPage.open(browser, {
      ...{ url, language, theme, width, height: isPhone ? 740 : 900, isTouch: isPhone },
    });
    return new Tour(visitor, look, await ConsoleTexts.load(language));
  }

  /** Takes the picture of a screen and notes what is wrong with it. */
  async look(screen: string): Promise<void> {
    const { page } = this.visitor;
    await this.visitor.settle();
    await page.screenshot({ path: picturePath(`${screen}-${this.#look.name}`) });

    const facts = (await page.evaluate(shownFacts)) as ShownFacts;
    const problems = this.visitor.takeComplaints();
    if (!this.#look.isAxeSpared) problems.push(...(await this.visitor.seriousViolations()));
    if (facts.lang !== this.#look.language.replace('_', '-')) problems.push(`lang is ${facts.lang}`);
    if (facts.theme !== this.#look.theme) problems.push(`theme is ${facts.theme}`);
    if (facts.overflow > 0) problems.push(`${facts.overflow} px too wide`);
    for (const text of facts.texts) if (this.#keys.has(text)) problems.push(`untranslated: ${text}`);
    this.#problems.push(...problems.map((problem) => `${screen}: ${problem}`));
  }

  /** @returns what was wrong */
  async end(): Promise<string[]> {
    this.#problems.push(...this.visitor.takeComplaints());
    await this.visitor.close();
    return this.#problems;
  }
}

interface ShownFacts {
  lang: string;
  theme: string;
  overflow: number;
  /** Every piece of text on the page, also what is only read aloud. */
  texts: string[];
}

/** Runs in the page. */
const shownFacts = `(() => {
  const texts = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.add(walker.currentNode.data.trim());
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
    for (const name of ['aria-label', 'title', 'placeholder']) texts.add(element.getAttribute(name) ?? '');
  }
  return {
    lang: document.documentElement.lang,
    theme: document.documentElement.dataset.theme,
    overflow: document.documentElement.scrollWidth - window.innerWidth,
    texts: [...texts],
  };
})()`;
