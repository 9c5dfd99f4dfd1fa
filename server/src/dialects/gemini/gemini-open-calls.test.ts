import { expect, it } from 'vitest';
import { OpenCalls } from './gemini-open-calls.ts';

it('a result is of the call with its id, else of the first one of its name, else of the first', () => {
  const open = new OpenCalls();
  for (const [id, name] of [
    ['1', 'a'],
    ['2', 'b'],
    ['3', 'b'],
    ['4', 'c'],
  ] as const)
    open.add({ id, name });
  expect(open.take('4', 'a')?.id).toBe('4');
  expect(open.take('', 'b')?.id).toBe('2');
  expect(open.take('', 'other')?.id).toBe('1');
  expect(open.take('4', 'b')).toBeUndefined();
  expect(open.take('', 'b')?.id).toBe('3');
  expect(open.take('', 'b')).toBeUndefined();
});

it('results in any order are found at once', () => {
  const open = new OpenCalls();
  const ids = Array.from({ length: 300_000 }, (_, at) => `call-${at}`);
  for (const id of ids) open.add({ id, name: 'f' });
  for (const id of ids.toReversed()) expect(open.take(id, 'f')?.id === id).toBe(true);
});
