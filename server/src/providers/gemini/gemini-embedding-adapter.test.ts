import { expect, it } from 'vitest';
import { AskedMembers } from '../adapter.ts';
import { geminiEmbeddingAdapter } from './gemini-embedding-adapter.ts';

const call = { upstreamModel: 'gemini-embedding-001', nowSeconds: 1 };
const { request, answer } = geminiEmbeddingAdapter;

it('each text is a request', () => {
  const asked = new AskedMembers({ model: 'm', input: ['a', 'b'], dimensions: 64, encoding_format: 'float' });
  expect(request(asked, call)).toEqual({
    requests: ['a', 'b'].map((text) => ({
      ...{ model: 'models/gemini-embedding-001', content: { parts: [{ text }] }, outputDimensionality: 64 },
    })),
  });
  expect(asked.left).toEqual([]);
});

it.each([[[1, 2]], [[[1, 2]]], [['a', 1]]])('numbers of tokens are refused: %j', (input) => {
  expect(() => request(new AskedMembers({ input }), call)).toThrow(
    expect.objectContaining({ code: 'request.invalid' }),
  );
});

it('an answer is a list, in the encoding that was asked for', () => {
  const sent = { embeddings: [{ values: [0.5, -0.25] }], usageMetadata: { promptTokenCount: 3 } };
  const heard = {
    object: 'list',
    model: 'gemini-embedding-001',
    usage: { prompt_tokens: 3, total_tokens: 3 },
  };
  expect(answer?.(sent, { ...call, asked: {} })).toEqual({
    ...heard,
    data: [{ object: 'embedding', index: 0, embedding: [0.5, -0.25] }],
  });
  expect(answer?.(sent, { ...call, asked: { encoding_format: 'base64' } })).toEqual({
    ...heard,
    data: [{ object: 'embedding', index: 0, embedding: 'AAAAPwAAgL4=' }],
  });
});

it('an answer need not count, but must have embeddings', () => {
  expect(answer?.({ embeddings: [] }, { ...call, asked: {} })).not.toHaveProperty('usage');
  expect(() => answer?.({}, { ...call, asked: {} })).toThrow(TypeError);
});
