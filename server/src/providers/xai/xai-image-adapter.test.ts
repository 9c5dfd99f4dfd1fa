import { expect, it } from 'vitest';
import { AskedMembers } from '../adapter.ts';
import { xAiImageAdapter } from './xai-image-adapter.ts';

it('a size is the nearest shape', () => {
  const asked = new AskedMembers({
    ...{ model: 'm', prompt: 'A cat', n: 2, size: '1792x1024', quality: 'hd', response_format: 'b64_json' },
  });
  expect(xAiImageAdapter.request(asked, { upstreamModel: 'grok-imagine-image', nowSeconds: 7 })).toEqual({
    ...{
      model: 'grok-imagine-image',
      prompt: 'A cat',
      n: 2,
      response_format: 'b64_json',
      aspect_ratio: '16:9',
    },
  });
  expect(asked.left).toEqual(['quality']);
});
