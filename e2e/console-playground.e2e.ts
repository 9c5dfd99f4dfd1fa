import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeUpstream, sendJson } from '../server/test/support/fake-upstream.ts';
import { KLING_KEY, startKling } from '../server/test/upstreams/tasks/kling-vendor.ts';
import type { TaskVendor } from '../server/test/upstreams/tasks/task-vendor.ts';
import { launchBrowser, type TestBrowser, takePicture } from './support/browser.ts';
import { eventually, startSite, type Visitor } from './support/site.ts';
import { TINY_FILM, tinyTone } from './support/tiny-media.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';
import { type PageOptions, WatchedPage } from './support/watched-page.ts';

const picturePath = join(import.meta.dirname, '../docs/pictures/console.png');
const picture = readFileSync(picturePath).toString('base64');

describe('the playground makes', () => {
  let test: TestBrowser;
  let turnpike: TurnpikeProcess;
  let root: Visitor;
  let ben: Visitor;
  let kling: TaskVendor;
  let vendor: FakeUpstream;
  let user: WatchedPage;

  beforeAll(async () => {
    [test, kling, vendor] = await Promise.all([launchBrowser(), startKling(), FakeUpstream.start()]);
    kling.file = { type: 'video/webm', bytes: TINY_FILM };
    vendor.does((response, { path, body }) => {
      if (path === '/v1/audio/speech') {
        response.writeHead(200, { 'content-type': 'audio/wav' });
        response.end(tinyTone(2));
      } else if (path === '/v1/audio/transcriptions') {
        sendJson(response, 200, JSON.stringify({ text: 'Since when are there toll roads?' }));
      } else {
        const data = Array.from({ length: Number(body.n) }, () => ({ b64_json: picture }));
        sendJson(response, 200, JSON.stringify({ created: 1, data }));
      }
    });
    ({ turnpike, root } = await startSite());
    const models = 'dall-e-3,tts-1,whisper-1';
    await root.createChannel({ name: 'vendor', base_url: vendor.url, models });
    await root.createChannel({
      ...{ name: 'kling', type: 53, base_url: kling.url, key: KLING_KEY, models: 'kling-v2' },
    });
    // The built-in list has the prices of the others.
    for (const [model, channel_type] of [['dall-e-3', 1] as const, ['kling-v2', 53] as const])
      await root.call('POST', '/api/prices/single', {
        model,
        type: 'times',
        channel_type,
        input: 50,
        output: 0,
      });
    ben = await root.createUser('ben', 5_000_000);
    await ben.call('POST', '/api/token/playground');
    user = await open({ language: 'en_US' });
  });
  afterAll(async () => {
    await user?.close();
    await test?.close();
    await turnpike?.stop();
    await Promise.all([kling?.stop(), vendor?.stop()]);
  });

  async function open(options: Omit<PageOptions, 'url'>): Promise<WatchedPage> {
    const watched = await WatchedPage.open(test.browser, { url: turnpike.url, ...options });
    await watched.signIn('ben');
    return watched;
  }
  /** Nothing that a reader could trip over. */
  async function expectSound(watched: WatchedPage): Promise<void> {
    expect(await watched.violations()).toEqual([]);
    expect(watched.takeComplaints()).toEqual([]);
  }

  it('pictures, and edits one', async () => {
    const { page } = user;
    await user.visit('/panel/playground#picture');
    await expectSound(user);
    await takePicture(page, 'playground-picture-empty');
    await page.getByRole('button', { name: 'A lighthouse in a storm, oil painting' }).click();
    await page.getByRole('combobox', { name: 'Number' }).selectOption('2');
    await page.getByText('Costs about').waitFor();
    await page.getByRole('textbox', { name: 'Prompt' }).press('Control+Enter');
    const made = page.getByRole('article', { name: 'Result of dall-e-3' });
    await made.getByRole('link', { name: /^\$0\.\d{6}$/ }).waitFor();
    expect(await made.getByRole('img').count()).toBe(2);
    await takePicture(page, 'playground-picture');
    expect(vendor.received.at(-1)?.body).toMatchObject({ n: 2, response_format: 'b64_json' });

    await made
      .getByRole('button', { name: /^Edit picture/ })
      .first()
      .click();
    await page.getByRole('textbox', { name: 'Prompt' }).fill('Make it darker');
    await page.getByRole('combobox', { name: 'Number' }).selectOption('1');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Make it darker', { exact: true }).last().waitFor();
    await eventually(async () => (await made.count()) === 2 && (await made.getByRole('img').count()) === 3);
    expect(vendor.received.at(-1)).toMatchObject({
      path: '/v1/images/edits',
      body: { image: { type: 'image/png' } },
    });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      made
        .getByRole('link', { name: /^Download picture/ })
        .first()
        .click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^picture-.*\.png$/);
    await expectSound(user);
    // Another screen and back: the pictures of this visit stay.
    await made.first().getByRole('link', { name: /^\$0/ }).click();
    await page.getByRole('dialog').waitFor();
    await page.goBack();
    await made.first().getByRole('img').first().waitFor();
  });

  it('speech of a text, and a text of speech', async () => {
    const { page } = user;
    await user.visit('/panel/playground#speech');
    await takePicture(page, 'playground-speech-empty');
    await page.getByRole('combobox', { name: 'Format' }).selectOption('WAV');
    await page.getByRole('textbox', { name: 'Text' }).fill('Since when are there toll roads?');
    await page.getByRole('button', { name: 'Speak', exact: true }).click();
    const player = page.locator('audio');
    await player.waitFor();
    // The policy of the page lets it play what it has received.
    await eventually(
      async () => (await page.evaluate("document.querySelector('audio').duration")) === 2 || undefined,
    );
    await page.getByRole('link', { name: /^\$0\.\d{6}$/ }).waitFor();
    await takePicture(page, 'playground-speech');
    await page.getByRole('button', { name: 'Speech to text' }).click();
    await page
      .getByRole('group', { name: 'Sound' })
      .locator('input[type=file]')
      .setInputFiles({ name: 'question.wav', mimeType: 'audio/wav', buffer: tinyTone(1) });
    await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
    await page.getByRole('button', { name: 'Copy text' }).waitFor();
    await takePicture(page, 'playground-transcription');
    expect(vendor.received.at(-1)?.body).toMatchObject({
      model: 'whisper-1',
      file: { filename: 'question.wav' },
    });
    await expectSound(user);
  });

  it('a video, which survives a reload, and gives the points of a failed one back', async () => {
    const { page } = user;
    const check = (id: string) => root.call('POST', `/api/task/${id}/check`);
    const idInAddress = () => new URL(page.url()).searchParams.get('task') ?? '';
    await user.visit('/panel/playground#video');
    await takePicture(page, 'playground-video-empty');
    await page.getByRole('textbox', { name: 'Prompt' }).fill('A paper boat drifts down a stream in the rain');
    await page.getByRole('combobox', { name: 'Aspect ratio or size' }).selectOption('16:9');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('article', { name: 'Result of kling-v2' }).waitFor();
    const first = kling.last;
    expect(first.body).toMatchObject({ aspect_ratio: '16:9' });
    first.state = 'processing';
    await check(idInAddress());
    await page.getByText('In progress').waitFor();
    await page.getByText('Held:').waitFor();
    await takePicture(page, 'playground-video-under-way');
    await page.reload();
    await page.getByText('In progress').waitFor();
    await page.getByRole('tab', { name: 'Chat' }).click();
    first.state = 'succeed';
    await check(idInAddress());
    await page.getByRole('tab', { name: 'Video' }).click();
    await page.locator('video').waitFor();
    await page.getByText('$0.100000').waitFor();
    await takePicture(page, 'playground-video');
    await expectSound(user);

    await page.getByRole('textbox', { name: 'Prompt' }).fill('A face');
    await page.getByRole('button', { name: 'Create' }).click();
    await eventually(async () => kling.last !== first);
    Object.assign(kling.last, { state: 'failed', reason: 'The picture has a face' });
    await page.getByText('A face', { exact: true }).last().waitFor();
    await check(idInAddress());
    await page.getByText('Nothing was charged.').waitFor();
    await takePicture(page, 'playground-video-failed');
    expect(user.takeComplaints()).toEqual([]);
  });

  it('the same for readers with other looks', async () => {
    await Promise.all([
      show('dark', { language: 'en_US', theme: 'dark' }),
      show('phone', { language: 'en_US', width: 360, height: 780, isTouch: true }),
      show('chinese', { language: 'zh_CN' }),
    ]);
  });

  async function show(name: string, look: Omit<PageOptions, 'url'>): Promise<void> {
    const watched = await open(look);
    const { page } = watched;
    const shown = async (tab: string) => {
      await watched.settle();
      await takePicture(page, `playground-${tab}-${name}`, { fullPage: 'isTouch' in look });
      // The rules look at colours and sizes; those of another language are the same.
      if (look.language === 'en_US') expect(await watched.violations()).toEqual([]);
    };
    await watched.visit(`/panel/playground?task=${await firstTask()}#picture`);
    await page
      .getByRole('button')
      .filter({ hasText: /lighthouse|灯塔/ })
      .click();
    await page.locator('textarea').first().press('Control+Enter');
    await page.getByRole('link', { name: /^\$0\.\d{6}$/ }).waitFor();
    await shown('picture');
    await page.getByRole('tab').nth(2).click();
    await page
      .getByRole('button')
      .filter({ hasText: /Speech to text|语音转文字/ })
      .first()
      .waitFor();
    await shown('speech');
    await page.getByRole('tab').nth(3).click();
    await page.locator('video').waitFor();
    await shown('video');
    expect(watched.takeComplaints()).toEqual([]);
    await watched.close();
  }

  /** The oldest task, which has a film. */
  async function firstTask(): Promise<string> {
    const { data } = await ben.call<{ data: { task_id: string }[] }>('GET', '/api/task/self?order=id');
    return data[0]?.task_id ?? '';
  }
});
