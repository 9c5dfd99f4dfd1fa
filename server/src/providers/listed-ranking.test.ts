import { expect, it } from 'vitest';
import { AskedMembers } from './adapter.ts';
import { answersWithData } from './listed-ranking.ts';

const call = { upstreamModel: 'reranker', nowSeconds: 1 };

it('asks as it was asked', () => {
  const asked = new AskedMembers({ model: 'm', query: 'q', documents: ['a'], top_n: 1, task: 't' });
  expect(answersWithData.request(asked, call)).toEqual({
    ...{ model: 'reranker', query: 'q', documents: ['a'], top_n: 1, task: 't' },
  });
  expect(asked.left).toEqual([]);
});

it('answers with results', () => {
  const data = [{ index: 0, relevance_score: 0.5 }];
  const answer = answersWithData.answer?.({ object: 'list', model: 'r', data }, { ...call, asked: {} });
  expect(answer).toEqual({ model: 'r', results: data });
});
