import { describeTaskVendor } from '../../../../test/suites/task-vendor-suite.ts';
import { REPLICATE_KEY, startReplicate } from '../../../../test/upstreams/tasks/replicate-vendor.ts';

const words = {
  running: ['processing', ''],
  done: ['succeeded', ''],
  failed: ['failed', 'CUDA out of memory'],
  filtered: ['failed', 'The output was flagged as sensitive (E005)'],
  strange: ['pondering', ''],
} as const;
const model = 'owner/video-1';
const common = {
  start: startReplicate,
  channel: { type: 52, channelKey: REPLICATE_KEY },
  set(vendor, state) {
    const [word, reason] = words[state];
    Object.assign(vendor.last, { state: word, reason });
  },
  ...{ kind: 'video', reason: 'CUDA out of memory', cancels: true },
  refused: { body: { prompt: 'FORBIDDEN' }, status: 422 },
} as const satisfies Partial<Parameters<typeof describeTaskVendor>[0]>;

describeTaskVendor({
  ...common,
  name: 'Replicate, by the seconds of a prediction',
  prices: [
    {
      ...{ model, input: 0, output: 0 },
      parts: { units: [{ kind: 'second', variant: '', price: 0.001 }] },
    },
  ],
  asked: {
    path: '/v1/videos',
    body: {
      ...{ model, prompt: 'A cat', seconds: '5', size: '1280x720', seed: 2, negative_prompt: 'rain' },
      input_reference: 'data:image/png;base64,iVBORw0KGgo=',
    },
  },
  // A point a second: 120 are held, and 41.2 are measured.
  ...{ held: 120, charged: 42 },
  sent: {
    input: {
      ...{ prompt: 'A cat', duration: 5, resolution: '720p', aspect_ratio: '16:9', seed: 2 },
      ...{ negative_prompt: 'rain', image: 'data:image/png;base64,iVBORw0KGgo=' },
    },
  },
  unsupported: [
    ...[{ seconds: 61 }, { seconds: -5 }, { seconds: 2.5 }, { mode: 'pro' }, { generate_audio: true }],
    ...[{ last_image: 'https://a.example/b.png' }, { input: { fps: 60 } }, { version: 'x' }],
  ],
});

describeTaskVendor({
  ...common,
  name: 'Replicate, by a version and a price per call',
  prices: [{ model: `${model}:5c7d5dc6dd8bf75c`, type: 'times', input: 0.3, output: 0 }],
  asked: { path: '/v1/videos', body: { model: `${model}:5c7d5dc6dd8bf75c`, prompt: 'A cat' } },
  ...{ held: 300, charged: 300 },
  sent: { version: '5c7d5dc6dd8bf75c', input: { prompt: 'A cat' } },
  unsupported: [{ video: 'https://a.example/v.mp4' }],
});
