import { expect, it } from 'vitest';
import { emptyConversation, type Settings } from '../neutral/conversation.ts';
import { ConversionReport } from '../neutral/conversion-report.ts';
import { takenSettings } from './openai-sampling.ts';

const { settings: nothing } = emptyConversation();
const everything = {
  ...nothing,
  ...{ temperature: 0.5, topP: 0.9, logprobs: 2, stop: ['x'], presencePenalty: 0.1, frequencyPenalty: 0.1 },
};

function taken(upstreamModel: string, effort: string | null, settings: Settings = everything) {
  const report = new ConversionReport();
  return { taken: takenSettings(settings, effort, { upstreamModel, report }), report: report.header() };
}

it.each([
  ['gpt-5', null],
  ['gpt-5-mini', 'minimal'],
  ['openai/gpt-5-nano', null],
  ['o3', null],
  ['o4-mini-2025-04-16', 'high'],
  ['gpt-5.2', 'medium'],
  ['gpt-5.2-codex', 'none'],
  ['gpt-5.5', null],
  ['gpt-6-sol', 'none'],
  ['gpt-5.1-chat-latest', null],
  ['gpt-5.2-chat', 'none'],
  ['openai/gpt-5.3-chat-latest', 'medium'],
])('%s, which thinks with effort %s, is not sampled otherwise, and stops by itself', (model, effort) => {
  expect(taken(model, effort)).toEqual({
    taken: nothing,
    report: 'dropped=temperature,top_p,logprobs,stop,presence_penalty,frequency_penalty',
  });
});

it.each([
  ['gpt-5.1', null],
  ['gpt-5.2-2025-12-11', 'none'],
  ['gpt-5.4-mini', 'none'],
  ['gpt-5.5', 'none'],
])('%s, which does not think with effort %s, is sampled', (model, effort) => {
  const { temperature, topP, logprobs } = everything;
  expect(taken(model, effort)).toEqual({
    taken: { ...nothing, temperature, topP, logprobs },
    report: 'dropped=stop,presence_penalty,frequency_penalty',
  });
});

it.each(['o1', 'o3-mini', 'gpt-4o-search-preview', 'gpt-4o-mini-search-preview-2025-03-11'])(
  '%s takes ends',
  (model) => {
    expect(taken(model, null).taken.stop).toEqual(['x']);
  },
);

it.each(['gpt-4o', 'gpt-4.1', 'gpt-5-chat', 'gpt-5-chat-latest', 'gpt-oss-120b', 'deepseek-v3.2', 'o3x'])(
  '%s takes everything',
  (model) => {
    expect(taken(model, null)).toEqual({ taken: everything, report: '' });
  },
);

it('defaults are not missed', () => {
  const defaults = { ...nothing, temperature: 1, topP: 1, presencePenalty: 0, frequencyPenalty: 0 };
  expect(taken('gpt-5', null, defaults)).toEqual({ taken: nothing, report: '' });
});
