import { expect, it } from 'vitest';
import { askAdapter, hearAdapter } from '../../../test/support/ask-adapter.ts';
import { cloudflareImages } from './cloudflare-images.ts';
import { cloudflareWhisper, cloudflareWhisperTurbo } from './cloudflare-sound.ts';

it('a picture has the size that was asked for, and what its model takes', () => {
  const asked = { model: 'x', prompt: 'A cat', size: '512x768', steps: 4, quality: 'hd', n: 1 };
  expect(askAdapter(cloudflareImages, asked)).toMatchObject({
    request: { prompt: 'A cat', width: 512, height: 768, steps: 4 },
    left: ['quality'],
  });
  expect(askAdapter(cloudflareImages, { prompt: 'A cat', size: 'auto' }).request).toEqual({
    prompt: 'A cat',
  });
  expect(() => askAdapter(cloudflareImages, { prompt: 'A cat', n: 2 })).toThrow(
    expect.objectContaining({ code: 'request.invalid' }),
  );
});

it('a picture may come in JSON or as itself', () => {
  const heard = { created: 1_700_000_000, data: [{ b64_json: 'QUJD' }] };
  expect(hearAdapter(cloudflareImages, { result: { image: 'QUJD' }, success: true })).toEqual(heard);
  const call = { upstreamModel: 'm', nowSeconds: 1_700_000_000, asked: {} };
  expect(cloudflareImages.answerFile?.(Buffer.from('ABC'), call)).toEqual(heard);
  expect(() => hearAdapter(cloudflareImages, { result: null })).toThrow(TypeError);
});

it('sound is told its language and what comes before it', () => {
  const asked = { model: 'x', language: 'en', prompt: 'Hm', response_format: 'json', temperature: '0' };
  expect(askAdapter(cloudflareWhisperTurbo, asked)).toMatchObject({
    request: { task: 'transcribe', language: 'en', initial_prompt: 'Hm' },
    left: ['temperature'],
  });
  expect(askAdapter(cloudflareWhisper, asked)).toMatchObject({
    ...{ request: {}, left: ['language', 'prompt', 'temperature'] },
  });
});

it('words and seconds are told, where the model says them', () => {
  const words = [{ word: ' Hello', start: 0.1, end: 0.6 }];
  const result = {
    text: ' Hello',
    transcription_info: { language: 'en', duration: 1.2 },
    segments: [{ words }],
  };
  const verbose = { response_format: 'verbose_json' };
  expect(hearAdapter(cloudflareWhisperTurbo, { result }, verbose)).toEqual({
    ...{ task: 'transcribe', language: 'en', duration: 1.2, text: 'Hello' },
    words: [{ word: 'Hello', start: 0.1, end: 0.6 }],
    usage: { type: 'duration', seconds: 2 },
  });
  expect(hearAdapter(cloudflareWhisper, { result: { text: 'Hello', words } }, {})).toEqual({ text: 'Hello' });
  expect(() => hearAdapter(cloudflareWhisper, { success: false })).toThrow(TypeError);
});
