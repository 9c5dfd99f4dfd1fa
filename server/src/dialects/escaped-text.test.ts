import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unescapedLength } from './escaped-text.ts';
import { StreamFindings } from './stream-path.ts';

/** The default form of Python's `json.dumps`. */
const inAscii = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

describe('text that JSON writes with escapes', () => {
  const anyText = fc.string({ unit: 'grapheme' }).filter((text) => text.isWellFormed());
  const forms = [
    { name: 'the shortest', written: (text: string) => JSON.stringify(text).slice(1, -1) },
    { name: 'ASCII', written: inAscii },
  ];
  it.each(forms)('has the length of what it says, as $name', ({ written }) => {
    fc.assert(
      fc.property(anyText, fc.nat(9), (text, before) => {
        const start = '\\'.repeat(before).length;
        const bytes = Buffer.from(`${'\\'.repeat(before)}${written(text)}"\\u0432`);
        const end = start + Buffer.byteLength(written(text));
        expect(unescapedLength(bytes, start, end)).toBe(Buffer.byteLength(text));
      }),
    );
  });

  it.each(forms)('is measured in a stream like the text itself, as $name', ({ written }) => {
    fc.assert(
      fc.property(anyText, (text) => {
        const said = new StreamFindings();
        const read = new StreamFindings();
        said.addText(text);
        const bytes = Buffer.from(written(text));
        read.addEscaped(bytes, 0, bytes.length);
        expect(read).toEqual(said);
      }),
    );
  });
});
