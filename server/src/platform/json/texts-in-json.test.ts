import { describe, expect, it } from 'vitest';
import { findInTexts } from './texts-in-json.ts';

async function textsOf(value: unknown): Promise<string[]> {
  const texts: string[] = [];
  const find = (text: string): null => {
    texts.push(text);
    return null;
  };
  await findInTexts(Buffer.from(JSON.stringify(value)), { find, shared: 100 });
  return texts;
}

describe('texts in JSON', () => {
  it('are all names and values, and no files', async () => {
    const file = 'aB3+'.repeat(500);
    const value = {
      system: 'Be "kind"',
      messages: [{ content: [{ text: 'Hëllo' }, 'more'] }],
      image: `data:image/png;base64,${file}`,
      raw: file,
      n: 5,
      'a"b': `data:;base64,${file} and words`,
    };
    const names = ['system', 'messages', 'content', 'text', 'image', 'raw', 'n', 'a"b'];
    const texts = await textsOf(value);
    expect(texts.filter((text) => !names.includes(text))).toEqual([
      ...['Be "kind"', 'Hëllo', 'more', `data:;base64,${file} and words`],
    ]);
    expect(texts.filter((text) => names.includes(text))).toEqual(names);
  });

  it('are looked at again without the escapes of JSON in them', async () => {
    const inner = JSON.stringify({ q: 'a\nb\tc' }).replace('a', '\\u8ced');
    expect(await textsOf([inner])).toEqual([inner, '{"q":"賭 b c"}']);
  });

  it('may be long: each word stands whole in a piece, and pieces of a file are left out', async () => {
    const words = Array.from({ length: 40_000 }, (_, index) => `word${index}`);
    const pieces = await textsOf([words.join(' ')]);
    const seen = new Set(pieces.flatMap((piece) => piece.split(' ')));
    expect(pieces.length).toBeGreaterThan(3);
    expect(words.filter((word) => !seen.has(word))).toEqual([]);
    const known = new Set(words);
    expect([...seen].filter((word) => word !== '' && !known.has(word))).toEqual([]);
    expect((await textsOf(['長'.repeat(300_000)])).length).toBeGreaterThan(3);
    expect(await textsOf(['aB3+'.repeat(100_000)])).toEqual([]);
    expect((await textsOf([`${'aB3+'.repeat(20_000)}\nwords\nbehind`])).join()).toContain('behind');
  });

  it('end at the first find', async () => {
    const seen: string[] = [];
    const find = (text: string) => {
      seen.push(text);
      return text === 'b' ? text : null;
    };
    const json = Buffer.from('["a","b","c"]');
    expect(await findInTexts(json, { find, shared: 10 })).toBe('b');
    expect(seen).toEqual(['a', 'b']);
  });
});
