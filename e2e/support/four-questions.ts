import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser, type TestBrowser, takePicture } from './browser.ts';
import { ROOT_NAME } from './site.ts';
import { ADMINISTRATOR, CUSTOMER, REMARK, startUsedSite, type UsedSite } from './used-site.ts';
import { WatchedPage } from './watched-page.ts';

const MAX_CLICKS = 3;
const PROMPT = 'Write a short report about the history of toll roads.';

interface Screen {
  width: number;
  height: number;
  /** Touched, with the sidebar behind a button. */
  isPhone?: boolean;
}

/** Both persons ask the four questions, beginning on the page after signing in; every click is counted. */
export function askFourQuestions({ width, height, isPhone = false }: Screen): void {
  let test: TestBrowser;
  let site: UsedSite;
  beforeAll(async () => {
    test = await launchBrowser();
    site = await startUsedSite();
    for (const reason of ['usual', 'searches', 'longInput'] as const) await site.call(reason);
  });
  afterAll(async () => {
    await test?.close();
    await site?.stop();
  });

  const visitors = new Map<string, WatchedPage>();
  let visitor: WatchedPage;
  let clicks: number;

  beforeEach(() => {
    clicks = 0;
  });
  afterEach(async () => {
    expect(visitor.takeComplaints()).toEqual([]);
  });
  afterAll(async () => {
    for (const one of visitors.values()) await one.close();
  });

  const signIn = async (name: string) => {
    const known = visitors.get(name);
    visitor =
      known ??
      (await WatchedPage.open(test.browser, {
        ...{ url: site.turnpike.url, language: 'en_US', width, height, isTouch: isPhone },
      }));
    visitors.set(name, visitor);
    if (known === undefined) await visitor.signIn(name);
    await visitor.visit('/panel');
  };
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
    await visitor.settle();
  };
  /** A screen of the sidebar, which phones show by a click of its own. */
  const goTo = async (screen: string) => {
    if (isPhone) await click(visitor.page.getByRole('button', { name: 'Show or hide sidebar' }));
    await click(
      visitor.page
        .getByRole('navigation', { name: 'Console navigation' })
        .getByRole('link', { name: screen, exact: true }),
    );
  };
  const link = (name: string | RegExp) => visitor.page.getByRole('link', { name, exact: true }).first();
  const expectText = async (...texts: (string | RegExp)[]) => {
    for (const text of texts) await visitor.page.getByText(text).first().waitFor();
  };
  const expectAnswered = async (picture: string) => {
    await takePicture(visitor.page, `question-${picture}-${width}`);
    expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
  };

  describe('a customer learns', () => {
    it('why a call was dear', async () => {
      await signIn(CUSTOMER);
      await click(link('gemini-2.5-pro'));
      await click(visitor.page.locator('[data-row] a').first());
      await expectText('97% of the cost: Input (412,300 tokens)', /longer than 200,000/, 'Group Team');
      await expectAnswered('dear-customer');
    });

    it('where the balance went this month', async () => {
      await signIn(CUSTOMER);
      await click(link('View statement'));
      await expectText('Cost of model calls', 'From the site', 'Made by an administrator');
      await visitor.page
        .getByRole('list', { name: 'Spending by model' })
        .getByText('gemini-2.5-pro')
        .waitFor();
      await expectAnswered('balance-customer');
    });

    it('what a prompt will cost', async () => {
      await signIn(CUSTOMER);
      await writePrompt();
      await expectText(
        /^Costs about \$0\.\d{6}, at most about \$\d\.\d{6} · about [\d,]+ tokens in, [\d,]+ out$/,
      );
      await expectAnswered('prompt-customer');
    });

    it('who changed the balance', async () => {
      await signIn(CUSTOMER);
      await click(link('View statement'));
      await expectText(`by an administrator · ${REMARK}`);
      expect(await visitor.page.getByText(ADMINISTRATOR).count()).toBe(0);
      await expectAnswered('who-customer');
    });
  });

  describe('the owner learns', () => {
    it('why a call of a customer was dear', async () => {
      await signIn(ROOT_NAME);
      await goTo('Logs');
      const row = visitor.page.locator('[data-row]').filter({ hasText: 'gemini-2.5-pro' });
      await click(row.getByRole('link').first());
      await expectText('97% of the cost: Input (412,300 tokens)', /longer than 200,000/, 'Group Team');
      await expectAnswered('dear-owner');
    });

    it('where the balance of a customer went this month', async () => {
      await signIn(ROOT_NAME);
      await goToStatement();
      await expectText('Cost of model calls', 'From the site', 'Made by an administrator');
      await expectAnswered('balance-owner');
    });

    it('what a prompt will cost', async () => {
      await signIn(ROOT_NAME);
      await writePrompt();
      await expectText(/^Costs about \$0\.\d{6}, at most about/);
      await expectAnswered('prompt-owner');
    });

    it('who changed the balance of a customer', async () => {
      await signIn(ROOT_NAME);
      await goToStatement();
      await expectText(`by ${ADMINISTRATOR} · ${REMARK}`);
      await expectAnswered('who-owner');
    });
  });

  async function writePrompt() {
    await goTo('Playground');
    // The dashboard stays until the screen is drawn, and offers a key as well.
    await visitor.page.getByRole('heading', { name: 'Playground', level: 1 }).waitFor();
    await makeKeyWhereNeeded();
    await visitor.page.getByRole('textbox', { name: 'Message' }).fill(PROMPT);
  }
  async function makeKeyWhereNeeded() {
    const offer = visitor.page.getByRole('button', { name: 'Create trial key' });
    await offer.or(visitor.page.getByRole('textbox', { name: 'Message' })).waitFor();
    if ((await offer.count()) > 0) await click(offer);
  }
  async function goToStatement() {
    await goTo('Users');
    const customer = visitor.page.locator('[data-row]').filter({ hasText: CUSTOMER });
    await click(customer.getByRole('link', { name: /^\$\d/ }));
  }
}
