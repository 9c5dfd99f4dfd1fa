import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answers, conversations, play } from '../../../test/arbitraries/conversations.ts';
import { assertResponseStream } from '../../../test/grammars/openai-responses-grammar.ts';
import { withWholeTexts } from '../../../test/suites/conversation-suite.ts';
import {
  faultOfResponsesRequest,
  recordedResponse,
  recordedResponses,
} from '../../../test/upstreams/openai-responses-upstream.ts';
import { noUsage } from '../../billing/usage.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { LongTexts } from '../../platform/json/long-texts.ts';
import type { AnswerOptions, RequestTarget } from '../conversation-format.ts';
import type { Answer } from '../neutral/answer.ts';
import { AnswerJoiner } from '../neutral/answer-joiner.ts';
import { AnswerOrder } from '../neutral/answer-order.ts';
import type { Conversation, Part, Turn } from '../neutral/conversation.ts';
import { ConversionReport } from '../neutral/conversion-report.ts';
import { ToolNames } from '../neutral/tool-names.ts';
import { openAiResponsesConversation as responses } from './openai-responses-conversation.ts';

const sayable = {
  media: ['image', 'file'] as const,
  urls: ['image', 'file'] as const,
  thinking: true,
  stops: ['end', 'length', 'filter'] as const,
  answers: 1,
};
const address = { model: null, verb: null, query: '' };
const options = (rest: Partial<AnswerOptions> = {}): AnswerOptions => ({
  fallback: { id: 'req-1', model: 'm', createdSeconds: 1_700_000_000 },
  answerCount: 1,
  wantsUsage: false,
  framing: 'sse',
  inputTokens: 0,
  toolNames: null,
  customTools: new Set(),
  thinkingShown: null,
  namespaced: new Map(),
  counted: null,
  report: new ConversionReport(),
  ...rest,
});

function target(texts: LongTexts, rest: Partial<RequestTarget> = {}): RequestTarget {
  const report = new ConversionReport();
  return {
    ...{ upstreamModel: 'm', stream: false, asksUsage: false, outputLimit: null },
    ...{
      thinkingShare: 0.8,
      givesThinkingBack: false,
      report,
      toolNames: new ToolNames(report),
      texts,
    },
    ...rest,
  };
}

function written(talk: Conversation, rest: Partial<RequestTarget> = {}) {
  const texts = new LongTexts();
  const to = target(texts, rest);
  const body = texts.write(responses.writeRequest(talk, to));
  return { body, report: to.report };
}

function readBody(body: object | Buffer): Conversation {
  const texts = new LongTexts();
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  return withWholeTexts(texts, responses.readRequest(texts.parse(bytes), { address, texts }));
}

function joined(read: (order: AnswerOrder) => void) {
  const joiner = new AnswerJoiner();
  const order = new AnswerOrder(joiner, { answerCount: 1 });
  read(order);
  order.finish();
  return { ...joiner.answer, findings: order.findings };
}

const readWhole = (answer: object): Answer => {
  const { findings: _, ...rest } = joined((order) => responses.readAnswer(answer, order));
  return rest;
};

function readStream(stream: string) {
  return joined((order) => {
    const reader = responses.streamReader(order);
    for (const event of stream.split('\n\n')) reader.event(event.slice(event.indexOf('data: ') + 6));
  });
}

/** Responses name their ends and their ids in their own way. */
const comparable = ({ head, choices }: Pick<Answer, 'head' | 'choices'>) =>
  JSON.parse(
    JSON.stringify({ head: { ...head, id: head.id.replace(/^resp_/, '') }, choices }, (key, member) =>
      key === 'raw' ? '' : member,
    ),
  );

const sayableTalks = conversations(sayable as never).map((talk) => {
  talk.settings.stop = [];
  talk.account.store = false;
  for (const turn of talk.turns) for (const part of turn.parts) if (part.kind === 'result') part.name = '';
  return talk;
});

describe('a conversation as a request for a response', () => {
  it('is read as it was written, nothing is reported, and OpenAI takes it', () => {
    fc.assert(
      fc.property(sayableTalks, (talk) => {
        const { body, report } = written(talk);
        expect(readBody(body)).toEqual(talk);
        expect(report.fields).toEqual([]);
        expect(faultOfResponsesRequest(JSON.parse(body.toString()))).toBeNull();
      }),
    );
  });

  const history = (...parts: Part[]): Conversation => {
    const talk = readBody({ input: 'Hi' });
    const turn: Turn = { role: 'assistant', name: '', parts };
    talk.turns.push(turn, { role: 'user', name: '', parts: [textOf('Go on.')] });
    return talk;
  };
  const textOf = (text: string): Part => ({ kind: 'text', text, citations: [], mark: null });
  const thinking = (dialect: 'openai-responses' | 'gemini', value: string): Part => ({
    kind: 'thinking',
    text: 'Hm.',
    isSummary: true,
    seal: { dialect, value },
  });

  it('takes its own sealed thinking back, and names that of others', () => {
    const own = written(history(thinking('openai-responses', 'gAAAA1'), textOf('Hello')));
    expect(JSON.parse(own.body.toString())).toMatchObject({
      include: ['reasoning.encrypted_content'],
      input: [
        { role: 'user' },
        {
          type: 'reasoning',
          summary: [{ type: 'summary_text', text: 'Hm.' }],
          encrypted_content: 'gAAAA1',
        },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello' }] },
        { role: 'user' },
      ],
    });
    expect(own.report.fields).toEqual([]);
    const others = written(history(thinking('gemini', 'abc'), textOf('Hello')));
    expect(others.body.toString()).not.toContain('reasoning');
    expect(others.report.header()).toBe('dropped=thinking');
  });

  it('says nothing of thinking to a model that does not think', () => {
    const talk = history(thinking('openai-responses', 'gAAAA1'), textOf('Hello'));
    talk.thinking = { mode: 'on', budgetTokens: 2_000, effort: null, shown: true };
    const { body, report } = written(talk, { upstreamModel: 'gpt-4o' });
    expect(body.toString()).not.toContain('reasoning');
    expect(report.header()).toBe('dropped=thinking');
  });

  it('names what it cannot say', () => {
    const talk = readBody({ input: 'Hi' });
    Object.assign(talk.settings, { topK: 5, seed: 1, stop: ['END'], answerCount: 2, frequencyPenalty: 0.5 });
    talk.thinking = { mode: 'on', budgetTokens: 10_000, effort: null, shown: true };
    talk.account.serviceTier = 'flex';
    const { body, report } = written(talk);
    expect(report.header()).toBe('dropped=top_k,stop,seed,n,frequency_penalty; approximated=thinking');
    expect(JSON.parse(body.toString())).toMatchObject({
      ...{ reasoning: { effort: 'medium', summary: 'auto' }, service_tier: 'flex' },
    });
  });

  it.each([
    { tokens: 1, written: 16, fates: [['approximated', 'max_output_tokens']] },
    { tokens: 16, written: 16, fates: [] },
  ])('is bounded to what OpenAI takes: $tokens', ({ tokens, written: most, fates }) => {
    const talk = readBody({ model: 'm', input: 'Hi' });
    const { body, report } = written(talk, { outputLimit: { member: 'max_output_tokens', tokens } });
    expect(JSON.parse(String(body)).max_output_tokens).toBe(most);
    expect(report.fields.map(({ fate, field }) => [fate, field])).toEqual(fates);
  });

  it('keeps to a schema only where that was asked for, and stores nothing unasked', () => {
    const talk = readBody({ input: 'Hi', tools: [{ type: 'function', name: 'f', parameters: {} }] });
    talk.account.store = null;
    expect(JSON.parse(written(talk).body.toString())).toMatchObject({
      store: false,
      tools: [{ type: 'function', name: 'f', parameters: {}, strict: false }],
    });
  });

  it('has custom tools as they are, and their results', () => {
    const talk = history({
      ...{ kind: 'call', id: 'c1', name: 'patch', input: '*** Begin', isCustom: true },
      ...{ seal: null, mark: null },
    });
    talk.turns[2]?.parts.unshift({
      ...{ kind: 'result', callId: 'c1', name: '', parts: [textOf('done')], isError: false },
      mark: null,
    });
    talk.tools = [{ kind: 'custom', name: 'patch', description: '', format: null }];
    talk.toolChoice = { kind: 'tool', name: 'patch' };
    expect(JSON.parse(written(talk).body.toString())).toMatchObject({
      tools: [{ type: 'custom', name: 'patch' }],
      tool_choice: { type: 'custom', name: 'patch' },
      input: [
        {},
        { type: 'custom_tool_call', call_id: 'c1', name: 'patch', input: '*** Begin' },
        { type: 'custom_tool_call_output', call_id: 'c1', output: 'done' },
        {},
      ],
    });
  });
});

describe('a request for a response that is read', () => {
  const kindsOf = (talk: Conversation) =>
    talk.turns.map(({ role, parts }) => [role, ...parts.map(({ kind }) => kind)]);

  it('keeps thinking, words and calls of the model in one turn (D-08)', () => {
    const talk = readBody({
      instructions: 'Be kind.',
      input: [
        { role: 'user', content: 'Weather?' },
        { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAA' },
        {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: 'Let me see.', annotations: [] }],
        },
        { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'f', arguments: '{}', status: 'completed' },
        { type: 'function_call', call_id: 'c2', name: 'f', arguments: '{"a":1}' },
        { type: 'function_call_output', call_id: 'c1', output: 'sunny' },
        { type: 'function_call_output', call_id: 'c2', output: [{ type: 'input_text', text: 'cold' }] },
        { role: 'developer', content: [{ type: 'input_text', text: 'Short.' }] },
        { role: 'user', content: 'And?' },
      ],
    });
    expect(kindsOf(talk)).toEqual([
      ['system', 'text'],
      ['user', 'text'],
      ['assistant', 'thinking', 'text', 'call', 'call'],
      ['user', 'result', 'result'],
      ['system', 'text'],
      ['user', 'text'],
    ]);
    expect(talk.leftovers).toEqual([]);
    expect(talk.turns[2]?.parts[0]).toEqual({
      ...{ kind: 'thinking', text: '', isSummary: true },
      seal: { dialect: 'openai-responses', value: 'gAAAA' },
    });
  });

  it('knows the seal of another vendor, however long it is, and gives it back to its call', () => {
    const long = 'x'.repeat(5_000);
    const call = {
      ...{ kind: 'call' as const, id: 'c1', name: 'f', input: '{}', isCustom: false, mark: null },
      seal: { dialect: 'gemini' as const, value: long },
    };
    const thought = {
      ...{ kind: 'thinking' as const, text: 'Hm.', isSummary: false },
      seal: { dialect: 'anthropic-messages' as const, value: long },
    };
    const stop = { reason: 'tools' as const, raw: '', sequence: '' };
    const head = { id: 'a', model: 'm', createdSeconds: 1 };
    const answer: Answer = {
      head,
      choices: [{ parts: [thought, call], stop, logprobs: [] }],
      usage: null,
      serviceTier: '',
    };
    const { output } = responses.writeAnswer(answer, options()) as { output: object[] };

    const texts = new LongTexts();
    const input = [{ role: 'user', content: 'Hi' }, ...output];
    const bytes = Buffer.from(JSON.stringify({ input }));
    const talk = responses.readRequest(texts.parse(bytes), { address, texts });
    const plain = JSON.parse(texts.write(talk).toString());
    expect(plain.turns[1].parts).toEqual([thought, call]);
  });

  it('wants texts in `include`', () => {
    const body = { model: 'm', input: 'Hi', include: [{ toString: 1 }] };
    const refused = { fields: [{ field: 'include', code: 'invalid_string' }] };
    expect(() => readBody(body)).toThrow(expect.objectContaining(refused) as never);
  });

  it('reads settings, and names what is left over', () => {
    const talk = readBody({
      ...{ model: 'm', input: 'Hi', stream: true, max_output_tokens: 100, temperature: 0.5, top_p: 0.9 },
      ...{ parallel_tool_calls: false, metadata: { a: 'b' }, prompt_cache_key: 'k', safety_identifier: 'u' },
      ...{ include: ['reasoning.encrypted_content', 'message.output_text.logprobs'], top_logprobs: 3 },
      ...{ store: false, truncation: 'disabled', reasoning: { effort: 'low', summary: 'detailed' } },
      text: { format: { type: 'json_schema', name: 'a', schema: {}, strict: true }, verbosity: 'low' },
      tools: [
        { type: 'web_search', search_context_size: 'low' },
        { type: 'custom', name: 'c' },
      ],
      tool_choice: {
        ...{ type: 'allowed_tools', mode: 'required' },
        tools: [{ type: 'custom', name: 'c' }, { type: 'web_search' }],
      },
      unknown: 5,
    });
    expect(talk.settings).toMatchObject({
      maxOutputTokens: 100,
      temperature: 0.5,
      topP: 0.9,
      logprobs: 3,
      verbosity: 'low',
    });
    expect(talk.thinking).toEqual({ mode: 'on', budgetTokens: null, effort: 'low', shown: true });
    expect(talk.output).toMatchObject({ format: 'schema', name: 'a', strict: true });
    expect(talk.account).toMatchObject({ user: 'u', cacheKey: 'k', store: false, metadata: { a: 'b' } });
    expect(talk.tools.map(({ kind }) => kind)).toEqual(['server', 'custom']);
    expect(talk).toMatchObject({ parallelCalls: false, toolChoice: { kind: 'required' } });
    expect(talk.allowedTools).toEqual(['c', 'web_search']);
    expect(talk.leftovers.map(({ path }) => path).sort()).toEqual(['reasoning.summary', 'unknown'].sort());
  });

  it('reads what Codex sends', () => {
    const text = (type: string, said: string) => [{ type, text: said }];
    const talk = readBody({
      ...{ model: 'gpt-5-codex', instructions: 'You are a coding agent.', stream: true, store: false },
      input: [
        { type: 'message', role: 'developer', content: text('input_text', '<permissions>') },
        { type: 'message', role: 'user', content: text('input_text', 'Fix it.') },
        {
          type: 'reasoning',
          summary: [{ type: 'summary_text', text: 'Hm.' }],
          content: null,
          encrypted_content: 'gA',
        },
        { type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'c1' },
        { type: 'function_call_output', call_id: 'c1', output: '{"output":"a.ts"}' },
        {
          type: 'custom_tool_call',
          status: 'completed',
          call_id: 'c2',
          name: 'apply_patch',
          input: '*** Begin',
        },
        { type: 'custom_tool_call_output', call_id: 'c2', output: 'done' },
        { type: 'message', role: 'assistant', content: text('output_text', 'Fixed.') },
        { type: 'message', role: 'user', content: text('input_text', 'Thanks.') },
      ],
      tools: [
        {
          type: 'function',
          name: 'shell',
          description: 'Runs',
          strict: false,
          parameters: { type: 'object' },
        },
        {
          ...{ type: 'custom', name: 'apply_patch', description: 'Changes' },
          format: { type: 'grammar', syntax: 'lark', definition: 'start: x' },
        },
        { type: 'web_search', external_web_access: false },
      ],
      ...{ tool_choice: 'auto', parallel_tool_calls: true, reasoning: { effort: 'medium', summary: 'auto' } },
      ...{ include: ['reasoning.encrypted_content'], prompt_cache_key: 'k', text: { verbosity: 'medium' } },
      client_metadata: { 'x-codex-installation-id': 'i' },
    });
    expect(kindsOf(talk)).toEqual([
      ['system', 'text'],
      ['system', 'text'],
      ['user', 'text'],
      ['assistant', 'thinking', 'call'],
      ['user', 'result'],
      ['assistant', 'call'],
      ['user', 'result'],
      ['assistant', 'text'],
      ['user', 'text'],
    ]);
    expect(talk.leftovers.map(({ path }) => path)).toEqual(['client_metadata']);
    expect(talk.account).toMatchObject({ cacheKey: 'k', store: false });
  });

  it.each([
    ['previous_response_id', { input: 'Hi', previous_response_id: 'resp_1' }, 'previous_response_id'],
    ['conversation', { input: 'Hi', conversation: { id: 'conv_1' } }, 'conversation'],
    ['a prompt kept there', { prompt: { id: 'pmpt_1' } }, 'prompt'],
    ['an item kept there', { input: [{ type: 'item_reference', id: 'msg_1' }] }, 'input.0.type'],
    ['a history that it sealed', { input: [{ type: 'compaction', encrypted_content: 'x' }] }, 'input.0.type'],
    ['a role of nobody', { input: [{ role: 'robot', content: '' }] }, 'input.0.role'],
    ['a call without an id', { input: [{ type: 'function_call', name: 'f' }] }, 'input.0.call_id'],
    ['nothing that is said', { input: [{ role: 'user', content: '' }] }, 'input'],
    ['a number as content', { input: [{ role: 'user', content: 5 }] }, 'input.0.content'],
  ])('refuses %s by its name (D-09)', (_what, body, field) => {
    expect(() => readBody(body)).toThrow(
      expect.objectContaining({ fields: [expect.objectContaining({ field })] }),
    );
  });
});

describe('an answer as a response', () => {
  /** Its id is of the call. */
  const ofCall = <Told extends Pick<Answer, 'head'>>(answer: Told): Told => ({
    ...answer,
    head: { ...answer.head, id: 'req-1' },
  });

  it('is read as it was written', () => {
    fc.assert(
      fc.property(answers(sayable as never), (answer) => {
        const body = JSON.parse(JSON.stringify(responses.writeAnswer(answer, options())));
        expect(comparable(readWhole(body))).toEqual(comparable(ofCall(answer)));
      }),
    );
  });

  it('streamed keeps to the grammar, and joined is the same answer', () => {
    fc.assert(
      fc.property(answers(sayable as never), (answer) => {
        const writer = responses.streamWriter(options());
        play(answer, new AnswerOrder(writer, { answerCount: 1 }));
        const stream = writer.take() + writer.takeEnd(null);
        assertResponseStream(stream);
        expect(comparable(readStream(stream))).toEqual(comparable(ofCall(answer)));
      }),
    );
  });

  /** All kinds of parts and notes at once. */
  function everything(order: AnswerOrder): void {
    const logprob = { token: 'a', logprob: -0.5, bytes: [97], top: [] };
    order.start({ id: 'a', model: 'm', createdSeconds: 5 });
    order.say(0, { kind: 'thinking', isSummary: true }, 'Let me think.');
    order.note(
      0,
      { kind: 'seal', seal: { dialect: 'openai-responses', value: 'gAAAA' } },
      {
        kind: 'thinking',
        isSummary: true,
      },
    );
    order.say(0, { kind: 'text' }, 'Hello');
    order.logprobs(0, [logprob]);
    const citation = { url: 'https://example.com', title: 'A', text: '', start: 0, end: 5 };
    order.note(0, { kind: 'citation', citation }, { kind: 'text' });
    order.say(0, { kind: 'refusal' }, 'No.');
    order.open(0, 'c1', { kind: 'call', id: 'c1', name: 'patch', isCustom: true });
    order.add(0, 'c1', '*** Begin');
    order.open(0, 'c2', { kind: 'call', id: 'c2', name: 'f', isCustom: false });
    order.open(0, 'i1', {
      ...{ kind: 'media', media: 'image', mimeType: 'image/png', name: '', detail: '', mark: null },
      source: { kind: 'bytes', data: 'iVBORw0KGgo=' },
    });
    order.say(0, { kind: 'text' }, 'Bye');
    order.stop(0, { reason: 'end', raw: 'stop', sequence: '' });
    order.usage({ ...noUsage(), textInput: 5, cacheRead: 1, textOutput: 3, reasoningOutput: 2 });
  }

  it('says the same whole and streamed, whatever its parts', () => {
    const direct = joined(everything);
    const wholly = readWhole(JSON.parse(JSON.stringify(responses.writeAnswer(direct, options()))));
    const writer = responses.streamWriter(options());
    const order = new AnswerOrder(writer, { answerCount: 1 });
    everything(order);
    order.finish();
    const stream = writer.take() + writer.takeEnd(null);
    assertResponseStream(stream);
    const streamed = readStream(stream);
    expect(comparable(streamed)).toEqual(comparable(wholly));
    expect(comparable(wholly).choices[0]).toMatchObject({
      parts: [
        { kind: 'thinking', text: 'Let me think.', isSummary: true, seal: { value: 'gAAAA' } },
        { kind: 'text', text: 'Hello', citations: [{ url: 'https://example.com' }] },
        { kind: 'refusal', text: 'No.' },
        { kind: 'call', id: 'c1', isCustom: true, input: '*** Begin' },
        { kind: 'call', id: 'c2', input: '{}' },
        { kind: 'media', media: 'image', source: { data: 'iVBORw0KGgo=' } },
        { kind: 'text', text: 'Bye' },
      ],
      logprobs: [{ token: 'a' }],
      stop: { reason: 'tools' },
    });
    expect(streamed.usage).toEqual(wholly.usage);
  });

  it('breaks off with the next number, and before it has begun with an error alone', () => {
    const error = new GatewayError('upstream.answer_cut');
    const writer = responses.streamWriter(options());
    assertResponseStream(writer.breakOff(error, 'r'));
    const order = new AnswerOrder(writer, { answerCount: 1 });
    order.start({ id: 'a', model: 'm', createdSeconds: 5 });
    order.say(0, { kind: 'text' }, 'Hel');
    const stream = writer.take() + writer.breakOff(error, 'r');
    assertResponseStream(stream);
    expect(stream).toContain('event: response.failed');
  });

  it('a bound that was met is incomplete, with its usage (D-16)', () => {
    const writer = responses.streamWriter(options());
    const order = new AnswerOrder(writer, { answerCount: 1 });
    order.say(0, { kind: 'text' }, 'Hel');
    order.stop(0, { reason: 'length', raw: 'length', sequence: '' });
    order.finish();
    const charged = { ...noUsage(), textInput: 5, textOutput: 3 };
    const stream = writer.take() + writer.takeEnd(charged);
    assertResponseStream(stream);
    expect(stream).toContain('event: response.incomplete');
    expect(stream).toContain('"incomplete_details":{"reason":"max_output_tokens"}');
    expect(stream).toContain('"output_tokens_details":{"reasoning_tokens":0}');
  });
});

describe('recorded responses', () => {
  const streams = ['openai-phase.1', 'openai-reasoning-encrypted-content.1', 'lmstudio-tool-call.1'].flatMap(
    (name) => recordedResponses(name).map((events) => ({ name, events })),
  );

  it.each(streams)('a stream joined is what its last event holds: $name', ({ events }) => {
    const last = events.at(-1) ?? '';
    const { response } = JSON.parse(last.slice(last.indexOf('data: ') + 6));
    const { findings, ...streamed } = readStream(events.join(''));
    const whole = readWhole(response);
    // OpenAI seals again, and LM Studio reports the logprobs of deltas.
    expect(unsealed(streamed)).toEqual(unsealed(whole));
    expect(findings).toMatchObject({ isEnded: true, isComplete: true, hasBegun: true });
    expect(streamed.usage).not.toBeNull();
  });

  // Some vendors give an item another id in each event, some none.
  const renamed = (event: string, idOf: (place: number) => string | undefined): string => {
    const at = event.indexOf('data: ') + 6;
    const data = JSON.parse(event.slice(at));
    if (data.item_id !== undefined) data.item_id = idOf(0);
    for (const [place, item] of [data.item, ...(data.response?.output ?? [])].entries())
      if (item !== undefined) item.id = idOf(place);
    return `${event.slice(0, at)}${JSON.stringify(data)}\n\n`;
  };
  it.each(streams)('a stream whose items change their ids says nothing twice: $name', ({ events }) => {
    const { findings: _, ...direct } = readStream(events.join(''));
    let number = 0;
    const idOf = (place: number): string => {
      number += 1;
      return `item_${number}_${place}`;
    };
    for (const changed of [idOf, () => undefined]) {
      const { findings, ...read } = readStream(events.map((event) => renamed(event, changed)).join(''));
      expect(read).toEqual(direct);
      expect(findings.isComplete).toBe(true);
    }
  });

  it.each(streams)('read without any delta it is the same: $name', ({ events }) => {
    const few = events.filter((event) => !/\.delta"|_text\.done"|part\.(added|done)"/.test(event));
    expect(unsealed(readStream(few.join('')))).toMatchObject(unsealed(readStream(events.join(''))));
    expect(few.length).toBeLessThan(events.length);
  });

  it.each([
    'openai-phase.1',
    'openai-reasoning-encrypted-content.1',
    'lmstudio-tool-call.1',
    'parallel-tool-call-wrapper.1',
  ])('a whole one is written and read again: %s', (name) => {
    const read = readWhole(recordedResponse(name));
    const again = readWhole(JSON.parse(JSON.stringify(responses.writeAnswer(read, options()))));
    expect(again.choices[0]?.parts.length).toBeGreaterThan(0);
    expect(again).toEqual({ ...read, head: { ...read.head, id: 'resp_req-1' } });
  });

  it('reads calls that were all named before the first one has its input', () => {
    const events = (recordedResponses('lmstudio-tool-call.1')[0] ?? []).slice(0, 2);
    const call = (at: number, given: string) => ({
      ...{ type: 'function_call', id: `fc_${at}`, call_id: `c${at}`, name: 'f', arguments: given },
    });
    const parts = [0, 1].flatMap((output_index) => [
      { type: 'response.function_call_arguments.delta', output_index, delta: `{"a":` },
      { type: 'response.function_call_arguments.delta', output_index, delta: `${output_index}}` },
    ]);
    const ends = [0, 1].map((output_index) => ({
      ...{ type: 'response.output_item.done', output_index },
      item: call(output_index, `{"a":${output_index}}`),
    }));
    const begins = [0, 1].map((output_index) => ({
      ...{ type: 'response.output_item.added', output_index, item: call(output_index, '') },
    }));
    const told = [...begins, ...parts, ...ends].map((event) => `data: ${JSON.stringify(event)}\n\n`);
    expect(readStream([...events, ...told].join('')).choices[0]?.parts).toMatchObject([
      { id: 'c0', input: '{"a":0}' },
      { id: 'c1', input: '{"a":1}' },
    ]);
  });

  it('remembers some of its seals, however many it has', () => {
    const output = Array.from({ length: 100 }, (_, at) => ({
      ...{ type: 'reasoning', id: `rs_${at}`, summary: [], encrypted_content: `sealed-${at}` },
    }));
    const answer = { id: 'resp_1', object: 'response', status: 'completed', model: 'm', output };
    const { findings } = joined((order) => responses.readAnswer(answer, order));
    expect(findings.kept).toHaveLength(64);
  });

  it('an error is one', () => {
    const { findings } = readStream((recordedResponses('openai-error.1')[0] ?? []).join(''));
    expect(findings.failure).toContain('insufficient_quota');
    expect(() => readWhole(recordedResponse('openai-error.1'))).toThrow('no list of output');
  });

  const unsealed = (answer: Pick<Answer, 'choices'>) =>
    JSON.parse(JSON.stringify(answer.choices, (key, value) => (key === 'seal' ? value !== null : value)));
});
