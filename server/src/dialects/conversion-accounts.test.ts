import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversations } from '../../test/arbitraries/conversations.ts';
import { noAddress, requestTarget, withWholeTexts } from '../../test/suites/conversation-suite.ts';
import { LongTexts } from '../platform/json/long-texts.ts';
import { anthropicMessagesConversation } from './anthropic-messages/anthropic-messages-conversation.ts';
import type { ConversationFormat } from './conversation-format.ts';
import { geminiConversation } from './gemini/gemini-conversation.ts';
import type { Conversation, Part } from './neutral/conversation.ts';
import { openAiChatConversation } from './openai-chat/openai-chat-conversation.ts';
import { openAiResponsesConversation } from './openai-responses/openai-responses-conversation.ts';

/** Content that every dialect can express, so no report may name it. */
const common = {
  media: ['image'] as const,
  urls: [] as const,
  thinking: false,
  stops: ['end'] as const,
  answers: 1,
};

/** Settings of callers, often more than a target has. */
const extras = fc.record({
  temperature: fc.constantFrom(null, 0, 0.7, 1.5),
  topP: fc.constantFrom(null, 0.9),
  topK: fc.constantFrom(null, 40),
  stop: fc.constantFrom<string[]>([], ['END'], ['a', 'b', 'c', 'd', 'e', 'f'], ['\n']),
  seed: fc.constantFrom(null, 7, 2 ** 40),
  answerCount: fc.constantFrom(null, 1, 2),
  presencePenalty: fc.constantFrom(null, 0, 0.5),
  frequencyPenalty: fc.constantFrom(null, 0, 0.5),
  logprobs: fc.constantFrom(null, 0, 3),
  verbosity: fc.constantFrom(null, 'low'),
  user: fc.constantFrom('', 'user-1', 'u'.repeat(300)),
  metadata: fc.constantFrom(null, { team: 'a' }, { deep: { a: 1 } }),
  cacheKey: fc.constantFrom('', 'key-1'),
  serviceTier: fc.constantFrom('', 'flex'),
  store: fc.constantFrom(null, true),
  parallelCalls: fc.constantFrom(null, true, false),
  speaker: fc.constantFrom('', 'olivia'),
  lateSystem: fc.boolean(),
  isError: fc.boolean(),
  detail: fc.constantFrom('', 'auto', 'low'),
  mark: fc.constantFrom(null, { lifetime: '5m' as const }),
  format: fc.constantFrom(null, 'json' as const, 'schema' as const),
});

function withExtras(
  talk: Conversation,
  extra: typeof extras extends fc.Arbitrary<infer T> ? T : never,
): Conversation {
  const { user, metadata, cacheKey, serviceTier, store, parallelCalls, ...rest } = extra;
  const { speaker, lateSystem, isError, detail, mark, format, ...settings } = rest;
  const turns = talk.turns.map((turn) => ({
    ...turn,
    name: turn.role === 'user' && turn.parts[0]?.kind !== 'result' ? speaker : '',
    parts: turn.parts.map((part): Part => {
      if (part.kind === 'result') return { ...part, isError };
      if (part.kind === 'media') return { ...part, detail };
      return part.kind === 'text' && turn.role === 'user' ? { ...part, mark } : part;
    }),
  }));
  if (lateSystem)
    turns.splice(-1, 0, {
      role: 'system',
      name: '',
      parts: [{ kind: 'text', text: 'Be brief.', citations: [], mark: null }],
    });
  const schema = {
    ...{ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
    additionalProperties: false,
  };
  return {
    ...talk,
    turns,
    parallelCalls: talk.tools.length > 0 ? parallelCalls : null,
    settings: { ...settings, maxOutputTokens: 4096 },
    account: { user, metadata, cacheKey, serviceTier, store },
    output:
      format === null
        ? null
        : { format, schema: format === 'schema' ? schema : null, name: 'a', description: '', strict: true },
  };
}

const partsOf = (talk: Conversation): Part[] => talk.turns.flatMap(({ parts }) => parts);
const without = (value: unknown, unsaid: unknown): unknown => (value === unsaid ? null : value);

/** Aspects of a request, by the field that a report names if the aspect changed or is missing. */
const aspects: Record<string, (talk: Conversation) => unknown> = {
  temperature: ({ settings }) => settings.temperature,
  top_p: ({ settings }) => settings.topP,
  top_k: ({ settings }) => settings.topK,
  stop: ({ settings }) => settings.stop,
  seed: ({ settings }) => settings.seed,
  n: ({ settings }) => without(settings.answerCount, 1),
  presence_penalty: ({ settings }) => without(settings.presencePenalty, 0),
  frequency_penalty: ({ settings }) => without(settings.frequencyPenalty, 0),
  logprobs: ({ settings }) => settings.logprobs,
  verbosity: ({ settings }) => settings.verbosity,
  user: ({ account }) => account.user,
  metadata: ({ account }) => account.metadata,
  prompt_cache_key: ({ account }) => account.cacheKey,
  service_tier: ({ account }) => account.serviceTier,
  store: ({ account }) => account.store === true,
  // Without calls there are none side by side.
  parallel_tool_calls: ({ parallelCalls, toolChoice }) =>
    toolChoice?.kind === 'none' ? null : without(parallelCalls, true),
  // An instruction that JSON mode wants.
  messages: (talk) =>
    talk.output?.format === 'json' &&
    partsOf(talk).some((part) => part.kind === 'text' && part.text.startsWith('Answer with JSON')),
  'messages.name': ({ turns }) => turns.some(({ name }) => name !== ''),
  'messages.system': ({ turns }) =>
    turns.some(
      ({ role }, at) => role === 'system' && turns.slice(0, at).some((before) => before.role !== role),
    ),
  'tool_result.is_error': (talk) => partsOf(talk).some((part) => part.kind === 'result' && part.isError),
  'image_url.detail': (talk) =>
    partsOf(talk).flatMap((part) => (part.kind === 'media' ? [without(part.detail, 'auto') || null] : [])),
  cache_control: (talk) => partsOf(talk).some((part) => 'mark' in part && part.mark !== null),
  response_format: ({ output }) => output?.format ?? 'text',
  tool_choice: ({ toolChoice }) => without(toolChoice?.kind ?? null, 'auto'),
};

const said = (value: unknown): string => JSON.stringify(value);

const targets: { name: string; format: ConversationFormat; model: string; member: string }[] = [
  { name: 'chat', format: openAiChatConversation, model: 'gpt-5.1', member: 'max_completion_tokens' },
  { name: 'responses', format: openAiResponsesConversation, model: 'gpt-5.1', member: 'max_output_tokens' },
  {
    name: 'messages',
    format: anthropicMessagesConversation,
    model: 'claude-sonnet-4-5',
    member: 'max_tokens',
  },
  { name: 'gemini', format: geminiConversation, model: 'gemini-2.5-flash', member: 'maxOutputTokens' },
];

describe.each(targets)('the report of a conversion to $name', ({ format, model, member }) => {
  it('accounts for everything that is not said as it was, and for nothing else', () => {
    fc.assert(
      fc.property(conversations(common), extras, (bare, extra) => {
        const talk = withExtras(bare, extra);
        const target = requestTarget({ upstreamModel: model, outputLimit: { member, tokens: 4096 } });
        const body = target.texts.write(format.writeRequest(talk, target));
        const texts = new LongTexts();
        const read = withWholeTexts(
          texts,
          format.readRequest(texts.parse(body), { address: noAddress, texts }),
        );

        const changed = Object.keys(aspects).filter(
          (name) => said(aspects[name]?.(read)) !== said(aspects[name]?.(talk)),
        );
        const named = target.report.fields.map(({ field }) => field);
        expect([...new Set(named)].sort()).toEqual(changed.sort());
      }),
      { numRuns: 300 },
    );
  });
});
