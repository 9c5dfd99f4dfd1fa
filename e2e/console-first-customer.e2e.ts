import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLong } from '../server/test/support/long-tests.ts';
import { launchBrowser, type TestBrowser, takePicture } from './support/browser.ts';
import { ROOT_NAME, startSite, type Visitor } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';
import { WatchedPage } from './support/watched-page.ts';

const PASSWORD = 'correct horse battery';

const looks = [
  { width: 360, customer: 'paul', group: 'blue' },
  { width: 1440, customer: 'ruth', group: 'gold' },
];

describe.each(isLong ? looks : looks.slice(0, 1))(
  'a new owner and the first customer, $width px wide',
  ({ width, customer, group }) => {
    let test: TestBrowser;
    let turnpike: TurnpikeProcess;
    let root: Visitor;
    const isTouch = width === 360;
    const open = (language: 'en_US') =>
      WatchedPage.open(test.browser, {
        ...{ url: turnpike.url, language, width, height: isTouch ? 740 : 900, isTouch },
      });

    beforeAll(async () => {
      test = await launchBrowser();
      ({ turnpike, root } = await startSite());
      await root.call('POST', '/api/channel/', { type: 1000, name: 'Demo', key: '', models: 'demo-chat' });
    });
    afterAll(async () => {
      await test?.close();
      await turnpike?.stop();
    });

    it('need no documentation: group, price, balance, key, call, its cost, an announcement', async () => {
      const owner = await open('en_US');
      const { page } = owner;
      const dialog = page.getByRole('dialog');
      await owner.signIn(ROOT_NAME);

      await owner.visit('/panel/user_group?open=new');
      await page.getByRole('textbox', { name: 'Symbol' }).fill(group);
      await page.getByRole('textbox', { name: 'Name' }).fill('Friends');
      await page.getByRole('spinbutton', { name: 'Price factor' }).fill('2');
      await dialog.getByRole('button', { name: 'Create group' }).click();
      await page.getByText('×2', { exact: true }).waitFor();

      // A dollar for a million tokens in, three for a million out.
      await owner.visit('/panel/pricing?open=demo-chat');
      const price = page.getByRole('dialog', { name: 'Price of demo-chat' });
      await price.getByRole('textbox', { name: 'Input' }).fill('1');
      await price.getByRole('textbox', { name: 'Output' }).fill('3');
      await price.getByRole('button', { name: 'Worked example' }).click();
      await price.getByText('The call costs 8,000 points, $0.016000').waitFor();
      await takePicture(page, `story-price-${width}`);
      await price.getByRole('button', { name: 'Save' }).click();
      await owner.announces('Price saved');

      await owner.visit('/panel/user?open=new');
      await page.getByRole('textbox', { name: 'User name' }).fill(customer);
      await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await page.getByRole('combobox', { name: 'Group' }).selectOption(group);
      await dialog.getByRole('button', { name: 'Create user' }).click();
      await page.getByRole('link', { name: customer }).click();
      await page.getByRole('button', { name: 'Adjust balance' }).click();
      await page.getByRole('textbox', { name: 'Amount' }).fill('5');
      await page.getByRole('textbox', { name: 'Reason' }).fill('First payment');
      await page
        .getByRole('dialog', { name: `Adjust ${customer}’s balance` })
        .getByRole('button', { name: 'Adjust balance' })
        .click();
      await page.getByRole('dialog', { name: customer }).getByText('$5.00').waitFor();

      const friend = await open('en_US');
      await friend.visit('/');
      await friend.signIn(customer);
      await friend.visit('/panel/token?open=new');
      await friend.page.getByRole('textbox', { name: 'Name' }).fill('laptop');
      await friend.page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
      const key = await friend.page.getByText(/^sk-\w{20,}$/).textContent();
      await takePicture(friend.page, `story-key-${width}`);
      const answer = await fetch(`${turnpike.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'demo-chat', messages: [{ role: 'user', content: 'Hello' }] }),
      });
      const { usage } = (await answer.json()) as {
        usage: { prompt_tokens: number; completion_tokens: number };
      };

      // Two points are a millionth of a dollar: ratio 0.5 in, 1.5 out, and the group pays double.
      const points = Math.ceil((usage.prompt_tokens * 0.5 + usage.completion_tokens * 1.5) * 2);
      const cost = `$${(points / 500_000).toFixed(6)}`;
      await owner.visit(`/panel/log?username=${customer}&log_type=2`);
      await page.getByText(cost).first().waitFor();
      await page.locator('[data-row] a').first().click();
      await dialog.getByText(cost).first().waitFor();
      await takePicture(page, `story-call-${width}`);

      await owner.visit('/panel/setting');
      await page.getByRole('textbox', { name: /^Announcement/ }).fill('**Maintenance** on Sunday');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved', { exact: true }).waitFor();
      await friend.visit('/panel');
      await friend.page.getByRole('dialog').getByText('Maintenance', { exact: true }).waitFor();
      await takePicture(friend.page, `story-notice-${width}`);

      expect(owner.takeComplaints()).toEqual([]);
      expect(friend.takeComplaints()).toEqual([]);
    });
  },
);
