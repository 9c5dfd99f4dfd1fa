import { describeTaskVendor } from '../../../../test/suites/task-vendor-suite.ts';
import { LUMA_KEY, startLuma } from '../../../../test/upstreams/tasks/luma-vendor.ts';

const words = {
  running: ['dreaming', ''],
  done: ['completed', ''],
  failed: ['failed', 'The server had an error'],
  filtered: ['failed', 'The frame did not pass moderation'],
  strange: ['pondering', ''],
} as const;

describeTaskVendor({
  name: 'Luma',
  start: startLuma,
  channel: { type: 1018, channelKey: LUMA_KEY },
  prices: [
    {
      ...{ model: 'ray-2', input: 0, output: 0 },
      parts: {
        units: [
          { kind: 'second', variant: '', price: 0.01 },
          { kind: 'second', variant: '1080p', price: 0.02 },
        ],
      },
    },
  ],
  asked: {
    path: '/v1/videos',
    body: {
      ...{ model: 'ray-2', prompt: 'A cat', seconds: '9', size: '1920x1080' },
      ...{ input_reference: 'https://a.example/a.png', last_image: 'https://a.example/b.png' },
    },
  },
  ...{ held: 180, charged: 180, kind: 'video', reason: 'The server had an error' },
  set(vendor, state) {
    const [word, reason] = words[state];
    Object.assign(vendor.last, { state: word, reason });
  },
  refused: { body: { prompt: 'FORBIDDEN' }, status: 400 },
  cancels: true,
  sent: {
    ...{ generation_type: 'video', model: 'ray-2', prompt: 'A cat', aspect_ratio: '16:9' },
    ...{ resolution: '1080p', duration: '9s' },
    keyframes: {
      frame0: { type: 'image', url: 'https://a.example/a.png' },
      frame1: { type: 'image', url: 'https://a.example/b.png' },
    },
  },
  unsupported: [
    ...[{ seconds: 6 }, { seconds: -5 }, { seconds: '9s' }, { resolution: '480p' }, { aspect_ratio: '3:2' }],
    ...[{ seed: 1 }, { generate_audio: true }, { mode: 'pro' }, { loop: true }],
    { input_reference: 'data:image/png;base64,iVBORw0KGgo=' },
  ],
});
