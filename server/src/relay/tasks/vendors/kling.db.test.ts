import { describeTaskVendor } from '../../../../test/suites/task-vendor-suite.ts';
import { KLING_KEY, startKling } from '../../../../test/upstreams/tasks/kling-vendor.ts';
import type { TaskVendor } from '../../../../test/upstreams/tasks/task-vendor.ts';

const words = {
  running: ['processing', ''],
  done: ['succeed', ''],
  failed: ['failed', 'The server had an error'],
  filtered: ['failed', 'Failure to pass the risk control system'],
  strange: ['dreaming', ''],
} as const;
const set = (vendor: TaskVendor, state: keyof typeof words): void => {
  const [word, reason] = words[state];
  Object.assign(vendor.last, { state: word, reason });
};
const common = { start: startKling, channel: { type: 53, channelKey: KLING_KEY }, set, cancels: false };

describeTaskVendor({
  ...common,
  name: 'Kling, by the videos API',
  prices: [
    // 10 points a second, 20 in professional mode.
    {
      ...{ model: 'kling-v2', input: 0, output: 0 },
      parts: {
        units: [
          { kind: 'second', variant: '', price: 0.01 },
          { kind: 'second', variant: 'pro', price: 0.02 },
        ],
      },
    },
  ],
  asked: {
    path: '/v1/videos',
    body: { model: 'kling-v2', prompt: 'A cat', seconds: '10', mode: 'pro', size: '1280x720' },
  },
  ...{ held: 200, charged: 200, kind: 'video', reason: 'The server had an error' },
  refused: { body: { prompt: 'FORBIDDEN' }, status: 400 },
  sent: { model_name: 'kling-v2', prompt: 'A cat', duration: '10', mode: 'pro', aspect_ratio: '16:9' },
  unsupported: [
    ...[{ seconds: 7 }, { seconds: -5 }, { seconds: 5.5 }, { seconds: '1e1' }, { seconds: 61 }],
    ...[
      { metadata: { duration: '5' } },
      { extra_body: {} },
      { seed: 1 },
      { size: '1000x3' },
      { video: 'https://a.example/v' },
    ],
  ],
});

describeTaskVendor({
  ...common,
  name: 'Kling, by its own API, at the price names of one-hub',
  prices: [{ model: 'kling-video_kling-v1_std_10', type: 'times', input: 0.3, output: 0 }],
  asked: {
    path: '/kling/v1/videos/text2video',
    body: { model_name: 'kling-v1', prompt: 'A cat', duration: '10' },
  },
  ...{ held: 300, charged: 300, kind: 'video', reason: 'The server had an error' },
  refused: { body: { prompt: 'FORBIDDEN' }, status: 400 },
  sent: { model_name: 'kling-v1', prompt: 'A cat', duration: '10' },
  unsupported: [{ duration: '-1' }, { duration: 'ten' }, { mode: 'a b' }],
});
