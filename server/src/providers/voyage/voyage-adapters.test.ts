import { expect, it } from 'vitest';
import { AskedMembers } from '../adapter.ts';
import { voyageEmbeddings, voyageRerank } from './voyage-adapters.ts';

const call = { upstreamModel: 'voyage-4', nowSeconds: 1 };

it('an embedding is asked for by Voyage’s names', () => {
  const asked = new AskedMembers({
    ...{ model: 'm', input: ['a'], dimensions: 256, encoding_format: 'float', input_type: 'query' },
    user: 'u',
  });
  expect(voyageEmbeddings.request(asked, call)).toEqual({
    ...{ model: 'voyage-4', input: ['a'], input_type: 'query', output_dimension: 256 },
  });
  expect(asked.left).toEqual(['user']);
});

it('base64 stays base64', () => {
  const asked = new AskedMembers({ input: 'a', encoding_format: 'base64' });
  expect(voyageEmbeddings.request(asked, call)).toMatchObject({ encoding_format: 'base64' });
});

it('the total of an answer is its prompt', () => {
  const answer = { object: 'list', data: [], model: 'voyage-4', usage: { total_tokens: 3 } };
  expect(voyageEmbeddings.answer?.(answer, { ...call, asked: {} })).toEqual({
    ...answer,
    usage: { prompt_tokens: 3, total_tokens: 3 },
  });
});

it('a ranking is asked for and answered by other names', () => {
  const asked = new AskedMembers({ model: 'm', query: 'q', documents: ['a', 'b'], top_n: 1 });
  expect(voyageRerank.request(asked, call)).toEqual({
    ...{ model: 'voyage-4', query: 'q', documents: ['a', 'b'], top_k: 1 },
  });
  const data = [{ index: 0, relevance_score: 0.5 }];
  const answer = { object: 'list', data, model: 'voyage-4', usage: { total_tokens: 3 } };
  expect(voyageRerank.answer?.(answer, { ...call, asked: {} })).toEqual({
    ...{ results: data, model: 'voyage-4', usage: { total_tokens: 3 } },
  });
  expect(() => voyageRerank.answer?.({}, { ...call, asked: {} })).toThrow(TypeError);
});
