import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeTaskVendor } from '../../../../test/suites/task-vendor-suite.ts';
import { redPng, startPictureHost } from '../../../../test/support/picture-host.ts';
import { at, TaskWorld } from '../../../../test/support/task-world.ts';
import { GEMINI_KEY, startGemini } from '../../../../test/upstreams/tasks/gemini-vendor.ts';
import type { TaskVendor } from '../../../../test/upstreams/tasks/task-vendor.ts';

const MODEL = 'veo-3.1-fast-generate-preview';
// 50 points a second; 60 in 1080p.
const units = [
  { kind: 'second', variant: '', price: 0.05 },
  { kind: 'second', variant: '1080p', price: 0.06 },
] as const;
const prices = [{ model: MODEL, input: 0, output: 0, parts: { units: [...units] } }];
const channel = { type: 25, channelKey: GEMINI_KEY };
const RED = redPng.toString('base64');

describeTaskVendor({
  name: 'the Gemini API',
  start: startGemini,
  ...{ channel, prices },
  asked: {
    path: '/v1/videos',
    body: {
      ...{ model: MODEL, prompt: 'A cat', seconds: '8', size: '1920x1080', negative_prompt: 'rain' },
      input_reference: `data:image/png;base64,${RED}`,
    },
  },
  ...{ held: 480, charged: 480, kind: 'video', reason: 'The server had an error' },
  set(vendor, state) {
    Object.assign(vendor.last, { state, reason: state === 'failed' ? 'The server had an error' : '' });
  },
  refused: { body: { prompt: 'FORBIDDEN' }, status: 400 },
  cancels: false,
  sent: {
    instances: [{ prompt: 'A cat', image: { bytesBase64Encoded: RED, mimeType: 'image/png' } }],
    parameters: {
      ...{ aspectRatio: '16:9', durationSeconds: 8, resolution: '1080p', negativePrompt: 'rain' },
      sampleCount: 1,
    },
  },
  unsupported: [
    ...[{ seconds: 6 }, { seconds: 5 }, { seconds: -8 }, { seconds: '8.5' }, { size: '1000x1000' }],
    ...[{ generate_audio: false }, { seed: 1 }, { video: 'https://a.example/v.mp4' }, { mode: 'pro' }],
    { parameters: { durationSeconds: 4 } },
  ],
});

describe('media that are named by address, at a vendor that reads none', () => {
  let host: Awaited<ReturnType<typeof startPictureHost>>;
  let vendor: TaskVendor;
  let world: TaskWorld;

  beforeAll(async () => {
    host = await startPictureHost({ '/red.png': redPng, '/page': '<html></html>' });
    vendor = await startGemini();
    const { guardedFetch } = host;
    world = await TaskWorld.start(vendor, { channel: { ...channel, model: MODEL }, prices, guardedFetch });
  });
  afterAll(async () => {
    await world.stop();
    await host.stop();
  });

  const make = (user: Awaited<ReturnType<TaskWorld['user']>>, members: object) =>
    world.ask(user, 'POST', '/v1/videos', { body: { model: MODEL, prompt: 'A cat', ...members } });

  it('are fetched and sent as bytes', async () => {
    const user = await world.user();
    const image = `${host.url}/red.png`;
    const { status } = await make(user, { input_reference: image, last_image: image });
    expect(status).toBe(200);
    const bytes = { bytesBase64Encoded: RED, mimeType: 'image/png' };
    expect(vendor.last.body).toMatchObject({ instances: [{ image: bytes, lastFrame: bytes }] });
    const references = [image, `data:image/png;base64,${RED}`];
    expect((await make(user, { reference_images: references })).status).toBe(200);
    expect(at(vendor.last.body, 'instances', 0, 'referenceImages')).toEqual([
      { image: bytes, referenceType: 'asset' },
      { image: bytes, referenceType: 'asset' },
    ]);
  });

  it.each([
    ['http://10.0.0.1/red.png', 'unreachable_image_url'],
    ['http://169.254.169.254/latest/meta-data', 'unreachable_image_url'],
    ['page', 'unreadable_image_url'],
    ['none.png', 'unreachable_image_url'],
  ])('are refused at %s, and cost nothing', async (address, reason) => {
    const user = await world.user();
    const before = world.held;
    const count = vendor.tasks.size;
    const image = address.startsWith('http') ? address : `${host.url}/${address}`;
    const { status, json } = await make(user, { input_reference: image });
    expect(status).toBe(400);
    expect(json).toMatchObject({ error: { param: 'input_reference' } });
    expect(JSON.stringify(json)).toContain(reason);
    expect([world.held, vendor.tasks.size]).toEqual([before, count]);
  });

  it('are not fetched for a request that the vendor cannot carry, or that nobody pays', async () => {
    const asked = host.asked.length;
    const image = `${host.url}/red.png`;
    expect((await make(await world.user(), { input_reference: image, seconds: 7 })).status).toBe(400);
    expect((await make(await world.user(1), { input_reference: image })).status).toBe(429);
    expect(host.asked.length).toBe(asked);
  });
});
