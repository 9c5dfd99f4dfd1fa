import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WordList } from './word-list.ts';

const wordIn = async (lines: string, text: string) => (await WordList.build(lines)).find(text)?.word ?? null;

describe('words of a list in a text', () => {
  it.each([
    ['drugs', 'Buy DRUGS now'],
    ['drugs', 'drugs'],
    ['drugs', '(drugs)'],
    ['drugs', 'ｄｒｕｇｓ'],
    ['drugs', 'dr\u200bugs'],
    ['Ärger', 'viel ÄRGER'],
    ['buy drugs', 'buy\n  drugs'],
    ['賭博', '線上賭博網站'],
    ['赌', '在赌场'],
    ['ギャンブル', 'オンラインギャンブル'],
    ['C++', 'in c++.'],
    ['a.c*', 'see a.c*'],
    ['$$$', 'for $$$ only'],
    ['наркотики', 'Где НАРКОТИКИ?'],
    ['마약', '마약 거래'],
    ['🍑', 'a 🍑'],
  ])('%s is found in %s', async (word, text) => {
    expect(await wordIn(word, text)).toBe(word);
  });

  it.each([
    ['ass', 'class assignment'],
    ['ass', 'ass_id'],
    ['a.c', 'abc'],
    ['buy drugs', 'buy drugstore'],
    ['buy drugs', 'buydrugs'],
    ['.*', 'anything'],
    ['\n \n', 'anything'],
    ['', ''],
    ['赌博', '赌 博'],
  ])('%j is not found in %j', async (word, text) => {
    expect(await wordIn(word, text)).toBeNull();
  });

  it('are named with their line', async () => {
    const list = await WordList.build('first\n\n  Second \nthird');
    expect(list.find('the second')).toEqual({ word: 'Second', line: 3 });
  });

  it('are those that a plain search for whole words finds', async () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 3 });
    const text = fc.array(letters, { maxLength: 20 }).map((words) => words.join(' '));
    await fc.assert(
      fc.asyncProperty(fc.array(letters, { maxLength: 30 }), text, async (words, given) => {
        const wanted = given.split(' ').some((word) => words.includes(word));
        expect((await wordIn(words.join('\n'), given)) !== null).toBe(wanted);
      }),
    );
  });

  it('may be a hundred thousand', async () => {
    const list = await WordList.build(
      Array.from({ length: 100_000 }, (_, index) => `(w${index}).*`).join('\n'),
    );
    expect(list.find('the (w99999).* of them')).toEqual({ word: '(w99999).*', line: 100_000 });
    expect(list.find('w5 (w5) (w5).')).toBeNull();
  });
});
