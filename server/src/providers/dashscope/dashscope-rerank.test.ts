import { expect, it } from 'vitest';
import { AskedMembers } from '../adapter.ts';
import { dashScopeRerank } from './dashscope-rerank.ts';

it('asks Alibaba’s older models for a ranking in their own shape', () => {
  const members = {
    model: 'm',
    query: 'A capital?',
    documents: ['Nice', 'Paris'],
    top_n: 1,
    return_documents: true,
  };
  const call = { upstreamModel: 'gte-rerank-v2', nowSeconds: 0 };
  expect(dashScopeRerank.request(new AskedMembers({ ...members }), call)).toEqual({
    model: 'gte-rerank-v2',
    input: { query: 'A capital?', documents: ['Nice', 'Paris'] },
    parameters: { top_n: 1, return_documents: true },
  });
  const results = [{ index: 1, relevance_score: 0.9, document: { text: 'Paris' } }];
  const answer = { output: { results }, usage: { total_tokens: 79 }, request_id: 'r-1' };
  expect(dashScopeRerank.answer?.(answer, { ...call, asked: members })).toEqual({
    ...{ id: 'r-1', results, usage: { total_tokens: 79 } },
  });
  expect(() => dashScopeRerank.answer?.({ code: 'Throttling' }, { ...call, asked: members })).toThrow();
});
