import { expect, it } from 'vitest';
import { AskedMembers } from '../adapter.ts';
import { siliconFlowImageAdapter } from './siliconflow-image-adapter.ts';

const call = { upstreamModel: 'Kwai-Kolors/Kolors', nowSeconds: 7 };

it('pictures are asked for by other names', () => {
  const asked = new AskedMembers({
    ...{
      model: 'm',
      prompt: 'A cat',
      size: '1024x1024',
      n: 2,
      seed: 5,
      quality: 'hd',
      response_format: 'url',
    },
  });
  expect(siliconFlowImageAdapter.request(asked, call)).toEqual({
    ...{ model: 'Kwai-Kolors/Kolors', prompt: 'A cat', image_size: '1024x1024', batch_size: 2, seed: 5 },
  });
  expect(asked.left).toEqual(['quality']);
});

it('no more pictures are asked for than are held for', () => {
  const asked = new AskedMembers({ prompt: 'A cat', n: 1, batch_size: 4 });
  expect(siliconFlowImageAdapter.request(asked, call)).toMatchObject({ batch_size: 1 });
  expect(asked.left).toEqual(['batch_size']);
});

it('the shape is the model’s where the caller leaves it', () => {
  const asked = new AskedMembers({ prompt: 'A cat', size: 'auto' });
  expect(siliconFlowImageAdapter.request(asked, call)).toEqual({
    model: call.upstreamModel,
    prompt: 'A cat',
  });
});

it('pictures come as OpenAI’s', () => {
  const answer = (sent: object) => siliconFlowImageAdapter.answer?.({ ...sent }, { ...call, asked: {} });
  expect(answer({ images: [{ url: 'https://a/1.png' }], timings: { inference: 1 }, seed: 5 })).toEqual({
    created: 7,
    data: [{ url: 'https://a/1.png' }],
  });
  expect(() => answer({ images: [] })).toThrow(TypeError);
});
