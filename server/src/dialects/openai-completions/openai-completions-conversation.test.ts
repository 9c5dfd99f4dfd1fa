import { describe, expect, it } from 'vitest';
import { assertCompletionStream } from '../../../test/grammars/openai-completions-grammar.ts';
import {
  noAddress as address,
  answerOptions,
  describeAnswers,
  streamOf,
} from '../../../test/suites/conversation-suite.ts';
import { LongTexts } from '../../platform/json/long-texts.ts';
import type { Answer } from '../neutral/answer.ts';
import { AnswerOrder } from '../neutral/answer-order.ts';
import { textPart } from '../neutral/conversation.ts';
import { chatStops, readStop } from '../neutral/stop-reasons.ts';
import { openAiCompletionsConversation as completions } from './openai-completions-conversation.ts';

interface Chunk {
  id: string;
  model: string;
  created: number;
  choices: { index: number; text: string; finish_reason: string | null }[];
}

/** The client's view: the texts of each choice in order. */
function readChunk({ id, model, created, choices }: Chunk, order: AnswerOrder): void {
  order.start({ id, model, createdSeconds: created });
  for (const { index, text, finish_reason } of choices) {
    order.say(index, { kind: 'text' }, text);
    if (finish_reason === null) continue;
    order.stop(index, { reason: readStop(chatStops, finish_reason), raw: finish_reason, sequence: '' });
  }
}

describeAnswers({
  format: {
    ...completions,
    readAnswer: (tree, order) => readChunk(tree as Chunk, order),
    streamReader: (order) => ({
      event: (data) => (data === '[DONE]' ? order.end() : readChunk(JSON.parse(data), order)),
    }),
  },
  sayable: {
    ...{ media: [], urls: [], thinking: false, calls: false },
    ...{ stops: ['end', 'length', 'filter'], answers: 3 },
  },
  assertStream: assertCompletionStream,
});

const answerOf = (choice: Partial<Answer['choices'][number]>): Answer => ({
  head: { id: 'a', model: 'm', createdSeconds: 1 },
  choices: [{ parts: [], stop: { reason: 'end', raw: '', sequence: '' }, logprobs: [], ...choice }],
  usage: null,
  serviceTier: '',
});
const choiceOf = (choice: Partial<Answer['choices'][number]>, rest = {}) =>
  (completions.writeAnswer(answerOf(choice), answerOptions(rest)) as { choices: object[] }).choices[0];

describe('an answer to a legacy completion', () => {
  it('leaves thinking out, and says a refusal as its text', () => {
    const thinking = { kind: 'thinking', text: 'Hm', isSummary: false, seal: null } as const;
    const parts = [thinking, textPart('Hi')];
    const stream = streamOf(completions, answerOf({ parts }));
    assertCompletionStream(stream);
    expect(stream).not.toContain('Hm');
    expect(choiceOf({ parts })).toEqual({
      ...{ text: 'Hi', index: 0, logprobs: null, finish_reason: 'stop' },
    });
    expect(
      choiceOf({
        parts: [{ kind: 'refusal', text: 'No.' }],
        stop: { reason: 'refusal', raw: '', sequence: '' },
      }),
    ).toMatchObject({ text: 'No.', finish_reason: 'content_filter' });
  });

  it('tells likely tokens as lists side by side, with their places in characters', () => {
    const token = (text: string, logprob: number, top: [string, number][] = []) => ({
      ...{ token: text, logprob, bytes: null },
      top: top.map(([likely, of]) => ({ token: likely, logprob: of, bytes: null })),
    });
    const logprobs = [
      token('😀', -0.1, [
        ['😀', -0.1],
        ['ok', -3],
      ]),
      token('!', -0.5),
    ];
    const told = {
      ...{ tokens: ['😀', '!'], token_logprobs: [-0.1, -0.5], text_offset: [0, 1] },
      top_logprobs: [{ '😀': -0.1, ok: -3 }, {}],
    };
    expect(choiceOf({ parts: [textPart('😀!')], logprobs })).toMatchObject({ logprobs: told });
    expect(choiceOf({ parts: [textPart('!')], logprobs: [token('!', -0.5)] })).toMatchObject({
      logprobs: { top_logprobs: null },
    });

    const writer = completions.streamWriter(answerOptions());
    const order = new AnswerOrder(writer, { answerCount: 1 });
    for (const one of logprobs) {
      order.say(0, { kind: 'text' }, one.token);
      order.logprobs(0, [one]);
    }
    order.finish();
    const stream = writer.take() + writer.takeEnd(null);
    assertCompletionStream(stream);
    expect(stream).toContain('"text_offset":[0],');
    expect(stream).toContain('"text_offset":[1],');
  });
});

describe('a request of a legacy completion', () => {
  const read = (body: object) => completions.readRequest(body, { address, texts: new LongTexts() });

  it('is the one turn of a user, with what a chat can do as well', () => {
    const talk = read({
      ...{ model: 'm', prompt: ['Once'], suffix: '', echo: false, best_of: 2, n: 2, logprobs: 3 },
      ...{ max_tokens: 9, temperature: 0, top_p: 1, stop: '\n', seed: 7, user: 'u' },
      ...{ presence_penalty: 1, frequency_penalty: -1, logit_bias: { 50256: -100 } },
    });

    expect(talk.turns).toEqual([{ role: 'user', name: '', parts: [textPart('Once')] }]);
    expect(talk.settings).toEqual({
      ...{ maxOutputTokens: 9, temperature: 0, topP: 1, topK: null, stop: ['\n'], seed: 7 },
      ...{ answerCount: 2, presencePenalty: 1, frequencyPenalty: -1, logprobs: 3, verbosity: null },
    });
    expect(talk.account.user).toBe('u');
    expect(talk.leftovers).toEqual([{ dialect: 'openai-completions', path: 'logit_bias' }]);
  });

  it.each([
    [{ prompt: ['a', 'b'] }, 'prompt', 'unsupported_list'],
    [{ prompt: [1, 2] }, 'prompt', 'unsupported_tokens'],
    [{ prompt: [[1, 2]] }, 'prompt', 'unsupported_tokens'],
    [{ prompt: [] }, 'prompt', 'required'],
    [{ prompt: '' }, 'prompt', 'required'],
    [{}, 'prompt', 'required'],
    [{ prompt: 'a', suffix: 'z' }, 'suffix', 'unsupported'],
    [{ prompt: 'a', echo: true }, 'echo', 'unsupported'],
    [{ prompt: 'a', best_of: 3 }, 'best_of', 'unsupported'],
    [{ prompt: 'a', n: 2, best_of: 3 }, 'best_of', 'unsupported'],
    [{ prompt: 'a', max_tokens: 0 }, 'max_tokens', 'out_of_range'],
    [{ prompt: 'a', stop: [5] }, 'stop.0', 'invalid_string'],
    [{ prompt: 'a', logprobs: true }, 'logprobs', 'invalid_number'],
  ])('refuses %o: it would get another answer than it asks for', (body, field, code) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ fields: [{ field, code }] }));
  });
});
