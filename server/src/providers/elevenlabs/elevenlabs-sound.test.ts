import { describe, expect, it } from 'vitest';
import { askAdapter, hearAdapter } from '../../../test/support/ask-adapter.ts';
import { elevenLabsSpeech, elevenLabsTranscriptions } from './elevenlabs-sound.ts';

describe('speech', () => {
  it('has voice and format in its path, and says what it leaves out', () => {
    const asked = { model: 'x', input: 'Hi', voice: 'onyx', speed: 1.1, instructions: 'Whisper' };
    expect(askAdapter(elevenLabsSpeech, asked)).toEqual({
      request: { text: 'Hi', model_id: 'm', voice_settings: { speed: 1.1 } },
      path: '/v1/text-to-speech/nPczCjzI2devNBTNZv1g?output_format=mp3_44100_128',
      left: ['instructions'],
    });
  });

  it('takes the id of a voice and another format', () => {
    const { request, path } = askAdapter(elevenLabsSpeech, {
      ...{ input: 'Hi', voice: 'Abc123', response_format: 'pcm' },
    });
    expect(request).toEqual({ text: 'Hi', model_id: 'm' });
    expect(path).toBe('/v1/text-to-speech/Abc123?output_format=pcm_24000');
  });

  it.each(['..', '../voices', 'a?b', 'ä'])('refuses %j as a voice', (voice) => {
    expect(() => askAdapter(elevenLabsSpeech, { input: 'Hi', voice })).toThrow(
      expect.objectContaining({ code: 'request.invalid' }),
    );
  });
});

describe('transcriptions', () => {
  it('are asked without what only shapes the answer', () => {
    const asked = {
      ...{ model: 'x', language: 'en', temperature: '0', prompt: 'Turnpike' },
      ...{ response_format: 'verbose_json', 'timestamp_granularities[]': ['word'], stream: 'true' },
    };
    expect(askAdapter(elevenLabsTranscriptions, asked)).toMatchObject({
      request: { model_id: 'm', tag_audio_events: 'false', language_code: 'en', temperature: '0' },
      left: ['prompt'],
    });
  });

  it('answer with the words that were heard', () => {
    const words = [
      { text: 'Hello', start: 0.1, end: 0.6, type: 'word', logprob: -0.1 },
      { text: ' ', start: 0.6, end: 0.7, type: 'spacing' },
      { text: '(laughter)', start: 0.7, end: 0.9, type: 'audio_event' },
      { text: 'you', start: 0.9, end: 1.1, type: 'word' },
    ];
    const answer = { language_code: 'eng', language_probability: 0.98, text: 'Hello you', words };
    expect(hearAdapter(elevenLabsTranscriptions, answer, { response_format: 'verbose_json' })).toMatchObject({
      text: 'Hello you',
      language: 'eng',
      duration: 1.1,
      words: [
        { word: 'Hello', start: 0.1, end: 0.6 },
        { word: 'you', start: 0.9, end: 1.1 },
      ],
    });
    expect(() => hearAdapter(elevenLabsTranscriptions, { words })).toThrow(TypeError);
  });

  it('count the seconds that the vendor names', () => {
    expect(hearAdapter(elevenLabsTranscriptions, { text: 'Hi', audio_duration_secs: 2.4 })).toEqual({
      text: 'Hi',
      usage: { type: 'duration', seconds: 3 },
    });
  });
});
