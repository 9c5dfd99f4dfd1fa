import { describeTaskVendor } from '../../../../test/suites/task-vendor-suite.ts';
import { MINIMAX_KEY, startMiniMax } from '../../../../test/upstreams/tasks/minimax-vendor.ts';

const channel = { type: 27, channelKey: MINIMAX_KEY };
const reason = 'The server had an error';
const sensitive = 'The video has sensitive content';

const wordsOfV1 = {
  running: ['Processing', '', 0],
  done: ['Success', '', 0],
  failed: ['Fail', reason, 1033],
  filtered: ['Fail', sensitive, 1027],
  strange: ['Pondering', '', 0],
} as const;

describeTaskVendor({
  name: 'MiniMax, Hailuo',
  start: startMiniMax,
  channel,
  // 10 points a second; 20 in 1080p.
  prices: [
    {
      ...{ model: 'MiniMax-Hailuo-02', input: 0, output: 0 },
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
      ...{ model: 'MiniMax-Hailuo-02', prompt: 'A cat', seconds: '6', resolution: '1080p' },
      input_reference: 'https://a.example/cat.png',
      last_image: 'data:image/png;base64,iVBORw0KGgo=',
    },
  },
  ...{ held: 120, charged: 120, kind: 'video', reason },
  set(vendor, state) {
    const [word, words, code] = wordsOfV1[state];
    Object.assign(vendor.last, { state: word, reason: words, extra: { code } });
  },
  refused: { body: { prompt: 'FORBIDDEN' }, status: 400 },
  cancels: false,
  sent: {
    ...{ model: 'MiniMax-Hailuo-02', prompt: 'A cat', duration: 6, resolution: '1080P' },
    first_frame_image: 'https://a.example/cat.png',
    last_frame_image: 'data:image/png;base64,iVBORw0KGgo=',
  },
  unsupported: [
    ...[{ seconds: 10 }, { seconds: 7 }, { seconds: -6 }, { seconds: '6.0' }, { resolution: '720p' }],
    ...[{ seed: 1 }, { aspect_ratio: '16:9' }, { generate_audio: true }, { prompt_optimizer: false }],
  ],
});

const wordsOfV2 = {
  running: ['running', '', ''],
  done: ['succeeded', '', ''],
  failed: ['failed', reason, '1033'],
  filtered: ['failed', sensitive, '1027'],
  strange: ['pondering', '', ''],
} as const;

describeTaskVendor({
  name: 'MiniMax, H3',
  start: startMiniMax,
  channel,
  prices: [
    {
      ...{ model: 'MiniMax-H3', input: 0, output: 0 },
      parts: {
        units: [
          { kind: 'second', variant: '768p', price: 0.01 },
          { kind: 'second', variant: '2k', price: 0.02 },
        ],
      },
    },
  ],
  asked: {
    path: '/v1/videos',
    body: { model: 'MiniMax-H3', prompt: 'A cat', seconds: 9, resolution: '2k' },
  },
  // The vendor measures 8 seconds.
  ...{ held: 180, charged: 160, kind: 'video', reason },
  set(vendor, state) {
    const [word, words, code] = wordsOfV2[state];
    Object.assign(vendor.last, { state: word, reason: words, extra: { code } });
  },
  refused: { body: { prompt: 'FORBIDDEN' }, status: 400 },
  cancels: true,
  sent: {
    ...{ model: 'MiniMax-H3', content: [{ type: 'text', text: 'A cat' }], resolution: '2K', duration: 9 },
    ratio: '16:9',
  },
  unsupported: [
    ...[{ seconds: 3 }, { seconds: 16 }, { seconds: -4 }, { resolution: '1080p' }, { size: '1920x333' }],
    ...[{ aspect_ratio: '3:2' }, { aspect_ratio: '16:9', size: '1440x2560' }],
    ...[{ last_image: 'https://a.example/b.png' }, { seed: 1 }, { mode: 'pro' }, { usage: {} }],
    { input_reference: 'https://a.example/a.png', reference_images: ['https://a.example/b.png'] },
  ],
});
