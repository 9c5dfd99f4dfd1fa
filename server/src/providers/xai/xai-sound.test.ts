import { expect, it } from 'vitest';
import { askAdapter, hearAdapter } from '../../../test/support/ask-adapter.ts';
import { xAiSpeech, xAiTranscriptions } from './xai-sound.ts';

it('speaks in any language, without a model', () => {
  const asked = { model: 'x', input: 'Hi', voice: 'nova', response_format: 'wav', speed: 1.2 };
  expect(askAdapter(xAiSpeech, asked)).toMatchObject({
    request: {
      ...{ text: 'Hi', voice_id: 'eve', language: 'auto', speed: 1.2 },
      output_format: { codec: 'wav', sample_rate: 24_000 },
    },
    left: [],
  });
});

it('writes numbers in the caller’s language', () => {
  expect(askAdapter(xAiTranscriptions, { language: 'en', temperature: '0' })).toMatchObject({
    request: { language: 'en', format: 'true' },
    left: ['temperature'],
  });
  expect(askAdapter(xAiTranscriptions, {}).request).toEqual({});
});

it('answers with words and seconds', () => {
  const words = [{ text: 'Hello', start: 0.1, end: 0.6 }];
  const answer = { text: 'Hello', language: 'en', duration: 1.2, words };
  expect(hearAdapter(xAiTranscriptions, answer, { response_format: 'verbose_json' })).toMatchObject({
    text: 'Hello',
    duration: 1.2,
    words: [{ word: 'Hello', start: 0.1, end: 0.6 }],
    usage: { type: 'duration', seconds: 2 },
  });
});
