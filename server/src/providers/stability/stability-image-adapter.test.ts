import { expect, it } from 'vitest';
import { AskedMembers } from '../adapter.ts';
import { stabilityImageAdapter } from './stability-image-adapter.ts';

const { request, path, answer } = stabilityImageAdapter;
const callOf = (upstreamModel: string) => ({ upstreamModel, nowSeconds: 7 });

it.each([
  ['stable-image-core', 'core', {}],
  ['stable-image-ultra', 'ultra', {}],
  ['sd3.5-large', 'sd3', { model: 'sd3.5-large' }],
])('%s is the service %s', (model, service, named) => {
  const asked = new AskedMembers({ prompt: 'A cat', size: '1024x1024', seed: 5, quality: 'hd' });
  expect(path?.({}, callOf(model))).toBe(`/v2beta/stable-image/generate/${service}`);
  expect(request(asked, callOf(model))).toEqual({
    ...{ prompt: 'A cat', aspect_ratio: '1:1', seed: 5 },
    ...named,
  });
  expect(asked.left).toEqual(['quality']);
});

it('a picture comes as one of OpenAI’s', () => {
  const asked = { ...callOf('sd3.5-large'), asked: {} };
  expect(answer?.({ image: 'QUJD', finish_reason: 'SUCCESS', seed: 5 }, asked)).toEqual({
    created: 7,
    data: [{ b64_json: 'QUJD' }],
  });
  expect(() => answer?.({ image: 'QUJD', finish_reason: 'CONTENT_FILTERED' }, asked)).toThrow(
    expect.objectContaining({ code: 'upstream.content_filter' }),
  );
  expect(() => answer?.({}, asked)).toThrow(TypeError);
});
