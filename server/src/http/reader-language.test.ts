import { expect, it } from 'vitest';
import { readerLanguage } from './reader-language.ts';

it.each([
  ['zh-CN', 'zh_CN'],
  ['zh-HK', 'zh_HK'],
  ['zh-TW,zh;q=0.9,en;q=0.8', 'zh_HK'],
  ['zh-Hant-MO', 'zh_HK'],
  ['ja', 'ja_JP'],
  ['en-GB,ja;q=0.5', 'en_US'],
  ['fr,ja;q=0.5,en;q=0.7', 'en_US'],
  ['en;q=0, ja;q=0.1', 'ja_JP'],
  ['fr', undefined],
  ['*', undefined],
  ['', undefined],
  [undefined, undefined],
  ['en;q=x', 'en_US'],
])('reads the language of a header: %s is %s', (header, language) => {
  expect(readerLanguage(header)).toBe(language);
});
