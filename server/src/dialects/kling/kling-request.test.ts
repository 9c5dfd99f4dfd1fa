import { describe, expect, it } from 'vitest';
import { readKlingRequest } from './kling-request.ts';

const read = (name: Parameters<typeof readKlingRequest>[0], json: object) =>
  readKlingRequest(name, { json, texts: { head: (text: string) => text } } as never);

describe('a request of Kling whose class has no model', () => {
  it('is priced by what the vendor reads', () => {
    const input = { model_name: 'kling-v1-6', mode: 'pro', duration: '10' };
    const { request, models } = read('videos/effects', {
      model_name: 'kling-v1',
      effect_scene: 'hug',
      input,
    });
    expect(request).toMatchObject({ mode: 'pro', count: 10, model: 'kling-effects' });
    expect(models).toEqual(['kling-video_kling-effects_pro_10', 'kling-effects']);
    expect(request.body).toEqual({ effect_scene: 'hug', input });
  });

  it.each([
    ['videos/effects', { duration: 1 }],
    ['videos/effects', { mode: 'std' }],
    ['videos/lip-sync', { duration: '1' }],
  ] as const)('is refused (%s) with members that set a price alone', (name, json) => {
    expect(() => read(name, json)).toThrow();
  });
});
