import { expect, it } from 'vitest';
import { AskedMembers } from '../adapter.ts';
import { togetherImageAdapter } from './together-image-adapter.ts';

const call = { upstreamModel: 'black-forest-labs/FLUX.1-schnell', nowSeconds: 7 };

it.each([
  [{ size: '1024x768' }, { width: 1024, height: 768 }],
  [{ size: 'auto' }, {}],
  [
    { n: 2, steps: 4, response_format: 'b64_json' },
    { n: 2, steps: 4, response_format: 'base64' },
  ],
])('%j is asked for as %j', (members, words) => {
  const asked = new AskedMembers({ model: 'm', prompt: 'A cat', quality: 'hd', ...members });
  expect(togetherImageAdapter.request(asked, call)).toEqual({
    ...{ model: call.upstreamModel, prompt: 'A cat' },
    ...words,
  });
  expect(asked.left).toEqual(['quality']);
});
