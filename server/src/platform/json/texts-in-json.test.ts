import { describe, expect, it } from 'vitest';
import { findInTexts } from './texts-in-json.ts';

const skips = new Set(['id']);

async function textsOf(value: unknown): Promise<string[]> {
  const texts: string[] = [];
  const find = (text: string): null => {
    texts.push(text);
    return null;
  };
  await findInTexts(Buffer.from(JSON.stringify(value)), { skips, find, shared: 100 });
  return texts;
}

describe('texts in JSON', () => {
  it('are all values, and no names, skipped members or files', async () => {
    const value = {
      id: 'x1',
      system: 'Be "kind"\n\\',
      messages: [{ id: ['x2'], content: [{ text: 'Hëllo' }, 'more'] }],
      image: `data:image/png;base64,${'aB3+'.repeat(500)}`,
      raw: 'aB3+'.repeat(2000),
      n: 5,
      'a"b': 'quoted name',
    };
    expect(await textsOf(value)).toEqual(['Be "kind"\n\\', 'Hëllo', 'more', 'quoted name']);
  });

  it('may be long: each word stands whole in a piece', async () => {
    const words = Array.from({ length: 40_000 }, (_, index) => `word${index}`);
    const pieces = await textsOf([words.join(' ')]);
    const seen = new Set(pieces.flatMap((piece) => piece.split(' ')));
    expect(pieces.length).toBeGreaterThan(3);
    expect(words.filter((word) => !seen.has(word))).toEqual([]);
    expect((await textsOf(['長'.repeat(300_000)])).length).toBeGreaterThan(3);
  });

  it('end at the first find', async () => {
    const seen: string[] = [];
    const find = (text: string) => {
      seen.push(text);
      return text === 'b' ? text : null;
    };
    const json = Buffer.from('["a","b","c"]');
    expect(await findInTexts(json, { skips, find, shared: 10 })).toBe('b');
    expect(seen).toEqual(['a', 'b']);
  });
});
