import { describeTaskVendor } from '../../../../test/suites/task-vendor-suite.ts';
import { startVertex, vertexKey } from '../../../../test/upstreams/tasks/vertex-vendor.ts';

const MODEL = 'veo-3.1-generate-001';

describeTaskVendor({
  name: 'Vertex AI',
  start: startVertex,
  channel: { type: 42, channelKey: vertexKey, other: 'us-central1' },
  // 10 points a second; with sound 20.
  prices: [
    {
      ...{ model: MODEL, input: 0, output: 0 },
      parts: {
        units: [
          { kind: 'second', variant: '720p', price: 0.01 },
          { kind: 'second', variant: '720p sound', price: 0.02 },
        ],
      },
    },
  ],
  asked: {
    path: '/v1/videos',
    body: { model: MODEL, prompt: 'A cat', seconds: 4, aspect_ratio: '9:16', seed: 3 },
  },
  ...{ held: 80, charged: 80, kind: 'video', keepsResult: true, reason: 'The server had an error' },
  set(vendor, state) {
    Object.assign(vendor.last, { state, reason: state === 'failed' ? 'The server had an error' : '' });
  },
  refused: { body: { prompt: 'FORBIDDEN' }, status: 400 },
  cancels: false,
  sent: {
    instances: [{ prompt: 'A cat' }],
    parameters: {
      ...{ aspectRatio: '9:16', durationSeconds: 4, resolution: '720p', seed: 3, generateAudio: true },
      sampleCount: 1,
    },
  },
  unsupported: [
    ...[{ seconds: 5 }, { seconds: 0 }, { resolution: '1080p' }, { aspect_ratio: '1:1' }],
    { resolution: '4k', seconds: 8 },
    ...[{ mode: 'fast' }, { last_image: 'https://a.example/b.png' }, { storageUri: 'gs://bucket' }],
  ],
});
