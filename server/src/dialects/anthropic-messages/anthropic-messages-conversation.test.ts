import { describe, expect, it } from 'vitest';
import { assertMessageStream } from '../../../test/grammars/anthropic-messages-grammar.ts';
import {
  answerOptions,
  describeConversationFormat,
  joined,
  joinStream,
  noAddress,
  requestTarget,
  streamOf,
} from '../../../test/suites/conversation-suite.ts';
import { recordedEvents, recordedMessage } from '../../../test/upstreams/anthropic-messages-upstream.ts';
import type { Answer } from '../neutral/answer.ts';
import { AnswerOrder } from '../neutral/answer-order.ts';
import { readCallId } from '../neutral/call-ids.ts';
import { emptyConversation, type Part, type ThinkingPart, textPart } from '../neutral/conversation.ts';
import { anthropicMessagesConversation as messages } from './anthropic-messages-conversation.ts';

describeConversationFormat({
  format: messages,
  sayable: {
    media: ['image', 'file'],
    urls: ['image', 'file'],
    thinking: true,
    stops: ['end', 'stop-sequence', 'length', 'context', 'refusal'],
    answers: 1,
  },
  assertStream: assertMessageStream,
  limitMember: 'max_tokens',
});

const recorded = (name: string): string => recordedEvents(name).join('');

describe('recorded messages', () => {
  it.each([
    'anthropic-text',
    'anthropic-clear-thinking.1',
    'anthropic-refusal',
    'anthropic-tool-no-args',
    'anthropic-json-tool.1',
  ])('%s is read whole and streamed to the same end and parts', (name) => {
    const whole = JSON.parse(recordedMessage(name));
    const fromWhole = joined(1, (order) => messages.readAnswer(whole, order));
    const fromStream = joinStream(messages, recorded(name));
    const kinds = (answer: typeof fromWhole) => answer.choices[0]?.parts.map(({ kind }) => kind);
    expect(kinds(fromStream)).toEqual(kinds(fromWhole));
    expect(fromStream.choices[0]?.stop).toEqual(fromWhole.choices[0]?.stop);
    expect(fromWhole.usage).not.toBeNull();
    expect(fromStream.usage).not.toBeNull();
  });
});

describe('an answer in which the model refuses in words of its own', () => {
  const refusal = (reason: 'end' | 'length'): Answer => ({
    head: { id: 'r', model: 'm', createdSeconds: 0 },
    choices: [
      {
        parts: [{ kind: 'refusal', text: 'No.' }],
        stop: { reason, raw: '', sequence: '' },
        logprobs: [],
      },
    ],
    usage: null,
    serviceTier: '',
  });

  it.each([
    ['end', 'refusal'],
    ['length', 'max_tokens'],
  ] as const)('%s: says %s as its end, and the words as a text', (reason, stop_reason) => {
    const content = [{ type: 'text', text: 'No.' }];
    expect(messages.writeAnswer(refusal(reason), answerOptions())).toMatchObject({ content, stop_reason });
    const stream = streamOf(messages, refusal(reason));
    assertMessageStream(stream);
    expect(stream).toContain(`"stop_reason":"${stop_reason}"`);
  });
});

it('a text that only holds citations is no block of a stream', () => {
  const writer = messages.streamWriter(answerOptions());
  const order = new AnswerOrder(writer, { answerCount: 1 });
  const citation = { url: 'https://a.example', title: '', text: '', start: null, end: null };
  order.say(0, { kind: 'text' }, 'Hi');
  order.close(0);
  order.note(0, { kind: 'citation', citation }, { kind: 'text' });
  order.finish();
  const stream = writer.take() + writer.takeEnd(null);
  assertMessageStream(stream);
  expect(stream.match(/content_block_start\n/g)).toHaveLength(1);
});

const sealed: ThinkingPart = {
  ...{ kind: 'thinking', text: 'Hm', isSummary: false },
  seal: { dialect: 'anthropic-messages', value: 'c2ln' },
};
const asked: Part = {
  ...{ kind: 'call', id: 'functions.get:0', name: 'get', input: '{"a":1}', isCustom: false },
  ...{ seal: null, mark: null },
};
const result: Part = {
  ...{ kind: 'result', callId: 'functions.get:0', name: '', isError: true, mark: null },
  parts: [textPart('no')],
};

/** A conversation whose caller named the bound that `requestTarget` writes. */
function boundConversation() {
  const talk = emptyConversation();
  talk.settings.maxOutputTokens = 4096;
  return talk;
}

function written(parts: Part[], change: (talk: ReturnType<typeof emptyConversation>) => void = () => {}) {
  const talk = boundConversation();
  talk.turns = [
    { role: 'user', name: '', parts: [textPart('Hi')] },
    { role: 'assistant', name: '', parts },
    { role: 'user', name: '', parts: [result] },
  ];
  talk.thinking = { mode: 'on', budgetTokens: 2000, effort: null, shown: null };
  change(talk);
  const target = requestTarget();
  return {
    body: messages.writeRequest(talk, target) as Record<string, never>,
    report: target.report.header(),
  };
}

describe('a request of Anthropic’s', () => {
  const hello = [{ role: 'user', content: 'Hi' }];
  const read = (body: object) =>
    messages.readRequest({ messages: hello, ...body }, { address: noAddress, texts: requestTarget().texts });

  it.each([
    [{ stop_sequences: 'a' }, 'stop_sequences', 'invalid_list'],
    [{ stop_sequences: [5] }, 'stop_sequences.0', 'invalid_string'],
    [{ system: 'Be kind.', messages: [] }, 'messages', 'required'],
  ])('is refused with %j', (body, field, code) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ fields: [{ field, code }] }));
  });

  it.each([
    [{ tool_choice: { type: 'auto', zoo: 1 } }, 'tool_choice.zoo'],
    [
      {
        messages: [
          { role: 'user', content: [{ type: 'image', source: { type: 'url', url: 'https://x/a', zoo: 1 } }] },
        ],
      },
      'messages.0.content.0.source.zoo',
    ],
  ])('names what %j says beside the known members', (body, path) => {
    expect(read(body).leftovers.map((one) => one.path)).toEqual([path]);
  });
});

describe('what models of Claude differ in', () => {
  const writtenTo = (upstreamModel: string, change: (talk: ReturnType<typeof emptyConversation>) => void) => {
    const talk = boundConversation();
    talk.turns = [{ role: 'user', name: '', parts: [textPart('Hi')] }];
    change(talk);
    const target = requestTarget({ upstreamModel });
    return { body: messages.writeRequest(talk, target), report: target.report.header() };
  };

  it.each([
    ...['claude-opus-4-7', 'anthropic.claude-opus-4-8', 'claude-opus-5', 'claude-sonnet-5-5'],
    ...['claude-fable-5', 'claude-mythos-preview'],
  ])('%s takes no temperature, top_p and top_k', (model) => {
    const { body, report } = writtenTo(model, ({ settings }) => {
      Object.assign(settings, { temperature: 0, topP: 0.9, topK: 5 });
    });
    for (const name of ['temperature', 'top_p', 'top_k']) expect(body).not.toHaveProperty(name);
    expect(report).toBe('dropped=temperature,top_k,top_p');
  });

  it('defaults that a model does not take are not missed', () => {
    const { body, report } = writtenTo('claude-opus-5', ({ settings }) => {
      Object.assign(settings, { temperature: 1, topP: 1 });
    });
    expect(body).not.toHaveProperty('temperature');
    expect(report).toBe('');
  });

  it.each([
    'claude-opus-4-6',
    'claude-sonnet-4-5',
    'claude-haiku-4-5',
    'claude-opus-4-20250514',
    'claude-3-7-sonnet',
  ])('%s takes them', (model) => {
    const { body, report } = writtenTo(model, ({ settings }) => {
      Object.assign(settings, { temperature: 0, topK: 5 });
    });
    expect(body).toMatchObject({ temperature: 0, top_k: 5 });
    expect(report).toBe('');
  });

  it.each([
    ['claude-3-5-sonnet-20241022', 0.9, ''],
    ['claude-3-7-sonnet', 0.9, ''],
    ['claude-sonnet-4-20250514', 0.9, ''],
    ['claude-opus-4-1-20250805', undefined, 'dropped=top_p'],
    ['claude-haiku-4-5', undefined, 'dropped=top_p'],
    ['claude-sonnet-4-6', undefined, 'dropped=top_p'],
    ['other', undefined, 'dropped=top_p'],
  ])('%s takes top_p %j beside a temperature', (model, top_p, report) => {
    const written = writtenTo(model, ({ settings }) => {
      Object.assign(settings, { temperature: 0.5, topP: 0.9 });
    });
    expect(written).toMatchObject({ body: { temperature: 0.5 }, report });
    expect((written.body as { top_p?: number }).top_p).toBe(top_p);
  });

  it.each([
    ['claude-sonnet-4-5', 0.95, 0.95, ''],
    ['claude-3-7-sonnet', 0.9, undefined, 'dropped=top_p'],
    ['claude-opus-4-7', 0.95, undefined, 'dropped=top_p'],
  ])('%s, which thinks, takes a top_p of %d as %j', (model, topP, top_p, report) => {
    const written = writtenTo(model, (talk) => {
      talk.settings.topP = topP;
      talk.thinking = { mode: 'on', budgetTokens: null, effort: 'high', shown: null };
    });
    expect((written.body as { top_p?: number }).top_p).toBe(top_p);
    expect(written.report.replace(/; .*/, '').replace(/^approximated=.*/, '')).toBe(report);
  });
});

describe('thinking of models of Claude’s', () => {
  const wish = (rest: object) => ({
    mode: 'off' as const,
    budgetTokens: null,
    effort: null,
    shown: null,
    ...rest,
  });
  const writtenTo = (upstreamModel: string, thinking: ReturnType<typeof wish>) => {
    const talk = boundConversation();
    talk.turns = [{ role: 'user', name: '', parts: [textPart('Hi')] }];
    talk.thinking = thinking;
    const target = requestTarget({ upstreamModel });
    const { thinking: said, output_config: config } = messages.writeRequest(talk, target) as {
      thinking?: object;
      output_config?: { effort?: string };
    };
    return { said, effort: config?.effort, report: target.report.header() };
  };

  it.each([
    ['claude-sonnet-5', { type: 'disabled' }, ''],
    ['claude-opus-5-5', { type: 'disabled' }, ''],
    ['claude-opus-4-8', undefined, ''],
    ['claude-sonnet-4-5', undefined, ''],
    ['claude-fable-5-1', undefined, 'approximated=thinking'],
  ])('%s is turned off by %j', (model, said, report) => {
    expect(writtenTo(model, wish({}))).toMatchObject({ said, report });
    expect(writtenTo(model, wish({ mode: 'auto', effort: 'none' }))).toMatchObject({ said, report });
  });

  it.each([
    ...['claude-3-5-sonnet-20241022', 'anthropic/claude-3.5-haiku', 'claude-3-opus-20240229'],
    ...['anthropic.claude-3-haiku-20240307-v1:0', 'claude-2.1'],
  ])('%s has none', (model) => {
    const asked = writtenTo(model, wish({ mode: 'on', budgetTokens: 2_000 }));
    expect(asked).toMatchObject({ said: undefined, report: 'dropped=thinking' });
    expect(writtenTo(model, wish({}))).toMatchObject({ said: undefined, report: '' });
  });

  it.each([
    ['claude-opus-5', null, { type: 'adaptive', display: 'summarized' }],
    ['claude-opus-4-7', true, { type: 'adaptive', display: 'summarized' }],
    ['claude-opus-4-7', false, { type: 'adaptive', display: 'omitted' }],
    ['claude-opus-4-6', true, { type: 'adaptive' }],
  ])('%s shows it as %j wants it', (model, shown, said) => {
    expect(writtenTo(model, wish({ mode: 'on', effort: 'high', shown }))).toMatchObject({ said, report: '' });
  });

  it.each([
    ['claude-opus-4-7', 'xhigh', 'xhigh', ''],
    ['claude-sonnet-5', 'xhigh', 'xhigh', ''],
    ['claude-opus-4-6', 'xhigh', 'max', 'approximated=thinking'],
    ['claude-opus-4-7', 'max', 'max', ''],
    ['claude-opus-4-7', 'minimal', 'low', 'approximated=thinking'],
    ['claude-sonnet-4-6', 'medium', 'medium', ''],
  ])('%s thinks with effort %s as %s', (model, asked, effort, report) => {
    expect(writtenTo(model, wish({ mode: 'on', effort: asked }))).toMatchObject({ effort, report });
  });
});

describe('a call that is forced where nothing is said of thinking', () => {
  it.each([
    [
      'claude-sonnet-5',
      { thinking: { type: 'disabled' }, tool_choice: { type: 'any' } },
      'approximated=thinking',
    ],
    ['claude-fable-5', { tool_choice: { type: 'auto' } }, 'approximated=thinking,tool_choice'],
    ['claude-opus-4-7', { tool_choice: { type: 'any' } }, ''],
    ['claude-sonnet-4-5', { tool_choice: { type: 'any' } }, ''],
  ])('goes to %s as %j', (upstreamModel, said, report) => {
    const talk = boundConversation();
    talk.turns = [{ role: 'user', name: '', parts: [textPart('Hi')] }];
    const schema = { type: 'object' };
    talk.tools = [{ kind: 'function', name: 'f', description: '', schema, strict: null, mark: null }];
    talk.toolChoice = { kind: 'required' };
    const target = requestTarget({ upstreamModel });
    const { thinking, tool_choice } = messages.writeRequest(talk, target) as Record<string, object>;
    expect({ thinking, tool_choice }).toEqual({ thinking: undefined, ...said });
    expect(target.report.header()).toBe(report);
  });
});

describe('an answer that the request begins', () => {
  const turns = [
    { role: 'user' as const, name: '', parts: [textPart('Hi')] },
    { role: 'assistant' as const, name: '', parts: [textPart('{')] },
  ];
  const roles = (upstreamModel: string, rest: object = {}) => {
    const target = requestTarget({ upstreamModel });
    const talk = { ...boundConversation(), turns, ...rest };
    const { messages: written } = messages.writeRequest(talk, target) as { messages: { role: string }[] };
    return { roles: written.map(({ role }) => role), report: target.report.header() };
  };

  it.each(['claude-opus-4-5', 'claude-sonnet-4-5', 'anthropic.claude-haiku-4-5-20251001-v1:0', 'other'])(
    '%s goes on with it',
    (model) => {
      expect(roles(model)).toEqual({ roles: ['user', 'assistant'], report: '' });
    },
  );

  it.each([
    ...['claude-opus-4-6', 'claude-sonnet-4.6', 'us.anthropic.claude-opus-4-7', 'claude-sonnet-5'],
    'claude-mythos-preview',
  ])('%s, which does not, answers a point of the user', (model) => {
    const asked = { roles: ['user', 'assistant', 'user'], report: 'approximated=messages.content' };
    expect(roles(model)).toEqual(asked);
  });

  it('is answered so by every model that thinks', () => {
    const thinking = { mode: 'on', budgetTokens: 2_000, effort: null, shown: null };
    const asked = { roles: ['user', 'assistant', 'user'], report: 'approximated=messages.content' };
    expect(roles('claude-sonnet-4-5', { thinking })).toEqual(asked);
  });
});

describe('a turn of which Anthropic takes nothing', () => {
  const thought: Part = { ...sealed, seal: null };
  const turn = (role: 'user' | 'assistant', ...parts: Part[]) => ({ role, name: '', parts });
  const writtenOf = (turns: ReturnType<typeof turn>[]) => {
    const target = requestTarget();
    const body = messages.writeRequest({ ...boundConversation(), turns }, target) as { messages: unknown };
    return { messages: body.messages, report: target.report.header() };
  };

  it('is left out, and its neighbours are one turn', () => {
    const turns = [turn('user', textPart('a')), turn('assistant', thought), turn('user', textPart('b'))];
    const content = [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ];
    expect(writtenOf(turns)).toEqual({ messages: [{ role: 'user', content }], report: 'dropped=thinking' });
  });

  it('leaves a last turn of the assistant without white space at its end', () => {
    expect(writtenOf([turn('assistant', textPart('a '))]).messages).toEqual([
      { role: 'assistant', content: [{ type: 'text', text: 'a' }] },
    ]);
  });

  it.each(['', ' \n', '\u0085\u001c'])(
    'is a point where it is the last, lest the model goes on: %j',
    (text) => {
      const turns = [
        turn('user', textPart('q')),
        turn('assistant', textPart('a ')),
        turn('user', textPart(text)),
      ];
      const { messages: written, report } = writtenOf(turns);
      expect(written).toMatchObject([
        ...[{ role: 'user' }, { role: 'assistant', content: [{ text: 'a ' }] }],
        { role: 'user', content: [{ type: 'text', text: '.' }] },
      ]);
      expect(report).toBe('approximated=messages.content');
    },
  );

  it('is a point where only instructions stand before it', () => {
    const turns = [
      { role: 'system' as const, name: '', parts: [textPart('Say hi')] },
      turn('user', textPart('')),
    ];
    const target = requestTarget();
    expect(messages.writeRequest({ ...boundConversation(), turns }, target)).toMatchObject({
      system: [{ text: 'Say hi' }],
      messages: [{ role: 'user', content: [{ type: 'text', text: '.' }] }],
    });
    expect(target.report.header()).toBe('approximated=messages.content');
  });

  it('is refused where there is no other', () => {
    expect(() => writtenOf([turn('assistant', thought)])).toThrow(
      expect.objectContaining({ fields: [{ field: 'messages', code: 'required' }] }),
    );
  });
});

describe('thinking and calls of an earlier turn', () => {
  it('go back with their signature, and ids that the vendor does not take come back as they were', () => {
    const { body, report } = written([sealed, asked]);
    expect(body).toMatchObject({
      thinking: { type: 'enabled', budget_tokens: 2000 },
      messages: [
        {},
        {
          content: [
            { type: 'thinking', thinking: 'Hm', signature: 'c2ln' },
            { type: 'tool_use', id: 'tp_ZnVuY3Rpb25zLmdldDow', input: { a: 1 } },
          ],
        },
        { content: [{ type: 'tool_result', tool_use_id: 'tp_ZnVuY3Rpb25zLmdldDow', is_error: true }] },
      ],
    });
    expect(report).toBe('');
    const read = messages.readRequest(body, { address: noAddress, texts: requestTarget().texts });
    expect(read.turns.flatMap(({ parts }) => parts)).toMatchObject([
      {},
      sealed,
      { id: 'functions.get:0' },
      { callId: 'functions.get:0' },
    ]);
  });

  it.each([
    { what: 'is missing', before: [] },
    { what: 'has no signature', before: [{ ...sealed, seal: null }] },
    {
      what: 'has the signature of another vendor',
      before: [{ ...sealed, seal: { dialect: 'gemini', value: 'x' } }],
    },
  ] as const)('this turn does not think where the thinking before the calls $what', ({ before }) => {
    const { body, report } = written([...(before as unknown as Part[]), asked]);
    expect(body).not.toHaveProperty('thinking');
    expect(report).toContain('approximated=thinking');
  });

  it('a call without a result is refused here', () => {
    expect(() => written([asked, { ...(asked as object), id: 'b' } as Part])).toThrow(
      expect.objectContaining({ fields: [{ field: 'messages', code: 'call_without_result' }] }),
    );
  });

  it('a budget leaves room for the answer in its bound, and a forced tool is not forced', () => {
    const { body, report } = written([sealed, asked], (talk) => {
      talk.thinking = { mode: 'on', budgetTokens: 100_000, effort: null, shown: null };
      talk.toolChoice = { kind: 'required' };
      talk.tools = [
        { kind: 'function', name: 'get', description: '', schema: null, strict: null, mark: null },
      ];
    });
    expect(body).toMatchObject({ thinking: { budget_tokens: 3276 }, tool_choice: { type: 'auto' } });
    expect(report).toBe('approximated=thinking,tool_choice');
  });
});

it('a call of a converted answer does not look like one of Claude’s own, and comes back as it was', () => {
  const call: Part = {
    ...{ kind: 'call', id: 'toolu_01abc', name: 'f', input: '{}', isCustom: false },
    ...{ seal: null, mark: null },
  };
  const answer: Answer = {
    head: { id: 'm', model: 'm', createdSeconds: 1 },
    choices: [{ parts: [call], stop: { reason: 'tools', raw: '', sequence: '' }, logprobs: [] }],
    usage: null,
    serviceTier: '',
  };
  const { content } = messages.writeAnswer(answer, answerOptions()) as { content: { id: string }[] };
  const id = content[0]?.id ?? '';
  expect(id).toMatch(/^tp_/);
  expect(streamOf(messages, answer, {})).toContain(`"id":"${id}"`);
  expect(readCallId(id)).toBe('toolu_01abc');
});

it('a text of white space alone is no block of an answer, whole or streamed', () => {
  const answer: Answer = {
    head: { id: 'm', model: 'm', createdSeconds: 1 },
    choices: [
      {
        parts: [
          textPart('\n\n'),
          { kind: 'call', id: 'a', name: 'f', input: '{}', isCustom: false, seal: null, mark: null },
          textPart('\n So'),
        ],
        stop: { reason: 'end', raw: '', sequence: '' },
        logprobs: [],
      },
    ],
    usage: null,
    serviceTier: '',
  };
  const { content } = messages.writeAnswer(answer, answerOptions()) as { content: object[] };
  expect(content).toMatchObject([{ type: 'tool_use' }, { type: 'text', text: '\n So' }]);
  const stream = streamOf(messages, answer, { wantsUsage: true });
  expect(stream.match(/"content_block":\{"type":"\w+"/g)).toEqual([
    '"content_block":{"type":"tool_use"',
    '"content_block":{"type":"text"',
  ]);
});

it('blocks of calls whose deltas take turns are read each as its own', () => {
  const started = (index: number, id: string) => ({
    ...{ type: 'content_block_start', index },
    content_block: { type: 'tool_use', id, name: 'f', input: {} },
  });
  const delta = (index: number, partial_json: string) => ({
    ...{ type: 'content_block_delta', index },
    delta: { type: 'input_json_delta', partial_json },
  });
  const events = [
    ...[started(0, 'a'), started(1, 'b'), delta(0, '{"x":'), delta(1, '{"y":2}'), delta(0, '1}')],
    ...[0, 1].map((index) => ({ type: 'content_block_stop', index })),
  ];
  const { choices } = joined(1, (order) => {
    const reader = messages.streamReader(order);
    for (const event of events) reader.event(JSON.stringify(event));
  });
  expect(choices[0]?.parts).toMatchObject([
    { id: 'a', input: '{"x":1}' },
    { id: 'b', input: '{"y":2}' },
  ]);
});
