import { describe, expect, it } from 'vitest';
import type { ModelFacts } from '../../api/model-facts.ts';
import { isForChat, workOf } from './model-work.ts';

const facts = (kind: ModelFacts['kind'], abilities: ModelFacts['abilities'] = []): ModelFacts => ({
  kind,
  abilities,
  source: { page: '', lists: [], date: '' },
});
const byName = (name: string) => workOf(name, { facts: undefined, price: undefined });

describe('the work of a model', () => {
  it.each([
    ['dall-e-3', 'picture'],
    ['gpt-image-1', 'picture'],
    ['qwen-image-plus', 'picture'],
    ['FLUX.1-schnell', 'picture'],
    ['kling-v2', 'video'],
    ['sora-2', 'video'],
    ['wan2.7-t2v', 'video'],
    ['grok-imagine-video', 'video'],
    ['MiniMax-Hailuo-2.3', 'video'],
    ['gpt-4o-mini-tts', 'speech'],
    ['speech-02-hd', 'speech'],
    ['gpt-4o-transcribe', 'transcription'],
    ['whisper-1', 'transcription'],
    ['qwen3-asr-flash', 'transcription'],
    ['gpt-5', undefined],
    ['claude-opus-4-5', undefined],
    ['text-embedding-3-small', undefined],
  ])('%s: %s, by its name', (name, work) => {
    expect(byName(name)).toBe(work);
  });

  it('is that of the built-in list where the list has the model', () => {
    expect(workOf('x', { facts: facts('speech'), price: undefined })).toBe('speech');
    expect(workOf('my-image', { facts: facts('chat'), price: undefined })).toBeUndefined();
    expect(workOf('x', { facts: facts('chat', ['image_output']), price: undefined })).toBe('picture');
  });

  it('is that of the units of the price where the name does not help', () => {
    const price = (kind: 'image' | 'character' | 'second') => ({ units: [{ kind, variant: '', price: 1 }] });
    expect(workOf('house-1', { facts: undefined, price: price('image') })).toBe('picture');
    expect(workOf('house-1', { facts: undefined, price: price('character') })).toBe('speech');
    expect(workOf('house-1', { facts: undefined, price: price('second') })).toBeUndefined();
  });

  it('leaves videos out of the chat', () => {
    expect(['gpt-5', 'kling-v2', 'sora-2', 'gemini-2.5-flash-image'].filter(isForChat)).toEqual([
      'gpt-5',
      'gemini-2.5-flash-image',
    ]);
  });
});
