import { expect, it } from 'vitest';
import { assertParsable, MAX_STRUCTURE_BYTES, TooMuchStructureError } from './json-structure.ts';

const long = (letter: string) => letter.repeat(12 * 2 ** 20);

it.each([
  { what: 'short members', json: '{"a":[1,2,"x"]}' },
  { what: 'a picture', json: JSON.stringify({ data: long('A') }) },
  {
    what: 'a long text with quotes and backslashes',
    json: JSON.stringify({ text: long('\\').slice(5e6) + '"'.repeat(2000) }),
  },
])('JSON of $what may be parsed at once', ({ json }) => {
  expect(() => assertParsable(Buffer.from(json))).not.toThrow();
});

it.each([
  { what: 'empty lists', json: `[${'[],'.repeat(5e6)}[]]` },
  { what: 'empty texts', json: `[${'"",'.repeat(5e6)}""]` },
  { what: 'numbers behind a picture', json: `["${long('A')}",${'1,'.repeat(MAX_STRUCTURE_BYTES)}1]` },
])('megabytes of $what may not', ({ json }) => {
  expect(() => assertParsable(Buffer.from(json))).toThrow(TooMuchStructureError);
});
