import { type ConversationDialect, conversationDialects } from '@turnpike/contract';
import { describe, expect, it } from 'vitest';
import { recordedAnswers } from '../../test/support/recorded-answers.ts';
import { splitEvents } from '../platform/net/sse-frames.ts';
import { anthropicMessages } from './anthropic-messages/anthropic-messages.ts';
import type { ConversationFormat } from './conversation-format.ts';
import type { Dialect, StreamFormat } from './dialect.ts';
import { gemini } from './gemini/gemini.ts';
import type { Answer } from './neutral/answer.ts';
import { AnswerJoiner } from './neutral/answer-joiner.ts';
import { AnswerOrder } from './neutral/answer-order.ts';
import type { Part } from './neutral/conversation.ts';
import { parseObject } from './neutral/json-values.ts';
import { openAiChat } from './openai-chat/openai-chat.ts';
import { openAiCompletions } from './openai-completions/openai-completions.ts';
import { openAiResponses } from './openai-responses/openai-responses.ts';

const dialects: Readonly<Record<ConversationDialect, Dialect>> = {
  'openai-chat': openAiChat,
  'openai-responses': openAiResponses,
  'anthropic-messages': anthropicMessages,
  gemini,
};
const FALLBACK = { id: 'fallback', model: 'm', createdSeconds: 1 };

async function join(dialect: Dialect, body: string): Promise<Record<string, unknown>> {
  const streams = dialect.streams as StreamFormat;
  const path = streams.pass({ wantsUsage: true, answerCount: 1, framing: 'sse' });
  const joiner = await streams.joiner();
  const passed = [path.read(Buffer.from(body)), path.finish(), path.takeEnd(null)];
  for (const { data } of splitEvents(Buffer.concat(passed.filter((bytes) => bytes !== null)))) {
    const event = parseObject(data);
    if (event !== null) joiner.add(event);
  }
  return JSON.parse(JSON.stringify(joiner.whole(FALLBACK)));
}

const eventsOf = (events: readonly object[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');

describe.each(conversationDialects)('recorded answers of %s, joined from their events', (name) => {
  const dialect = dialects[name];
  const streams = dialect.streams as StreamFormat;
  const recordings = recordedAnswers(name).filter(({ status }) => status === 200);

  it.each(recordings.filter(({ isStream }) => !isStream))('$name, played as a stream', async ({ body }) => {
    const whole = JSON.parse(body);
    const joined = await join(dialect, streams.ofAnswer(whole));
    dialect.mendAnswer?.(whole, '');
    expect(joined).toMatchObject(saidIn(whole) as object);
  });

  it.each(recordings.filter(({ isStream }) => isStream))('$name', async ({ body }) => {
    const format = await (dialect.conversation as () => Promise<ConversationFormat>)();
    const streamed = answerOf((order) => {
      const reader = format.streamReader(order);
      for (const { data } of splitEvents(Buffer.from(body))) if (!order.findings.isEnded) reader.event(data);
    });
    const joined = await join(dialect, body);
    const path = streams.pass({ wantsUsage: true, answerCount: 1, framing: 'sse' });
    path.read(Buffer.from(body));
    if (path.findings.failure !== null) return;
    expect(answerOf((order) => format.readAnswer(joined, order))).toEqual(streamed);
    expect(
      dialect.readAnswer(
        (name) => joined[name],
        () => Buffer.of(),
      ).usage,
    ).toEqual(path.findings.usage);
  });
});

/** Some vendors fill every member that there is; places of calls are for streams. */
function saidIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(saidIn);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, inner]) => [name, saidIn(inner)] as const);
  const isCall = 'function' in value;
  return Object.fromEntries(
    members.filter(([name, inner]) => !isNothing(inner) && name !== 'delta' && !(isCall && name === 'index')),
  );
}

const isNothing = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

function answerOf(tell: (order: AnswerOrder) => void): object {
  const joiner = new AnswerJoiner();
  const order = new AnswerOrder(joiner, { answerCount: 1 });
  tell(order);
  order.finish();
  return comparable(joiner.answer);
}

/** Without ids that are made up, and seals, which the last event of a response makes anew. */
const comparable = ({ head, choices, usage }: Answer): object => ({
  ...{ id: head.id, usage },
  choices: choices.map(({ parts, ...choice }) => ({ ...choice, parts: parts.map(comparablePart) })),
});

function comparablePart(part: Part): object {
  if (part.kind === 'opaque') return { kind: part.kind, type: part.type };
  if (part.kind === 'thinking') return { ...part, seal: part.seal?.dialect };
  return part.kind === 'call' ? { ...part, id: part.id.length, input: JSON.parse(part.input || '{}') } : part;
}

const chunk = (delta: object, more: object = {}, choice: object = {}) => ({
  ...{ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', ...more },
  choices: [{ index: 0, delta, finish_reason: null, ...choice }],
});
const chatEvents = (...chunks: object[]): string =>
  eventsOf([...chunks, chunk({}, {}, { finish_reason: 'stop' })]);
const fragment = (index: number, input: string, id = '') => ({
  ...{ index, ...(id !== '' && { id, type: 'function' }) },
  function: { ...(id !== '' && { name: `f${id}` }), arguments: input },
});

const message = (...blocks: { start: object; deltas?: object[] }[]): string =>
  eventsOf([
    {
      type: 'message_start',
      message: {
        ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [] },
        ...{
          usage: { input_tokens: 3, output_tokens: 1, service_tier: 'priority' },
          container: { id: 'c1' },
        },
      },
    },
    ...blocks.flatMap(({ start, deltas = [] }, index) => [
      { type: 'content_block_start', index, content_block: start },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: 5, server_tool_use: { web_search_requests: 1 } },
    },
    { type: 'message_stop' },
  ]);
const geminiEvent = (parts: object[], more: object = {}, answer: object = {}): string =>
  eventsOf([{ candidates: [{ index: 0, content: { role: 'model', parts }, ...more }], ...answer }]);

const SEARCH = { type: 'web_search_result', url: 'https://a.example', encrypted_content: 'zz' };
const CITED = { type: 'char_location', cited_text: 'green', document_index: 0 };
const SIGNED = { google: { thought_signature: 'SIG' } };

/** Content that only one dialect has, or that vendors write in their own form. */
const cases: { title: string; dialect: Dialect; events: string; whole: object }[] = [
  {
    title: 'chat: members that only the vendor knows',
    dialect: openAiChat,
    events: chatEvents(
      chunk(
        { content: 'Hi', reasoning_details: [{ type: 'reasoning.encrypted', data: 'SEALED', id: 'r1' }] },
        { system_fingerprint: 'fp', service_tier: 'flex', search_results: [{ url: 'https://s.example' }] },
      ),
    ),
    whole: {
      ...{ object: 'chat.completion', system_fingerprint: 'fp', service_tier: 'flex' },
      search_results: [{ url: 'https://s.example' }],
      choices: [
        {
          finish_reason: 'stop',
          message: {
            content: 'Hi',
            reasoning_details: [{ type: 'reasoning.encrypted', data: 'SEALED', id: 'r1' }],
          },
        },
      ],
    },
  },
  {
    title: 'chat: sound in pieces, each filled up by itself',
    dialect: openAiChat,
    events: chatEvents(
      chunk({ audio: { id: 'a1', data: 'AQ==', transcript: 'Hel' } }),
      chunk({ audio: { data: 'Ag==', transcript: 'lo', expires_at: 9 } }),
    ),
    whole: {
      choices: [
        { message: { content: null, audio: { id: 'a1', data: 'AQI=', transcript: 'Hello', expires_at: 9 } } },
      ],
    },
  },
  {
    title: 'chat: the call of a legacy function',
    dialect: openAiChat,
    events: chatEvents(
      chunk({ role: 'assistant', content: null, function_call: { name: 'f', arguments: '' } }),
      chunk({ function_call: { arguments: '{"x":1}' } }),
    ),
    whole: { choices: [{ message: { content: null, function_call: { name: 'f', arguments: '{"x":1}' } } }] },
  },
  {
    title: 'chat: two calls whose fragments take turns, and blanks between them',
    dialect: openAiChat,
    events: chatEvents(
      chunk({ tool_calls: [fragment(0, '{"x":', 'a'), fragment(1, '{"y":', 'b')] }),
      chunk({ content: '\n', tool_calls: [{ ...fragment(0, '1}'), extra_content: SIGNED }] }),
      chunk({ tool_calls: [fragment(1, '2}')] }),
    ),
    whole: {
      choices: [
        {
          message: {
            tool_calls: [
              { id: 'a', function: { name: 'fa', arguments: '{"x":1}' }, extra_content: SIGNED },
              { id: 'b', function: { name: 'fb', arguments: '{"y":2}' } },
            ],
          },
        },
      ],
    },
  },
  {
    title: 'chat: digits as numbers',
    dialect: openAiChat,
    events: chatEvents(
      chunk({ content: '$' }),
      chunk({ content: 0 }),
      chunk({ content: '.' }),
      chunk({ content: 5 }),
    ),
    whole: { choices: [{ message: { content: '$0.5' } }] },
  },
  ...(
    [
      [
        'beside each delta',
        [
          { delta: 'Hello ', message: 'Hello ' },
          { delta: 'world', message: 'Hello world' },
        ],
      ],
      ['in place of a delta', [{ message: 'Hello ' }, { message: 'Hello world' }]],
      ['in pieces', [{ message: 'Hello ' }, { message: 'world' }]],
      ['in the last chunk', [{ delta: 'Hello ' }, { delta: 'world' }, { message: 'Hello world' }]],
      ['beside an empty delta', [{ delta: '', message: 'Hello world' }]],
    ] as const
  ).map(([where, said]) => ({
    title: `chat: a message ${where}`,
    dialect: openAiChat,
    events: chatEvents(
      ...said.map((one: { delta?: string; message?: string }) =>
        chunk(
          {},
          {},
          {
            delta: one.delta === undefined ? undefined : { content: one.delta },
            ...(one.message !== undefined && { message: { role: 'assistant', content: one.message } }),
          },
        ),
      ),
    ),
    whole: { choices: [{ message: { content: 'Hello world' } }] },
  })),
  {
    title: 'messages: what ran at the vendor, citations of documents, members of the message',
    dialect: anthropicMessages,
    events: message(
      {
        start: { type: 'server_tool_use', id: 's1', name: 'web_search', input: {} },
        deltas: [{ type: 'input_json_delta', partial_json: '{"query":"x"}' }],
      },
      { start: { type: 'web_search_tool_result', tool_use_id: 's1', content: [SEARCH] } },
      {
        start: { type: 'text', text: '' },
        deltas: [
          { type: 'text_delta', text: 'Grass is ' },
          { type: 'text_delta', text: 'green' },
          { type: 'citations_delta', citation: CITED },
        ],
      },
    ),
    whole: {
      ...{ id: 'msg_1', stop_reason: 'end_turn', container: { id: 'c1' } },
      usage: {
        ...{ input_tokens: 3, output_tokens: 5, service_tier: 'priority' },
        server_tool_use: { web_search_requests: 1 },
      },
      content: [
        { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'x' } },
        { type: 'web_search_tool_result', tool_use_id: 's1', content: [SEARCH] },
        { type: 'text', text: 'Grass is green', citations: [CITED] },
      ],
    },
  },
  {
    title: 'Gemini: what must be shown, calls without ids, the proof of a text',
    dialect: gemini,
    events:
      geminiEvent([{ text: 'Think', thought: true }]) +
      geminiEvent([{ text: 'ing', thought: true }, { text: 'He' }], { safetyRatings: [{ category: 'X' }] }) +
      geminiEvent(
        [{ text: 'llo', thoughtSignature: 'c2ln' }, { functionCall: { name: 'f', args: { x: 1 } } }],
        {
          finishReason: 'STOP',
          groundingMetadata: { searchEntryPoint: { renderedContent: '<b>' }, webSearchQueries: ['q'] },
        },
      ),
    whole: {
      candidates: [
        {
          content: {
            role: 'model',
            parts: [
              { text: 'Thinking', thought: true },
              { text: 'Hello', thoughtSignature: 'c2ln' },
              { functionCall: { name: 'f', args: { x: 1 } } },
            ],
          },
          ...{ finishReason: 'STOP', index: 0, safetyRatings: [{ category: 'X' }] },
          groundingMetadata: { searchEntryPoint: { renderedContent: '<b>' }, webSearchQueries: ['q'] },
        },
      ],
    },
  },
  {
    title: 'Gemini: the arguments of a call one by one',
    dialect: gemini,
    events:
      geminiEvent([{ functionCall: { name: 'f', willContinue: true }, thoughtSignature: 'c2ln' }]) +
      geminiEvent([
        { functionCall: { partialArgs: [{ jsonPath: '$.x', stringValue: 'a' }], willContinue: true } },
      ]) +
      geminiEvent([{ functionCall: { partialArgs: [{ jsonPath: '$.x', stringValue: 'b' }] } }], {
        finishReason: 'STOP',
      }),
    whole: {
      candidates: [
        {
          content: { parts: [{ functionCall: { name: 'f', args: { x: 'ab' } }, thoughtSignature: 'c2ln' }] },
        },
      ],
    },
  },
  {
    title: 'legacy completions',
    dialect: openAiCompletions,
    events: eventsOf([
      { id: 'c1', created: 1, choices: [{ index: 0, text: 'Hel', logprobs: { tokens: ['Hel'] } }] },
      {
        id: 'c1',
        created: 1,
        choices: [{ index: 0, text: 'lo', logprobs: { tokens: ['lo'] }, finish_reason: 'stop' }],
      },
      { id: 'c1', choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } },
    ]),
    whole: {
      object: 'text_completion',
      choices: [{ index: 0, text: 'Hello', logprobs: { tokens: ['Hel', 'lo'] }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1, completion_tokens: 2 },
    },
  },
  {
    title: 'responses whose last event leaves the items out, and no item ends',
    dialect: openAiResponses,
    events: eventsOf([
      { type: 'response.output_item.added', output_index: 0, item: { type: 'message', role: 'assistant' } },
      { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'Hel' },
      { type: 'response.output_item.added', output_index: 1, item: { type: 'function_call', name: 'f' } },
      { type: 'response.function_call_arguments.delta', output_index: 1, delta: '{}' },
      { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'lo' },
      { type: 'response.completed', response: { id: 'r1', status: 'completed', output: [] } },
    ]),
    whole: {
      id: 'r1',
      output: [
        { type: 'message', content: [{ type: 'output_text', text: 'Hello' }] },
        { type: 'function_call', name: 'f', arguments: '{}' },
      ],
    },
  },
];

it.each(cases)('joined from its events: $title', async ({ dialect, events, whole }) => {
  expect(await join(dialect, events)).toMatchObject(whole);
});
