import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { PASSWORD } from './site.ts';

export type Language = 'zh_CN' | 'zh_HK' | 'en_US' | 'ja_JP';

export interface PageOptions {
  url: string;
  language: Language;
  /** IANA name; the machine's unless given. */
  timeZone?: string;
  theme?: 'light' | 'dark';
  width?: number;
  height?: number;
  /** A finger instead of a mouse, as on phones. */
  isTouch?: boolean;
}

/** Nothing on its way for so long means that a screen is complete. */
const QUIET_MS = 120;
const SETTLE_WITHIN_MS = 10_000;

const WAIT_MS = 90_000;

/** The browser's own note about an answer that was no success. */
const failedAnswer = /Failed to load resource: the server responded with a status of/;

/** On top of axe's own choice; menus hang at the end of the page, outside of its regions. */
const axeRules = { 'target-size': { enabled: true }, region: { enabled: false } };

type TabStop = 'button' | 'link' | 'textbox' | 'radio' | 'searchbox' | 'spinbutton' | 'combobox';

/** Runs in the page: an outline or a shadow of its own, or a frame that is marked by it. */
const focusMark = `(() => {
  const element = document.activeElement;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
  const hasOutline = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
  const isMarked = hasOutline || boxShadow !== 'none' || element.closest('.Mui-focused, .Mui-focusVisible') !== null;
  return isMarked ? 'visible' : element.outerHTML.slice(0, 200);
})()`;

/** Runs in the page: keeps what is announced. A toast may come and go between two looks of a test. */
const keepAnnouncements = `{
  window.announced = new Set();
  new MutationObserver(() => {
    for (const region of document.querySelectorAll('[aria-live=polite]')) announced.add(region.textContent);
  }).observe(document, { childList: true, subtree: true, characterData: true });
}`;

/** A page of the console whose errors and requests are noted, in one language and theme. */
export class WatchedPage {
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #url: string;
  readonly #complaints: string[] = [];
  readonly #open = new Set<Request>();
  #quietSince = 0;
  #expectedFailures: RegExp[] = [];

  private constructor(context: BrowserContext, page: Page, url: string) {
    this.#context = context;
    this.page = page;
    this.#url = url;
    page.on('pageerror', (error) => this.#complaints.push(`page error: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      const { url: source } = message.location();
      const isExpected =
        failedAnswer.test(message.text()) && this.#expectedFailures.some((pattern) => pattern.test(source));
      if (!isExpected) this.#complaints.push(`${message.type()}: ${message.text()} (${source})`);
    });
    const end = (request: Request) => {
      this.#open.delete(request);
      this.#quietSince = performance.now();
    };
    context.on('requestfinished', end);
    context.on('requestfailed', end);
    context.on('request', (request) => {
      this.#open.add(request);
      // Files that the page has made are its own.
      const address = request.url().replace(/^blob:/, '');
      if (!address.startsWith(`${url}/`)) this.#complaints.push(`request elsewhere: ${address}`);
    });
  }

  static async open(browser: Browser, options: PageOptions): Promise<WatchedPage> {
    const { url, language, timeZone, theme = 'light', width = 1440, height = 900, isTouch = false } = options;
    const context = await browser.newContext({
      locale: language.replace('_', '-'),
      ...(timeZone !== undefined && { timezoneId: timeZone }),
      colorScheme: theme,
      viewport: { width, height },
      hasTouch: isTouch,
      reducedMotion: 'reduce',
    });
    await context.addInitScript(`localStorage.setItem('appLanguage', '${language}')`);
    // A later choice of the reader stays.
    await context.addInitScript(`localStorage.theme ??= '${theme}'`);
    await context.addInitScript(keepAnnouncements);
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT_MS);
    return new WatchedPage(context, page, url);
  }

  /** Answers of these addresses may fail: the test makes them. */
  expectFailuresOf(...patterns: RegExp[]): void {
    this.#expectedFailures = patterns;
  }

  /** Signs in without the form. */
  async signIn(username: string): Promise<void> {
    const answer = await this.#context.request.post(`${this.#url}/api/user/login`, {
      headers: { origin: this.#url },
      data: { username, password: PASSWORD },
    });
    if (!answer.ok()) throw new Error(`signing in: ${await answer.text()}`);
  }

  /** Opens an address and waits until its screen is complete. */
  async visit(path: string): Promise<void> {
    await this.page.goto(this.#url + path);
    await this.settle();
  }

  /** Where the page is, what it shows, and what it complained of. */
  async describe(): Promise<string> {
    const shown = await this.page.locator('body').ariaSnapshot();
    return [this.page.url(), shown, ...this.#complaints].join('\n');
  }

  /** Waits until the screen has its title and no placeholders, no request is on its way, and the fonts are there. */
  async settle(): Promise<void> {
    await this.page.locator('h1').first().waitFor({ state: 'attached' });
    await this.page.locator('.MuiSkeleton-root').first().waitFor({ state: 'detached' });
    const giveUpAt = performance.now() + SETTLE_WITHIN_MS;
    while (this.#open.size > 0 || performance.now() - this.#quietSince < QUIET_MS) {
      if (performance.now() > giveUpAt) {
        throw new Error(`still on their way: ${[...this.#open].map((request) => request.url())}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await this.page.evaluate('document.fonts.ready.then(() => {})');
  }

  /** Waits until a toast with this text is shown, or was since the page was loaded. @throws after a minute and a half */
  async announces(text: string): Promise<void> {
    const giveUpAt = performance.now() + WAIT_MS;
    while (!(await this.#announced()).some((one) => one.includes(text))) {
      if (performance.now() > giveUpAt) throw new Error(`announced: ${await this.#announced()}, not ${text}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  #announced(): Promise<string[]> {
    return this.page.evaluate('[...window.announced]');
  }

  /** Presses Tab until this has the focus, and sees that the focus shows. @throws when it cannot be reached */
  async tabTo(accessibleName: string | RegExp, role: TabStop): Promise<void> {
    const target = this.page.getByRole(role, { name: accessibleName }).first();
    await target.waitFor();
    for (let presses = 0; presses < 200; presses += 1) {
      if ((await target.and(this.page.locator(':focus')).count()) > 0) return this.#expectVisibleFocus();
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`${role} ${accessibleName} cannot be reached by keyboard`);
  }

  async #expectVisibleFocus(): Promise<void> {
    const shown = await this.page.evaluate(focusMark);
    if (shown !== 'visible') throw new Error(`the focus does not show on ${shown}`);
  }

  /** Files of script that the page uses, and their bytes on the wire, compressed; those in the browser's cache too. */
  async scripts(): Promise<{ count: number; bytes: number }> {
    const sizes: number[] = await this.page.evaluate(
      `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).map(({ encodedBodySize }) => encodedBodySize)`,
    );
    return { count: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  }

  /** Rules of WCAG 2.2 AA and of good practice that the screen breaks more than slightly, with the elements. */
  async violations(): Promise<string[]> {
    // The older way of running spares a page of its own for each look; the console has no frames that would need it.
    const axe = new AxeBuilder({ page: this.page }).setLegacyMode(true);
    const { violations } = await axe.options({ resultTypes: ['violations'], rules: axeRules }).analyze();
    return violations
      .filter(({ impact }) => impact !== 'minor')
      .map(
        ({ id, nodes }) =>
          `axe ${id}: ${nodes.map((node) => `${node.html} ${node.any[0]?.message ?? ''}`).join(' | ')}`,
      );
  }

  /** Everything noted since the last call. */
  takeComplaints(): string[] {
    return this.#complaints.splice(0);
  }

  async close(): Promise<void> {
    await this.#context.close();
  }
}
