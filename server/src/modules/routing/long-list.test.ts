import { expect, it } from 'vitest';
import { LongList } from './long-list.ts';

it('keeps the order over all its parts', () => {
  const list = new LongList<number>();
  expect([...list]).toEqual([]);
  const numbers = Array.from({ length: 1000 }, (_, n) => n);
  for (const n of numbers) list.push(n);
  expect([...list]).toEqual(numbers);
});
