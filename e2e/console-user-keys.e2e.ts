import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type TestBrowser, takePicture } from './support/browser.ts';
import { ROOT_NAME, startSite, type Visitor } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';
import { WatchedPage } from './support/watched-page.ts';

describe("an administrator at a user's keys", () => {
  let test: TestBrowser;
  let turnpike: TurnpikeProcess;
  let root: Visitor;
  let owner: WatchedPage;

  beforeAll(async () => {
    test = await launchBrowser();
    ({ turnpike, root } = await startSite());
    owner = await WatchedPage.open(test.browser, { url: turnpike.url, language: 'en_US' });
    await owner.signIn(ROOT_NAME);
  });
  afterAll(async () => {
    await test?.close();
    await turnpike?.stop();
  });

  const models = (key: string) =>
    fetch(`${turnpike.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } });

  it('limits one and disables it at once, and its owner reads that in their log', async () => {
    const { page } = owner;
    const ann = await root.createUser('ann', 1_000_000);
    const { id, key } = await ann.createToken();
    expect((await models(key)).status).toBe(200);
    await owner.visit('/panel/user');
    await page.getByRole('link', { name: 'ann', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'ann' });

    await drawer.getByRole('button', { name: 'Actions for test' }).click();
    await page.getByRole('menuitem', { name: 'Limit key' }).click();
    const form = page.getByRole('dialog', { name: 'Limits of key test' });
    await form.getByRole('switch', { name: 'Unlimited' }).click();
    await form.getByRole('textbox', { name: 'Quota' }).fill('2');
    await takePicture(page, 'story-user-key-limits');
    expect(await owner.violations()).toEqual([]);
    await form.getByRole('button', { name: 'Save' }).click();
    await drawer.getByRole('list', { name: 'API keys' }).getByText('$2.00').waitFor();

    await drawer.getByRole('button', { name: 'Actions for test' }).click();
    await page.getByRole('menuitem', { name: 'Disable key' }).click();
    await page
      .getByRole('dialog', { name: 'Disable key test?' })
      .getByRole('button', { name: 'Disable key' })
      .click();
    await drawer.getByRole('list', { name: 'API keys' }).getByText('Disabled').waitFor();
    await takePicture(page, 'story-user-keys');
    expect(await owner.violations()).toEqual([]);

    expect((await models(key)).status).toBe(403);
    expect(await page.content()).not.toContain(key.slice(8, -4));
    const log = await ann.call<{ data: { content: string }[] }>('GET', '/api/log/self?log_type=3');
    expect(log.data.map(({ content }) => content)).toEqual(
      expect.arrayContaining([
        `key (change): ${id} by ${root.id}, status=2`,
        `key (change): ${id} by ${root.id}, remain_quota=1000000, unlimited_quota=0`,
      ]),
    );
    expect(owner.takeComplaints()).toEqual([]);
  });
});
