import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type TestBrowser, takePicture } from './support/browser.ts';
import { eventually, ROOT_NAME, startSite, type Visitor } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';
import { WatchedPage } from './support/watched-page.ts';

/** As long as the server keeps what needs an administrator, and the console waits before it asks again. */
const LATEST_MS = 40_000;

describe('the first screen of an administrator', () => {
  let test: TestBrowser;
  let turnpike: TurnpikeProcess;
  let root: Visitor;
  let visitor: WatchedPage;
  beforeAll(async () => {
    ({ turnpike, root } = await startSite());
    await root.call('POST', '/api/channel/', {
      ...{ type: 1000, name: 'Demo', key: '', models: 'demo-chat,unpriced-model' },
    });
    test = await launchBrowser();
    visitor = await WatchedPage.open(test.browser, { url: turnpike.url, language: 'en_US' });
    await visitor.signIn(ROOT_NAME);
  });
  afterAll(async () => {
    await visitor?.close();
    await test?.close();
    await turnpike?.stop();
  });

  it('says within a minute and without a search that a provider is down, since when, and where to look', async () => {
    const { page } = visitor;
    await visitor.visit('/panel');
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await attention.getByRole('link', { name: 'Models without a price' }).waitFor();
    await attention.getByText('unpriced-model').waitFor();
    expect(await attention.getByText('Failing channels').count()).toBe(0);

    const { id } = await root.createChannel({
      ...{ name: 'Night provider', base_url: 'http://127.0.0.1:9', models: 'night-chat' },
    });
    await root.createPrice('night-chat', 1, 2);
    const { key } = await root.createToken();
    for (let call = 0; call < 3; call += 1) expect(await statusOf(turnpike.url, key)).toBeGreaterThan(499);

    const item = attention.getByRole('listitem').filter({ hasText: 'Failing channels' });
    await item.getByText(/^Night provider: \d of \d calls failed/).waitFor({ timeout: LATEST_MS });
    await item.getByText(/began/).waitFor();
    await takePicture(page, 'story-attention');
    await item.getByRole('link', { name: 'Failing channels' }).click();
    await page.waitForURL(new RegExp(`/panel/channel\\?open=${id}$`));
    expect(visitor.takeComplaints()).toEqual([]);
  });

  it.each([
    ['dark', { language: 'en_US', theme: 'dark' }],
    ['chinese', { language: 'zh_CN' }],
    ['japanese', { language: 'ja_JP' }],
    ['phone', { language: 'zh_HK', theme: 'dark', width: 390, height: 844, isTouch: true }],
  ] as const)('is complete and accessible: %s', async (look, options) => {
    const reader = await WatchedPage.open(test.browser, { url: turnpike.url, ...options });
    await reader.signIn(ROOT_NAME);
    await reader.visit('/panel');
    await eventually(async () => (await reader.page.getByText('Night provider').count()) > 0);
    await takePicture(reader.page, `story-attention-${look}`, { fullPage: true });
    expect(await reader.violations()).toEqual([]);
    expect(reader.takeComplaints()).toEqual([]);
    await reader.close();
  });
});

async function statusOf(url: string, tokenKey: string): Promise<number> {
  const answer = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'night-chat', messages: [{ role: 'user', content: 'Hello' }] }),
  });
  await answer.text();
  return answer.status;
}
