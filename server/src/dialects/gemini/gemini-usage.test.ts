import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordingOfGemini } from '../../../test/upstreams/gemini-upstream.ts';
import { inputTokensOf, noUsage, outputTokensOf, usageBuckets } from '../../billing/usage.ts';
import { readGeminiUsage } from './gemini-usage.ts';

const usageOf = (name: string): unknown => {
  const lines = name.endsWith('.json') ? [recordingOfGemini(name)] : recordingOfGemini(name).split('\n');
  return lines.map((line) => (JSON.parse(line) as { usageMetadata?: unknown }).usageMetadata).at(-1);
};

/** Every recording with a usage, and what it comes to. */
const recorded = {
  'google-reasoning-gemini3.json': { textInput: 9, textOutput: 29, reasoningOutput: 258 },
  'google-reasoning-gemini3.chunks.txt': { textInput: 9, textOutput: 23, reasoningOutput: 302 },
  'google-text.json': { textInput: 9, textOutput: 28, reasoningOutput: 244 },
  'google-text.chunks.txt': { textInput: 9, textOutput: 23, reasoningOutput: 185 },
  'google-tool-call.json': { textInput: 29, textOutput: 15, reasoningOutput: 893 },
  'google-tool-call.chunks.txt': { textInput: 29, textOutput: 15, reasoningOutput: 45 },
  'google-stream-no-args-tool-call.chunks.txt': { textInput: 249, textOutput: 58, reasoningOutput: 183 },
  'vertex-count.chunks.txt': { textInput: 7, textOutput: 5, reasoningOutput: 21 },
  'vertex-logprobs.json': { textInput: 6, textOutput: 1, reasoningOutput: 23 },
};

describe('usage of Gemini', () => {
  it.each(Object.entries(recorded))('of %s', (name, usage) => {
    expect(readGeminiUsage(usageOf(name))).toEqual({ ...noUsage(), ...usage });
  });

  it('every recording is read here', () => {
    const folder = new URL('../../../test/recordings/gemini', import.meta.url);
    const names = readdirSync(folder).filter((name) => usageNames.test(name));
    expect(names.sort()).toEqual(Object.keys(recorded).sort());
  });

  it.each([
    {
      what: 'cached tokens are part of the prompt',
      raw: {
        promptTokenCount: 100,
        cachedContentTokenCount: 80,
        candidatesTokenCount: 5,
        totalTokenCount: 105,
      },
      usage: { textInput: 20, cacheRead: 80, textOutput: 5 },
    },
    {
      what: 'cached tokens stand beside the prompt where the total says so',
      raw: {
        promptTokenCount: 100,
        cachedContentTokenCount: 80,
        candidatesTokenCount: 5,
        totalTokenCount: 185,
      },
      usage: { textInput: 100, cacheRead: 80, textOutput: 5 },
    },
    {
      what: 'more cached tokens than prompt stand beside it',
      raw: { promptTokenCount: 100, cachedContentTokenCount: 80_000 },
      usage: { textInput: 100, cacheRead: 80_000, flags: ['cache_exceeds_input'] },
    },
    {
      what: 'what tools bring in is input beside the prompt',
      raw: {
        ...{
          promptTokenCount: 10,
          toolUsePromptTokenCount: 300,
          candidatesTokenCount: 7,
          thoughtsTokenCount: 2,
        },
        toolUsePromptTokensDetails: [{ modality: 'TEXT', tokenCount: 300 }],
      },
      usage: { textInput: 310, textOutput: 7, reasoningOutput: 2 },
    },
    {
      what: 'pictures, videos, sound and documents of the input',
      raw: {
        promptTokenCount: 1_000,
        promptTokensDetails: [
          { modality: 'TEXT', tokenCount: 10 },
          { modality: 'IMAGE', tokenCount: 258 },
          { modality: 'VIDEO', tokenCount: 300 },
          { modality: 'AUDIO', tokenCount: 32 },
          { modality: 'DOCUMENT', tokenCount: 400 },
        ],
      },
      usage: { textInput: 410, imageInput: 558, audioInput: 32 },
    },
    {
      what: 'a cached picture is cached, not fresh',
      raw: {
        ...{ promptTokenCount: 300, cachedContentTokenCount: 258 },
        promptTokensDetails: [
          { modality: 'TEXT', tokenCount: 42 },
          { modality: 'IMAGE', tokenCount: 258 },
        ],
        cacheTokensDetails: [{ modality: 'IMAGE', tokenCount: 258 }],
      },
      usage: { textInput: 42, cacheRead: 258 },
    },
    {
      what: 'a picture and sound of the output',
      raw: {
        ...{ promptTokenCount: 5, candidatesTokenCount: 1_400 },
        candidatesTokensDetails: [
          { modality: 'IMAGE', tokenCount: 1_290 },
          { modality: 'AUDIO', tokenCount: 100 },
        ],
      },
      usage: { textInput: 5, imageOutput: 1_290, audioOutput: 100, textOutput: 10 },
    },
    {
      what: 'details that exceed their total are cut to it',
      raw: { promptTokenCount: 5, promptTokensDetails: [{ modality: 'IMAGE', tokenCount: 9_000_000 }] },
      usage: { imageInput: 5, flags: ['details_exceed_total'] },
    },
    {
      what: 'a total that nothing explains is not believed',
      raw: { promptTokenCount: 5, candidatesTokenCount: 1, totalTokenCount: 90_000_000 },
      usage: { textInput: 5, textOutput: 1, flags: ['total_differs'] },
    },
    {
      what: 'what is no count is flagged',
      raw: { promptTokenCount: -5 },
      usage: { flags: ['input_unreadable'] },
    },
  ])('$what', ({ raw, usage }) => {
    expect(readGeminiUsage(raw)).toEqual({ ...noUsage(), ...usage });
  });

  it.each([null, undefined, 'many', 5, [], {}, { trafficType: 'ON_DEMAND' }])(
    'nothing is read from %j',
    (raw) => {
      expect(readGeminiUsage(raw)).toBeNull();
    },
  );

  it('no bucket overlaps another, whatever is reported', () => {
    const count = fc.oneof(
      fc.nat(1_000),
      fc.constant(-1),
      fc.constant(1e12),
      fc.constant('7'),
      fc.constant(null),
    );
    const details = fc.array(
      fc.record({ modality: fc.constantFrom('TEXT', 'IMAGE', 'AUDIO', 'VIDEO', 'ODD'), tokenCount: count }),
    );
    const report = fc.record({
      ...{ promptTokenCount: count, cachedContentTokenCount: count, candidatesTokenCount: count },
      ...{ thoughtsTokenCount: count, toolUsePromptTokenCount: count },
      ...{ promptTokensDetails: details, cacheTokensDetails: details, candidatesTokensDetails: details },
    });
    const believed = (value: unknown): number =>
      typeof value === 'number' && value > 0 && value <= 100_000_000 ? value : 0;
    fc.assert(
      fc.property(report, (raw) => {
        const usage = readGeminiUsage(raw) ?? noUsage();
        const asked = believed(raw.promptTokenCount) + believed(raw.toolUsePromptTokenCount);
        const cached = believed(raw.cachedContentTokenCount);
        expect(inputTokensOf(usage)).toBe(asked + (cached > asked ? cached : 0));
        expect(outputTokensOf(usage)).toBe(
          believed(raw.candidatesTokenCount) + believed(raw.thoughtsTokenCount),
        );
        expect(usageBuckets.every((bucket) => usage[bucket] >= 0)).toBe(true);
      }),
    );
  });
});

/** All but what is no answer. */
const usageNames = /^(?!.*(?:429|overflow)).*\.(?:json|chunks\.txt)$/;
