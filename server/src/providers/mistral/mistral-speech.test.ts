import { expect, it } from 'vitest';
import { askAdapter, hearAdapter } from '../../../test/support/ask-adapter.ts';
import { mistralSpeech } from './mistral-speech.ts';

it('names the voice and leaves out the speed, which Mistral does not know', () => {
  const asked = { model: 'x', input: 'Hi', voice: 'echo', response_format: 'wav', speed: 2 };
  expect(askAdapter(mistralSpeech, asked)).toMatchObject({
    request: { model: 'm', input: 'Hi', voice_id: 'en_paul_neutral', response_format: 'wav' },
    left: ['speed'],
  });
});

it('answers with the sound that its JSON holds', () => {
  expect(hearAdapter(mistralSpeech, { audio_data: 'SUQz' }, { response_format: 'wav' })).toEqual({
    file: Buffer.from('ID3'),
    type: 'audio/wav',
  });
  expect(() => hearAdapter(mistralSpeech, { error: 'none' })).toThrow(TypeError);
});
