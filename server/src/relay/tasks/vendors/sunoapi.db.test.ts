import { describeTaskVendor } from '../../../../test/suites/task-vendor-suite.ts';
import { SUNOAPI_KEY, startSunoApi } from '../../../../test/upstreams/tasks/sunoapi-vendor.ts';

const words = {
  running: ['FIRST_SUCCESS', ''],
  done: ['SUCCESS', ''],
  failed: ['GENERATE_AUDIO_FAILED', 'The generation failed due to an issue. Your credits have been refunded'],
  filtered: ['SENSITIVE_WORD_ERROR', 'Sensitive words'],
  strange: ['DREAMING', ''],
} as const;

describeTaskVendor({
  name: 'Suno, by sunoapi.org',
  start: startSunoApi,
  siteAddress: 'https://site.example',
  channel: { type: 1015, channelKey: SUNOAPI_KEY },
  cancels: false,
  set(vendor, state) {
    const [word, reason] = words[state];
    Object.assign(vendor.last, { state: word, reason, extra: state === 'failed' ? { errorCode: 531 } : {} });
  },
  prices: [{ model: 'chirp-v4', type: 'times', input: 0.05, output: 0 }],
  asked: {
    path: '/suno/submit/music',
    body: { mv: 'chirp-v4', prompt: '[Verse] Meow', title: 'Cats', tags: 'pop', negative_tags: 'rap' },
  },
  ...{ held: 50, charged: 50, kind: 'audio', reason: /generation failed/ },
  refused: { body: { prompt: 'FORBIDDEN' }, status: 400 },
  sent: {
    ...{ customMode: true, instrumental: false, model: 'V4', prompt: '[Verse] Meow', title: 'Cats' },
    ...{ style: 'pop', negativeTags: 'rap' },
  },
  unsupported: [
    ...[{ title: '' }, { tags: '' }, { prompt: '' }, { gpt_description_prompt: 'A song about cats' }],
    ...[{ continue_at: 5 }, { continue_clip_id: 'clip' }, { n: 2 }],
  ],
});
