import { expect, it } from 'vitest';
import { askAdapter, hearAdapter } from '../../../test/support/ask-adapter.ts';
import { miniMaxVoices, miniMaxSpeech as speechWith } from './minimax-speech.ts';

const miniMaxSpeech = speechWith(miniMaxVoices);

it('sets voice and sound', () => {
  const asked = { model: 'x', input: 'Hi', voice: 'nova', response_format: 'pcm', speed: 1.5 };
  expect(askAdapter(miniMaxSpeech, asked).request).toEqual({
    ...{ model: 'm', text: 'Hi', stream: false },
    voice_setting: { voice_id: 'presenter_female', speed: 1.5 },
    audio_setting: { format: 'pcm', sample_rate: 24_000 },
  });
});

it('answers with the sound that its JSON holds', () => {
  const answer = {
    data: { audio: '494433', status: 2 },
    base_resp: { status_code: 0, status_msg: 'success' },
  };
  expect(hearAdapter(miniMaxSpeech, answer)).toEqual({ file: Buffer.from('ID3'), type: 'audio/mpeg' });
});

it.each([
  [1002, 'upstream.rate_limited'],
  [1004, 'upstream.key_refused'],
  [1008, 'upstream.out_of_credit'],
  [2013, 'upstream.bad_request'],
  [9999, 'upstream.error'],
])('an error %i with status 200 is %s', (status_code, code) => {
  const answer = { data: null, base_resp: { status_code, status_msg: 'no' } };
  expect(() => hearAdapter(miniMaxSpeech, answer)).toThrow(expect.objectContaining({ code }));
});

it('an answer without sound is none', () => {
  expect(() => hearAdapter(miniMaxSpeech, { data: {} })).toThrow(TypeError);
});
