import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WrappedInput } from './wrapped-input.ts';

function read(pieces: readonly string[]) {
  const input = new WrappedInput();
  const told = pieces.map((piece) => input.add(piece));
  return [...told, input.end()];
}

it('returns the text of each piece at once', () => {
  const pieces = ['{"inp', 'ut": "*** Begin', '\\n+ a \\"', 'b\\', '"\\ud83d', '\\ude00\\u00', 'e9', '"}'];
  expect(read(pieces)).toEqual(['', '*** Begin', '\n+ a "', 'b', '"', '\u{1f600}', '\u00e9', '', '']);
});

it('is the text however it is cut', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(fc.nat(), { maxLength: 8 }), (text, cuts) => {
      const ascii = JSON.stringify({ input: text }).replace(
        /[\u0080-\uffff]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
      const places = [...new Set(cuts.map((cut) => cut % ascii.length))].sort((one, other) => one - other);
      const pieces = [0, ...places].map((from, at) => ascii.slice(from, places[at] ?? ascii.length));
      expect(read(pieces).join('')).toBe(text);
    }),
  );
});

it.each([
  ['plain words', 'plain words'],
  ['{"reason":"x","input":"y"}', 'y'],
  ['{"input":5}', '{"input":5}'],
  [`{"patch":"${'a'.repeat(300)}","input":"y"}`, 'y'],
  ['{"input":"a\nb","more":1}', 'a\nb'],
  ['', ''],
])('takes the model by its word: %s', (json, text) => {
  expect(read([...json]).join('')).toBe(text);
});
