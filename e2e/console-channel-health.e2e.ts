import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeUpstream } from '../server/test/support/fake-upstream.ts';
import { launchBrowser, type TestBrowser, takePicture } from './support/browser.ts';
import { eventually, ROOT_NAME, startSite, type Visitor } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';
import { type PageOptions, WatchedPage } from './support/watched-page.ts';

describe('an operator while a vendor is down', () => {
  let test: TestBrowser;
  let turnpike: TurnpikeProcess;
  let root: Visitor;
  let broken: FakeUpstream;
  let working: FakeUpstream;
  let failedId: number;

  beforeAll(async () => {
    [test, broken, working] = await Promise.all([
      launchBrowser(),
      FakeUpstream.start(),
      FakeUpstream.start(),
    ]);
    const site = await startSite();
    ({ turnpike, root } = site);
    // The upstream's own time of rest outlasts the test.
    const error = { message: 'shard 7 is on fire', type: 'server_error', code: null };
    broken.answers(429, error, { 'retry-after': '900' });
    const failed = await root.createChannel({
      ...{ name: 'vendor-a', base_url: broken.url, models: 'gpt-5', priority: 10 },
    });
    failedId = failed.id;
    await root.createChannel({ name: 'vendor-b', base_url: working.url, models: 'gpt-5' });
    const off = await root.createChannel({ name: 'vendor-c', base_url: working.url, models: 'gpt-5' });
    await root.call('PUT', '/api/channel/', { id: off.id, status: 2 });
    await root.createToken();
    const { key } = await root.call<{ key: string }>('POST', '/api/token/playground');
    for (let call = 0; call < 8; call += 1) {
      await fetch(`${turnpike.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'gpt-5', messages: [{ role: 'user', content: 'Hello' }] }),
      });
    }
    await eventually(async () => (await root.callRows()).length === 8);
  });
  afterAll(async () => {
    await test?.close();
    await turnpike?.stop();
    await Promise.all([broken, working].map((one) => one?.stop()));
  });

  const open = async (options: Omit<PageOptions, 'url'>) => {
    const watched = await WatchedPage.open(test.browser, { url: turnpike.url, ...options });
    await watched.signIn(ROOT_NAME);
    return watched;
  };

  it('sees what fails and since when, why a call goes elsewhere, and which calls were tried again', async () => {
    const owner = await open({ language: 'en_US' });
    const { page } = owner;
    await owner.visit('/panel/channel');
    const rows = page.getByRole('row').filter({ hasText: 'vendor-' });
    expect(await rows.first().textContent()).toContain('vendor-a');
    const health = rows.first().getByRole('group', { name: /^(Failing|Resting)/ });
    await health.waitFor();
    await rows
      .filter({ hasText: 'vendor-b' })
      .getByRole('group', { name: /^Healthy/ })
      .waitFor();
    await rows
      .first()
      .getByRole('img', { name: /^(Last 24 hours|No calls in the last 24 hours)/ })
      .waitFor();
    await health.hover();
    await page.getByRole('tooltip').filter({ hasText: 'shard 7 is on fire' }).waitFor();
    await takePicture(page, 'story-channel-health-list');
    await page.mouse.move(0, 0);
    await page.getByRole('link', { name: 'vendor-a' }).click();
    const drawer = page.getByRole('dialog', { name: 'Edit channel vendor-a' });
    await drawer.getByText('shard 7 is on fire').waitFor();
    await takePicture(page, 'story-channel-health-drawer');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Explain routing' }).click();
    const dialog = page.getByRole('dialog', { name: 'Explain routing' });
    await dialog.getByText('The call would go to vendor-b').waitFor();
    const candidate = dialog.getByRole('row').filter({ hasText: 'vendor-a' });
    expect(await candidate.textContent()).toContain('Resting after failures');
    expect(await dialog.getByRole('listitem').allTextContents()).toEqual(['vendor-cDisabled']);
    await takePicture(page, 'story-channel-explain');
    await dialog.getByRole('textbox', { name: 'Request body (JSON)' }).fill('{"model":"unknown"}');
    owner.expectFailuresOf(/\/api\/channel\/explain/);
    await page.keyboard.press('Control+Enter');
    await dialog.getByRole('alert').waitFor();
    await takePicture(page, 'story-channel-explain-refused');
    await page.keyboard.press('Escape');

    await owner.visit('/panel/log');
    await page.getByText('2 attempts').first().waitFor();
    await takePicture(page, 'story-channel-health-log');
    await page.getByRole('row').filter({ hasText: '2 attempts' }).first().getByRole('link').first().click();
    const details = page.getByRole('dialog', { name: 'gpt-5' });
    await details.getByText('1. Channel vendor-a').waitFor();
    await takePicture(page, 'story-channel-health-attempts');
    await details.getByRole('button', { name: 'Explain routing' }).click();
    await dialog.getByText('The call would go to vendor-b').waitFor();
    await page.keyboard.press('Escape');

    await owner.visit('/panel/playground');
    await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
    await takePicture(page, 'story-channel-explain-playground');
    await page.getByRole('button', { name: 'Explain routing' }).click();
    await dialog.getByText('The call would go to vendor-b').waitFor();
    expect(owner.takeComplaints()).toEqual([]);
    await owner.close();
  });

  it.each([
    { button: '解释渠道选择', language: 'zh_CN', theme: 'dark', width: 1440 },
    { button: '解釋渠道選擇', language: 'zh_HK', theme: 'light', width: 360, isTouch: true },
    { button: 'チャネル選択を説明', language: 'ja_JP', theme: 'dark', width: 900 },
  ] as const)('has what it needs in $language, $theme, $width px wide', async ({ button, ...look }) => {
    const owner = await open(look);
    const { page } = owner;
    const name = `${look.language}-${look.theme}-${look.width}`;
    await owner.visit('/panel/channel');
    await page.getByText('vendor-a').first().waitFor();
    await takePicture(page, `story-channel-health-list-${name}`);
    expect(await owner.violations()).toEqual([]);
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('dialog').getByRole('table').waitFor();
    await owner.settle();
    await takePicture(page, `story-channel-explain-${name}`);
    expect(await owner.violations()).toEqual([]);
    await owner.visit(`/panel/channel?open=${failedId}`);
    await takePicture(page, `story-channel-health-drawer-${name}`);
    expect(await owner.violations()).toEqual([]);
    expect(owner.takeComplaints()).toEqual([]);
    await owner.close();
  });
});
