import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inputTokensOf, MAX_TOKEN_COUNT, outputTokensOf } from '../../billing/usage.ts';
import { readOpenAiUsage } from './openai-usage.ts';

describe('OpenAI usage', () => {
  it('takes details out of their totals', () => {
    const usage = readOpenAiUsage({
      prompt_tokens: 100,
      completion_tokens: 50,
      prompt_tokens_details: { cached_tokens: 60, audio_tokens: 10 },
      completion_tokens_details: { reasoning_tokens: 30, audio_tokens: 5 },
    });
    expect(usage).toMatchObject({
      ...{ textInput: 30, cacheRead: 60, audioInput: 10 },
      ...{ textOutput: 15, reasoningOutput: 30, audioOutput: 5 },
    });
  });

  it('counts reasoning beside the completion where the total says so', () => {
    const recorded = new URL('../../../test/recordings/openai-chat/reasoning-beside.json', import.meta.url);
    const { usage } = JSON.parse(readFileSync(recorded, 'utf8')) as { usage: unknown };

    expect(readOpenAiUsage(usage)).toMatchObject({
      ...{ textInput: 47, cacheRead: 244 },
      ...{ textOutput: 26, reasoningOutput: 189 },
    });
  });

  it.each([
    {
      what: 'audio of the prompt beside it, as Mistral counts',
      usage: { total_tokens: 400, prompt_tokens_details: { audio_tokens: 375 } },
      buckets: { textInput: 5, audioInput: 375, textOutput: 20, reasoningOutput: 0 },
    },
    {
      what: 'thinking that no detail names, as Gemini counts in OpenAI’s dialect',
      usage: { total_tokens: 430 },
      buckets: { textInput: 5, textOutput: 20, reasoningOutput: 405 },
    },
    {
      what: 'cached tokens outside of the details, as Moonshot names them',
      usage: { total_tokens: 25, cached_tokens: 3 },
      buckets: { textInput: 2, cacheRead: 3, textOutput: 20, reasoningOutput: 0 },
    },
    {
      what: 'cached tokens under DeepSeek’s name',
      usage: { total_tokens: 25, prompt_cache_hit_tokens: 4, prompt_cache_miss_tokens: 1 },
      buckets: { textInput: 1, cacheRead: 4, textOutput: 20, reasoningOutput: 0 },
    },
    {
      what: 'tokens written to a cache, as OpenRouter names them',
      usage: { total_tokens: 25, prompt_tokens_details: { cached_tokens: 1, cache_write_tokens: 3 } },
      buckets: { textInput: 1, cacheRead: 1, cacheWrite5m: 3, textOutput: 20 },
    },
    {
      what: 'cached and written tokens of Claude at Databricks',
      usage: { total_tokens: 25, cache_read_input_tokens: 2, cache_creation_input_tokens: 1 },
      buckets: { textInput: 2, cacheRead: 2, cacheWrite5m: 1, textOutput: 20 },
    },
    {
      what: 'more cached tokens than prompt as beside it, whatever the total',
      usage: { total_tokens: 25, prompt_tokens_details: { cached_tokens: 300 } },
      buckets: { textInput: 5, cacheRead: 300, textOutput: 20, reasoningOutput: 0 },
    },
    {
      what: 'more cached tokens than prompt as beside it, under DeepSeek’s name',
      usage: { prompt_cache_hit_tokens: 6 },
      buckets: { textInput: 5, cacheRead: 6, textOutput: 20 },
    },
    {
      what: 'tokens read and written beside the prompt, as Anthropic counts',
      usage: { cache_read_input_tokens: 2, cache_creation_input_tokens: 90 },
      buckets: { textInput: 5, cacheRead: 2, cacheWrite5m: 90, textOutput: 20 },
    },
    {
      what: 'cached tokens beside the prompt where the total counts them there',
      usage: { total_tokens: 29, prompt_tokens_details: { cached_tokens: 4 } },
      buckets: { textInput: 5, cacheRead: 4, textOutput: 20, reasoningOutput: 0 },
    },
    {
      what: 'cached and written tokens beside the prompt where the total counts them there',
      usage: { total_tokens: 31, prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 2 } },
      buckets: { textInput: 5, cacheRead: 4, cacheWrite5m: 2, textOutput: 20, reasoningOutput: 0 },
    },
    {
      what: 'a prompt of nothing but cached tokens',
      usage: { prompt_tokens_details: { cached_tokens: 5 } },
      buckets: { textInput: 0, cacheRead: 5, textOutput: 20 },
    },
    {
      what: 'a total that nothing explains',
      usage: { total_tokens: 9000, completion_tokens_details: { reasoning_tokens: 7 } },
      buckets: { textInput: 5, textOutput: 13, reasoningOutput: 7 },
    },
  ])('reads $what', ({ usage, buckets }) => {
    expect(readOpenAiUsage({ prompt_tokens: 5, completion_tokens: 20, ...usage })).toMatchObject(buckets);
  });

  it('has buckets that sum to a total that its parts explain', () => {
    fc.assert(
      fc.property(
        fc.record({
          prompt: fc.nat(1000),
          completion: fc.nat(1000),
          reasoning: fc.nat(1000),
          audio: fc.nat(1000),
        }),
        fc.boolean(),
        fc.boolean(),
        ({ prompt, completion, reasoning, audio }, reasoningBeside, audioBeside) => {
          const total = prompt + completion + (reasoningBeside ? reasoning : 0) + (audioBeside ? audio : 0);
          const usage = readOpenAiUsage({
            ...{ prompt_tokens: prompt, completion_tokens: completion, total_tokens: total },
            prompt_tokens_details: { audio_tokens: audio },
            completion_tokens_details: { reasoning_tokens: reasoning },
          });
          if (total === 0) return usage === null;
          return usage !== null && inputTokensOf(usage) + outputTokensOf(usage) === total;
        },
      ),
    );
  });

  it('has buckets that sum to the totals, and to cached tokens above them, whatever the details say', () => {
    const count = fc.oneof(fc.nat(1000), fc.integer(), fc.double(), fc.string());
    const believed = (value: unknown): number =>
      typeof value === 'number' && value > 0 && value <= MAX_TOKEN_COUNT ? Math.floor(value) : 0;
    fc.assert(
      fc.property(
        fc.nat(1000),
        fc.nat(1000),
        count,
        count,
        count,
        (prompt, completion, cached, audio, reasoning) => {
          const usage = readOpenAiUsage({
            prompt_tokens: prompt,
            completion_tokens: completion,
            prompt_tokens_details: { cached_tokens: cached, audio_tokens: audio },
            completion_tokens_details: { reasoning_tokens: reasoning },
          });
          const beside = believed(cached) > prompt ? believed(cached) : 0;
          const input = prompt + beside;
          if (input + completion === 0) return usage === null || usage.flags.length > 0;
          return usage !== null && inputTokensOf(usage) === input && outputTokensOf(usage) === completion;
        },
      ),
    );
  });

  it.each([null, undefined, 5, 'x', {}, { prompt_tokens: 0, completion_tokens: 0 }])(
    'is nothing that can be believed: %j',
    (value) => {
      expect(readOpenAiUsage(value)).toBeNull();
    },
  );
});
