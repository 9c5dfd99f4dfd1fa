import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type TestBrowser, takePicture } from './support/browser.ts';
import { ROOT_NAME, startSite, type Visitor } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';
import { WatchedPage } from './support/watched-page.ts';

describe('an owner at the console', () => {
  let test: TestBrowser;
  let turnpike: TurnpikeProcess;
  let root: Visitor;
  let owner: WatchedPage;

  beforeAll(async () => {
    test = await launchBrowser();
    ({ turnpike, root } = await startSite());
    owner = await WatchedPage.open(test.browser, { url: turnpike.url, language: 'en_US' });
    await owner.signIn(ROOT_NAME);
  });
  afterAll(async () => {
    await test?.close();
    await turnpike?.stop();
  });

  const button = (name: string) => owner.page.getByRole('button', { name, exact: true });
  const field = (name: string) => owner.page.getByRole('textbox', { name });
  const picture = (name: string) => takePicture(owner.page, `story-${name}`);

  it('makes a group, a member of it, gives him a balance and makes him an administrator', async () => {
    const { page } = owner;
    await owner.visit('/panel/user_group?open=new');
    await field('Symbol').fill('team');
    await field('Name').fill('Team');
    await page.getByRole('spinbutton', { name: 'Price factor' }).fill('1.5');
    await picture('group-form');
    await page.getByRole('dialog').getByRole('button', { name: 'Create group' }).click();
    await page.getByRole('gridcell', { name: '×1.5' }).waitFor();

    await owner.visit('/panel/user');
    await button('Create user').click();
    await field('User name').fill('nora');
    await field('Password').fill('correct horse battery');
    await page.getByRole('combobox', { name: 'Group' }).selectOption('team');
    await picture('user-form');
    await page.getByRole('dialog').getByRole('button', { name: 'Create user' }).click();
    await page.getByRole('link', { name: 'nora' }).click();

    const drawer = page.getByRole('dialog', { name: 'nora' });
    await drawer.getByRole('button', { name: 'Adjust balance' }).click();
    await field('Amount').fill('12.5');
    await field('Reason').fill('Welcome');
    await page.getByText('Balance goes from $0.00 to $12.50.').waitFor();
    await picture('balance-form');
    await page
      .getByRole('dialog', { name: 'Adjust nora’s balance' })
      .getByRole('button', { name: 'Adjust balance' })
      .click();
    await drawer.getByText('$12.50').waitFor();
    await picture('user-drawer');

    await drawer.getByRole('button', { name: 'Actions for nora' }).click();
    await page.getByRole('menuitem', { name: 'Make administrator' }).click();
    await button('Make administrator').click();
    await drawer.getByText('Administrator', { exact: true }).waitFor();
    await drawer.getByRole('link', { name: 'View calls' }).click();
    await page.getByText('Welcome').waitFor();

    await owner.visit('/panel/user_group');
    await button('Actions for Team').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('Users: 1, keys: 0, channels: 0').waitFor();
    expect(owner.takeComplaints()).toEqual([]);
  });

  it('acts on many users at once, by keyboard, and takes the list away as a file', async () => {
    const { page } = owner;
    const { keyboard } = page;
    for (const name of ['ada', 'ben', 'cyd', 'dot']) await root.createUser(name, 1000);
    await owner.visit('/panel/user?order=username');

    await page.getByRole('link', { name: 'ada' }).focus();
    for (const key of [' ', 'ArrowDown', ' ', 'ArrowDown', ' ']) await keyboard.press(key);
    await page.getByText('3 selected').waitFor();
    await picture('user-bulk');
    await button('Set group').click();
    await page.getByRole('combobox', { name: 'Group' }).selectOption('team');
    await page.getByRole('dialog').getByRole('button', { name: 'Set group' }).click();
    await owner.announces('Users changed: 3');

    await page.getByRole('checkbox', { name: 'Select ben' }).check();
    await page.getByRole('checkbox', { name: 'Select dot' }).check();
    await button('Delete').click();
    await page.getByRole('textbox', { name: 'Type 2 to confirm' }).fill('2');
    await picture('user-bulk-delete');
    await keyboard.press('Enter');
    await page.getByRole('link', { name: 'dot' }).waitFor({ state: 'detached' });

    await owner.visit('/panel/user?group=team');
    await button('Table view').click();
    await picture('table-view');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8').split('\r\n');
    expect(download.suggestedFilename()).toBe('user.csv');
    expect(lines.slice(1, -1).map((line) => line.split(',')[1])).toEqual(['cyd', 'ada', 'nora']);
    expect(owner.takeComplaints()).toEqual([]);
  });

  it('acts on many users on a phone, whose actions stay in sight', async () => {
    const phone = await WatchedPage.open(test.browser, {
      ...{ url: turnpike.url, language: 'en_US', theme: 'dark', width: 360, height: 740, isTouch: true },
    });
    await phone.signIn(ROOT_NAME);
    const { page } = phone;
    for (const name of ['eve', 'fay', 'gus', 'hal']) await root.createUser(name, 1000);
    await phone.visit('/panel/user?order=username');
    await page.getByRole('checkbox', { name: 'Select eve' }).check();
    await page.getByRole('checkbox', { name: 'Select fay' }).check();
    const bar = page.getByRole('toolbar', { name: 'Actions for the selection' });
    const place = await bar.boundingBox();
    expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(740);
    expect(place?.y).toBeGreaterThan(600);
    expect(await bar.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    await takePicture(page, 'story-user-bulk-phone');
    await bar.getByRole('button', { name: 'Actions', exact: true }).click();
    await takePicture(page, 'story-user-bulk-phone-menu');
    expect(await phone.violations()).toEqual([]);
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await page.getByRole('textbox', { name: 'Type 2 to confirm' }).fill('2');
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await phone.announces('Users changed: 2');
    expect(await bar.count()).toBe(0);
    expect(phone.takeComplaints()).toEqual([]);
    await phone.close();
  });

  it('makes a column wider by hand, which a reload keeps, and gives it up by keyboard', async () => {
    const { page } = owner;
    await owner.visit('/panel/user_group');
    const edge = page.getByRole('separator', { name: 'Width of Name' });
    const width = async () => {
      const head = await page.getByRole('columnheader', { name: 'Name' }).boundingBox();
      return Math.round(head?.width ?? 0);
    };
    const before = await width();
    await edge.hover();
    const place = await edge.boundingBox();
    await page.mouse.down();
    await page.mouse.move((place?.x ?? 0) + 120, place?.y ?? 0, { steps: 4 });
    await page.mouse.up();
    await expect.poll(width).toBeGreaterThan(before + 90);
    const wide = await width();

    await page.reload();
    await owner.settle();
    await expect.poll(width).toBe(wide);
    await page.getByRole('grid').getByRole('link').first().focus();
    for (const key of ['ArrowUp', 'ArrowRight', 'Shift+ArrowLeft']) await page.keyboard.press(key);
    await expect.poll(width).toBe(wide - 16);
    await page.keyboard.press('Home');
    await expect.poll(width).toBe(before);
    expect(owner.takeComplaints()).toEqual([]);
  });

  it('names an owner of models, with a picture that is kept here, not in a private network', async () => {
    const { page } = owner;
    await owner.visit('/panel/model_ownedby?open=new');
    await field('Name').fill('Acme AI');
    await field('Icon').fill('http://127.0.0.1/logo.png');
    await button('Add owner').last().click();
    await page.getByText(/^This address is in a private network\. Pictures/).waitFor();
    owner.takeComplaints();
    await field('Icon').fill('/mark.svg');
    await picture('owner-form');
    await button('Add owner').last().click();
    await page.getByRole('link', { name: 'Acme AI' }).waitFor();
    await picture('owner');
    expect(owner.takeComplaints()).toEqual([]);
  });
});
