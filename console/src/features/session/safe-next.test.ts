import { expect, it } from 'vitest';
import { safeNext } from './safe-next.ts';

// S-34 of docs/reference/sign-in.md.
it('keeps an address of this site and nothing else', () => {
  expect(safeNext('/panel/log?range=1h')).toBe('/panel/log?range=1h');
  for (const wanted of [
    null,
    '',
    'https://elsewhere.example',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/\t/elsewhere.example',
  ]) {
    expect(safeNext(wanted)).toBe('/panel');
  }
});
