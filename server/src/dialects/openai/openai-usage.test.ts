import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inputTokensOf, outputTokensOf } from '../../billing/usage.ts';
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

  it('has buckets that sum to the totals, whatever the details say', () => {
    const count = fc.oneof(fc.nat(1000), fc.integer(), fc.double(), fc.string());
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
          if (prompt + completion === 0) return usage === null;
          return usage !== null && inputTokensOf(usage) === prompt && outputTokensOf(usage) === completion;
        },
      ),
    );
  });

  it.each([null, undefined, 5, 'x', {}, { prompt_tokens: 0, completion_tokens: 0 }, { prompt_tokens: -5 }])(
    'is nothing that can be believed: %j',
    (value) => {
      expect(readOpenAiUsage(value)).toBeNull();
    },
  );
});
