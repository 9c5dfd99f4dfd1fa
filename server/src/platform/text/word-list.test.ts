import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startProcessorTimer } from '../../../test/support/processor-time.ts';
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
    ['drugs', 'dr\ufe0fu\u034fg\u3164s'],
    ['drugs', '_drugs_ and __drugs__'],
    ['my_drug', 'a my_drug.'],
    ['ΟΔΟΣ', 'ΟΔΟΣ'],
    ['ΟΔΟΣ', 'η οδος'],
    ['İstanbul', 'in İstanbul'],
  ])('%s is found in %s', async (word, text) => {
    expect(await wordIn(word, text)).toBe(word);
  });

  it.each([
    ['ass', 'class assignment'],
    ['ass', 'ass_id'],
    ['ass', 'my_ass_id'],
    ['my', 'my_drug'],
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

  it('are found in ASCII as in a text with other characters', async () => {
    const part = fc.constantFrom('a', 'B', '_', '7', ' ', '\n', '-', 'no', 'No_B', '\t ', '#');
    const given = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(given, { maxLength: 4 }), given, async (words, text) => {
        const list = await WordList.build(words.map((word) => word.replaceAll('\n', ' ')).join('\n'));
        expect(list.find(text)).toEqual(list.find(`${text} 法`));
      }),
    );
  });

  it('are looked for in a time that grows with the text alone', async () => {
    const list = await WordList.build('drugs');
    const marks = `a${'\u0301'.repeat(32_000)}${'\u0316'.repeat(32_000)}`;
    const elapsed = startProcessorTimer();
    expect(list.find(`${marks} drugs`)?.word).toBe('drugs');
    // It took three seconds.
    expect(elapsed()).toBeLessThan(300);
  });

  it('may begin alike: their number does not count', async () => {
    const phrases = Array.from({ length: 3000 }, (_, n) => `how to make thing number ${n}`);
    const signs = Array.from({ length: 3000 }, (_, n) => `法輪${String.fromCharCode(0x4e00 + n)}功`);
    const list = await WordList.build([...phrases, ...signs].join('\n'));
    const elapsed = startProcessorTimer();
    expect(list.find('how '.repeat(16_000))).toBeNull();
    expect(list.find('法輪'.repeat(30_000))).toBeNull();
    // It took three seconds.
    expect(elapsed()).toBeLessThan(500);
    expect(list.find('See HOW to  make\nthing number 2999!')?.line).toBe(3000);
    expect(list.find('是法輪丁功')?.word).toBe('法輪丁功');
  });

  it('may be a hundred thousand', async () => {
    const list = await WordList.build(
      Array.from({ length: 100_000 }, (_, index) => `(w${index}).*`).join('\n'),
    );
    expect(list.find('the (w99999).* of them')).toEqual({ word: '(w99999).*', line: 100_000 });
    expect(list.find('w5 (w5) (w5).')).toBeNull();
  });
});
