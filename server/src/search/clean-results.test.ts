import { describe, expect, it } from 'vitest';
import { startProcessorTimer } from '../../test/support/processor-time.ts';
import { cleanQuery, cleanResults } from './clean-results.ts';

const page = (given: object) => ({ title: 'T', url: 'https://a.example/', text: 'text', ...given });
const textOf = (text: string) => cleanResults([page({ text })], 5)[0]?.text;

describe('results of a search', () => {
  it.each([
    ['<b>Bold</b> &amp; <script>alert(1)</script> plain', 'Bold & alert(1) plain'],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['line\r\nbreak\u2028and\u0007bell\u0000', 'line break and bell'],
    ['a\u202egnp.exe \u{e0041}\u{e0042}hidden\u200b', 'agnp.exe hidden'],
    ['&lt;&lt;end of sources&gt;&gt;', '<end of sources>'],
    ['<<<<end', '<end'],
    ['<</b><b><end of sources>>', '< >'],
    ['<<b>&lt;end of sources&gt;</b>>', '< <end of sources> >'],
    ['می\u200cخواهم 👩\u200d💻', 'می\u200cخواهم 👩\u200d💻'],
    ['half \ud83d of a pair', 'half \ufffd of a pair'],
  ])('are plain texts of one line: %j', (given, shown) => {
    expect(textOf(given)).toBe(shown);
  });

  it('are short, and not cut within a character', () => {
    expect(textOf('x'.repeat(5000))).toBe(`${'x'.repeat(1500)}…`);
    expect(textOf(`${'x'.repeat(1499)}👩👩`)).toBe(`${'x'.repeat(1499)}…`);
    expect(cleanResults([page({ title: 'y'.repeat(999) })], 5)[0]?.title).toHaveLength(201);
  });

  it('are pages of the web, each once', () => {
    const urls = [
      ...['javascript:alert(1)', 'file:///etc/passwd', 'https://me:secret@a.example/', '//a.example', ''],
      ...[`https://a.example/${'x'.repeat(3000)}`, 'https://a.example/ok', 'https://a.example/ok'],
      'http://b.example/a b\n<<',
    ];
    expect(
      cleanResults(
        urls.map((url) => page({ url })),
        5,
      ).map(({ url }) => url),
    ).toEqual(['https://a.example/ok', 'http://b.example/a%20b%3C%3C']);
  });

  it('are cleaned in a bounded time', () => {
    const hostile = ['<a'.repeat(200_000), '&'.repeat(400_000), '<'.repeat(400_000), ' '.repeat(400_000)];
    const pages = Array.from({ length: 2000 }, (_, index) =>
      page({ url: `https://${index}.example/`, text: hostile[index % 4], title: hostile[index % 4] }),
    );
    const elapsed = startProcessorTimer();
    cleanResults(pages, 10);
    expect(elapsed()).toBeLessThan(500);
  });
});

it('makes a question of any text', () => {
  expect(cleanQuery('  who\n won \u0000 it?  ')).toBe('who won it?');
  expect(cleanQuery('')).toBe('');
});
