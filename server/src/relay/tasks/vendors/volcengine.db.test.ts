import { describeTaskVendor } from '../../../../test/suites/task-vendor-suite.ts';
import { startVolcengine, VOLCENGINE_KEY } from '../../../../test/upstreams/tasks/volcengine-vendor.ts';

const words = {
  running: ['running', '', ''],
  done: ['succeeded', '', ''],
  failed: ['failed', 'The service had an error', 'InternalServiceError'],
  filtered: ['failed', 'The video may have sensitive content', 'OutputVideoSensitiveContentDetected'],
  strange: ['pondering', '', ''],
} as const;

describeTaskVendor({
  name: 'Volcengine Ark',
  start: startVolcengine,
  channel: { type: 1001, channelKey: VOLCENGINE_KEY },
  // A point for 1000 tokens.
  prices: [{ model: 'doubao-seedance-1-5-pro-251215', input: 0, output: 0.001 }],
  asked: {
    path: '/v1/videos',
    body: {
      model: 'doubao-seedance-1-5-pro-251215',
      prompt: 'A cat',
      seconds: '5',
      size: '1280x720',
      input_reference: 'https://a.example/cat.png',
      generate_audio: false,
      seed: 7,
    },
  },
  // 1280 × 720 pixels × 24 frames × 5 seconds ÷ 1024; the vendor measures 108 900.
  ...{ held: 108, charged: 109, kind: 'video', reason: 'The service had an error' },
  set(vendor, state) {
    const [word, reason, code] = words[state];
    Object.assign(vendor.last, { state: word, reason, extra: { code } });
  },
  refused: { body: { prompt: 'FORBIDDEN' }, status: 400 },
  cancels: true,
  sent: {
    model: 'doubao-seedance-1-5-pro-251215',
    content: [
      { type: 'text', text: 'A cat' },
      { type: 'image_url', image_url: { url: 'https://a.example/cat.png' }, role: 'first_frame' },
    ],
    ...{ resolution: '720p', ratio: '16:9', duration: 5, generate_audio: false, seed: 7 },
  },
  unsupported: [
    ...[{ seconds: 13 }, { seconds: -5 }, { seconds: 5.5 }, { size: '3840x2160' }, { mode: 'pro' }],
    ...[{ reference_images: ['https://a.example/b.png'] }, { video: 'https://a.example/v.mp4' }],
    ...[{ negative_prompt: 'x' }, { metadata: { duration: 10 } }, { frames: 29 }, { size: '720x480' }],
  ],
});
