import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { noUsage, type Usage } from '../../billing/usage.ts';
import { readResponsesUsage, writeResponsesUsage } from './openai-responses-usage.ts';

const recordingOf = (name: string): string =>
  readFileSync(new URL(`../../../test/recordings/openai-responses/${name}`, import.meta.url), 'utf8').trim();
const usageOf = (name: string): unknown =>
  name.endsWith('.json')
    ? JSON.parse(recordingOf(name)).usage
    : JSON.parse(recordingOf(name).split('\n').at(-1) as string).response.usage;
const usage = (buckets: Partial<Usage>): Usage => ({ ...noUsage(), ...buckets });

describe('the usage of a response', () => {
  it.each([
    ['lmstudio-tool-call.1.json', { textInput: 298, cacheRead: 891, textOutput: 11 }],
    [
      'lmstudio-tool-call.1.chunks.txt',
      { textInput: 180, cacheRead: 2, textOutput: 13, reasoningOutput: 48 },
    ],
    ['openai-phase.1.json', { textInput: 4171, cacheRead: 3072, textOutput: 365, reasoningOutput: 58 }],
    ['openai-phase.1.chunks.txt', { textInput: 4040, cacheRead: 3072, textOutput: 399, reasoningOutput: 64 }],
    ['openai-reasoning-encrypted-content.1.json', { textInput: 865, textOutput: 35, reasoningOutput: 128 }],
    ['openai-reasoning-encrypted-content.1.chunks.txt', { textInput: 299, textOutput: 12 }],
    ['parallel-tool-call-wrapper.1.json', { textInput: 34, textOutput: 28 }],
  ])('%s', (name, buckets) => {
    expect(readResponsesUsage(usageOf(name))).toEqual(usage(buckets));
  });

  it.each([
    {
      what: 'a cache that was written for half an hour and for half a day',
      source: {
        input_tokens: 100,
        input_tokens_details: {
          cached_tokens: 10,
          cache_write_tokens: 50,
          cache_write_tokens_details: { ttl_30m_tokens: 30, ttl_12h_tokens: 20 },
        },
        output_tokens: 5,
      },
      buckets: { textInput: 40, cacheRead: 10, cacheWrite5m: 30, cacheWrite1h: 20, textOutput: 5 },
    },
    {
      what: 'details that exceed their total',
      source: {
        input_tokens: 10,
        input_tokens_details: { audio_tokens: 30 },
        output_tokens: 5,
        output_tokens_details: { reasoning_tokens: 9 },
      },
      buckets: { audioInput: 10, reasoningOutput: 5, flags: ['details_exceed_total'] },
    },
    {
      what: 'more cached tokens than input, which stand beside it',
      source: { input_tokens: 100, input_tokens_details: { cached_tokens: 300 }, output_tokens: 5 },
      buckets: { textInput: 100, cacheRead: 300, textOutput: 5, flags: ['cache_exceeds_input'] },
    },
    {
      what: 'cached and written tokens that the total counts beside the input',
      source: {
        input_tokens: 100,
        input_tokens_details: { cached_tokens: 30, cache_write_tokens: 20 },
        output_tokens: 5,
        total_tokens: 155,
      },
      buckets: { textInput: 100, cacheRead: 30, cacheWrite5m: 20, textOutput: 5 },
    },
    {
      what: 'reasoning that the total counts beside the output',
      source: {
        input_tokens: 10,
        output_tokens: 5,
        output_tokens_details: { reasoning_tokens: 20 },
        total_tokens: 35,
      },
      buckets: { textInput: 10, textOutput: 5, reasoningOutput: 20 },
    },
    {
      what: 'what is no count',
      source: { input_tokens: -5, output_tokens: 'many' },
      buckets: { flags: ['input_unreadable', 'output_unreadable'] },
    },
    {
      what: 'sound and pictures',
      source: {
        input_tokens: 10,
        input_tokens_details: { audio_tokens: 3, image_tokens: 4 },
        output_tokens: 9,
        output_tokens_details: { image_tokens: 8 },
      },
      buckets: { textInput: 3, audioInput: 3, imageInput: 4, textOutput: 1, imageOutput: 8 },
    },
  ])('holds $what', ({ source, buckets }) => {
    expect(readResponsesUsage(source)).toEqual({ ...noUsage(), ...buckets });
  });

  it.each([null, undefined, 5, [], {}, { input_tokens: null }])('%j says nothing', (source) => {
    expect(readResponsesUsage(source)).toBeNull();
  });

  it('is written with every detail and read again', () => {
    const given = usage({ textInput: 7, cacheRead: 2, textOutput: 3, reasoningOutput: 4 });
    expect(writeResponsesUsage(given)).toEqual({
      input_tokens: 9,
      input_tokens_details: { cached_tokens: 2, cache_write_tokens: 0 },
      output_tokens: 7,
      output_tokens_details: { reasoning_tokens: 4 },
      total_tokens: 16,
    });
    expect(readResponsesUsage(writeResponsesUsage(given))).toEqual(given);
    const plain = writeResponsesUsage(usage({ textInput: 1, textOutput: 1 }));
    expect(plain).toMatchObject({ output_tokens_details: { reasoning_tokens: 0 } });
  });
});
