import { describeTaskVendor } from '../../../../test/suites/task-vendor-suite.ts';
import { SUNO_KEY, startSuno } from '../../../../test/upstreams/tasks/suno-vendor.ts';

const words = {
  running: ['IN_PROGRESS', ''],
  done: ['SUCCESS', ''],
  failed: ['FAILURE', 'The server had an error'],
  filtered: ['FAILURE', 'Song has copyrighted lyrics'],
  strange: ['DREAMING', ''],
} as const;

describeTaskVendor({
  name: 'Suno, by Suno-API',
  start: startSuno,
  channel: { type: 41, channelKey: SUNO_KEY },
  cancels: false,
  set(vendor, state) {
    const [word, reason] = words[state];
    Object.assign(vendor.last, { state: word, reason });
  },
  prices: [{ model: 'chirp-v3-0', type: 'times', input: 0.05, output: 0 }],
  asked: { path: '/suno/submit/MUSIC', body: { prompt: '[Verse] Meow', title: 'Cats', tags: 'pop' } },
  ...{ held: 50, charged: 50, kind: 'audio', reason: 'The server had an error' },
  refused: { body: { prompt: 'FORBIDDEN' }, status: 400 },
  sent: { prompt: '[Verse] Meow', title: 'Cats', tags: 'pop', mv: 'chirp-v3-0', make_instrumental: false },
  unsupported: [
    ...[
      { prompt: 7 },
      { mv: 'a b' },
      { make_instrumental: 'yes' },
      { continue_at: -1 },
      { continue_at: '1' },
    ],
    ...[{ continue_clip_id: 'clip' }, { n: 9 }, { cover_clip_id: 'x' }, { title: 'x'.repeat(500) }],
  ],
});
