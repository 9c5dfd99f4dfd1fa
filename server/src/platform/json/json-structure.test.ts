import fc from 'fast-check';
import { expect, it } from 'vitest';
import { processorMs } from '../../../test/support/processor-time.ts';
import {
  assertParsable,
  endOfString,
  endOfText,
  MAX_STRUCTURE_BYTES,
  TooMuchStructureError,
} from './json-structure.ts';

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

it('a text ends with its own quote, whatever is escaped in it', () => {
  const piece = fc.constantFrom('"', '\\', '\\"', 'a', 'x'.repeat(15), 'x'.repeat(16), 'x'.repeat(40));
  fc.assert(
    fc.property(fc.array(piece), fc.string(), (pieces, after) => {
      const text = JSON.stringify(pieces.join(''));
      expect(endOfString(text + after, 1)).toBe(text.length - 1);
      expect(endOfText(Buffer.from(text + after), 1)).toBe(text.length - 1);
      // Unfinished, it has no end.
      expect(endOfText(Buffer.from(text.slice(0, -1)), 1)).toBe(text.length - 1);
    }),
  );
});

it('a text full of quotes takes no longer than a look at each byte', () => {
  const text = JSON.stringify('"'.repeat(2 ** 21));
  const bytes = Buffer.from(text);
  const lookMs = processorMs(() => {
    let quotes = 0;
    for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === 0x22) quotes += 1;
    expect(quotes).toBe(2 ** 21 + 2);
  });
  expect(processorMs(() => endOfText(bytes, 1))).toBeLessThan(lookMs * 6);
  expect(processorMs(() => endOfString(text, 1))).toBeLessThan(lookMs * 6);
});
