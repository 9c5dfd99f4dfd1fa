import { describe, expect, it } from 'vitest';
import type { CheckedAnswer } from './checked-model.ts';
import { isModel, judgeFunction, judgePlain, judgeStream } from './judge-model.ts';

const answer: CheckedAnswer = {
  ...{ isConversation: true, upstreamModel: 'm', reportedModel: 'm', isStreamed: true },
  ...{ usage: { inputTokens: 9, outputTokens: 1 }, functionCalls: [], response: null },
};

describe('the judgement of a model', () => {
  it.each([
    ['gpt-4o', 'gpt-4o', true],
    ['gpt-4o', 'GPT-4o', true],
    ['gpt-4o', 'gpt-4o-2024-08-06', true],
    ['gpt-4o', 'gpt-4o-mini', false],
    ['gpt-4o', 'gpt-4o-mini-2024-07-18', false],
    ['gpt-4o-2024-08-06', 'gpt-4o', false],
    ['gpt-4o-2024-08-06', 'gpt-4o-2024-05-13', false],
    ['openai/gpt-4o', 'gpt-4o', true],
    ['gemini-2.5-pro', 'models/gemini-2.5-pro', true],
    ['gemini-2.5-pro', 'gemini-2.5-pro-001', true],
    ['claude-haiku-4-5', 'claude-haiku-4-5-20251001', true],
    ['claude-sonnet-4', 'claude-sonnet-4-5', false],
    ['claude-sonnet-4', 'claude-sonnet-4@20250514', true],
    ['gpt-4', 'gpt-4.1', false],
    ['deepseek-v3', 'deepseek-v3.1', false],
  ])('of %s takes %s for it: %s', (asked, reported, is) => {
    expect(isModel(asked, reported)).toBe(is);
  });

  it('names what is missing of an answer', () => {
    expect(judgePlain(answer)).toEqual([
      { name: 'answer', status: 1, remark: '', code: '' },
      { name: 'usage', status: 1, remark: '9 + 1', code: '' },
      { name: 'model', status: 1, remark: 'm', code: '' },
    ]);
    expect(judgePlain({ ...answer, usage: null, reportedModel: '' }).slice(1)).toEqual([
      { name: 'usage', status: 0, remark: '', code: 'channel.usage_missing' },
      { name: 'model', status: 2, remark: '', code: 'channel.model_unnamed' },
    ]);
    const free = { ...answer, usage: { inputTokens: 9, outputTokens: 0 }, reportedModel: 'cheap' };
    expect(judgePlain(free).slice(1)).toEqual([
      { name: 'usage', status: 0, remark: '9 + 0', code: 'channel.usage_missing' },
      { name: 'model', status: 0, remark: 'cheap', code: 'channel.other_model' },
    ]);
  });

  it('asks no output of vectors', () => {
    const vectors = { ...answer, isConversation: false, usage: { inputTokens: 2, outputTokens: 0 } };
    expect(judgePlain(vectors)[1]).toEqual({ name: 'usage', status: 1, remark: '2', code: '' });
  });

  it('tells a stream from a whole answer', () => {
    expect(judgeStream(answer).status).toBe(1);
    expect(judgeStream({ ...answer, isStreamed: false }).code).toBe('channel.not_streamed');
  });

  it.each([
    ['{"a":2,"b":3}', 1, ''],
    ['{"b":"2","a":"3"}', 1, ''],
    ['{"a":2}', 0, 'channel.function_misread'],
    ['{', 0, 'channel.function_misread'],
    ['null', 0, 'channel.function_misread'],
  ])('reads the call %s', (input, status, code) => {
    const functionCalls = [{ name: 'add', input }];
    expect(judgeFunction({ ...answer, functionCalls })).toMatchObject({ status, code });
  });

  it('takes another function for none', () => {
    const functionCalls = [{ name: 'subtract', input: '{"a":2,"b":3}' }];
    expect(judgeFunction({ ...answer, functionCalls })).toMatchObject({
      code: 'channel.function_not_called',
    });
  });
});
