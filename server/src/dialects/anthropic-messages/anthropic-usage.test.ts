import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inputTokensOf, outputTokensOf } from '../../billing/usage.ts';
import { readAnthropicUsage, withLaterUsage } from './anthropic-usage.ts';

const recordings = new URL('../../../test/recordings/anthropic-messages/', import.meta.url);
const usageOf = (name: string): unknown => {
  const { usage } = JSON.parse(readFileSync(new URL(name, recordings), 'utf8')) as { usage: unknown };
  return usage;
};

describe('Anthropic usage', () => {
  it.each([
    { name: 'anthropic-text.json', input: 12, output: 29 },
    { name: 'anthropic-tool-no-args.json', input: 602, output: 93 },
    { name: 'anthropic-json-tool.1.json', input: 1151, output: 87 },
    { name: 'anthropic-clear-thinking.1.json', input: 69, output: 33 },
    { name: 'anthropic-refusal.json', input: 18, output: 5 },
  ])('of the recording $name is read', ({ name, input, output }) => {
    expect(readAnthropicUsage(usageOf(name))).toMatchObject({ textInput: input, textOutput: output });
  });

  it('is read from every recording of a whole answer', () => {
    const wholes = readdirSync(recordings).filter((name) => name.endsWith('.json'));
    expect(wholes).toHaveLength(5);
    for (const name of wholes) expect(readAnthropicUsage(usageOf(name)), name).not.toBeNull();
  });

  it.each([
    {
      what: 'cached input beside the rest of the input',
      usage: { input_tokens: 10, cache_read_input_tokens: 90 },
      buckets: { textInput: 10, cacheRead: 90, cacheWrite5m: 0, cacheWrite1h: 0 },
    },
    {
      what: 'what is written for five minutes and for an hour',
      usage: {
        ...{ input_tokens: 10, cache_creation_input_tokens: 30 },
        cache_creation: { ephemeral_5m_input_tokens: 20, ephemeral_1h_input_tokens: 10 },
      },
      buckets: { textInput: 10, cacheWrite5m: 20, cacheWrite1h: 10 },
    },
    {
      what: 'what is written without a word for how long',
      usage: { input_tokens: 10, cache_creation_input_tokens: 30 },
      buckets: { textInput: 10, cacheWrite5m: 30, cacheWrite1h: 0 },
    },
    {
      what: 'a total of which the parts explain less',
      usage: {
        ...{ input_tokens: 1, cache_creation_input_tokens: 30 },
        cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 10 },
      },
      buckets: { cacheWrite5m: 20, cacheWrite1h: 10 },
    },
    {
      what: 'parts that are more than their total',
      usage: {
        ...{ input_tokens: 1, cache_creation_input_tokens: 30 },
        cache_creation: { ephemeral_5m_input_tokens: 50, ephemeral_1h_input_tokens: 40 },
      },
      buckets: { cacheWrite5m: 0, cacheWrite1h: 30 },
    },
    {
      what: 'parts without a total',
      usage: {
        input_tokens: 1,
        cache_creation: { ephemeral_5m_input_tokens: 5, ephemeral_1h_input_tokens: 4 },
      },
      buckets: { cacheWrite5m: 5, cacheWrite1h: 4 },
    },
    {
      what: 'thinking inside of the output',
      usage: { input_tokens: 1, output_tokens: 50, output_tokens_details: { thinking_tokens: 30 } },
      buckets: { textOutput: 20, reasoningOutput: 30 },
    },
    {
      what: 'more thinking than output',
      usage: { input_tokens: 1, output_tokens: 50, output_tokens_details: { thinking_tokens: 300 } },
      buckets: { textOutput: 0, reasoningOutput: 50 },
    },
    {
      what: 'a compaction and an advisor, which the totals leave out, but no turn that they hold',
      usage: {
        ...{ input_tokens: 23_000, output_tokens: 1_000 },
        iterations: [
          { type: 'compaction', input_tokens: 180_000, output_tokens: 3_500 },
          { type: 'message', input_tokens: 23_000, output_tokens: 1_000 },
          { type: 'advisor_message', input_tokens: 10, output_tokens: 20, cache_read_input_tokens: 5 },
        ],
      },
      buckets: { textInput: 203_010, textOutput: 4_520, cacheRead: 5 },
    },
    {
      what: 'what is absurd as nothing',
      usage: {
        ...{ input_tokens: 5, output_tokens: -7, cache_read_input_tokens: 'many' },
        ...{ cache_creation_input_tokens: null, cache_creation: [], iterations: {} },
      },
      buckets: { textInput: 5, textOutput: 0, cacheRead: 0, cacheWrite5m: 0 },
    },
  ])('takes $what', ({ usage, buckets }) => {
    expect(readAnthropicUsage(usage)).toMatchObject(buckets);
  });

  it.each([null, undefined, 5, 'x', [], {}, { output_tokens: 0 }, { input_tokens: 0, output_tokens: 0 }])(
    'is nothing that can be believed: %j',
    (value) => {
      expect(readAnthropicUsage(value)).toBeNull();
    },
  );

  it('has buckets that sum to its totals', () => {
    const count = fc.nat(1000);
    const counts = fc.record({
      ...{ input_tokens: fc.integer({ min: 1, max: 1000 }), output_tokens: count },
      ...{ cache_read_input_tokens: count, cache_creation_input_tokens: count },
      cache_creation: fc.record({ ephemeral_5m_input_tokens: count, ephemeral_1h_input_tokens: count }),
      output_tokens_details: fc.record({ thinking_tokens: count }),
    });
    fc.assert(
      fc.property(counts, (source) => {
        const usage = readAnthropicUsage(source);
        if (usage === null) return false;
        const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens } = source;
        const input = input_tokens + cache_read_input_tokens + cache_creation_input_tokens;
        return inputTokensOf(usage) === input && outputTokensOf(usage) === source.output_tokens;
      }),
    );
  });
});

describe('a later usage of a stream', () => {
  const start = {
    ...{ input_tokens: 43, cache_creation_input_tokens: 30, cache_read_input_tokens: 7, output_tokens: 1 },
    cache_creation: { ephemeral_5m_input_tokens: 20, ephemeral_1h_input_tokens: 10 },
  };
  const read = (...later: unknown[]) =>
    readAnthropicUsage(later.reduce<Record<string, unknown> | null>(withLaterUsage, start));

  it.each([
    {
      what: 'replaces what it says',
      later: { input_tokens: 61, output_tokens: 2 },
      textInput: 61,
      textOutput: 2,
    },
    { what: 'keeps what it does not say', later: { output_tokens: 30 }, textInput: 43, textOutput: 30 },
    {
      what: 'keeps what it says as null',
      later: { input_tokens: null, output_tokens: 30 },
      textInput: 43,
      textOutput: 30,
    },
    {
      what: 'keeps an input that it says as zero',
      later: { input_tokens: 0, output_tokens: 30 },
      textInput: 43,
      textOutput: 30,
    },
    {
      what: 'says absurd numbers, which count as none and are flagged',
      later: { input_tokens: -9, output_tokens: 'x' },
      textInput: 0,
      textOutput: 0,
      flags: ['output_unreadable', 'input_unreadable'],
    },
    { what: 'that is none changes nothing', later: 'none', textInput: 43, textOutput: 1 },
    {
      what: 'may be less than an estimate before it',
      later: { input_tokens: 4, output_tokens: 2 },
      textInput: 4,
      textOutput: 2,
    },
  ])('$what', ({ later, textInput, textOutput, flags = [] }) => {
    const kept = { cacheRead: 7, cacheWrite5m: 20, cacheWrite1h: 10 };
    expect(read(later)).toMatchObject({ ...kept, textInput, textOutput, flags });
  });

  it('may say that there was no rest beside a cache', () => {
    expect(
      read({ input_tokens: 0, cache_read_input_tokens: 50, cache_creation_input_tokens: 0 }),
    ).toMatchObject({
      ...{ textInput: 0, cacheRead: 50, cacheWrite5m: 0, cacheWrite1h: 0 },
    });
  });

  it('is added to nothing, however often it comes', () => {
    const later = { ...start, output_tokens: 30 };
    expect(read(later, later, later)).toEqual(read(later));
  });
});
