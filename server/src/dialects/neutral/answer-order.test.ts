import { expect, it } from 'vitest';
import { AnswerJoiner } from './answer-joiner.ts';
import { AnswerOrder } from './answer-order.ts';
import { BrokenAnswerError } from './broken-answer.ts';
import type { MediaPart } from './conversation.ts';

/** What is said in choices of these numbers, as a list. */
function textsOf(numbers: readonly number[], answerCount: number): string[] {
  const joiner = new AnswerJoiner();
  const order = new AnswerOrder(joiner, { answerCount, onText: null });
  for (const number of numbers) order.say(number, { kind: 'text' }, `of ${number}`);
  order.finish();
  return joiner.answer.choices.map(({ parts: [part] }) => (part?.kind === 'text' ? part.text : ''));
}

it.each([
  { numbers: [0], answerCount: 1, texts: ['of 0'] },
  { numbers: [1, 0], answerCount: 2, texts: ['of 0', 'of 1'] },
  { numbers: [1], answerCount: 1, texts: ['of 1'] },
  { numbers: [30_000_000], answerCount: 1, texts: ['of 30000000'] },
  { numbers: [7, 0], answerCount: 2, texts: ['of 7', 'of 0'] },
  { numbers: [0, 1], answerCount: 1, texts: ['of 0'] },
  { numbers: [0, 1, 2], answerCount: 2, texts: ['of 0', 'of 1'] },
])(
  'choices numbered $numbers of $answerCount are told one after the other',
  ({ numbers, answerCount, texts }) => {
    expect(textsOf(numbers, answerCount)).toEqual(texts);
  },
);

it('an answer of very many choices is none', () => {
  const numbers = Array.from({ length: 129 }, (_, at) => at);
  expect(() => textsOf(numbers, 1)).toThrow(BrokenAnswerError);
});

const orderOf = () => new AnswerOrder(new AnswerJoiner(), { answerCount: 1, onText: null });
const MIB = 2 ** 20;

it('pictures and seals that would fill the memory are no answer', () => {
  const picture: MediaPart = {
    ...{ kind: 'media', media: 'image', mimeType: 'image/png', name: '', detail: '', mark: null },
    source: { kind: 'bytes', data: 'A'.repeat(12 * MIB) },
  };
  const order = orderOf();
  order.open(0, '1', picture);
  order.open(0, '2', picture);
  expect(() => order.open(0, '3', picture)).toThrow(BrokenAnswerError);
  const thinking = { kind: 'thinking', isSummary: false } as const;
  const seal = { dialect: 'gemini', value: 'A'.repeat(20 * MIB) } as const;
  const sealed = orderOf();
  sealed.note(0, { kind: 'seal', seal }, thinking);
  expect(() => sealed.note(0, { kind: 'seal', seal }, thinking)).toThrow(BrokenAnswerError);
});

it('the input of a call that has no end is none', () => {
  const order = orderOf();
  order.open(0, '1', { kind: 'call', id: 'a', name: 'f', isCustom: true });
  order.add(0, '1', 'A'.repeat(16 * MIB));
  expect(() => order.add(0, '1', 'A')).toThrow(BrokenAnswerError);
});
