import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type TestBrowser } from './support/browser.ts';
import { eventually, ROOT_NAME, startSite, type Visitor } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';
import { WatchedPage } from './support/watched-page.ts';

describe('what a caller uses', () => {
  let test: TestBrowser;
  let turnpike: TurnpikeProcess;
  let root: Visitor;
  let visitor: WatchedPage;
  beforeAll(async () => {
    ({ turnpike, root } = await startSite());
    await root.call('POST', '/api/channel/', {
      ...{ type: 1000, name: 'Demo', key: '', models: 'demo-chat,demo-embedding' },
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

  it('leads from the first key over the call that arrives to a chart, its table and the log', async () => {
    const { page } = visitor;
    await visitor.visit('/panel');
    expect(await tokenNames(root)).toEqual([]);
    await page.getByText(/“Playground” that can spend at most \$1\.00/).waitFor();
    await page.getByRole('button', { name: 'Create trial key' }).click();
    const tokenKey = (await page.getByText(/^sk-\w{20,}$/).textContent()) ?? '';
    await page.getByText('Waiting for the call…').waitFor();

    await chat(turnpike.url, tokenKey);

    await page.getByText('The call has arrived:').waitFor();
    expect(await tokenNames(root)).toEqual(['sys_playground']);
    await eventually(async () => (await root.callRows()).length === 1);
    const [row] = await root.callRows();

    await visitor.visit('/panel');
    await page.getByText('1 RPM').waitFor();
    const used = (row?.prompt_tokens ?? 0) + (row?.completion_tokens ?? 0);
    await page.getByText(`${used} tokens/min`).waitFor();
    await page.getByRole('button', { name: 'Calls', exact: true }).click();
    expect(new URL(page.url()).searchParams.get('by')).toBe('requests');
    await page.getByRole('button', { name: 'Show as table: Calls by model' }).click();
    const table = page.getByRole('table', { name: 'Calls by model' });
    await table.getByRole('row').last().getByText('1', { exact: true }).waitFor();

    await page.getByRole('link', { name: 'demo-chat' }).first().click();
    await page.waitForURL(/\/panel\/log\?.*model_name=demo-chat/);
    await page
      .getByRole('row', { name: /demo-chat/ })
      .first()
      .waitFor();
    expect(visitor.takeComplaints()).toEqual([]);
  });

  it('compares everybody’s use, and hands it out as a file', async () => {
    const { page } = visitor;
    await visitor.visit('/panel/analytics');
    await page.getByRole('button', { name: 'User', exact: true }).click();
    await page.getByRole('link', { name: ROOT_NAME }).first().waitFor();
    await page.getByRole('button', { name: 'Custom' }).click();
    expect(new URL(page.url()).searchParams.get('range')).toBe('custom');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);

    expect(download.suggestedFilename()).toMatch(/^use-by-user-.*\.csv$/);
    const lines = (await (await download.createReadStream()).toArray()).join('').trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\d,${ROOT_NAME},${root.id},1,`));
    expect(visitor.takeComplaints()).toEqual([]);
  });

  it.each(['Pacific/Kiritimati', 'Asia/Calcutta'])(
    'cuts days by the clock of a reader in %s',
    async (timeZone) => {
      const reader = await WatchedPage.open(test.browser, { url: turnpike.url, language: 'en_US', timeZone });
      await reader.signIn(ROOT_NAME);
      const { page } = reader;
      const callSeconds = (await root.callRows())[0]?.created_at ?? 0;
      const today = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium' }).format(
        callSeconds * 1000,
      );

      await reader.visit('/panel/statement?range=7d');
      await page.getByRole('columnheader', { name: `Day (${timeZone})` }).waitFor();
      const row = page.getByRole('row').filter({ hasText: today });
      await row.getByRole('link', { name: today }).waitFor();

      await reader.visit('/panel/analytics');
      await page.getByText(`Time zone: ${timeZone} (UTC+`).waitFor();
      await page.getByText(/^Calls 1$/).waitFor();
      expect(reader.takeComplaints()).toEqual([]);
      await reader.close();
    },
  );

  it('prices models for visitors, as the address says', async () => {
    const stranger = await WatchedPage.open(test.browser, { url: turnpike.url, language: 'en_US' });
    const { page } = stranger;
    await stranger.visit('/price?unit=1K');
    const row = page.getByRole('row', { name: /demo-chat/ });
    await row.getByText('$0.002', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'per 1M' }).click();
    await row.getByText('$2.00', { exact: true }).first().waitFor();
    await page.getByRole('searchbox', { name: 'Search models' }).fill('embedding');
    await row.waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('keyword')).toBe('embedding');
    expect(stranger.takeComplaints()).toEqual([]);
    await stranger.close();
  });
});

async function tokenNames(root: Visitor): Promise<string[]> {
  const page = await root.call<{ data: { name: string }[] }>('GET', '/api/token/');
  return page.data.map(({ name }) => name);
}

async function chat(url: string, tokenKey: string): Promise<void> {
  const answer = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'demo-chat', messages: [{ role: 'user', content: 'Hello' }] }),
  });
  expect(answer.status).toBe(200);
  await answer.text();
}
