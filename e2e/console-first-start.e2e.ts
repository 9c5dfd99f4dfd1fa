import { POINTS_PER_USD } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type TestBrowser, takePicture } from './support/browser.ts';
import { PASSWORD } from './support/site.ts';
import { startTurnpike, type TurnpikeProcess } from './support/turnpike-process.ts';
import { WatchedPage } from './support/watched-page.ts';

describe('a stranger with a fresh start', () => {
  let test: TestBrowser;
  let turnpike: TurnpikeProcess;
  let visitor: WatchedPage;
  beforeAll(async () => {
    turnpike = await startTurnpike({ env: { TURNPIKE_LOG_LEVEL: 'error' } });
    test = await launchBrowser();
    visitor = await WatchedPage.open(test.browser, { url: turnpike.url, language: 'en_US' });
  });
  afterAll(async () => {
    await visitor?.close();
    await test?.close();
    await turnpike?.stop();
  });

  it('comes from the set-up code to a paid answer by keyboard alone, in under two minutes', async () => {
    const { page } = visitor;
    const { keyboard } = page;
    const startedAt = performance.now();

    await visitor.visit(`/setup?code=${await turnpike.setupCode()}`);
    await visitor.tabTo('Password', 'textbox');
    await keyboard.type(PASSWORD);
    await keyboard.press('Enter');

    await visitor.tabTo(/Built-in demo/, 'radio');
    await keyboard.press('Enter');

    await page.getByText(/^sk-\w{20,}$/).waitFor();
    const opening = await balanceOf(visitor);
    await visitor.tabTo('Open playground', 'link');
    await keyboard.press('Enter');

    await page.getByText(/“Playground” that can spend at most \$1\.00/).waitFor();
    await visitor.tabTo('Create trial key', 'button');
    await keyboard.press('Enter');

    await visitor.tabTo('Message', 'textbox');
    await keyboard.type('What is a turnpike?');
    await keyboard.press('Control+Enter');
    const answer = page.getByRole('article', { name: 'Answer of demo-chat' });
    const cost = answer.getByRole('link', { name: /^\$0\.\d{6}$/ });
    await cost.waitFor();
    const seconds = (performance.now() - startedAt) / 1000;

    expect(seconds).toBeLessThan(120);
    expect(await answer.textContent()).toMatch(/\d+ → \d+ tokens/);
    console.log(`From the set-up code to a paid answer: ${seconds.toFixed(1)} s`);
    await takePicture(page, 'first-start-answer');

    await visitor.tabTo(/^\$0\.\d{6}$/, 'link');
    await keyboard.press('Enter');
    const formula = page.getByRole('table', { name: 'Cost breakdown' });
    await formula.waitFor();
    await takePicture(page, 'first-start-cost');

    const { lines, charged } = readFormula(await formula.locator('td:last-child').allTextContents());
    expect(lines.length).toBeGreaterThan(0);
    expect(Math.ceil(lines.reduce((sum, points) => sum + points, 0))).toBe(charged);
    expect(opening - (await balanceOf(visitor))).toBe(charged);
    expect(visitor.takeComplaints()).toEqual([]);
  });
});

/** Points left, as the server says. */
async function balanceOf({ page }: WatchedPage): Promise<number> {
  const answer = await page.context().request.get(new URL('/api/user/self', page.url()).href);
  return ((await answer.json()) as { data: { quota: number } }).data.quota;
}

/** Points of each line, and of the charge at the foot, from the dollars at the ends of the rows. */
function readFormula(cells: readonly string[]): { lines: number[]; charged: number } {
  const points = cells.map((dollars) => Math.round(Number(dollars.slice(1)) * POINTS_PER_USD * 1000) / 1000);
  return { lines: points.slice(0, -1), charged: points.at(-1) ?? Number.NaN };
}
