import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type TestBrowser, takePicture } from './support/browser.ts';
import { ROOT_NAME, startSite } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';
import { WatchedPage } from './support/watched-page.ts';

const AZURE = 3;

interface Asked {
  model: string;
  stream?: boolean;
  tools?: unknown[];
}

/** A vendor that serves `good`, answers `cheap` with another model, does not know `gone` and never answers `slow`. */
function startVendor(asked: Asked[], left: () => void): Server {
  return createServer(async (request, response) => {
    const body = (await json(request)) as Asked;
    asked.push(body);
    response.on('close', () => {
      if (!response.writableFinished) left();
    });
    if (body.model === 'slow') return;
    response.setHeader('content-type', body.stream ? 'text/event-stream' : 'application/json');
    if (body.model === 'gone')
      return response.writeHead(404).end('{"error":{"message":"The model gone does not exist."}}');
    const head = { id: 'chatcmpl-1', model: body.model === 'cheap' ? 'tiny-model-1b' : body.model };
    if (body.stream) {
      const choices = [{ index: 0, delta: { content: 'hi' }, finish_reason: 'stop' }];
      return response.end(`data: ${JSON.stringify({ ...head, choices })}\n\ndata: [DONE]\n\n`);
    }
    const call = { id: 'call_1', type: 'function', function: { name: 'add', arguments: '{"a":2,"b":3}' } };
    const message = body.tools ? { content: null, tool_calls: [call] } : { content: 'hi' };
    const choices = [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }];
    const usage = { prompt_tokens: 14, completion_tokens: 2, total_tokens: 16 };
    response.end(JSON.stringify({ ...head, object: 'chat.completion', created: 1, choices, usage }));
  }).listen(0, '127.0.0.1');
}

describe('an owner who checks, compares and edits channels', () => {
  let test: TestBrowser;
  let turnpike: TurnpikeProcess;
  let vendor: Server;
  const asked: Asked[] = [];
  let isLeft = false;

  beforeAll(async () => {
    test = await launchBrowser();
    vendor = startVendor(asked, () => {
      isLeft = true;
    });
    await once(vendor, 'listening');
    const base_url = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`;
    const site = await startSite();
    turnpike = site.turnpike;
    const { root } = site;
    const headers = { model_headers: '{"x-team":"secret-of-the-team"}', weight: 3 };
    await root.createChannel({
      name: 'main',
      base_url,
      models: 'good,cheap,gone',
      key: 'sk-main-1234567890',
    });
    await root.createChannel({
      name: 'spare',
      base_url,
      models: 'good,slow',
      key: 'sk-spare-123456789',
      ...headers,
    });
    await root.createChannel({ name: 'only', base_url, models: 'good', key: 'sk-main-1234567890' });
    const azure = { type: AZURE, base_url: 'https://example.openai.azure.com', other: '2024-02-01' };
    await root.createChannel({ ...azure, name: 'at-azure', models: 'good,gpt-4o', key: '0123456789abcdef' });
  });
  afterAll(async () => {
    await test?.close();
    await turnpike?.stop();
    vendor?.closeAllConnections();
    vendor?.close();
  });

  const looks = { desk: {}, phone: { width: 360, height: 780, theme: 'dark', isTouch: true } } as const;
  async function open(look: keyof typeof looks): Promise<WatchedPage> {
    const options = { url: turnpike.url, language: 'en_US', ...looks[look] } as const;
    const owner = await WatchedPage.open(test.browser, options);
    await owner.signIn(ROOT_NAME);
    await owner.visit('/panel/channel?order=name');
    return owner;
  }
  const openMenu = async ({ page }: WatchedPage, name: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  const select = async ({ page }: WatchedPage, ...names: string[]) => {
    for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  };
  const rows = (list: Locator) => list.getByRole('listitem').allInnerTexts();

  it.each(['desk', 'phone'] as const)('sees on a %s what a provider really serves', async (look) => {
    asked.length = 0;
    const owner = await open(look);
    const { page } = owner;
    await openMenu(owner, 'main', 'Check models…');
    const dialog = page.getByRole('dialog', { name: 'Check the models of main' });
    await dialog.getByText('Sends up to 9 requests.').waitFor();
    await takePicture(page, `story-check-choice-${look}`);
    expect(asked).toEqual([]);

    await owner.tabTo('Start check (3)', 'button');
    await page.keyboard.press('Enter');
    await dialog.getByText('Passed: 1, failed: 2.').waitFor();

    await dialog.getByText('The answer names another model. tiny-model-1b').waitFor();
    await dialog.getByText('The model gone does not exist.').waitFor();
    await dialog.getByRole('button', { name: /^good/ }).click();
    await dialog.getByText('14 + 2').first().waitFor();
    await takePicture(page, `story-check-results-${look}`);
    expect(asked.map(({ model }) => model).sort()).toEqual([
      ...['cheap', 'cheap', 'cheap', 'gone', 'good', 'good', 'good'],
    ]);
    expect([...owner.takeComplaints(), ...(await owner.violations())]).toEqual([]);
  });

  it('ends a check by leaving it', async () => {
    const owner = await open('desk');
    await openMenu(owner, 'spare', 'Check models…');
    const dialog = owner.page.getByRole('dialog', { name: 'Check the models of spare' });
    await dialog.getByRole('button', { name: 'Start check (2)' }).click();
    await dialog.getByText('Checked 1 of 2').waitFor();
    await takePicture(owner.page, 'story-check-running');
    // The focus comes back into the dialog within a moment, after its button is gone.
    await dialog.getByRole('button', { name: 'Stop' }).press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => isLeft).toBe(true);
    expect(owner.takeComplaints()).toEqual([]);
  });

  it.each(['desk', 'phone'] as const)('sees on a %s how channels differ, and no secret', async (look) => {
    const owner = await open(look);
    const { page } = owner;
    await select(owner, 'main', 'only', 'spare');
    if (look === 'phone') await openMenuOf(owner, 'Compare');
    else await page.getByRole('button', { name: 'Compare' }).click();
    const table = page.getByRole(look === 'phone' ? 'list' : 'table', { name: 'Comparison of channels' });
    await table.getByText('Value A').first().waitFor();
    expect(await table.getByText('Value A').count()).toBe(2);
    expect(await table.getByText('Value B').count()).toBe(1);
    await takePicture(page, `story-compare-${look}`);
    expect(await page.content()).not.toContain('secret-of-the-team');
    await page.getByRole('switch', { name: 'Show differences only' }).click();
    await takePicture(page, `story-compare-all-${look}`);
    expect([...owner.takeComplaints(), ...(await owner.violations())]).toEqual([]);
  });

  const openMenuOf = async ({ page }: WatchedPage, action: string) => {
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };

  it('deletes a model from all that can do without it, after seeing what is left', async () => {
    const owner = await open('phone');
    const { page } = owner;
    await owner.visit('/panel/channel?order=name&models=good');
    await select(owner, 'at-azure', 'main', 'only', 'spare');
    await takePicture(page, 'story-edit-selection-phone');
    await openMenuOf(owner, 'Delete a model');
    const dialog = page.getByRole('dialog', { name: /^Delete a model/ });
    expect(await dialog.getByRole('combobox', { name: /^Model/ }).inputValue()).toBe('good');
    expect(await rows(dialog.getByRole('list', { name: /^Stay as they are/ }))).toEqual([
      'only\nIt is the only model of this channel.',
    ]);
    await takePicture(page, 'story-edit-model-phone');
    expect(await owner.violations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Delete model' }).click();
    await page.getByText('Channels changed: 3, not changed: 1').waitFor();
    expect(owner.takeComplaints()).toEqual([]);
  });

  it('replaces the version of the API of an Azure channel', async () => {
    const owner = await open('desk');
    const { page } = owner;
    await select(owner, 'at-azure', 'main');
    await takePicture(page, 'story-edit-selection');
    await page.getByRole('button', { name: 'Replace API version' }).click();
    const dialog = page.getByRole('dialog', { name: /^Replace the API version/ });
    await dialog.getByRole('textbox', { name: /^API version/ }).fill('2024-10-21');
    await dialog.getByText('2024-02-01 → 2024-10-21').waitFor();
    await takePicture(page, 'story-edit-version');
    await page.keyboard.press('Enter');
    await page.getByText('Channels changed: 1, not changed: 1').waitFor();
    expect([...owner.takeComplaints(), ...(await owner.violations())]).toEqual([]);
  });
});
