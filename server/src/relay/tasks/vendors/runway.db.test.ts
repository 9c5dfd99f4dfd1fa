import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeTaskVendor } from '../../../../test/suites/task-vendor-suite.ts';
import { TaskWorld } from '../../../../test/support/task-world.ts';
import { RUNWAY_KEY, startRunway } from '../../../../test/upstreams/tasks/runway-vendor.ts';
import type { TaskVendor } from '../../../../test/upstreams/tasks/task-vendor.ts';

const channel = { type: 1017, channelKey: RUNWAY_KEY };
const words = {
  running: ['RUNNING', '', { progress: 0.4 }],
  done: ['SUCCEEDED', '', {}],
  failed: ['FAILED', 'An unexpected error occurred.', { failureCode: 'INTERNAL.BAD_OUTPUT.CODE01' }],
  filtered: ['FAILED', 'The text was refused.', { failureCode: 'SAFETY.INPUT.TEXT' }],
  strange: ['DREAMING', '', {}],
} as const;

describeTaskVendor({
  name: 'Runway',
  start: startRunway,
  channel,
  prices: [
    {
      ...{ model: 'veo3.1_fast', input: 0, output: 0 },
      parts: {
        units: [
          { kind: 'second', variant: '', price: 0.01 },
          { kind: 'second', variant: '1080p sound', price: 0.03 },
        ],
      },
    },
  ],
  asked: {
    path: '/v1/videos',
    body: {
      ...{ model: 'veo3.1_fast', prompt: 'A cat', seconds: 6, size: '1920x1080', generate_audio: true },
      ...{ input_reference: 'https://a.example/a.png', last_image: 'data:image/png;base64,iVBORw0KGgo=' },
    },
  },
  ...{ held: 180, charged: 180, kind: 'video', reason: 'An unexpected error occurred.' },
  set(vendor, state) {
    const [word, reason, extra] = words[state];
    Object.assign(vendor.last, { state: word, reason, extra });
  },
  refused: { body: { prompt: 'FORBIDDEN' }, status: 400 },
  cancels: true,
  sent: {
    ...{ model: 'veo3.1_fast', promptText: 'A cat', ratio: '1920:1080', duration: 6, audio: true },
    promptImage: [
      { uri: 'https://a.example/a.png', position: 'first' },
      { uri: 'data:image/png;base64,iVBORw0KGgo=', position: 'last' },
    ],
  },
  unsupported: [
    ...[{ seconds: 5 }, { seconds: -4 }, { seconds: '6s' }, { size: '1920x1920' }, { resolution: '4k' }],
    ...[{ negative_prompt: 'x' }, { mode: 'pro' }, { seed: 1 }, { video: 'https://a.example/v.mp4' }],
    ...[{ reference_images: ['https://a.example/b.png'] }, { duration_seconds: 4 }],
  ],
});

describe('the addresses of Runway', () => {
  let vendor: TaskVendor;
  let world: TaskWorld;
  const models = ['gen4.5', 'gen4_turbo', 'gen4_aleph', 'seedance2', 'aleph2'];

  beforeAll(async () => {
    vendor = await startRunway();
    const units = [{ kind: 'second' as const, variant: '', price: 0.01 }];
    const prices = models.map((model) => ({ model, input: 0, output: 0, parts: { units } }));
    world = await TaskWorld.start(vendor, { channel: { ...channel, model: models.join(',') }, prices });
  });
  afterAll(() => world.stop());

  const video = 'https://a.example/v.mp4';
  const image = 'https://a.example/a.png';
  it.each([
    ['gen4.5', { seconds: 3 }, 'text_to_video', { ratio: '1280:720', duration: 3 }, 30],
    ['gen4.5', { input_reference: image, aspect_ratio: '1:1' }, 'image_to_video', { ratio: '960:960' }, 50],
    ['gen4.5', { input_reference: image, size: '1104x832' }, 'image_to_video', { ratio: '1104:832' }, 50],
    ['seedance2', { size: '864x496' }, 'text_to_video', { ratio: '864:496' }, 50],
    ['seedance2', { video, resolution: '480p' }, 'video_to_video', { promptVideo: video, duration: 5 }, 50],
    ['seedance2', { reference_images: [image] }, 'image_to_video', { promptImage: [{ uri: image }] }, 50],
    ['gen4_aleph', { video }, 'video_to_video', { videoUri: video }, 50],
  ])('of %s for %j', async (model, members, kind, sent, held) => {
    const before = world.held;
    await world.make(await world.user(), '/v1/videos', { model, prompt: 'A cat', ...members });
    expect(vendor.last).toMatchObject({ kind, body: { model, ...sent } });
    expect(world.held - before).toBe(held);
  });

  it.each([
    ['gen4.5', { aspect_ratio: '1:1' }],
    ['gen4.5', { size: '1280x720', aspect_ratio: '9:16' }],
    ['seedance2', { size: '1280x720', resolution: '1080p' }],
    ['gen4.5', { video }],
    ['gen4_turbo', {}],
    ['gen4_aleph', {}],
    ['gen4_aleph', { video, seconds: 9 }],
    ['aleph2', { video }],
  ])('of %s are not asked for %j', async (model, members) => {
    const body = { model, prompt: 'A cat', ...members };
    expect((await world.ask(await world.user(), 'POST', '/v1/videos', { body })).status).toBe(400);
  });
});
