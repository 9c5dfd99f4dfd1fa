import { describeTaskVendor } from '../../../../test/suites/task-vendor-suite.ts';
import { MIDJOURNEY_KEY, startMidjourney } from '../../../../test/upstreams/tasks/midjourney-vendor.ts';

const words = {
  running: ['IN_PROGRESS', ''],
  done: ['SUCCESS', ''],
  failed: ['FAILURE', 'Invalid parameter'],
  filtered: ['FAILURE', 'Banned prompt detected'],
  strange: ['DREAMING', ''],
} as const;

describeTaskVendor({
  name: 'Midjourney',
  start: startMidjourney,
  channel: { type: 34, channelKey: MIDJOURNEY_KEY },
  cancels: false,
  set(vendor, state) {
    const [word, reason] = words[state];
    Object.assign(vendor.last, { state: word, reason });
  },
  prices: [{ model: 'mj_relax_imagine', type: 'times', input: 0.05, output: 0 }],
  asked: { path: '/mj-relax/mj/submit/imagine', body: { prompt: 'A cat --turbo --ar 2:3', state: 'mine' } },
  ...{ held: 50, charged: 50, kind: 'image', reason: 'Invalid parameter' },
  refused: { body: { prompt: 'NUDE' }, status: 200 },
  sent: { prompt: 'A cat   --ar 2:3', accountFilter: { modes: ['RELAX'] } },
  unsupported: [
    ...[{ prompt: '' }, { prompt: ' --fast' }, { prompt: 7 }, { prompt: 'x'.repeat(20_000) }],
    ...[{ base64Array: ['no picture'] }, { base64Array: ['data:video/mp4;base64,AAAA'] }],
    ...[{ base64Array: 'x' }, { quality: 'high' }, { state: 'x'.repeat(5000) }],
  ],
});
