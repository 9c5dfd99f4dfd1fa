import { describe, expect, it } from 'vitest';
import { AskedMembers } from '../adapter.ts';
import { replicateImageAdapter } from './replicate-image-adapter.ts';

const call = { upstreamModel: 'black-forest-labs/flux-schnell', nowSeconds: 7 };

it.each([
  [{ prompt: 'A cat' }, { prompt: 'A cat' }, []],
  [
    { prompt: 'A cat', size: '1792x1024', n: 2, go_fast: true, quality: 'hd', stream: false },
    { prompt: 'A cat', aspect_ratio: '16:9', num_outputs: 2, go_fast: true },
    ['quality'],
  ],
  [{ prompt: 'A cat', response_format: 'url' }, { prompt: 'A cat' }, []],
  [{ prompt: 'A cat', response_format: 'b64_json' }, { prompt: 'A cat' }, ['response_format']],
])('%j is the input of a prediction', (members, input, left) => {
  const asked = new AskedMembers({ model: 'm', ...members });
  expect(replicateImageAdapter.request(asked, call)).toEqual({ input });
  expect(asked.left).toEqual(left);
});

it.each([
  [{ id: 'p1', status: 'starting', output: null }, '/v1/predictions/p1'],
  [{ id: 'p1', status: 'processing', output: 'https://a/1.png' }, null],
  [{ id: 'p1', status: 'succeeded', output: 'https://a/1.png' }, null],
  [{ id: '../x', status: 'starting' }, null],
])('%j goes on at %s', (sent, path) => {
  expect(replicateImageAdapter.unfinished?.(sent)).toBe(path);
});

describe('a prediction', () => {
  const answer = (sent: object) => replicateImageAdapter.answer?.({ ...sent }, { ...call, asked: {} });

  it.each([
    [{ status: 'succeeded', output: 'https://a/1.png' }, [{ url: 'https://a/1.png' }]],
    [{ status: 'processing', output: ['https://a/1.png'] }, [{ url: 'https://a/1.png' }]],
    [{ status: 'succeeded', output: ['data:image/png;base64,QUJD'] }, [{ b64_json: 'QUJD' }]],
  ])('%j has pictures', (sent, data) => {
    expect(answer(sent)).toEqual({ created: 7, data });
  });

  it.each([
    [{ status: 'failed', error: 'CUDA out of memory' }, 'upstream.error'],
    [{ status: 'failed', error: 'NSFW content detected' }, 'upstream.content_filter'],
    [{ status: 'canceled' }, 'upstream.error'],
    [{ status: 'processing', output: null }, 'upstream.timeout'],
  ])('%j has none', (sent, code) => {
    expect(() => answer(sent)).toThrow(expect.objectContaining({ code }));
  });

  it('without output has not answered', () => {
    expect(() => answer({ status: 'succeeded', output: {} })).toThrow(TypeError);
  });
});
