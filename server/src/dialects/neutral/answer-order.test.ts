import { expect, it } from 'vitest';
import { processorMs } from '../../../test/support/processor-time.ts';
import { AnswerJoiner } from './answer-joiner.ts';
import { AnswerOrder } from './answer-order.ts';
import { BrokenAnswerError } from './broken-answer.ts';
import type { MediaPart } from './conversation.ts';

/** The texts of these choices, as a list. */
function textsOf(numbers: readonly number[], answerCount: number): string[] {
  const joiner = new AnswerJoiner();
  const order = new AnswerOrder(joiner, { answerCount });
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

const orderOf = () => new AnswerOrder(new AnswerJoiner(), { answerCount: 1 });
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

it.each([
  { given: ['a', 'a'], told: ['a', 'a_1'] },
  { given: ['a_2', 'a', 'a'], told: ['a_2', 'a', 'a_3'] },
  { given: ['', '', ''], told: ['', '_1', '_2'] },
])('calls of the ids $given have an id each', ({ given, told }) => {
  const joiner = new AnswerJoiner();
  const order = new AnswerOrder(joiner, { answerCount: 1 });
  for (const [at, id] of given.entries())
    order.open(0, String(at), { kind: 'call', id, name: 'f', isCustom: false });
  order.finish();
  const ids = joiner.answer.choices[0]?.parts.map((part) => (part.kind === 'call' ? part.id : null));
  expect(ids).toEqual(told);
});

it('ids that collide with those made for others cost no more than others', () => {
  const order = orderOf();
  const open = (at: number, id: string) =>
    order.open(0, String(at), { kind: 'call', id, name: 'f', isCustom: false });
  const ms = processorMs(() => {
    const own = orderOf();
    for (let at = 0; at < 9000; at += 1)
      own.open(0, String(at), { kind: 'call', id: `a${at}`, name: 'f', isCustom: false });
  });
  const before = process.threadCpuUsage();
  for (let at = 0; at < 4500; at += 1) open(at, `a_${at + 4500}`);
  for (let at = 4500; at < 9000; at += 1) open(at, 'a');
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(ms * 10 + 50);
});

const head = (id: string) => ({ kind: 'call', id, name: id, isCustom: false }) as const;

/** The calls that the sink receives, in order. */
function told(tell: (order: AnswerOrder) => void) {
  const joiner = new AnswerJoiner();
  const order = new AnswerOrder(joiner, { answerCount: 1 });
  tell(order);
  const before = joiner.answer.choices[0]?.parts.length ?? 0;
  order.finish();
  const parts = joiner.answer.choices[0]?.parts ?? [];
  return { before, parts: parts.map((part) => (part.kind === 'call' ? `${part.id} ${part.input}` : part)) };
}

it('a call that is whole holds nothing back', () => {
  const { before } = told((order) => {
    order.open(0, '1', head('a'));
    order.add(0, '1', '{"x":"\\"}');
    order.add(0, '1', '"}');
    order.open(0, '2', head('b'));
  });
  expect(before).toBe(2);
});

it('what comes before a call is whole is told after it, in the order in which it began', () => {
  const { before, parts } = told((order) => {
    order.open(0, '1', head('a'));
    order.say(0, { kind: 'text' }, 'Look');
    order.open(0, '2', head('b'));
    order.say(0, { kind: 'text' }, '\n');
    order.add(0, '2', '{');
    order.add(0, '1', '{');
    order.add(0, '2', '}');
    order.add(0, '1', '}');
    order.open(0, '3', head('c'));
  });
  expect(before).toBe(4);
  expect(parts).toEqual(['a {}', expect.objectContaining({ text: 'Look' }), 'b {}', 'c ']);
});

it('what waits is bounded', () => {
  const order = orderOf();
  order.open(0, '1', head('a'));
  order.open(0, '2', head('b'));
  order.add(0, '2', 'A'.repeat(15 * MIB));
  order.add(0, '2', 'A'.repeat(15 * MIB));
  expect(() => order.add(0, '2', 'A'.repeat(3 * MIB))).toThrow(BrokenAnswerError);
  const many = orderOf();
  many.open(0, '1', head('a'));
  expect(() => {
    for (let at = 0; at < 10_000; at += 1) many.open(0, `call ${at}`, head(`${at}`));
  }).toThrow(BrokenAnswerError);
});
