import { type TestBrowser, takePicture } from './browser.ts';
import { ConsoleTexts } from './console-texts.ts';
import type { Look } from './screen-looks.ts';
import { WatchedPage } from './watched-page.ts';

/** One reader's way through the screens; what is wrong on each is noted under its name. */
export class ScreenTour {
  readonly visitor: WatchedPage;
  readonly text: (key: string, values?: Record<string, string>) => string;
  readonly #look: Look;
  readonly #texts: ConsoleTexts;
  readonly #problems: string[] = [];

  private constructor(visitor: WatchedPage, look: Look, texts: ConsoleTexts) {
    this.visitor = visitor;
    this.#look = look;
    this.#texts = texts;
    this.text = (key, values) => texts.of(key, values);
  }

  static async begin({ browser }: TestBrowser, url: string, look: Look): Promise<ScreenTour> {
    const { language, theme, width } = look;
    const isPhone = width === 360;
    const visitor = await WatchedPage.open(browser, {
      ...{ url, language, theme, width, height: isPhone ? 740 : 900, isTouch: isPhone },
    });
    return new ScreenTour(visitor, look, await ConsoleTexts.load(language));
  }

  get lookName(): string {
    return this.#look.name;
  }

  async button(key: string, values?: Record<string, string>): Promise<void> {
    const name = this.text(key, values);
    await this.visitor.page.getByRole('button', { name, exact: true }).last().click();
  }

  /** Takes the picture of a screen and notes what is wrong with it. */
  async look(screen: string): Promise<void> {
    const { page } = this.visitor;
    await this.visitor.settle();
    await takePicture(page, `${screen}-${this.#look.name}`);

    const facts = (await page.evaluate(shownFacts)) as ShownFacts;
    const problems = [...this.visitor.takeComplaints(), ...(await this.visitor.violations())];
    if (facts.lang !== this.#look.language.replace('_', '-')) problems.push(`lang is ${facts.lang}`);
    if (facts.theme !== this.#look.theme) problems.push(`theme is ${facts.theme}`);
    if (facts.overflow > 0) problems.push(`${facts.overflow} px too wide`);
    for (const text of facts.texts) if (this.#texts.isKey(text)) problems.push(`untranslated: ${text}`);
    this.note(screen, problems);
  }

  note(screen: string, problems: readonly string[]): void {
    this.#problems.push(...problems.map((problem) => `${screen} (${this.#look.name}): ${problem}`));
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
