import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeUpstream } from '../server/test/support/fake-upstream.ts';
import { runTurnpikeCommand } from './support/books.ts';
import { launchBrowser, type TestBrowser, takePicture } from './support/browser.ts';
import { eventually, ROOT_NAME, startSite, type Visitor } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';
import { type PageOptions, WatchedPage } from './support/watched-page.ts';

describe('around a call', () => {
  let test: TestBrowser;
  let turnpike: TurnpikeProcess;
  let root: Visitor;
  let upstream: FakeUpstream;

  beforeAll(async () => {
    [test, upstream] = await Promise.all([launchBrowser(), FakeUpstream.start()]);
    ({ turnpike, root } = await startSite());
    await root.createChannel({ name: 'vendor', base_url: upstream.url, models: 'gpt-5' });
  });
  afterAll(async () => {
    await test?.close();
    await turnpike?.stop();
    await upstream?.stop();
  });

  const open = async (options: Omit<PageOptions, 'url'>) => {
    const watched = await WatchedPage.open(test.browser, { url: turnpike.url, ...options });
    await watched.signIn(ROOT_NAME);
    return watched;
  };
  const ask = async (tokenKey: string, content: string) => {
    const reply = await fetch(`${turnpike.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokenKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-5', messages: [{ role: 'user', content }] }),
    });
    return { status: reply.status, cache: reply.headers.get('x-turnpike-cache'), text: await reply.text() };
  };

  it('an owner makes a key that caches, and sees the answer from the cache in the log', async () => {
    await root.call('PUT', '/api/option/', { key: 'CacheHitPercent', value: '10' });
    const owner = await open({ language: 'en_US' });
    const { page } = owner;
    await owner.visit('/panel/token?open=new');
    const form = page.getByRole('dialog');
    await form.locator('input[name=name]').fill('tests');
    await form.getByRole('button', { name: 'More' }).click();
    await form.getByRole('switch', { name: 'Cache answers' }).check();
    await takePicture(page, 'story-cache-key');
    await form.getByRole('button', { name: 'Create key' }).click();
    const key = (await page.getByText(/^sk-\w{20,}$/).textContent()) ?? '';
    expect([(await ask(key, 'Hello')).cache, (await ask(key, 'Hello')).cache]).toEqual(['miss', 'hit']);
    await eventually(async () => (await root.callRows()).length === 2);
    const report = await runTurnpikeCommand(['ledger', 'verify', '--full'], {
      TURNPIKE_DATA_DIR: turnpike.dataDir,
    });
    expect(report).toContain('The ledger is right');

    await owner.visit('/panel/log');
    const row = page.getByRole('row').filter({ hasText: 'Cached' });
    await row.waitFor();
    await takePicture(page, 'story-cache-log');
    await row.getByRole('link').first().click();
    const details = page.getByRole('dialog', { name: 'gpt-5' });
    await details.getByText('Share of an earlier answer, from the cache').waitFor();
    await details.getByText('× 0.1').waitFor();
    await takePicture(page, 'story-cache-details');
    expect(await owner.violations()).toEqual([]);
    expect(owner.takeComplaints()).toEqual([]);
    await owner.close();
  });

  it('an owner lists words, and sees why a prompt was refused', async () => {
    const owner = await open({ language: 'en_US' });
    const { page } = owner;
    await owner.visit('/panel/setting#safety');
    await page.getByRole('textbox', { name: 'WordsOptional', exact: true }).fill('contraband\n賭博');
    await page.getByRole('switch', { name: 'Check requests' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').first().waitFor();
    await page.locator('#section-safety').scrollIntoViewIfNeeded();
    await takePicture(page, 'story-safety-settings');
    const { key } = await root.createToken();
    const refused = await ask(key, 'Where is the CONTRABAND?');
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.text).not.toMatch(/contraband/i);

    await owner.visit('/panel/log');
    await eventually(async () => {
      const list = await root.call<{ data: object[] }>('GET', '/api/refused_call/');
      return list.data.length > 0;
    });
    await page.getByRole('button', { name: /Refused calls/ }).click();
    await page.getByText('SafeKeyWords, line 1: contraband').waitFor();
    await takePicture(page, 'story-safety-refused');
    expect(await owner.violations()).toEqual([]);
    expect(owner.takeComplaints()).toEqual([]);
    await owner.close();
  });
});
