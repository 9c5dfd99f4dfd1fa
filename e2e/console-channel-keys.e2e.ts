import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type TestBrowser, takePicture } from './support/browser.ts';
import { eventually, ROOT_NAME, startSite, type Visitor } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';
import { type PageOptions, WatchedPage } from './support/watched-page.ts';

/** A vendor that no longer takes one of its keys. */
const vendor = createServer((request, response) => {
  const isRefused = request.headers.authorization === 'Bearer sk-refused-0000001';
  const choices = [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }];
  const usage = { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 };
  request.resume();
  response
    .writeHead(isRefused ? 401 : 200, { 'content-type': 'application/json' })
    .end(JSON.stringify(isRefused ? { error: { message: 'no' } } : { id: 'c', choices, usage }));
});

describe('an owner at the keys of a channel', () => {
  let test: TestBrowser;
  let turnpike: TurnpikeProcess;
  let root: Visitor;
  let owner: WatchedPage;
  let channelId: number;

  beforeAll(async () => {
    await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
    test = await launchBrowser();
    ({ turnpike, root } = await startSite());
    await root.createPrice('m', 1, 3);
    owner = await WatchedPage.open(test.browser, { url: turnpike.url, language: 'en_US' });
    await owner.signIn(ROOT_NAME);
  });
  afterAll(async () => {
    await test?.close();
    await turnpike?.stop();
    vendor.close();
  });

  const address = () => `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`;
  const picture = ({ page }: WatchedPage, name: string) => takePicture(page, `story-keys-${name}`);
  const dialog = () => owner.page.getByRole('dialog', { name: 'Keys of many' });
  const rows = () => dialog().getByRole('row').filter({ hasText: '…' });

  it('puts several keys into one channel, and sees what became of each', async () => {
    const { page } = owner;
    await owner.visit('/panel/channel?open=new');
    const form = page.getByRole('dialog', { name: 'Add a channel' });
    await form.getByRole('combobox', { name: 'Provider' }).selectOption('8');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('many');
    await form.getByRole('textbox', { name: 'Base address' }).fill(address());
    await form.getByLabel('Allow a private address').click();
    await form.getByRole('switch', { name: 'Several keys' }).click();
    await form
      .getByRole('textbox', { name: 'Provider key' })
      .fill('sk-refused-0000001\nsk-second-0000002\nsk-third-00000003');
    expect(await form.getByRole('radio', { name: 'One channel with all of them' }).isChecked()).toBe(true);
    await form.getByText('The others are named').scrollIntoViewIfNeeded();
    await picture(owner, 'form');
    await form.getByRole('combobox', { name: 'Models' }).fill('m');
    await page.keyboard.press('Enter');
    await form.getByRole('button', { name: 'Add channel' }).click();
    await page.getByRole('link', { name: '3 of 3 keys' }).waitFor();
    await picture(owner, 'list');

    const { key } = await root.createToken();
    for (let call = 0; call < 40; call += 1) {
      const { status } = await fetch(`${turnpike.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hi' }] }),
      });
      expect(status).toBe(200);
    }
    const list = await root.call<{ data: { id: number }[] }>('GET', '/api/channel/');
    channelId = list.data[0]?.id ?? 0;
    await eventually(async () => {
      const keys = await root.call<{ calls: number }[]>('GET', `/api/channel/${channelId}/keys`);
      return keys.reduce((sum, { calls }) => sum + calls, 0) === 41;
    });

    await page.getByRole('link', { name: '3 of 3 keys' }).click();
    await rows()
      .filter({ hasText: 'sk-r…0001' })
      .getByText(/Paused until/)
      .waitFor();
    await rows()
      .filter({ hasText: 'sk-r…0001' })
      .getByText(/refused/)
      .waitFor();
    await owner.settle();
    await picture(owner, 'dialog');
    expect(owner.takeComplaints()).toEqual([]);
  });

  it('changes them in their place, adds some and deletes some', async () => {
    const { page } = owner;
    const second = rows().filter({ hasText: 'sk-s…0002' });
    await second.getByRole('switch').click();
    await second.getByText('Disabled').waitFor();
    await second.getByRole('button', { name: /^Change Parallel of/ }).click();
    await second.getByRole('spinbutton').fill('2');
    await page.keyboard.press('Enter');
    await second.getByRole('button', { name: /now 2$/ }).waitFor();

    owner.expectFailuresOf(/\/keys$/);
    await dialog().getByRole('button', { name: 'Add keys' }).click();
    const adding = page.getByRole('dialog', { name: 'Add keys to many' });
    await adding.getByRole('textbox', { name: 'Keys' }).fill('sk-fourth-0000004\nsk-third-00000003');
    await adding.getByRole('button', { name: 'Add keys' }).click();
    await adding.getByText('Line 2: This key is already in another line or channel.').waitFor();
    await picture(owner, 'add');
    await adding.getByRole('textbox', { name: 'Keys' }).fill('sk-fourth-0000004');
    await adding.getByRole('button', { name: 'Add keys' }).click();
    await rows().filter({ hasText: 'sk-f…0004' }).waitFor();

    await dialog()
      .getByRole('checkbox', { name: /^Select sk-r…0001/ })
      .check();
    await dialog()
      .getByRole('checkbox', { name: /^Select sk-f…0004/ })
      .check();
    await picture(owner, 'selection');
    await dialog().getByRole('button', { name: 'Delete', exact: true }).first().click();
    await page.getByRole('textbox', { name: 'Type 2 to confirm' }).fill('2');
    await page
      .getByRole('dialog', { name: 'Delete the selected keys (2)?' })
      .getByRole('button', { name: 'Delete', exact: true })
      .click();
    await owner.announces('Keys changed: 2');
    await rows().nth(1).waitFor();
    expect(await rows().count()).toBe(2);
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('link', { name: '1 of 2 keys' }).waitFor();
    expect(owner.takeComplaints()).toEqual([]);
  });

  it.each<Partial<PageOptions> & Pick<PageOptions, 'language'>>([
    { language: 'zh_CN', theme: 'dark' },
    { language: 'en_US', width: 360, height: 740, isTouch: true },
    { language: 'ja_JP', theme: 'dark', width: 360, height: 740, isTouch: true },
  ])('reads them in $language, theme $theme, width $width', async (look) => {
    const reader = await WatchedPage.open(test.browser, { url: turnpike.url, ...look });
    await reader.signIn(ROOT_NAME);
    await reader.visit(`/panel/channel?open=keys%3A${channelId}`);
    await reader.page.getByText('sk-t…0003').first().waitFor();
    await reader.settle();
    await picture(reader, `${look.language}-${look.theme ?? 'light'}-${look.width ?? 1440}`);
    const { scrollWidth, clientWidth } = (await reader.page.evaluate(
      '({ scrollWidth: document.documentElement.scrollWidth, clientWidth: document.documentElement.clientWidth })',
    )) as { scrollWidth: number; clientWidth: number };
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    expect(await reader.violations()).toEqual([]);
    expect(reader.takeComplaints()).toEqual([]);
  });
});
