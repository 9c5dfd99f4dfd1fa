import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { joined } from '../../../test/suites/conversation-suite.ts';
import { noUsage } from '../../billing/usage.ts';
import { AnswerJoiner } from '../neutral/answer-joiner.ts';
import { AnswerOrder } from '../neutral/answer-order.ts';
import { bedrockConverseConversation as converse } from './bedrock-converse-conversation.ts';
import { converseErrors } from './converse-errors.ts';
import { readConverseUsage } from './converse-usage.ts';

const recordings = new URL('../../../test/recordings/bedrock-converse/', import.meta.url);
const recordedEvents = (name: string): string[] =>
  readFileSync(new URL(`${name}.chunks.txt`, recordings), 'utf8')
    .trim()
    .split('\n');
const wholeOf = (name: string) =>
  joined(1, (order) =>
    converse.readAnswer(JSON.parse(readFileSync(new URL(`${name}.json`, recordings), 'utf8')), order),
  );

function heard(events: readonly string[]) {
  const joiner = new AnswerJoiner();
  const order = new AnswerOrder(joiner, { answerCount: 1 });
  const reader = converse.streamReader(order);
  for (const event of events) reader.event(event);
  const { isEnded, failure, isFiltered, failureCode } = order.findings;
  order.finish();
  return {
    answer: joiner.answer,
    parts: joiner.answer.choices[0]?.parts ?? [],
    isEnded,
    failure,
    isFiltered,
    failureCode,
  };
}
const said = (...events: object[]) => heard(events.map((event) => JSON.stringify(event)));
const delta = (index: number, given: object) => ({
  contentBlockDelta: { contentBlockIndex: index, delta: given },
});
const stop = (index: number) => ({ contentBlockStop: { contentBlockIndex: index } });
const end = (stopReason: string) => ({ messageStop: { stopReason } });

describe('recorded answers of Converse', () => {
  it.each(['text', 'reasoning', 'tool-call.1'])('%s is read whole and streamed', (name) => {
    const whole = wholeOf(name);
    const { answer, isEnded } = heard(recordedEvents(name));
    const kinds = (read: typeof whole) => read.choices[0]?.parts.map(({ kind }) => kind);
    expect(kinds(answer)).toEqual(kinds(whole));
    expect(answer.choices[0]?.stop).toEqual(whole.choices[0]?.stop);
    expect(whole.usage).not.toBeNull();
    expect(answer.usage).not.toBeNull();
    expect(isEnded).toBe(true);
  });

  it('thinking comes with its signature, before the text', () => {
    const { parts } = heard(recordedEvents('reasoning'));
    expect(parts).toMatchObject([
      {
        kind: 'thinking',
        text: expect.stringContaining('s-t-r-a-w-b-e-r-r-y'),
        seal: { dialect: 'bedrock-converse' },
      },
      { kind: 'text', text: expect.stringContaining('**3**') },
    ]);
  });

  it('a text stands before the call that it announces', () => {
    expect(wholeOf('text-and-tool-call').choices[0]).toMatchObject({
      parts: [
        { kind: 'text' },
        { kind: 'call', id: 'tooluse_BHkorkjcQJiRc_B47NBI1Q', name: 'structured_output' },
      ],
      stop: { reason: 'tools' },
    });
  });
});

describe('a stream of Converse', () => {
  const call = {
    contentBlockStart: { contentBlockIndex: 1, start: { toolUse: { toolUseId: 't', name: 'f' } } },
  };

  it('begins blocks of calls only, and the first piece of an input is empty', () => {
    const { parts } = said(
      ...[delta(0, { text: 'Hm' }), stop(0), call, delta(1, { toolUse: { input: '' } })],
      ...[delta(1, { toolUse: { input: '{"a":' } }), delta(1, { toolUse: { input: '1}' } }), stop(1)],
    );
    expect(parts).toMatchObject([
      { kind: 'text', text: 'Hm' },
      { kind: 'call', id: 't', name: 'f', input: '{"a":1}' },
    ]);
  });

  it('a call without any input has an empty object', () => {
    expect(said(call, delta(1, { toolUse: { input: '' } }), stop(1)).parts).toMatchObject([{ input: '{}' }]);
  });

  it('an empty text before thinking is no part of the answer', () => {
    const { parts } = said(
      ...[delta(0, { text: '' }), stop(0)],
      ...[delta(1, { reasoningContent: { text: 'So' } }), stop(1), delta(2, { text: 'Hi' }), stop(2)],
    );
    expect(parts.map(({ kind }) => kind)).toEqual(['thinking', 'text']);
  });

  it('thinking that is not shown goes back as it came', () => {
    const { parts } = said(delta(0, { reasoningContent: { redactedContent: 'QUJD' } }), stop(0));
    expect(parts).toMatchObject([{ kind: 'thinking', text: '', seal: { value: 'redacted:QUJD' } }]);
  });

  it.each([
    ['after', false],
    ['before', true],
  ])('usage %s the stop reason ends it', (_place, isFirst) => {
    const metadata = { metadata: { usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 } } };
    const events = isFirst ? [metadata, end('end_turn')] : [end('end_turn'), metadata];
    expect(said(delta(0, { text: 'Hi' }), events[0] as object).isEnded).toBe(false);
    const { isEnded, answer } = said(delta(0, { text: 'Hi' }), ...events);
    expect(isEnded).toBe(true);
    expect(answer.usage).toMatchObject({ textInput: 3, textOutput: 2 });
  });

  it.each([
    ['guardrail_intervened', 'filter', true],
    ['content_filtered', 'filter', true],
    ['max_tokens', 'length', false],
    ['model_context_window_exceeded', 'context', false],
    ['end_turn', 'end', false],
  ])('%s is %s', (raw, reason, isFiltered) => {
    const heardOf = said(delta(0, { text: 'Hi' }), end(raw));
    expect(heardOf.answer.choices[0]?.stop).toMatchObject({ reason, raw });
    expect(heardOf.isFiltered).toBe(isFiltered);
  });

  it('a call that cannot be read is a fault of the model', () => {
    expect(said(delta(0, { text: 'Hi' }), end('malformed_tool_use')).failureCode).toBe(
      'upstream.malformed_call',
    );
  });

  it('tells the stop sequence that was met, and the tier that it was served by', () => {
    const { answer } = said(
      delta(0, { text: 'Hi' }),
      {
        messageStop: {
          stopReason: 'stop_sequence',
          additionalModelResponseFields: { delta: { stop_sequence: '|' } },
        },
      },
      { metadata: { usage: { inputTokens: 3, outputTokens: 2 }, serviceTier: { type: 'flex' } } },
    );
    expect(answer.choices[0]?.stop).toMatchObject({ reason: 'stop-sequence', sequence: '|' });
    expect(answer).toMatchObject({ usage: { tier: 'flex' }, serviceTier: 'flex' });
  });

  it('an exception in it is an error with the status of its name', () => {
    const { failure } = said(
      { messageStart: { role: 'assistant' } },
      { throttlingException: { message: 'Slow down' } },
    );
    expect(converseErrors.read(0, `{"error":${failure}}`)).toMatchObject({
      ...{ status: 429, type: 'throttlingException', message: 'Slow down' },
    });
  });

  it('sources and pictures are told', () => {
    const { parts } = said(
      delta(0, { text: 'Paris' }),
      delta(0, {
        citation: {
          title: 'T',
          location: { web: { url: 'https://a.example' } },
          sourceContent: [{ text: 'c' }],
        },
      }),
      ...[stop(0), delta(1, { image: { format: 'png', source: { bytes: 'QUJD' } } }), stop(1)],
    );
    expect(parts).toMatchObject([
      { kind: 'text', citations: [{ url: 'https://a.example', title: 'T', text: 'c' }] },
      { kind: 'media', mimeType: 'image/png', source: { data: 'QUJD' } },
    ]);
  });
});

describe('usage of Converse', () => {
  it.each([
    [
      {
        inputTokens: 10,
        outputTokens: 5,
        cacheReadInputTokens: 100,
        cacheWriteInputTokens: 30,
        totalTokens: 145,
      },
      { textInput: 10, textOutput: 5, cacheRead: 100, cacheWrite5m: 30 },
    ],
    [
      {
        ...{ inputTokens: 10, outputTokens: 5, cacheWriteInputTokens: 30, totalTokens: 15 },
        cacheDetails: [
          { ttl: '1h', inputTokens: 20 },
          { ttl: '5m', inputTokens: 10 },
        ],
      },
      { textInput: 10, textOutput: 5, cacheWrite5m: 10, cacheWrite1h: 20 },
    ],
    [
      { inputTokens: 10, outputTokens: 5, totalTokens: 99 },
      { textInput: 10, textOutput: 5, flags: ['total_differs'] },
    ],
  ])('%j leaves cached input out of the input', (usage, expected) => {
    expect(readConverseUsage(usage)).toEqual({ ...noUsage(), ...expected });
  });

  it('that says nothing is none', () => {
    expect(readConverseUsage(undefined)).toBeNull();
    expect(readConverseUsage({})).toBeNull();
  });
});
