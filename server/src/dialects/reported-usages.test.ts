import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inputTokensOf, noUsage, outputTokensOf, type Usage, usageBuckets } from '../billing/usage.ts';
import { anthropicMessages } from './anthropic-messages/anthropic-messages.ts';
import { readAnthropicUsage } from './anthropic-messages/anthropic-usage.ts';
import type { Dialect } from './dialect.ts';
import { gemini } from './gemini/gemini.ts';
import { readGeminiUsage } from './gemini/gemini-usage.ts';
import { readOpenAiUsage } from './openai/openai-usage.ts';
import { openAiChat } from './openai-chat/openai-chat.ts';
import { openAiCompletions } from './openai-completions/openai-completions.ts';
import { openAiEmbeddings } from './openai-embeddings/openai-embeddings.ts';
import { openAiResponses } from './openai-responses/openai-responses.ts';
import { readResponsesUsage } from './openai-responses/openai-responses-usage.ts';

interface ReportedUsage {
  what: string;
  vendor: string;
  from: string;
  usage: Record<string, unknown>;
  output?: object[];
  answer?: object;
  expected: Partial<Usage>;
}

const folder = new URL('../../test/usages/', import.meta.url);
const reportsOf = (dialect: Dialect): ReportedUsage[] =>
  JSON.parse(readFileSync(new URL(`${dialect.name}.json`, folder), 'utf8')) as ReportedUsage[];

const sse = (...events: object[]): string => events.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('');

/** The usage events of each dialect's streams. */
const streamsOf: [Dialect, (report: ReportedUsage) => string][] = [
  [openAiChat, ({ usage }) => sse({ choices: [], usage })],
  [openAiCompletions, ({ usage }) => sse({ choices: [], usage })],
  [
    openAiResponses,
    ({ usage, output = [] }) =>
      sse(
        ...output.map((item, index) => ({
          type: 'response.output_item.done',
          output_index: index,
          item,
        })),
        { type: 'response.completed', response: { id: 'r', status: 'completed', output, usage } },
      ),
  ],
  [
    anthropicMessages,
    ({ usage }) =>
      sse(
        { type: 'message_start', message: { id: 'm', usage: { ...usage, output_tokens: 1 } } },
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage },
      ),
  ],
  [gemini, ({ usage, answer }) => sse({ ...answer, usageMetadata: usage })],
];
const dialects = [...streamsOf.map(([dialect]) => dialect), openAiEmbeddings];
const whole = (expected: Partial<Usage>): Usage => ({ ...noUsage(), ...expected });

describe('usages that vendors report', () => {
  it('are at least eighty, none twice, and each file is read', () => {
    expect(readdirSync(folder).sort()).toEqual(
      [...dialects.map(({ name }) => `${name}.json`), 'README.md'].sort(),
    );
    const all = dialects.flatMap((dialect) => reportsOf(dialect).map((one) => `${dialect.name} ${one.what}`));
    expect(all.length).toBeGreaterThanOrEqual(80);
    expect(new Set(all).size).toBe(all.length);
  });

  describe.each(dialects)('$name, whole', (dialect) => {
    it.each(reportsOf(dialect))('$vendor: $what', ({ usage, output, answer, expected }) => {
      const name = dialect.name === 'gemini' ? 'usageMetadata' : 'usage';
      const members: Record<string, unknown> = { choices: [], output, ...answer, [name]: usage };
      const body = Buffer.from(JSON.stringify(members));
      expect(
        dialect.readAnswer(
          (member) => members[member],
          () => body,
        ).usage,
      ).toEqual(whole(expected));
    });
  });

  describe.each(streamsOf)('$name, streamed', (dialect, streamOf) => {
    it.each(reportsOf(dialect))('$vendor: $what', (report) => {
      const path = dialect.streams?.pass({
        ...{ wantsUsage: true, answerCount: 1, framing: 'sse' },
      });
      path?.read(Buffer.from(streamOf(report)));
      expect(path?.findings.usage).toEqual(whole(report.expected));
    });
  });
});

const count = fc.oneof(
  { weight: 6, arbitrary: fc.nat(5000) },
  fc.constantFrom<unknown>(
    -1,
    0,
    2 ** 31,
    2 ** 53,
    2 ** 63,
    1e308,
    Number.NaN,
    0.5,
    '7',
    null,
    undefined,
    {},
  ),
);
const details = fc.array(
  fc.record({ modality: fc.constantFrom('TEXT', 'IMAGE', 'AUDIO', 'VIDEO'), tokenCount: count }),
  { maxLength: 4 },
);
const some = (names: readonly string[]): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(names.map((name) => [name, count])), { requiredKeys: [] });

/** Any report of a dialect, and the total that it states where its parts explain it. */
const anyReport: [string, (value: unknown) => Usage | null, fc.Arbitrary<object>, string][] = [
  [
    'OpenAI',
    readOpenAiUsage,
    fc
      .tuple(
        some(['prompt_tokens', 'completion_tokens', 'total_tokens', 'cached_tokens', 'num_sources_used']),
        some(['cached_tokens', 'cache_write_tokens', 'audio_tokens', 'image_tokens', 'video_tokens']),
        some(['reasoning_tokens', 'audio_tokens', 'image_tokens']),
      )
      .map(([usage, prompt_tokens_details, completion_tokens_details]) => ({
        ...{ ...usage, prompt_tokens_details, completion_tokens_details },
      })),
    'total_tokens',
  ],
  [
    'Responses',
    readResponsesUsage,
    fc
      .tuple(
        some(['input_tokens', 'output_tokens', 'total_tokens', 'num_sources_used']),
        some(['cached_tokens', 'cache_write_tokens', 'audio_tokens', 'image_tokens']),
        some(['reasoning_tokens', 'audio_tokens', 'image_tokens']),
        some(['ttl_12h_tokens']),
      )
      .map(([usage, input, output_tokens_details, cache_write_tokens_details]) => ({
        ...{ ...usage, output_tokens_details },
        input_tokens_details: { ...input, cache_write_tokens_details },
      })),
    'total_tokens',
  ],
  [
    'Anthropic',
    readAnthropicUsage,
    fc
      .tuple(
        some(['input_tokens', 'output_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens']),
        some(['ephemeral_5m_input_tokens', 'ephemeral_1h_input_tokens']),
        some(['thinking_tokens']),
        some(['web_search_requests']),
      )
      .map(([usage, cache_creation, output_tokens_details, server_tool_use]) => ({
        ...{ ...usage, cache_creation, output_tokens_details, server_tool_use },
      })),
    '',
  ],
  [
    'Gemini',
    readGeminiUsage,
    fc
      .tuple(
        some(['promptTokenCount', 'candidatesTokenCount', 'thoughtsTokenCount', 'toolUsePromptTokenCount']),
        some(['cachedContentTokenCount', 'totalTokenCount']),
        details,
        details,
        details,
      )
      .map(([counts, more, promptTokensDetails, cacheTokensDetails, candidatesTokensDetails]) => ({
        ...{ ...counts, ...more, promptTokensDetails, cacheTokensDetails, candidatesTokensDetails },
      })),
    'totalTokenCount',
  ],
];

describe.each(anyReport)('any report of %s', (_name, read, report, total) => {
  it('has whole buckets, none below 0, that sum to its total where nothing is flagged', () => {
    fc.assert(
      fc.property(report, (raw) => {
        const usage = read(raw);
        if (usage === null) return;
        for (const bucket of usageBuckets) {
          expect(Number.isSafeInteger(usage[bucket]) && usage[bucket] >= 0, bucket).toBe(true);
        }
        for (const unit of usage.units) expect(unit.count).toBeGreaterThan(0);
        expect(new Set(usage.flags).size).toBe(usage.flags.length);
        const named = (raw as Record<string, unknown>)[total];
        if (usage.flags.length > 0 || typeof named !== 'number' || named === 0) return;
        expect(Math.abs(inputTokensOf(usage) + outputTokensOf(usage) - named)).toBeLessThanOrEqual(2);
      }),
      { numRuns: 2000 },
    );
  });
});
