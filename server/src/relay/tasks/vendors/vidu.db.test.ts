import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeTaskVendor } from '../../../../test/suites/task-vendor-suite.ts';
import { TaskWorld } from '../../../../test/support/task-world.ts';
import type { TaskVendor } from '../../../../test/upstreams/tasks/task-vendor.ts';
import { startVidu, VIDU_KEY } from '../../../../test/upstreams/tasks/vidu-vendor.ts';

const channel = { type: 1016, channelKey: VIDU_KEY };
const words = {
  running: ['processing', ''],
  done: ['success', ''],
  failed: ['failed', 'SystemError'],
  filtered: ['failed', 'CreationPolicyViolation'],
  strange: ['pondering', ''],
} as const;

describeTaskVendor({
  name: 'Vidu',
  start: startVidu,
  channel,
  // 10 points a second; with sound 20.
  prices: [
    {
      ...{ model: 'viduq3-pro', input: 0, output: 0 },
      parts: {
        units: [
          { kind: 'second', variant: '1080p', price: 0.01 },
          { kind: 'second', variant: '1080p sound', price: 0.02 },
        ],
      },
    },
  ],
  asked: {
    path: '/v1/videos',
    body: { model: 'viduq3-pro', prompt: 'A cat', seconds: '12', size: '1080x1920', seed: 3 },
  },
  ...{ held: 240, charged: 240, kind: 'video', reason: 'SystemError' },
  set(vendor, state) {
    const [word, reason] = words[state];
    Object.assign(vendor.last, { state: word, reason });
  },
  refused: { body: { prompt: 'FORBIDDEN' }, status: 400 },
  cancels: true,
  sent: {
    ...{ model: 'viduq3-pro', prompt: 'A cat', duration: 12, resolution: '1080p', audio: true, seed: 3 },
    ...{ aspect_ratio: '9:16', payload: expect.stringMatching(/^task_/) },
  },
  unsupported: [
    ...[{ seconds: 17 }, { seconds: -1 }, { seconds: 1.5 }, { resolution: '4k' }, { aspect_ratio: '21:9' }],
    ...[{ negative_prompt: 'x' }, { mode: 'pro' }, { last_image: 'https://a.example/b.png' }],
    ...[{ video: 'https://a.example/v.mp4' }, { credits: 1 }, { payload: 'mine' }],
  ],
});

describe('the addresses of Vidu', () => {
  let vendor: TaskVendor;
  let world: TaskWorld;
  const models = ['viduq2', 'viduq2-pro', 'viduq1'];

  beforeAll(async () => {
    vendor = await startVidu();
    const prices = models.map((model) => ({ model, type: 'times' as const, input: 0.01, output: 0 }));
    world = await TaskWorld.start(vendor, {
      ...{ channel: { ...channel, model: models.join(',') }, prices },
      relayOptions: { siteAddress: 'https://gateway.example' },
    });
  });
  afterAll(() => world.stop());

  const image = 'https://a.example/a.png';
  it.each([
    [{ input_reference: image }, 'img2video', [image]],
    [{ input_reference: image, last_image: `${image}?last` }, 'start-end2video', [image, `${image}?last`]],
    [{ reference_images: [image, image], size: '1280x720' }, 'reference2video', [image, image]],
  ])('for %j', async (members, kind, images) => {
    await world.make(await world.user(), '/v1/videos', { model: 'viduq2', prompt: 'A cat', ...members });
    expect(vendor.last).toMatchObject({ kind, body: { images } });
  });

  it('are asked for a task whose creation was not answered', async () => {
    const user = await world.user();
    const before = world.held;
    vendor.loses = 'made';
    const body = { model: 'viduq2', prompt: 'A cat' };
    expect((await world.ask(user, 'POST', '/v1/videos', { body })).status).toBe(502);
    expect(world.held - before).toBe(10);
    const made = vendor.last;
    // A later one of somebody else.
    vendor.make('text2video', { body: { payload: 'other' }, state: 'created' });
    await world.lookNow();
    made.state = 'success';
    await world.lookNow();
    expect(await world.gateway.quotaOf(user)).toBe(1_000_000 - 10);
  });

  it('report changes to an address whose content only leads to a question', async () => {
    const user = await world.user();
    const id = await world.make(user, '/v1/videos', { model: 'viduq2', prompt: 'A cat' });
    const url = String(vendor.last.body.callback_url);
    expect(url).toMatch(/^https:\/\/gateway\.example\/v1\/tasks\/task_/);
    const report = (address: string) =>
      fetch(address.replace('https://gateway.example', world.gateway.url), {
        method: 'POST',
        body: JSON.stringify({ id: vendor.last.id, state: 'success', creations: [{ url: vendor.url }] }),
      });
    vendor.last.state = 'processing';
    expect((await report(`${url}x`)).status).toBe(404);
    expect((await report(url)).status).toBe(200);
    await world.gateway.core.taskLooks.start();
    await world.gateway.core.taskLooks.settled(5000);
    expect(await world.seen(user, id)).toMatchObject({ status: 'IN_PROGRESS' });
  });

  it('read references of the plain second generation only', async () => {
    const body = { model: 'viduq2-pro', prompt: 'A cat', reference_images: [image] };
    expect((await world.ask(await world.user(), 'POST', '/v1/videos', { body })).status).toBe(400);
  });
});
