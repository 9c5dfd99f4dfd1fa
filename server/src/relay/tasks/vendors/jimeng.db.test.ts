import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeTaskVendor } from '../../../../test/suites/task-vendor-suite.ts';
import { TaskWorld } from '../../../../test/support/task-world.ts';
import { JIMENG_KEY, startJimeng } from '../../../../test/upstreams/tasks/jimeng-vendor.ts';
import type { TaskVendor } from '../../../../test/upstreams/tasks/task-vendor.ts';

const channel = { type: 1019, channelKey: JIMENG_KEY };
const words = {
  running: ['generating', '', {}],
  done: ['done', '', {}],
  failed: ['generating', 'Image Decode Error', { code: 50_207 }],
  filtered: ['generating', 'Post Img Risk Not Pass', { code: 50_511 }],
  strange: ['pondering', '', {}],
} as const;

describeTaskVendor({
  name: 'Jimeng',
  start: startJimeng,
  channel,
  prices: [
    {
      ...{ model: 'jimeng_v30', input: 0, output: 0 },
      parts: {
        units: [
          { kind: 'second', variant: '720p', price: 0.01 },
          { kind: 'second', variant: '1080p', price: 0.02 },
        ],
      },
    },
  ],
  asked: {
    path: '/v1/videos',
    body: { model: 'jimeng_v30', prompt: 'A cat', seconds: '10', size: '1080x1920', seed: 5 },
  },
  ...{ held: 200, charged: 200, kind: 'video', reason: 'Image Decode Error' },
  set(vendor, state) {
    const [word, reason, extra] = words[state];
    Object.assign(vendor.last, { state: word, reason, extra });
  },
  refused: { body: { prompt: 'FORBIDDEN' }, status: 400 },
  cancels: false,
  sent: {
    ...{ req_key: 'jimeng_t2v_v30_1080p', prompt: 'A cat', frames: 241, aspect_ratio: '9:16', seed: 5 },
  },
  unsupported: [
    ...[
      { seconds: 6 },
      { seconds: -5 },
      { aspect_ratio: '2:3', size: null },
      { frames: 121 },
      { resolution: '480p' },
      { mode: 'pro' },
    ],
    ...[{ negative_prompt: 'x' }, { last_image: 'https://a.example/b.png' }, { req_key: 'x' }],
    ...[{ reference_images: ['https://a.example/b.png'] }, { generate_audio: true }],
    { input_reference: 'https://a.example/a.png', last_image: 'data:image/png;base64,iVBORw0KGgo=' },
  ],
});

describe('the services of Jimeng', () => {
  let vendor: TaskVendor;
  let world: TaskWorld;
  const models = ['jimeng_v30', 'jimeng_v30_pro', 'jimeng_t2v_v30_1080p'];

  beforeAll(async () => {
    vendor = await startJimeng();
    const prices = models.map((model) => ({ model, type: 'times' as const, input: 0.01, output: 0 }));
    world = await TaskWorld.start(vendor, { channel: { ...channel, model: models.join(',') }, prices });
  });
  afterAll(() => world.stop());

  const url = 'https://a.example/a.png';
  const bytes = 'data:image/png;base64,iVBORw0KGgo=';
  it.each([
    ['jimeng_v30', { input_reference: url }, 'jimeng_i2v_first_v30', { image_urls: [url], frames: 121 }],
    [
      'jimeng_v30',
      { input_reference: bytes, last_image: bytes, resolution: '1080p' },
      'jimeng_i2v_first_tail_v30_1080',
      { binary_data_base64: ['iVBORw0KGgo=', 'iVBORw0KGgo='] },
    ],
    ['jimeng_v30_pro', { input_reference: url }, 'jimeng_ti2v_v30_pro', { image_urls: [url] }],
    ['jimeng_t2v_v30_1080p', {}, 'jimeng_t2v_v30_1080p', {}],
  ])('for %s with %j', async (model, members, kind, sent) => {
    await world.make(await world.user(), '/v1/videos', { model, prompt: 'A cat', ...members });
    expect(vendor.last).toMatchObject({ kind, body: { req_key: kind, ...sent } });
  });

  it('of the professional model make no last frame and one resolution', async () => {
    const user = await world.user();
    for (const members of [{ resolution: '720p' }, { input_reference: url, last_image: url }]) {
      const body = { model: 'jimeng_v30_pro', prompt: 'A cat', ...members };
      expect((await world.ask(user, 'POST', '/v1/videos', { body })).status).toBe(400);
    }
  });
});
