import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeUpstream } from '../server/test/support/fake-upstream.ts';
import { launchBrowser, type TestBrowser, takePicture } from './support/browser.ts';
import { ROOT_NAME, startSite, type Visitor } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';
import { type PageOptions, WatchedPage } from './support/watched-page.ts';

describe('what operators and strangers see of routing', () => {
  let test: TestBrowser;
  let turnpike: TurnpikeProcess;
  let root: Visitor;
  let broken: FakeUpstream;
  let working: FakeUpstream;

  beforeAll(async () => {
    [test, broken, working] = await Promise.all([
      launchBrowser(),
      FakeUpstream.start(),
      FakeUpstream.start(),
    ]);
    ({ turnpike, root } = await startSite());
    broken.answers(500, { message: 'shard 7 is on fire', type: 'server_error', code: null });
    await root.createChannel({ name: 'vendor-a', base_url: broken.url, models: 'gpt-4.1' });
    await root.createChannel({ name: 'vendor-b', base_url: working.url, models: 'gpt-5' });
    await root.createChannel({ name: 'vendor-c', base_url: working.url, models: 'gpt-*' });
    await root.createToken();
    const { key } = await root.call<{ key: string }>('POST', '/api/token/playground');
    for (const model of ['gpt-5', 'gpt-4.1']) {
      for (let call = 0; call < 12; call += 1) {
        const reply = await fetch(`${turnpike.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }),
        });
        await reply.text();
      }
    }
  });
  afterAll(async () => {
    await test?.close();
    await turnpike?.stop();
    await Promise.all([broken, working].map((one) => one?.stop()));
  });

  const open = (options: Omit<PageOptions, 'url'>) =>
    WatchedPage.open(test.browser, { url: turnpike.url, ...options });

  it('lets an operator run the scheduled tests and see what came of them', async () => {
    await root.call('PUT', '/api/option/', { key: 'ChannelTestMinutes', value: '60' });
    const owner = await open({ language: 'en_US' });
    await owner.signIn(ROOT_NAME);
    const { page } = owner;
    await owner.visit('/panel/channel');
    const line = page.getByRole('region', { name: 'Scheduled tests' });
    await line.getByRole('button', { name: 'Test now' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Test now' }).click();
    await line.getByText(/: 1 passed, 1 failed, 1 not testable/).waitFor();
    await takePicture(page, 'story-test-schedule');
    expect(await owner.violations()).toEqual([]);
    await page.getByRole('link', { name: 'vendor-a' }).click();
    await page.getByRole('dialog').getByRole('list', { name: 'Last tests' }).getByRole('listitem').waitFor();
    await takePicture(page, 'story-test-history');
    expect(await owner.violations()).toEqual([]);
    expect(owner.takeComplaints()).toEqual([]);
    await owner.close();
  });

  it('shows strangers the status of models once it is turned on', async () => {
    const stranger = await open({ language: 'en_US' });
    const { page } = stranger;
    await stranger.visit('/status');
    await page.getByText('This site has no status page').waitFor();
    await root.call('PUT', '/api/option/', { key: 'ModelStatusPageEnabled', value: 'true' });
    await stranger.visit('/');
    await page.getByRole('link', { name: 'Status', exact: true }).click();
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('gpt-4.1').getByText('Down', { exact: true }).waitFor();
    await row('gpt-5').getByText('Operational', { exact: true }).waitFor();
    await page.getByText('1 model has problems').waitFor();
    expect(await page.getByRole('main').textContent()).not.toContain('vendor');
    await takePicture(page, 'story-model-status');
    expect(await stranger.violations()).toEqual([]);
    expect(stranger.takeComplaints()).toEqual([]);
    await stranger.close();

    const phone = await open({ language: 'ja_JP', theme: 'dark', width: 360, isTouch: true });
    await phone.visit('/status');
    await phone.page.getByText('gpt-4.1').first().waitFor();
    await takePicture(phone.page, 'story-model-status-phone');
    expect(await phone.violations()).toEqual([]);
    expect(phone.takeComplaints()).toEqual([]);
    await phone.close();
  });
});
