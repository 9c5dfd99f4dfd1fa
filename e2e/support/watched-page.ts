import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { PASSWORD } from './site.ts';

export type Language = 'zh_CN' | 'zh_HK' | 'en_US' | 'ja_JP';

export interface PageOptions {
  url: string;
  language: Language;
  theme?: 'light' | 'dark';
  width?: number;
  height?: number;
  /** A finger instead of a mouse, as on phones. */
  isTouch?: boolean;
}

/** What a watched page has done that no reader should meet. */
const failedAnswer = /Failed to load resource: the server responded with a status of/;

/** A page of the console whose errors and requests are noted, in one language and theme. */
export class WatchedPage {
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #url: string;
  readonly #complaints: string[] = [];
  readonly #requests: Request[] = [];
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
    context.on('request', (request) => {
      this.#requests.push(request);
      if (!request.url().startsWith(`${url}/`)) this.#complaints.push(`request elsewhere: ${request.url()}`);
    });
  }

  static async open(browser: Browser, options: PageOptions): Promise<WatchedPage> {
    const { url, language, theme = 'light', width = 1440, height = 900, isTouch = false } = options;
    const context = await browser.newContext({
      locale: language.replace('_', '-'),
      colorScheme: theme,
      viewport: { width, height },
      hasTouch: isTouch,
      reducedMotion: 'reduce',
    });
    await context.addInitScript(`localStorage.setItem('appLanguage', '${language}')`);
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
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

  /** Opens an address and waits until nothing is on its way any more. */
  async visit(path: string): Promise<void> {
    await this.page.goto(this.#url + path);
    await this.page.waitForLoadState('networkidle');
  }

  /** Presses Tab until this has the focus. @throws when it cannot be reached */
  async tabTo(accessibleName: string | RegExp, role: 'button' | 'link' | 'textbox' | 'radio'): Promise<void> {
    const target = this.page.getByRole(role, { name: accessibleName }).first();
    await target.waitFor();
    for (let presses = 0; presses < 60; presses += 1) {
      if ((await target.and(this.page.locator(':focus')).count()) > 0) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`${role} ${accessibleName} cannot be reached by keyboard`);
  }

  /** Bytes of script that went over the wire until now, as they were compressed. */
  async scriptBytes(): Promise<number> {
    const scripts = this.#requests.filter((request) => request.resourceType() === 'script');
    const sizes = await Promise.all(scripts.map((request) => request.sizes()));
    return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  }

  /** Rules of accessibility that the screen breaks seriously, with the elements that do. */
  async seriousViolations(): Promise<string[]> {
    const { violations } = await new AxeBuilder({ page: this.page }).analyze();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
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
