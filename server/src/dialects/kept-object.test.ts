import { expect, it } from 'vitest';
import { storableKept } from './kept-object.ts';

it('what a vendor keeps of an answer is noted as far as a database takes it', () => {
  const kept = (name: string, tokens: number) => ({ name, tokens, keptDays: 1 });
  expect(
    storableKept([
      ...[kept('a', 7), kept('b', 1e300), kept('c', -5), kept('d', Number.NaN)],
      ...[kept('', 1), kept('e\0', 1), kept('f\ud800', 1), kept('g'.repeat(201), 1)],
    ]),
  ).toEqual([kept('a', 7), kept('b', 0), kept('c', 0), kept('d', 0)]);
});
