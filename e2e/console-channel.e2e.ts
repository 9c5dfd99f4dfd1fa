import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type TestBrowser, takePicture } from './support/browser.ts';
import { ROOT_NAME, startSite, type Visitor } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';
import { WatchedPage } from './support/watched-page.ts';

describe('an owner at the list of channels', () => {
  let test: TestBrowser;
  let turnpike: TurnpikeProcess;
  let owner: WatchedPage;
  let root: Visitor;

  beforeAll(async () => {
    test = await launchBrowser();
    const site = await startSite();
    turnpike = site.turnpike;
    root = site.root;
    for (const name of ['alpha', 'beta', 'gamma']) {
      await site.root.createChannel({ name, base_url: 'http://127.0.0.1:9', models: 'gpt-5' });
    }
    owner = await WatchedPage.open(test.browser, { url: turnpike.url, language: 'en_US' });
    await owner.signIn(ROOT_NAME);
  });
  afterAll(async () => {
    await test?.close();
    await turnpike?.stop();
  });

  const button = (name: string) => owner.page.getByRole('button', { name, exact: true });
  const cells = (name: string) => owner.page.getByRole('row').filter({ hasText: name });
  const picture = (name: string) => takePicture(owner.page, `story-channel-${name}`);

  it('changes many at once, takes the list away as a file and deletes what is not needed', async () => {
    const { page } = owner;
    await owner.visit('/panel/channel?order=name');
    await page.getByRole('checkbox', { name: 'Select alpha' }).check();
    await page.getByRole('checkbox', { name: 'Select beta' }).check();
    await picture('selection');
    await button('Set priority').click();
    await page.getByRole('spinbutton', { name: 'Priority' }).fill('-1');
    await page.getByRole('dialog').getByRole('button', { name: 'Set priority' }).click();
    await page.getByText('Must be at least 0.').waitFor();
    await page.getByRole('spinbutton', { name: 'Priority' }).fill('70');
    await picture('priority');
    await page.getByRole('dialog').getByRole('button', { name: 'Set priority' }).click();
    const priority = (name: string) => button(`Change the priority of ${name}, now 70`);
    await priority('alpha').waitFor();
    await priority('beta').waitFor();
    expect(await priority('gamma').count()).toBe(0);

    await button('Table view').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    const file = readFileSync(await download.path(), 'utf8');
    expect(file.split('\r\n').map((line) => line.split(',')[1])).toEqual([
      ...['name', 'gamma', 'beta', 'alpha', undefined],
    ]);
    await page.keyboard.press('Escape');

    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    await button('Delete').click();
    await page.getByRole('textbox', { name: 'Type 3 to confirm' }).fill('3');
    await picture('delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No channels yet').waitFor();
    expect(owner.takeComplaints()).toEqual([]);
  });

  it('is told the line of what is wrong in a mapping', async () => {
    const { page } = owner;
    await owner.visit('/panel/channel?open=new');
    await button('More').click();
    await button('Edit as JSON').click();
    const mapping = page.getByRole('textbox', { name: 'Model mapping' });
    await mapping.fill('{\n  "gpt-5": "gpt-5-eu",\n}');
    await page.getByText('Not valid JSON, see line 3.').waitFor();
    await button('Edit as rows').click();
    expect(await mapping.count()).toBe(1);
    await picture('mapping');

    await mapping.fill('{ "gpt-5": "+gpt-5-eu" }');
    await button('Edit as rows').click();
    expect(await page.getByRole('textbox', { name: 'Provider’s model, row 1' }).inputValue()).toBe(
      '+gpt-5-eu',
    );
    expect(owner.takeComplaints()).toEqual([]);
  });

  it('is told what the key of a provider is made of, and keeps what else it needs', async () => {
    const { page } = owner;
    await owner.visit('/panel/channel?open=new');
    const provider = page.getByRole('combobox', { name: 'Provider' });
    await provider.selectOption({ label: 'Cloudflare Workers AI' });
    await page.getByText('Made of Account ID|API token, with “|” between the parts.').waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('workers');
    await page.getByLabel('Provider key', { exact: true }).fill('one-part');
    await picture('key-parts');
    owner.expectFailuresOf(/\/api\/channel\//);
    await button('Add channel').last().click();
    await page.getByText('The key of this provider has several parts, separated by “|”.').waitFor();
    await picture('key-refused');
    await page.getByLabel('Provider key', { exact: true }).fill('0123abcd|a-token');
    await button('Add channel').last().click();
    await cells('workers').waitFor();

    await owner.visit('/panel/channel?open=new');
    await provider.selectOption({ label: 'Azure OpenAI' });
    await page.getByRole('textbox', { name: 'API version' }).fill('2025-01-01-preview');
    await picture('other');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('at-azure');
    await page.getByRole('textbox', { name: 'Base address' }).fill('https://example.openai.azure.com');
    await page.getByLabel('Provider key', { exact: true }).fill('0123456789abcdef');
    await page.getByRole('combobox', { name: 'Models' }).fill('gpt-5');
    await page.keyboard.press('Enter');
    await button('Add channel').last().click();
    await cells('at-azure').waitFor();
  });

  it('takes models from what its provider lists, and sees what the account has left', async () => {
    const models = Array.from({ length: 120 }, (_, at) => ({ id: `kimi-k${at}` }));
    const answers: Record<string, object> = {
      '/v1/models': { object: 'list', data: models },
      '/v1/users/me/balance': { code: 0, data: { available_balance: 49.58894 }, status: true },
    };
    const vendor = createServer(({ url = '' }, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers[url]));
    });
    await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
    try {
      const base_url = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`;
      const { id } = await root.createChannel({ type: 29, name: 'moon', base_url, models: 'kimi-k1,gone' });
      const { page } = owner;
      await owner.visit(`/panel/channel?open=${id}`);
      await button('Fetch from the provider').click();
      const dialog = page.getByRole('dialog', { name: 'Models listed by Moonshot (Kimi) (120)' });
      await dialog.getByRole('searchbox', { name: 'Search models' }).fill('k11');
      await dialog.getByRole('checkbox', { name: '+ kimi-k119' }).check();
      await picture('fetched');
      await dialog.getByRole('button', { name: 'Add missing (1)' }).click();
      await button('Save').click();
      await owner.announces('Channel moon saved');

      await owner.visit('/panel/channel');
      await cells('moon').getByText('Not fetched').waitFor();
      await button('Update the balance of moon').click();
      await cells('moon').getByText('¥49.59').waitFor();
      await picture('balance');
      await button('More actions').click();
      await page.getByRole('menuitem', { name: 'Update all balances' }).click();
      await page.getByText('Balances updated: 1').waitFor();
      await picture('balances');
      await button('Close').click();
      expect(owner.takeComplaints()).toEqual([]);
    } finally {
      vendor.close();
    }
  });

  it('begins with a provider from the list of the others', async () => {
    const { page } = owner;
    await owner.visit('/setup?step=channel');
    await button('Other providers').click();
    await page.getByRole('menuitemradio', { name: 'DeepSeek' }).click();
    await page.getByLabel('Provider key', { exact: true }).waitFor();
    await picture('set-up-other');
  });

  it('connects a server of its own in the wizard: takes its models, names their price, and calls one', async () => {
    const { page } = owner;
    let isLocked = true;
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.url === '/v1/models' && isLocked) return response.writeHead(401).end('{}');
      if (request.url === '/v1/models') {
        return response.end(JSON.stringify({ data: [{ id: 'my-local-model', object: 'model' }] }));
      }
      const message = { role: 'assistant', content: 'Hello!' };
      const usage = { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 };
      const choices = [{ index: 0, message, finish_reason: 'stop' }];
      response.end(
        JSON.stringify({ id: 'x', object: 'chat.completion', model: 'my-local-model', choices, usage }),
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      await owner.visit('/setup?step=channel');
      await page.getByRole('radio', { name: /OpenAI compatible/ }).click();
      await page.getByLabel('Base address').fill(`http://127.0.0.1:${port}`);
      await page.getByLabel('Provider key', { exact: true }).fill('any');
      await page.getByRole('switch', { name: 'Allow a private address' }).click();
      owner.expectFailuresOf(/\/api\/channel\//);
      await button('List models of the provider').click();
      await page.getByText('The provider refused the channel’s key.').waitFor();
      isLocked = false;
      await button('List models of the provider').click();
      await page.getByText('No price yet: my-local-model.').waitFor();
      await picture('set-up-price');
      await button('Test and save').click();
      await page.getByText('Required.').waitFor();

      await page.getByRole('spinbutton', { name: 'Input ($ per 1M tokens)' }).fill('-1');
      await page.getByRole('switch', { name: 'Free of charge' }).click();
      // A price that somebody sets meanwhile stays.
      const price = { model: 'my-local-model', type: 'tokens', channel_type: 1, input: 5, output: 10 };
      await root.call('POST', '/api/prices/single', price);
      await button('Test and save').click();
      await page.getByText(/^sk-\w{20,}$/).waitFor();
      await picture('set-up-ready');

      const tokenKey = await page.getByText(/^sk-\w{20,}$/).textContent();
      const answer = await fetch(`${turnpike.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokenKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'my-local-model', messages: [{ role: 'user', content: 'Hi' }] }),
      });
      expect(answer.status).toBe(200);
      const prices = await root.call<{ model: string }[]>('GET', '/api/prices');
      expect(prices.find(({ model }) => model === 'my-local-model')).toMatchObject({ input: 5, output: 10 });
      expect(await page.getByText('"model": "my-local-model"').count()).toBeGreaterThan(0);
    } finally {
      server.close();
    }
  });
});
