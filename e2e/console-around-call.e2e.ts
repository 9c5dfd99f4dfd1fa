import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeUpstream, sendJson } from '../server/test/support/fake-upstream.ts';
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

  it('an owner sets up web search, tries it, and sees it in the log', async () => {
    const instance = await FakeUpstream.start({ refuses: () => null });
    const results = [1, 2].map((number) => ({
      title: `Toll roads, part ${number}`,
      url: `https://toll${number}.example/history`,
      content: 'The first turnpikes were built in the seventeenth century.',
    }));
    instance.does((response) => sendJson(response, 200, JSON.stringify({ results })));
    const owner = await open({ language: 'en_US' });
    const { page } = owner;
    await owner.visit('/panel/setting#webSearch');
    await page.getByRole('combobox', { name: 'Engine' }).selectOption('SearXNG');
    await page
      .getByRole('textbox', { name: /^Address of SearXNG/ })
      .fill(`${instance.url}/search?q={query}&format=json`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').first().waitFor();
    await page.getByRole('textbox', { name: /^Try a search for/ }).fill('toll roads');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('2 results', { exact: true }).waitFor();
    await page.locator('#section-webSearch').scrollIntoViewIfNeeded();
    await takePicture(page, 'story-search-settings');

    const answer = (message: object) => ({
      ...{ id: 'c', object: 'chat.completion', created: 1, model: 'gpt-5' },
      choices: [
        { index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason: 'stop' },
      ],
      usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    });
    const plan = {
      tool_calls: [
        { id: 'x', type: 'function', function: { name: 'search', arguments: '{"query":"toll"}' } },
      ],
    };
    upstream.does((response, { body }) =>
      sendJson(
        response,
        200,
        JSON.stringify(answer(body.tools === undefined ? { content: 'Long ago [1].' } : plan)),
      ),
    );
    const { key } = await root.createToken();
    const reply = await fetch(`${turnpike.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'gpt-5#search',
        messages: [{ role: 'user', content: 'Since when are there toll roads?' }],
      }),
    });
    expect(reply.headers.get('x-turnpike-search')).toBe('used; results=2');
    expect(await reply.json()).toMatchObject({ choices: [{ message: { annotations: [{}] } }] });
    const requestId = reply.headers.get('x-request-id');
    await eventually(async () =>
      (await root.call<{ data: { request_id: string }[] }>('GET', '/api/log/')).data.some(
        ({ request_id }) => request_id === requestId,
      ),
    );
    await owner.visit('/panel/log');
    await page.getByText('tool:web_search').first().waitFor();
    await takePicture(page, 'story-search-log');
    await page.getByRole('row').filter({ hasText: 'gpt-5' }).first().getByRole('link').first().click();
    await page.getByRole('dialog', { name: 'gpt-5' }).getByText('Used, 2 results').waitFor();
    await takePicture(page, 'story-search-details');
    expect(await owner.violations()).toEqual([]);
    expect(owner.takeComplaints()).toEqual([]);
    await owner.close();
    await instance.stop();
    upstream.plays('openai-chat/hello.json');
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
