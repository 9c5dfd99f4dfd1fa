import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nameText } from './name-filter.ts';

it('a name is its own text, whatever names came before', () => {
  const name = fc.oneof(
    fc.constantFrom('model', 'messages', 'modem', 'mpdel', 'm', '', 'x'.repeat(40)),
    fc.string({ maxLength: 4 }),
    fc.string({ unit: 'grapheme', maxLength: 4 }).filter((text) => text.isWellFormed()),
  );
  fc.assert(
    fc.property(fc.array(name), fc.nat(5), (names, before) => {
      for (const one of names) {
        const bytes = Buffer.from(`${'"'.repeat(before)}${one}":`);
        expect(nameText(bytes, before, bytes.length - 2)).toBe(one);
      }
    }),
    { numRuns: 500 },
  );
});
