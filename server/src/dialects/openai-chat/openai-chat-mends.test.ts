import { describe, expect, it } from 'vitest';
import { openAiErrors } from '../openai/openai-errors.ts';
import { PassedStream } from '../passed-stream.ts';
import { mendAnswer, mendEnd } from './openai-chat-mends.ts';
import { OpenAiChatScan } from './openai-chat-stream-scan.ts';

const HEAD = { id: 'a-1', object: 'chat.completion.chunk', created: 1, model: 'm' };
const choiceOf = (delta: object, finish_reason: string | null = null) => ({
  ...HEAD,
  choices: [{ index: 0, delta, finish_reason }],
});
const callOf = (call: object) => choiceOf({ tool_calls: [call] });

/** The stream that a client receives, for any division into pieces. */
function read(chunks: readonly object[], together: boolean) {
  const options = { wantsUsage: true, answerCount: 1, framing: 'sse', requestId: 'r' } as const;
  const path = new PassedStream(new OpenAiChatScan(options), openAiErrors);
  const events = [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'].map(
    (data) => `data: ${data}\n\n`,
  );
  const pieces = together ? [events.join('')] : events;
  const passed = pieces.map((piece) => path.read(Buffer.from(piece))?.toString() ?? '').join('');
  const text = passed + path.takeEnd(null).toString();
  const read = text.split('\n\n').filter((event) => event.startsWith('data: {'));
  // biome-ignore lint/suspicious/noExplicitAny: chunks are looked into.
  return { text, sent: events.join(''), chunks: read.map((event): any => JSON.parse(event.slice(6))) };
}

describe.each([true, false])('a passed chat stream, its events together: %s', (together) => {
  const mended = (chunks: readonly object[]) => read(chunks, together).chunks;
  const ends = (chunks: readonly object[]) =>
    mended(chunks).flatMap((chunk) =>
      chunk.choices.flatMap((one: { finish_reason: unknown }) => one.finish_reason ?? []),
    );
  const calls = (chunks: readonly object[]) =>
    mended(chunks).flatMap((chunk) => chunk.choices[0]?.delta.tool_calls ?? []);

  it('has the thinking of a list apart from its text, and the usual name of a chunk', () => {
    const thinking = [{ type: 'thinking', thinking: [{ type: 'text', text: 'Let me see.' }] }];
    const chunks = [
      choiceOf({ role: 'assistant', content: thinking }),
      choiceOf({ content: [{ type: 'text', text: 'Hi' }] }),
      choiceOf({ content: '!' }),
      { ...choiceOf({}, 'stop'), object: 'chat.completion.done' },
    ];
    const told = mended(chunks);
    expect(told.map(({ choices }) => choices[0]?.delta)).toEqual([
      { role: 'assistant', content: null, reasoning_content: 'Let me see.' },
      { content: 'Hi' },
      { content: '!' },
      {},
    ]);
    for (const { object } of told) expect(object).toBe('chat.completion.chunk');
  });

  it('fails at the end of a call that has no name, and not where the name comes late', () => {
    const named = (name: string) =>
      callOf({ index: 0, id: 'c', type: 'function', function: { name, arguments: '' } });
    const rest = [callOf({ index: 0, function: { arguments: '{}' } }), choiceOf({}, 'tool_calls')];
    expect(() => read([named(''), ...rest], together)).toThrow('cannot be read');
    const late = callOf({ index: 0, function: { name: 'f', arguments: '' } });
    expect(ends([named(''), late, ...rest])).toEqual(['tool_calls']);
  });

  it('stays as it is where OpenAI would send it so', () => {
    const first = { index: 0, id: 'c', type: 'function', function: { name: 'f', arguments: '' } };
    const { text, sent } = read(
      [
        choiceOf({ role: 'assistant', content: '' }),
        choiceOf({ content: '"id":"" [DONE]' }),
        callOf(first),
        ...['{"a', '":', '1}'].map((part) => callOf({ index: 0, function: { arguments: part } })),
        choiceOf({}, 'tool_calls'),
        { ...HEAD, choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } },
      ],
      together,
    );
    expect(text).toBe(sent);
  });

  it.each(['eos', 'end_turn'])('ends with stop where its vendor says %s', (end) => {
    expect(ends([choiceOf({ content: 'a' }), choiceOf({}, end)])).toEqual(['stop']);
  });

  it.each(['', 'null'])('has no end before its end: "%s"', (none) => {
    expect(ends([choiceOf({ content: 'a' }, none), choiceOf({}, 'length')])).toEqual(['length']);
    expect(ends([choiceOf({ content: 'a' }), choiceOf({ content: 'b' }, none)])).toEqual(['stop']);
  });

  it('ends once', () => {
    expect(ends([choiceOf({ content: 'a' }), choiceOf({}, 'stop'), choiceOf({}, 'stop')])).toEqual(['stop']);
  });

  it('has one id, the first that its vendor says', () => {
    const chunks = [
      { ...HEAD, id: '', object: '', choices: [] },
      choiceOf({ content: 'a' }),
      { ...choiceOf({ content: 'b' }), id: '' },
      { ...choiceOf({}, 'stop'), id: 'a-2' },
    ];
    expect(mended(chunks)).toMatchObject(chunks.map(() => ({ id: 'a-1', object: HEAD.object })));
    expect(mended([{ ...choiceOf({ content: 'a' }), id: '' }])).toMatchObject([{ id: 'chatcmpl-r' }]);
  });

  it('has calls with place, kind and id, each told once', () => {
    const given = { name: 'f', arguments: '{}' };
    expect(calls([callOf({ id: 'x', function: given }), callOf({ function: given })])[0]).toEqual({
      index: 0,
      id: 'x',
      type: 'function',
      function: given,
    });
    expect(calls([choiceOf({ tool_calls: [{ function: given }, { function: given }] })])).toMatchObject([
      { index: 0, id: 'call_r_0' },
      { index: 1, id: 'call_r_1' },
    ]);
    const later = { index: 0, id: '', type: 'function', function: { arguments: '}' } };
    expect(
      calls([
        callOf({ index: 0, id: 'x', type: 'function', function: { name: 'f', arguments: '{' } }),
        callOf(later),
      ])[1],
    ).toEqual({ index: 0, type: 'function', function: { arguments: '}' } });
  });

  it.each([
    [{ a: 1 }, '{"a":1}'],
    ['null', '{}'],
    [null, '{}'],
    [undefined, '{}'],
    ['', '{}'],
  ])('has arguments that can be parsed: %j', (given, expected) => {
    const call = { index: 0, id: 'x', type: 'function', function: { name: 'f', arguments: given } };
    const chunks = [callOf(call), choiceOf({}, 'stop')];
    const told = calls(chunks).map((one: { function: { arguments: string } }) => one.function.arguments);
    expect(told.join('')).toBe(expected);
    expect(ends(chunks)).toEqual(['tool_calls']);
  });

  it('tells a usage that its vendor has in a member of its own', () => {
    const usage = { prompt_tokens: 5, completion_tokens: 7 };
    const chunks = mended([choiceOf({ content: 'a' }), { ...choiceOf({}, 'stop'), x_groq: { usage } }]);
    expect(chunks.at(-1)).toMatchObject({ id: 'a-1', choices: [], usage: { ...usage, total_tokens: 12 } });
  });
});

describe('a whole chat answer', () => {
  it('gets id, end and arguments that its client knows', () => {
    const call = { custom: { input: '', name: '' }, function: { arguments: { a: 1 }, name: 'f' }, id: '' };
    const answer = { id: '', choices: [{ finish_reason: '', index: 0, message: { tool_calls: [call] } }] };
    expect(mendAnswer(answer, 'r')).toBe(true);
    expect(answer).toMatchObject({
      id: 'chatcmpl-r',
      choices: [
        {
          finish_reason: 'tool_calls',
          message: { tool_calls: [{ id: 'call_r_0', type: 'function', function: { arguments: '{"a":1}' } }] },
        },
      ],
    });
    expect(mendAnswer(answer, 'r')).toBe(false);
  });

  it.each([undefined, '', 'chat.completion.done'])(
    'is a chat completion whatever its vendor calls it: %s',
    (object) => {
      const choice = { index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' };
      const answer = { id: 'a', object, choices: [choice] };
      expect(mendAnswer(answer, 'r')).toBe(true);
      expect(answer.object).toBe('chat.completion');
    },
  );

  it('has the thinking of a list apart from its text', () => {
    const content = [
      {
        type: 'thinking',
        thinking: [
          { type: 'text', text: 'Three ' },
          { type: 'text', text: 'letters.' },
        ],
      },
      { type: 'text', text: 'There are ' },
      { type: 'text', text: '3.' },
    ];
    const message: Record<string, unknown> = { role: 'assistant', content };
    mendAnswer({ id: 'a', choices: [{ index: 0, finish_reason: 'stop', message }] }, 'r');
    expect(message).toEqual({
      ...{ role: 'assistant', content: 'There are 3.', reasoning_content: 'Three letters.' },
    });
  });

  it('holds no call without a name', () => {
    const message = { tool_calls: [{ id: 'c', type: 'function', function: { name: '', arguments: '{}' } }] };
    const answer = { id: 'a', choices: [{ finish_reason: 'tool_calls', index: 0, message }] };
    expect(() => mendAnswer(answer, 'r')).toThrow(
      expect.objectContaining({ code: 'upstream.malformed_call' }),
    );
  });

  it('has JSON as a text', () => {
    const message = { role: 'assistant', content: { city: 'Paris' } };
    const answer = { id: 'a', choices: [{ finish_reason: 'stop', index: 0, message }] };
    expect(mendAnswer(answer, 'r')).toBe(true);
    expect(message.content).toBe('{"city":"Paris"}');
  });

  it('keeps an end that clients know', () => {
    expect(mendEnd('content_filter', { hasCalls: true })).toBe('content_filter');
    expect(mendEnd('tool_call', { hasCalls: true })).toBe('tool_calls');
  });
});
