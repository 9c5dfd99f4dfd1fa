import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answers, conversations, play, type Sayable } from '../../../test/arbitraries/conversations.ts';
import { assertChatStream } from '../../../test/grammars/openai-chat-grammar.ts';
import { LongTexts } from '../../platform/long-texts.ts';
import type { AnswerOptions, RequestTarget } from '../conversation-format.ts';
import { AnswerJoiner } from '../neutral/answer-joiner.ts';
import { AnswerOrder } from '../neutral/answer-order.ts';
import { ConversionReport } from '../neutral/conversion-report.ts';
import { openAiChatConversation as chat } from './openai-chat-conversation.ts';

const sayable: Sayable = {
  media: ['image', 'file', 'audio'],
  urls: ['image'],
  marks: false,
  thinking: true,
  stops: ['end', 'length', 'filter'],
  answers: 3,
};
const address = { model: null, verb: null, query: '' };
const options = (rest: Partial<AnswerOptions> = {}): AnswerOptions => ({
  fallback: { id: 'chatcmpl-1', model: 'm', createdSeconds: 1_700_000_000 },
  answerCount: 1,
  wantsUsage: false,
  framing: 'sse',
  inputTokens: 0,
  customTools: new Set(),
  counted: null,
  ...rest,
});

function target(texts: LongTexts): RequestTarget {
  return {
    ...{ upstreamModel: 'm', stream: false, asksUsage: false, outputLimit: null },
    ...{ defaultOutputTokens: 4096, thinkingShare: 0.8, report: new ConversionReport(), texts },
  };
}

function joined(answerCount: number, read: (order: AnswerOrder) => void) {
  const joiner = new AnswerJoiner();
  const order = new AnswerOrder(joiner, { answerCount, onText: null });
  read(order);
  order.finish();
  return joiner.answer;
}

/** The ends of an answer as chat can tell them. */
const withoutRaw = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value, (key, member) => (key === 'raw' ? '' : member)));

describe('a conversation as a chat completion', () => {
  it('is read as it was written, and nothing is reported', () => {
    fc.assert(
      fc.property(conversations(sayable), (talk) => {
        const texts = new LongTexts();
        const to = target(texts);
        const body = texts.write(chat.writeRequest(talk, to));
        const again = new LongTexts();
        const read = chat.readRequest(again.parse(body), { address, texts: again });
        // A result does not repeat the name of its tool.
        for (const turn of talk.turns)
          for (const part of turn.parts) if (part.kind === 'result') part.name = '';
        expect(to.report.fields).toEqual([]);
        expect(mergeUserTurns(read)).toEqual(mergeUserTurns(talk));
      }),
    );
  });

  it('refuses a member of a wrong type by its name', () => {
    const texts = new LongTexts();
    const read = (body: object) => chat.readRequest(body, { address, texts });
    expect(() => read({ messages: [{ role: 'user', content: 5 }] })).toThrow(
      expect.objectContaining({ fields: [{ field: 'messages.0.content', code: 'invalid_value' }] }),
    );
    expect(() => read({ messages: [{ role: 'robot', content: '' }] })).toThrow(
      expect.objectContaining({ fields: [{ field: 'messages.0.role', code: 'invalid_value' }] }),
    );
  });

  it('names what is left over by its place', () => {
    const { leftovers } = chat.readRequest(
      { messages: [{ role: 'user', content: 'Hi', mood: 'good' }], logit_bias: { 5: 1 }, seed: null },
      { address, texts: new LongTexts() },
    );
    expect(leftovers.map(({ path }) => path)).toEqual(['messages.0.mood', 'logit_bias']);
  });
});

describe('an answer as a chat completion', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(answers(sayable), (answer) => {
        const written = JSON.parse(JSON.stringify(chat.writeAnswer(answer, options())));
        const read = joined(answer.choices.length, (order) => chat.readAnswer(written, order));
        expect(withoutRaw(read)).toEqual(withoutRaw(answer));
      }),
    );
  });

  it('streamed is a stream of chunks, and joined the same answer', () => {
    fc.assert(
      fc.property(answers(sayable), fc.boolean(), (answer, wantsUsage) => {
        const answerCount = answer.choices.length;
        const writer = chat.streamWriter(options({ answerCount, wantsUsage }));
        play(answer, new AnswerOrder(writer, { answerCount, onText: null }));
        const stream = writer.take() + writer.takeEnd(null);
        assertChatStream(stream);
        const read = joined(answerCount, (order) => {
          const reader = chat.streamReader(order);
          for (const event of stream.split('\n\n')) reader.event(event.replace(/^data: /, ''));
        });
        expect(withoutRaw(read)).toEqual(withoutRaw(answer));
      }),
    );
  });

  const call = (index: number | undefined, rest: object) => ({
    choices: [{ index: 0, delta: { tool_calls: [{ ...(index !== undefined && { index }), ...rest }] } }],
  });
  const begins = (id: string, name: string) => ({ id, type: 'function', function: { name, arguments: '' } });
  const goesOn = (text: unknown) => ({ function: { arguments: text } });
  const readChunks = (chunks: object[]) =>
    joined(1, (order) => {
      const reader = chat.streamReader(order);
      for (const chunk of chunks) reader.event(JSON.stringify(chunk));
      reader.event('[DONE]');
    }).choices[0]?.parts.flatMap((part) => (part.kind === 'call' ? [[part.id, part.name, part.input]] : []));

  it.each([
    {
      what: 'without an index',
      chunks: [
        call(undefined, begins('a', 'f')),
        call(undefined, goesOn('{"x"')),
        call(undefined, goesOn(':1}')),
      ],
      calls: [['a', 'f', '{"x":1}']],
    },
    {
      what: 'of two calls under one index',
      chunks: [
        call(0, begins('a', 'f')),
        call(0, goesOn('{}')),
        call(0, begins('b', 'g')),
        call(0, goesOn('{"y":2}')),
      ],
      calls: [
        ['a', 'f', '{}'],
        ['b', 'g', '{"y":2}'],
      ],
    },
    {
      what: 'with arguments as an object',
      chunks: [call(0, { id: 'a', function: { name: 'f', arguments: { x: 1 } } })],
      calls: [['a', 'f', '{"x":1}']],
    },
  ])('reads fragments of calls $what', ({ chunks, calls }) => {
    expect(readChunks(chunks)).toEqual(calls);
  });

  it('does not give the rest of a call to another one', () => {
    const chunks = [call(0, begins('a', 'f')), call(1, begins('b', 'g')), call(0, goesOn('{"late":true}'))];
    expect(() => readChunks(chunks)).toThrow('has ended');
  });
});

/** Chat has a message for each result, and no turn of its own for them. */
function mergeUserTurns<Talk extends { turns: { role: string; parts: unknown[] }[] }>(talk: Talk): Talk {
  const turns: { role: string; parts: unknown[] }[] = [];
  for (const turn of talk.turns) {
    const before = turns.at(-1);
    if (before?.role === 'user' && turn.role === 'user') before.parts = [...before.parts, ...turn.parts];
    else turns.push({ ...turn });
  }
  return { ...talk, turns };
}
