import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KLING_KEY, startKling } from '../server/test/upstreams/tasks/kling-vendor.ts';
import { MIDJOURNEY_KEY, startMidjourney } from '../server/test/upstreams/tasks/midjourney-vendor.ts';
import { SUNO_KEY, startSuno } from '../server/test/upstreams/tasks/suno-vendor.ts';
import type { TaskVendor } from '../server/test/upstreams/tasks/task-vendor.ts';
import { runTurnpikeCommand } from './support/books.ts';
import { launchBrowser, type TestBrowser, takePicture } from './support/browser.ts';
import { ScreenTour } from './support/screen-tour.ts';
import { eventually, ROOT_NAME, startSite, type Visitor } from './support/site.ts';
import { TINY_FILM, tinyTone } from './support/tiny-media.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';
import { type PageOptions, WatchedPage } from './support/watched-page.ts';

const PICTURE = readFileSync(join(import.meta.dirname, '../docs/pictures/console.png'));

describe('tasks', () => {
  let test: TestBrowser;
  let turnpike: TurnpikeProcess;
  let root: Visitor;
  let kling: TaskVendor;
  let midjourney: TaskVendor;
  let suno: TaskVendor;

  beforeAll(async () => {
    [test, kling, midjourney, suno] = await Promise.all([
      ...([launchBrowser(), startKling(), startMidjourney(), startSuno()] as const),
    ]);
    kling.file = { type: 'video/webm', bytes: TINY_FILM };
    midjourney.file = { type: 'image/png', bytes: PICTURE };
    suno.file = { type: 'audio/wav', bytes: tinyTone(2) };
    ({ turnpike, root } = await startSite());
    await root.createChannel({
      name: 'kling',
      type: 53,
      base_url: kling.url,
      key: KLING_KEY,
      models: 'kling-v2',
    });
    await root.call('POST', '/api/prices/single', {
      ...{ model: 'kling-v2', type: 'times', channel_type: 53, input: 50, output: 0 },
    });
    // The built-in list has the prices of these.
    await root.createChannel({
      ...{ name: 'midjourney', type: 34, base_url: midjourney.url, key: MIDJOURNEY_KEY },
      models: 'mj_imagine',
    });
    await root.createChannel({
      ...{ name: 'suno', type: 41, base_url: suno.url, key: SUNO_KEY, models: 'chirp-v3-0' },
    });
  });
  afterAll(async () => {
    await test?.close();
    await turnpike?.stop();
    await Promise.all([kling, midjourney, suno].map((vendor) => vendor?.stop()));
  });

  const open = async (name: string, options: Omit<PageOptions, 'url'>) => {
    const watched = await WatchedPage.open(test.browser, { url: turnpike.url, ...options });
    await watched.signIn(name);
    return watched;
  };

  it('a customer makes videos, watches one, and gets the points of a failed one back; the operator sees both', async () => {
    const ben = await root.createUser('ben', 500_000);
    const { key } = await ben.createToken({ name: 'studio' });
    const make = async (prompt: string) => {
      const answer = await fetch(`${turnpike.url}/v1/videos`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'kling-v2', prompt }),
      });
      return ((await answer.json()) as { id: string }).id;
    };
    const good = await make('A lighthouse in a storm');
    const first = kling.last;
    const bad = await make('A face');
    const second = kling.last;
    const look = (id: string) => root.call('POST', `/api/task/${id}/check`);
    first.state = 'processing';
    await look(good);

    const customer = await open('ben', { language: 'en_US' });
    const { page } = customer;
    await customer.visit('/panel/task');
    await page.getByRole('row').nth(2).waitFor();
    await page.getByText('In progress').waitFor();
    await takePicture(page, 'tasks-under-way');
    first.state = 'succeed';
    await look(good);
    Object.assign(second, { state: 'failed', reason: 'The picture has a face' });
    const operator = await open(ROOT_NAME, { language: 'en_US' });
    await operator.visit(`/panel/task?open=${bad}`);
    await operator.page.getByRole('button', { name: 'Ask the provider now' }).click();
    await operator.page.getByText('Given back').waitFor();
    await takePicture(operator.page, 'task-failed-operator');
    await page.getByText('Done').waitFor();
    await page.getByText('The picture has a face').waitFor();
    await takePicture(page, 'tasks-ended');
    await page.getByRole('link', { name: '1 file' }).click();
    const drawer = page.getByRole('dialog', { name: 'Video from text · kling-v2' });
    await drawer.locator('video').waitFor();
    await takePicture(page, 'task-video');
    const url = await drawer.locator('video').getAttribute('src');
    const file = await fetch(turnpike.url + url);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'video/webm']);

    await operator.visit(`/panel/user?open=${ben.id}`);
    await operator.page.getByRole('link', { name: 'Video from text · kling-v2' }).first().waitFor();
    await takePicture(operator.page, 'task-of-user');
    expect(await ben.quota()).toBe(450_000);
    await eventually(async () => (await ben.callRows()).length === 2);
    const report = await runTurnpikeCommand(['ledger', 'verify', '--full'], {
      TURNPIKE_DATA_DIR: turnpike.dataDir,
    });
    expect(report).toContain('The ledger is right');
    expect(good).toMatch(/^task_/);
    for (const watched of [customer, operator]) {
      expect(await watched.violations()).toEqual([]);
      expect(watched.takeComplaints()).toEqual([]);
      await watched.close();
    }
  });

  it('a customer makes a picture and a song', async () => {
    const eve = await root.createUser('eve', 500_000);
    const { key } = await eve.createToken({ name: 'studio' });
    const make = async (path: string, body: object) => {
      const answer = await fetch(turnpike.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return (await answer.json()) as { result?: string; data?: string };
    };
    const { result } = await make('/mj/submit/imagine', { prompt: 'A harbour at dawn' });
    midjourney.last.state = 'SUCCESS';
    const { data } = await make('/suno/submit/music', { prompt: '[Verse] Waves', title: 'Harbour' });
    suno.last.state = 'SUCCESS';
    for (const id of [result, data]) await root.call('POST', `/api/task/${id}/check`);

    const customer = await open('eve', { language: 'en_US' });
    const { page } = customer;
    await customer.visit('/panel/midjourney');
    await page.getByText('A harbour at dawn').first().waitFor();
    await takePicture(page, 'pictures-ended');
    await page.getByRole('link', { name: 'Show' }).click();
    const shown = page.getByRole('dialog').getByRole('img').first();
    await expect
      .poll(() => shown.evaluate((one) => 'naturalWidth' in one && one.naturalWidth))
      .toBeGreaterThan(0);
    await takePicture(page, 'picture-shown');
    expect(await customer.violations()).toEqual([]);
    await customer.visit(`/panel/task?open=${data}`);
    const player = page.getByRole('dialog').locator('audio');
    await expect.poll(() => player.evaluate((one) => 'duration' in one && one.duration)).toBeGreaterThan(1);
    await takePicture(page, 'song-shown');
    expect(await customer.violations()).toEqual([]);
    expect(customer.takeComplaints()).toEqual([]);
    await customer.close();
    expect(await eve.quota()).toBe(400_000);
  });

  it('look right on a phone, dark and in Chinese, to the operator', async () => {
    const look = { name: 'zh_CN-dark-360', language: 'zh_CN', theme: 'dark', width: 360 } as const;
    const tour = await ScreenTour.begin(test, turnpike.url, look);
    await tour.visitor.signIn(ROOT_NAME);
    for (const [screen, list] of [
      ['task', 'task'],
      ['midjourney', 'mj'],
    ] as const) {
      type Listed = { task_id?: string; mj_id?: string };
      const { data } = await root.call<{ data: Listed[] }>('GET', `/api/${list}/`);
      await tour.visitor.visit(`/panel/${screen}`);
      await tour.look(`${screen}-filled`);
      for (const [index, { task_id, mj_id }] of data.entries()) {
        await tour.visitor.visit(`/panel/${screen}?open=${task_id ?? mj_id}`);
        await tour.visitor.page.getByRole('dialog').waitFor();
        await tour.look(`${screen}-filled-${index + 1}`);
      }
    }
    expect(await tour.end()).toEqual([]);
  });
});
